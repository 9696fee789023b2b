#!/usr/bin/env python
"""Django's command line, with this project's settings."""

import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # Modules are no garbage: looking for some while they load takes a tenth of every start.
    gc.set_threshold(50_000, 20, 20)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # the sentence says which setting; a traceback would hide it
        sys.exit(f"FAILING  Settings: {error}. Correct them in .env, or run make configure.")
