"""Accounts, sessions and sign-in."""

from config import env
from config.settings.api import THROTTLES
from config.settings.base import DEVELOPMENT

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
# New hashes use the first one. Hashes made by the others still work and are replaced at the next sign-in.
PASSWORD_HASHERS = [
    "accounts.hashers.PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
SESSION_ENGINE = "accounts.sessions"
# The prefix keeps other hosts of the same domain from setting these cookies (RFC 6265bis, "The __Host- Prefix"). It
# requires TLS, so the demo does without it. The client knows both names of the CSRF cookie.
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
# The first email and two resends. Load tests also sign in, so they turn the limit off.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"confirm_email": "3/m/key"} if THROTTLES else False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # an open session alone must not be enough to take over the account
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
RETENTION_REQUESTS_MONTHS = env.number("RETENTION_REQUESTS_MONTHS", 24, least=1)
RETENTION_MESSAGES_MONTHS = env.number("RETENTION_MESSAGES_MONTHS", 12, least=1)
RETENTION_DOCUMENTS_YEARS = env.number("RETENTION_DOCUMENTS_YEARS", 7, least=1)

ADMIN_SESSION_SECONDS = 12 * 60 * 60  # counted from sign-in
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # phone clocks can be up to half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEVELOPMENT  # browsers allow passkeys on http://localhost
USERSESSIONS_ADAPTER = "accounts.adapter.UserSessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = False
SOCIALACCOUNT_ADAPTER = "accounts.social.SocialAccountAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True  # a Google-verified address signs in to its existing account
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
GOOGLE_CLIENT_ID = env.text("GOOGLE_CLIENT_ID")
GOOGLE_PICTURES = "https://lh3.googleusercontent.com"  # the host of profile pictures
SOCIALACCOUNT_PROVIDERS = {
    "google": {
        "APPS": [{"client_id": GOOGLE_CLIENT_ID, "secret": env.text("GOOGLE_CLIENT_SECRET")}]
        if GOOGLE_CLIENT_ID
        else [],
        "SCOPE": ["profile", "email"],
    },
}

# allauth keeps its rate limit counts in the cache. A table shares them between processes.
CACHES = {"default": {"BACKEND": "common.cache.TableCache", "LOCATION": "common_cache"}}
