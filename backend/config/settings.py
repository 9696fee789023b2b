"""All settings. Every value that differs between installations comes from the environment (`.env.example`).

Outside DEBUG, startup fails and names the settings that are missing.
"""

from importlib.util import find_spec
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from catalog.catalog import CITIES, PACKAGE_BY_ID
from config import env, settings_care, settings_machines
from config.version import VERSION

BACKEND_DIR = Path(__file__).resolve().parent.parent
PROJECT_DIR = BACKEND_DIR.parent

# The environment's DEBUG means a development or demo installation: default secrets, demo accounts, no TLS. Django's own
# DEBUG (tracebacks in responses, every statement kept in memory) is separate, so that the demo handles errors like
# production does.
DEVELOPMENT = env.flag("DEBUG")
DEBUG = DEVELOPMENT and env.flag("DEBUG_PAGES")
# The demo is one of the tools, so an installation with only the product has none, whatever DEBUG says.
DEMO = DEVELOPMENT and find_spec("demo") is not None
DATA_DIR = Path(env.text("DATA_DIR", str(PROJECT_DIR / "var"))).resolve()

_NEEDED = ["DATABASE_URL"] if DEVELOPMENT else ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "EMAIL_URL"]
if _missing := [name for name in _NEEDED if not env.text(name)]:
    raise ImproperlyConfigured(f"These environment variables are needed and not set: {', '.join(_missing)}")

SECRET_KEY = env.text("SECRET_KEY", "only-for-development-" + "x" * 40)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
SITE_URL = env.text(
    "SITE_URL", f"http://127.0.0.1:{env.number('PORT', 8000)}" if DEVELOPMENT else f"https://{ALLOWED_HOSTS[0]}"
)

# How many of our own reverse proxies are in front: that many entries at the end of X-Forwarded-For are trusted.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0)

# --- The business -----------------------------------------------------------------------------------------------
# What holds until an owner sets it on the desk. Read it with ``common.business``, never from here.
BUSINESS_NAME = env.text("BUSINESS_NAME", "Seacoast Holiday Lights")
BUSINESS_PHONE = env.text("BUSINESS_PHONE", "(603) 555-0148")
BUSINESS_ADDRESS = env.text("BUSINESS_ADDRESS")
BUSINESS_EMAIL = env.text("BUSINESS_EMAIL", "hello@seacoastholidaylights.example")
FORM_CITIES = [city.id for city in CITIES if city.id != "Other"]  # those that the quote form lists
BUSINESS_CITIES = env.words("BUSINESS_CITIES", FORM_CITIES)
# What only the owner knows: each is shown where it is set, and nowhere otherwise.
BUSINESS_OPENING_HOURS = env.opening_hours("BUSINESS_OPENING_HOURS")
BUSINESS_LICENSE = env.text("BUSINESS_LICENSE")
BUSINESS_REVIEWS_URL = env.url("BUSINESS_REVIEWS_URL")
BUSINESS_PHOTOS_URL = env.url("BUSINESS_PHOTOS_URL")
BUSINESS_INSTAGRAM_URL = env.url("BUSINESS_INSTAGRAM_URL")
BUSINESS_FACEBOOK_URL = env.url("BUSINESS_FACEBOOK_URL")
BUSINESS_PRIVACY_URL = env.url("BUSINESS_PRIVACY_URL")
BUSINESS_TERMS_URL = env.url("BUSINESS_TERMS_URL")

# --- Apps -------------------------------------------------------------------------------------------------------
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
    "accounts.middleware.private_pages",  # outside of all that may respond themselves, such as the CSRF check
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "common.forms.printable_forms",
    "accounts.middleware.AuthenticationMiddleware",
    "accounts.middleware.remember_devices",
    "desk.audit.remember_request",
    "django.contrib.messages.middleware.MessageMiddleware",
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
                "accounts.context_processors.business",
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------------------------
DATABASES = settings_machines.databases()
# Reports are read from the replica, where there is one (common.postgres.replica).
DATABASE_ROUTERS = ["common.postgres.replica.Router"] if "replica" in DATABASES else []
DATABASE_REPLICA_SECONDS = settings_machines.replica_seconds()
AUDITLOG_STORE_JSON_CHANGES = True  # values as they are, not as Python writes them
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PROCRASTINATE_ON_APP_READY = "common.request_ids.send_along_with_jobs"

