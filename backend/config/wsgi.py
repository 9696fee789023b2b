"""The WSGI entry point that gunicorn serves."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from common.postgres.limits import limit_statements
from common.postgres.pooling import use_pool

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
use_pool()
limit_statements(statement=10, idle=30)  # seconds; no visitor waits longer than that
# Before gunicorn forks: otherwise each of its processes would load the views while its first visitor waits.
import_module(settings.ROOT_URLCONF)
