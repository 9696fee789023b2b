"""The account itself."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json


def retrieve_current(call: Call) -> Json:
    """Return the account that the key belongs to. Tests save one of their own to change it."""
    return call.store.get("acct_sandbox") or {
        "id": "acct_sandbox",
        "object": "account",
        "charges_enabled": True,
        "country": "US",
        "default_currency": "usd",
        "details_submitted": True,
        "email": "office@seacoastholidaylights.example",
        "payouts_enabled": True,
        "settings": {
            "branding": {"icon": None, "logo": None, "primary_color": None, "secondary_color": None},
            "card_payments": {"statement_descriptor_prefix": None},
            "dashboard": {"display_name": "Seacoast Holiday Lights", "timezone": "America/New_York"},
            "payments": {"statement_descriptor": None},
        },
        "type": "standard",
    }