# --- Time, language, money --------------------------------------------------------------------------------------
USE_TZ = True
TIME_ZONE = "America/New_York"  # the business's time zone, for "today", "overdue" and delivery days
LANGUAGE_CODE = "en-us"
USE_I18N = False

# --- People and their sessions ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
# The first makes new hashes; older ones of the others still work and are replaced at the next sign-in.
PASSWORD_HASHERS = [
    "accounts.hashers.PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
SESSION_ENGINE = "accounts.sessions"
# The prefix keeps other hosts of the same domain from setting these cookies (RFC 6265bis, "The __Host- Prefix"). It
# takes TLS, so the demo goes without. The client knows both names of the CSRF cookie.
SESSION_COOKIE_NAME = "sessionid" if DEVELOPMENT else "__Host-sessionid"
CSRF_COOKIE_NAME = "csrftoken" if DEVELOPMENT else "__Host-csrftoken"
DEVICE_COOKIE_NAME = "device" if DEVELOPMENT else "__Host-device"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEVELOPMENT
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "common.errors.csrf_failure"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
AUTHENTICATION_BACKENDS = ["accounts.sessions.Backend"]

# --- Signing in (django-allauth, "Configuration") ----------------------------------------------------------------
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.NameForm"
ACCOUNT_FORMS = {
    "add_email": "accounts.allauth_forms.AddEmailForm",
    "login": "accounts.allauth_forms.LoginForm",
    "request_login_code": "accounts.allauth_forms.RequestLoginCodeForm",
    "reset_password": "accounts.allauth_forms.ResetPasswordForm",
    "signup": "accounts.allauth_forms.SignupForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = (
    True  # email scanners open links and use them up; a code waits for its recipient
)
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"confirm_email": "3/m/key"}  # the first email and two more
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # an open session alone must not be enough to take the account over
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/accounts/email/"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEVELOPMENT else "https"
# The desk and the back office open only to sessions that used a passkey, an authenticator app or a recovery code.
# The demo's administrator has a published password and nothing to protect.
SECOND_FACTOR_REQUIRED = not DEVELOPMENT
# How long data is kept (docs/operations.md)
RETENTION_REQUESTS_MONTHS = env.number("RETENTION_REQUESTS_MONTHS", 24)
RETENTION_MESSAGES_MONTHS = env.number("RETENTION_MESSAGES_MONTHS", 12)
RETENTION_DOCUMENTS_YEARS = env.number("RETENTION_DOCUMENTS_YEARS", 7)

ADMIN_SESSION_SECONDS = 12 * 60 * 60  # counted from sign-in
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # phones' clocks are up to half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEVELOPMENT  # browsers allow passkeys on http://localhost
USERSESSIONS_ADAPTER = "accounts.adapter.UserSessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = False
SOCIALACCOUNT_ADAPTER = "accounts.social.SocialAccountAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True  # an address that Google has verified opens the account that has it
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
_google = env.text("GOOGLE_CLIENT_ID")
GOOGLE_PICTURES = "https://lh3.googleusercontent.com"  # the host of people's pictures
SOCIALACCOUNT_PROVIDERS = {
    "google": {
        "APPS": [{"client_id": _google, "secret": env.text("GOOGLE_CLIENT_SECRET")}] if _google else [],
        "SCOPE": ["profile", "email"],
    },
}

# allauth counts its rate limits in the cache; a table makes them hold across processes.
CACHES = {"default": {"BACKEND": "common.cache.TableCache", "LOCATION": "common_cache"}}

