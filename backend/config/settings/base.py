"""The basics: the kind of installation, its URL, apps, databases and time zone."""

from importlib.util import find_spec
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings import machines

BACKEND_DIR = Path(__file__).resolve().parent.parent.parent
PROJECT_DIR = BACKEND_DIR.parent

# The environment's DEBUG means a development or demo installation: default secrets, demo accounts, no TLS. Django's own
# DEBUG (tracebacks in responses, every statement kept in memory) is separate, so that the demo handles errors the way
# production does.
DEVELOPMENT = env.flag("DEBUG")
DEBUG = DEVELOPMENT and env.flag("DEBUG_PAGES")
# The demo is one of the tools, so an installation of only the product doesn't have it, even with DEBUG.
DEMO = DEVELOPMENT and find_spec("demo") is not None
DATA_DIR = Path(env.text("DATA_DIR", str(PROJECT_DIR / "var"))).resolve()

_NEEDED = ["DATABASE_URL"] if DEVELOPMENT else ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "EMAIL_URL"]
if _missing := [name for name in _NEEDED if not env.text(name)]:
    raise ImproperlyConfigured(f"These environment variables are needed and not set: {', '.join(_missing)}")

SECRET_KEY = env.text("SECRET_KEY", "only-for-development-" + "x" * 40)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SITE_URL = env.origin(
    "SITE_URL", f"http://127.0.0.1:{env.number('PORT', 8000)}" if DEVELOPMENT else f"https://{ALLOWED_HOSTS[0]}"
)

# The number of our own reverse proxies in front. That many entries at the end of X-Forwarded-For are trusted.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0, least=0)

INSTALLED_APPS = [
    "config.apps.BackOfficeConfig",  # Django's admin site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "procrastinate.contrib.django",
    "accounts",  # before allauth, so that its templates take precedence
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.google",
    "allauth.mfa",
    "allauth.usersessions",
    "auditlog",
    "django.contrib.humanize",  # allauth's session list says "5 minutes ago"
    "common",
    "catalog",
    "looks",
    "links",
    "texts",
    "content",
    "notifications",
    "payments",
    "backups",
    "alerts",
    "quotes",
    "jobs",
    "trees",
    "storage",
    "invoices",
    "replies",
    "desk",
    "analytics",
    "whatsnext",
    "privacy",
    *(["demo"] if DEMO else []),
]

MIDDLEWARE = [
    "common.request_ids.remember_request_id",
    "common.hosts.check_port",
    "common.headers.limit_use",
    "django.middleware.security.SecurityMiddleware",
    "common.headers.PagesPolicyMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "common.assets.AssetsMiddleware",
    "accounts.middleware.private_pages",  # outside everything that may respond by itself, such as the CSRF check
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "common.forms.printable_forms",
    "accounts.middleware.AuthenticationMiddleware",
    "accounts.middleware.remember_devices",
    "desk.audit.remember_request",
    "accounts.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "payments.limits.limit_stripe_calls",
    "common.postgres.replica.remember_writes",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.demo",
            ],
        },
    },
]

DATABASES = machines.databases()
# Reports are read from the replica if there is one (common.postgres.replica).
DATABASE_ROUTERS = ["common.postgres.replica.Router"] if "replica" in DATABASES else []
DATABASE_REPLICA_SECONDS = machines.replica_seconds()
AUDITLOG_STORE_JSON_CHANGES = True  # JSON values rather than Python's string representation
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PROCRASTINATE_ON_APP_READY = "common.request_ids.send_along_with_jobs"

USE_TZ = True
TIME_ZONE = "America/New_York"  # the business's time zone, for "today", "overdue" and delivery days
LANGUAGE_CODE = "en-us"
USE_I18N = False
