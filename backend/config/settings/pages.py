"""The web client, and the headers that restrict what a page may do."""

from pathlib import Path

from csp.constants import NONE, SELF

from config import env
from config.settings.accounts import GOOGLE_CLIENT_ID, GOOGLE_PICTURES
from config.settings.base import DATA_DIR, DEVELOPMENT, PROJECT_DIR
from config.settings.payments import STRIPE_API_BASE, STRIPE_JS_URL, STRIPE_SANDBOX_URL, STRIPE_SECRET_KEY

CLIENT_BUILD_DIR = Path(env.text("CLIENT_BUILD_DIR", str(PROJECT_DIR / "frontend" / "build" / "client")))
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_ROOT = CLIENT_BUILD_DIR if CLIENT_BUILD_DIR.is_dir() else None
WHITENOISE_INDEX_FILE = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}


def _origin(url: str) -> str:
    """Return the part of a URL that a content security policy names."""
    return "/".join(url.split("/", 3)[:3])


# What Stripe's form in the browser loads and requests (Stripe documentation, "Content security policy"). None of it is
# allowed if card payment isn't set up.
_stripe_js = _origin(STRIPE_JS_URL)
_stripe_frames = [_stripe_js, *([] if STRIPE_SANDBOX_URL else ["https://*.js.stripe.com", "https://hooks.stripe.com"])]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, *([_stripe_js] if STRIPE_SECRET_KEY else [])],
        "connect-src": [SELF, *([_origin(STRIPE_API_BASE)] if STRIPE_SECRET_KEY else [])],
        "frame-src": [SELF, *(_stripe_frames if STRIPE_SECRET_KEY else [])],
        # React sets style attributes (snowflake positions, chart sizes); attributes cannot load anything.
        "style-src": [SELF],
        "style-src-attr": ["'unsafe-inline'"],
        # The client's own pictures, drawings and QR codes, and profile pictures if Google sign-in is set up.
        "img-src": [SELF, "data:", *([GOOGLE_PICTURES] if GOOGLE_CLIENT_ID else [])],
        "object-src": [NONE],
        "base-uri": [NONE],
        # Browsers also check where a form's response redirects to: "Continue with Google" posts here and leads there.
        "form-action": [SELF, *(["https://accounts.google.com"] if GOOGLE_CLIENT_ID else [])],
        "frame-ancestors": [NONE],
    },
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "usb": [],
    # Google Pay and Apple Pay call the browser's payment API from Stripe's frame (MDN, "Permissions-Policy: payment").
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