# --- Messages to people -----------------------------------------------------------------------------------------
EMAIL_BACKEND = "notifications.backends.OutboxBackend"  # every email is stored first
DELIVERY_BACKEND, DELIVERY_OPTIONS = env.mail(env.text("EMAIL_URL", "folder:"), development=DEVELOPMENT)
# For `manage.py doctor`: the names under which providers publish their keys, and the name server to ask ("host:port",
# the machine's own by default).
DKIM_SELECTORS = env.words(
    "DKIM_SELECTORS",
    ["default", "dkim", "mail", "google", "selector1", "selector2", "k1", "k2", "k3", "s1", "s2", "pm", "mx", "mta",
     "fm1", "fm2", "protonmail", "zoho", "mandrill", "smtp", "krs", "scph1118", "mailjet", "brevo1", "brevo2"],
)  # fmt: skip
DNS_SERVER = env.text("DNS_SERVER")

# Texts go through Twilio once the business's number is registered with the US carriers, which block it until then.
TWILIO_ACCOUNT_SID = env.text("TWILIO_ACCOUNT_SID")
TWILIO_AUTH_TOKEN = env.text("TWILIO_AUTH_TOKEN")
TWILIO_NUMBER = env.phone_number("TWILIO_NUMBER")
TWILIO_API_URL = env.text("TWILIO_API_URL", "https://api.twilio.com")
SMS_REGISTERED = env.flag("SMS_REGISTERED")
_twilio = {"TWILIO_ACCOUNT_SID": TWILIO_ACCOUNT_SID, "TWILIO_AUTH_TOKEN": TWILIO_AUTH_TOKEN}
_twilio["TWILIO_NUMBER"] = TWILIO_NUMBER
if SMS_REGISTERED and (_not_set := [name for name, value in _twilio.items() if not value]):
    raise ImproperlyConfigured(f"SMS_REGISTERED is 1: {', '.join(_not_set)} must be set as well")
# The demo counts as registered and writes its texts to files beside its emails, unless it is told to use Twilio.
TEXTS_TO_FOLDER = DEVELOPMENT and not SMS_REGISTERED

# Replies to emails come back by the webhook of an email provider, each to an address of its own at this domain. The
# secret is "name:password", for the webhook's basic authentication; Mailgun signs its webhooks as well.
INBOUND_EMAIL_PROVIDERS = {  # to the modules and classes of django-anymail
    "mailgun": "mailgun.Mailgun",
    "mailjet": "mailjet.Mailjet",
    "postmark": "postmark.Postmark",
    "sendgrid": "sendgrid.SendGrid",
    "sparkpost": "sparkpost.SparkPost",
}
INBOUND_EMAIL_PROVIDER = env.text("INBOUND_EMAIL_PROVIDER").lower()
INBOUND_EMAIL_DOMAIN = env.text("INBOUND_EMAIL_DOMAIN").lower()
INBOUND_EMAIL_SECRET = env.text("INBOUND_EMAIL_SECRET")
INBOUND_EMAIL_SIGNING_KEY = env.text("INBOUND_EMAIL_SIGNING_KEY")
env.check_inbound_email(
    INBOUND_EMAIL_PROVIDER,
    sorted(INBOUND_EMAIL_PROVIDERS),
    domain=INBOUND_EMAIL_DOMAIN,
    secret=INBOUND_EMAIL_SECRET,
    signing_key=INBOUND_EMAIL_SIGNING_KEY,
)
ANYMAIL = {
    "WEBHOOK_SECRET": INBOUND_EMAIL_SECRET,
    "MAILGUN_WEBHOOK_SIGNING_KEY": INBOUND_EMAIL_SIGNING_KEY,
}

