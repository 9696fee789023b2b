"""Card payments (Stripe) and deposits."""

from django.core.exceptions import ImproperlyConfigured

from catalog.catalog import PACKAGE_BY_ID
from config import env
from config.settings.base import DEVELOPMENT

# In development without keys, the project's own sandbox stands in for Stripe: only the URLs differ.
STRIPE_SECRET_KEY = env.text("STRIPE_SECRET_KEY")
STRIPE_PUBLISHABLE_KEY = env.text("STRIPE_PUBLISHABLE_KEY")
STRIPE_WEBHOOK_SECRET = env.text("STRIPE_WEBHOOK_SECRET")
STRIPE_API_BASE = env.text("STRIPE_API_BASE", "https://api.stripe.com")
STRIPE_JS_URL = env.text("STRIPE_JS_URL", "https://js.stripe.com/endive/stripe.js")
STRIPE_FILES_BASE = env.text("STRIPE_FILES_BASE", "https://stripe.com")
# Seconds for all calls of a web request, or for one of the worker's.
STRIPE_TIMEOUT = env.number("STRIPE_TIMEOUT", 8, least=1)
# How many of the threads of a web process (gunicorn.conf.py) may wait for Stripe at the same time.
STRIPE_CONCURRENT_REQUESTS = env.number("STRIPE_CONCURRENT_REQUESTS", 2, least=1)

STRIPE_SANDBOX_URL = env.text("STRIPE_SANDBOX_URL") if DEVELOPMENT and not STRIPE_SECRET_KEY else ""
if STRIPE_SANDBOX_URL:
    STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY = "sk_test_sandbox", "pk_test_sandbox"
    STRIPE_WEBHOOK_SECRET = STRIPE_WEBHOOK_SECRET or "whsec_sandbox"
    STRIPE_API_BASE, STRIPE_JS_URL, STRIPE_FILES_BASE = (
        STRIPE_SANDBOX_URL,
        f"{STRIPE_SANDBOX_URL}/stripe.js",
        STRIPE_SANDBOX_URL,
    )
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


# The publishable key is in every browser, so a secret key there would be public.
if STRIPE_PUBLISHABLE_KEY.startswith(("sk_", "rk_")) or STRIPE_SECRET_KEY.startswith("pk_"):
    raise ImproperlyConfigured(
        "STRIPE_SECRET_KEY must be the secret key (sk_… or rk_…), and STRIPE_PUBLISHABLE_KEY the publishable one (pk_…)"
    )

# With keys of different modes, every payment would fail in the browser or, worse, a test card would count as paid.
_modes = _key_mode(STRIPE_SECRET_KEY), _key_mode(STRIPE_PUBLISHABLE_KEY)
if all(_modes) and _modes[0] != _modes[1]:
    raise ImproperlyConfigured(
        f"STRIPE_SECRET_KEY is a {_modes[0]} key and STRIPE_PUBLISHABLE_KEY is a {_modes[1]} key: "
        "both have to be live keys, or both test keys"
    )


DEPOSIT_PERCENT = env.number("DEPOSIT_PERCENT", 25)
if not 0 <= DEPOSIT_PERCENT <= 100:
    raise ImproperlyConfigured("DEPOSIT_PERCENT must be from 0 to 100")
DEPOSIT_PACKAGES = env.words("DEPOSIT_PACKAGES", list(PACKAGE_BY_ID))
if _unknown := set(DEPOSIT_PACKAGES) - set(PACKAGE_BY_ID):
    raise ImproperlyConfigured(
        f"DEPOSIT_PACKAGES may have {', '.join(PACKAGE_BY_ID)}, not {', '.join(sorted(_unknown))}"
    )