# --- Card payments (Stripe) -------------------------------------------------------------------------------------
# In development without keys, the project's own sandbox stands in for Stripe: only the URLs differ.
STRIPE_SECRET_KEY = env.text("STRIPE_SECRET_KEY")
STRIPE_PUBLISHABLE_KEY = env.text("STRIPE_PUBLISHABLE_KEY")
STRIPE_WEBHOOK_SECRET = env.text("STRIPE_WEBHOOK_SECRET")
STRIPE_API_BASE = env.text("STRIPE_API_BASE", "https://api.stripe.com")
STRIPE_JS_URL = env.text("STRIPE_JS_URL", "https://js.stripe.com/endive/stripe.js")
STRIPE_FILES_BASE = env.text("STRIPE_FILES_BASE", "https://stripe.com")
STRIPE_TIMEOUT = env.number("STRIPE_TIMEOUT", 8)  # seconds for all calls of a web request, and for each of the worker
# How many of the threads of a web process (gunicorn.conf.py) may wait for Stripe at the same time.
STRIPE_CONCURRENT_REQUESTS = env.number("STRIPE_CONCURRENT_REQUESTS", 2)

# --- Deposits ---------------------------------------------------------------------------------------------------
DEPOSIT_PERCENT = env.number("DEPOSIT_PERCENT", 25)
if not 0 <= DEPOSIT_PERCENT <= 100:
    raise ImproperlyConfigured("DEPOSIT_PERCENT must be from 0 to 100")
DEPOSIT_PACKAGES = env.words("DEPOSIT_PACKAGES", list(PACKAGE_BY_ID))
if _unknown := set(DEPOSIT_PACKAGES) - set(PACKAGE_BY_ID):
    raise ImproperlyConfigured(
        f"DEPOSIT_PACKAGES may have {', '.join(PACKAGE_BY_ID)}, not {', '.join(sorted(_unknown))}"
    )
_sandbox = env.text("STRIPE_SANDBOX_URL") if DEVELOPMENT and not STRIPE_SECRET_KEY else ""
if _sandbox:
    STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY = "sk_test_sandbox", "pk_test_sandbox"
    STRIPE_WEBHOOK_SECRET = STRIPE_WEBHOOK_SECRET or "whsec_sandbox"
    STRIPE_API_BASE, STRIPE_JS_URL, STRIPE_FILES_BASE = _sandbox, f"{_sandbox}/stripe.js", _sandbox
if STRIPE_SECRET_KEY and not DEVELOPMENT and not (STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET):
    raise ImproperlyConfigured(
        "STRIPE_SECRET_KEY is set: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed as well "
        '(docs/operations.md, "Card payments")'
    )


def _key_mode(key: str) -> str:
    """Return ``live`` or ``test`` by the key's prefix (sk_live_, rk_test_, pk_live_ …), or ""."""
    kind, _, rest = key.partition("_")
    mode = rest.partition("_")[0]
    return mode if kind in {"sk", "rk", "pk"} and mode in {"live", "test"} else ""


# With keys of different modes, every payment would fail in the browser or, worse, a test card would count as money.
_modes = _key_mode(STRIPE_SECRET_KEY), _key_mode(STRIPE_PUBLISHABLE_KEY)
if all(_modes) and _modes[0] != _modes[1]:
    raise ImproperlyConfigured(
        f"STRIPE_SECRET_KEY is a {_modes[0]} key and STRIPE_PUBLISHABLE_KEY is a {_modes[1]} key: "
        "both have to be live keys, or both test keys"
    )


# --- The API ----------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["common.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["common.permissions.SignedIn"],
    "DEFAULT_PARSER_CLASSES": ["common.json.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["common.json.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "common.json.JSONOnly",
    "DEFAULT_SCHEMA_CLASS": "common.schema.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "EXCEPTION_HANDLER": "common.errors.handle_api_error",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Seacoast Holiday Lights",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "DESCRIPTION": "Quotes, tree orders, visits, invoices and storage. Money in US dollars, instants in UTC.",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "common.schema.add_errors"],
    "ENUM_NAME_OVERRIDES": {
        "QuoteStatus": "quotes.models.QuoteStatus",
        "ServicePackage": "quotes.models.ServicePackage",
        "CommunicationPreference": "texts.models.CommunicationPreference",
        "WhatsNextKind": "whatsnext.items.ItemKind",
        "QuoteStep": "quotes.models.QuoteStep",
        "LineUnit": "quotes.models.LineUnit",
        "AcceptanceChannel": "quotes.models.AcceptanceChannel",
        "DeclineReason": "quotes.models.DeclineReason",
        "NextStep": "quotes.progress.NextStep",
        "JobStatus": "jobs.models.JobStatus",
        "JobKind": "jobs.models.JobKind",
        "CallOutcome": "desk.models.CallOutcome",
        "CallChannel": "desk.models.CallChannel",
        "QueueKind": "desk.models.QueueKind",
        "TextConsentMethod": "texts.models.ConsentMethod",
        "MessageStatus": "notifications.models.MessageStatus",
        "MessageChannel": "notifications.models.Channel",
        "PreviewState": "desk.message_preview.PreviewState",
        "CustomerKind": "desk.customers.CustomerKind",
        "TreeOrderStatus": "trees.models.TreeOrderStatus",
        "TreeSizeId": "trees.models.TreeSize",
        "StorageChargeStatus": "storage.models.StorageChargeStatus",
        "StoragePlanId": "storage.models.StoragePlan",
        "InvoiceStatus": "invoices.models.InvoiceStatus",
        "AddressStatus": "accounts.models.AddressStatus",
        "PaymentMethod": "payments.models.PaymentMethod",
        "DoorMethod": "trees.models.DoorMethod",
        "PaymentStatus": "payments.models.PaymentStatus",
        "InstallationState": "common.doctor.State",
        "StripeEventState": "payments.models.EventState",
        "SubscriptionStatus": "payments.states.SubscriptionStatus",
    },
}
MAX_BODY_BYTES = 256 * 1024  # far above any body of this API; more is a 413
# Emails come with pictures. The web process takes them only with the secret (config.web_worker).
INBOUND_EMAIL_BYTES = 40 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = INBOUND_EMAIL_BYTES if INBOUND_EMAIL_PROVIDER else MAX_BODY_BYTES

# Anonymous writes per client address; and for all addresses together, beyond which each needs a proof of work.
THROTTLE_PER_MINUTE = env.number("THROTTLE_PER_MINUTE", 10)
THROTTLE_PER_HOUR = env.number("THROTTLE_PER_HOUR", 60)
THROTTLE_ALL_PER_HOUR = env.number("THROTTLE_ALL_PER_HOUR", 1200)
THROTTLES = not env.flag("DISABLE_THROTTLES")
if not THROTTLES and not DEVELOPMENT:
    raise ImproperlyConfigured("DISABLE_THROTTLES is for load tests; it is refused outside DEBUG")
if not THROTTLES:
    ACCOUNT_RATE_LIMITS = False  # load tests sign in as well

# --- The web client ---------------------------------------------------------------------------------------------
CLIENT_BUILD_DIR = Path(env.text("CLIENT_BUILD_DIR", str(PROJECT_DIR / "frontend" / "build" / "client")))
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_ROOT = CLIENT_BUILD_DIR if CLIENT_BUILD_DIR.is_dir() else None
WHITENOISE_INDEX_FILE = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}


# --- Security headers -------------------------------------------------------------------------------------------
def _origin(url: str) -> str:
    """Return the part of a URL that a content security policy names."""
    return "/".join(url.split("/", 3)[:3])


# What Stripe's form in the browser loads and asks (Stripe documentation, "Content security policy"). Where card
# payment is not set up, nothing of it is allowed in.
_stripe_js = _origin(STRIPE_JS_URL)
_stripe_frames = [_stripe_js, *([] if _sandbox else ["https://*.js.stripe.com", "https://hooks.stripe.com"])]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, *([_stripe_js] if STRIPE_SECRET_KEY else [])],
        "connect-src": [SELF, *([_origin(STRIPE_API_BASE)] if STRIPE_SECRET_KEY else [])],
        "frame-src": [SELF, *(_stripe_frames if STRIPE_SECRET_KEY else [])],
        # React sets style attributes (snowflake positions, chart sizes); attributes cannot load anything.
        "style-src": [SELF],
        "style-src-attr": ["'unsafe-inline'"],
        # The client's own pictures, drawings, QR codes, and where people sign in with Google, their picture there.
        "img-src": [SELF, "data:", *([GOOGLE_PICTURES] if _google else [])],
        "object-src": [NONE],
        "base-uri": [NONE],
        # Browsers also check where a form's response redirects to: "Continue with Google" posts here and leads there.
        "form-action": [SELF, *(["https://accounts.google.com"] if _google else [])],
        "frame-ancestors": [NONE],
    },
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "usb": [],
    # Google Pay and Apple Pay ask the browser from Stripe's frame (MDN, "Permissions-Policy: payment").
    "payment": ["self", *([_stripe_js] if STRIPE_SECRET_KEY else [])],
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", not DEVELOPMENT)
SECURE_HSTS_SECONDS = 0 if DEVELOPMENT else 31_536_000
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
if env.flag("BEHIND_TLS_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Backups ------------------------------------------------------------------------------------------------------
BACKUP_URL = settings_care.backup_url()
BACKUP_PUBLIC_KEY = settings_care.backup_public_key()
BACKUPS_KEPT = env.number("BACKUPS_KEPT", 30)
BACKUP_S3_ENDPOINT = env.url("BACKUP_S3_ENDPOINT")
BACKUP_S3_REGION = env.text("BACKUP_S3_REGION", "us-east-1")
BACKUP_S3_KEY_ID = env.text("BACKUP_S3_KEY_ID")
BACKUP_S3_SECRET = env.text("BACKUP_S3_SECRET")
POSTGRES_BIN = env.text("POSTGRES_BIN")  # the folder of pg_dump, pg_restore and psql; on the PATH by default

# --- Uploads: files that people sent, part of each backup ------------------------------------------------------------
UPLOADS_URL = settings_machines.uploads_url(DATA_DIR / "uploads")
UPLOADS_S3_ENDPOINT = env.url("UPLOADS_S3_ENDPOINT")
UPLOADS_S3_REGION = env.text("UPLOADS_S3_REGION", "us-east-1")
UPLOADS_S3_KEY_ID = env.text("UPLOADS_S3_KEY_ID")
UPLOADS_S3_SECRET = env.text("UPLOADS_S3_SECRET")
STORAGES = {
    "default": {"BACKEND": "common.uploads.UploadStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# --- Alerts ------------------------------------------------------------------------------------------------------
ALERTS = env.flag("ALERTS", not DEVELOPMENT)
ALERT_EMAIL = env.text("ALERT_EMAIL")  # by default the business's own
ALERT_PHONE = env.phone_number("ALERT_PHONE")
SENTRY_DSN = env.url("SENTRY_DSN")
# The name of this machine where there are several, each with a watch of its own.
MACHINE = env.text("MACHINE")

# --- Logging ----------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "common.logs.OneObjectPerLine"},
    },
    "filters": {
        "request_id": {"()": "common.logs.WithRequestId"},
        "no_traceback": {"()": "common.logs.NoTraceback"},
        "no_link_tokens": {"()": "common.logs.NoLinkTokens"},
        "outage": {"()": "common.outages.OneLinePerOutage"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line" if DEVELOPMENT else "json",
            "filters": ["request_id", "no_link_tokens", "outage"],
        }
    },
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.security.DisallowedHost": {"filters": ["no_traceback"]},
        "django.server": {"level": "WARNING", "filters": ["no_link_tokens"]},  # it has no handler of ours
        "django.request": {"level": "ERROR"},  # requests for unknown pages are not worth a line
        "procrastinate": {"level": "WARNING"},
        "psycopg": {"level": "ERROR"},  # it warns of every attempt to connect and to cancel a statement
        "access": {"level": "INFO"},  # config.gunicorn_logs
        "security": {"level": "INFO"},  # accounts.security_log, independent of LOG_LEVEL
        "stripe": {"level": "WARNING"},  # it logs every call
    },
}
