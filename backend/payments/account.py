"""The facts about the business's Stripe account that the installation checks need."""

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from payments.client import client, translate_stripe_errors


@dataclass(frozen=True)
class StripeAccount:
    """``clock_ahead``: by how many seconds Stripe's clock is ahead of ours, from the response's ``Date`` header."""

    name: str
    can_charge: bool
    can_pay_out: bool
    clock_ahead: float


@translate_stripe_errors
def read_account() -> StripeAccount:
    """Return the account that the secret key belongs to. Raises PaymentsUnavailable, also if Stripe rejects the key."""
    before = time.time()
    account = client().v1.accounts.retrieve_current()
    now = (before + time.time()) / 2
    sent = account.last_response.headers.get("Date") if account.last_response else None
    dashboard = account.settings.dashboard if account.settings else None
    return StripeAccount(
        name=(dashboard and dashboard.display_name) or account.id,
        can_charge=bool(account.charges_enabled),
        can_pay_out=bool(account.payouts_enabled),
        # The header has whole seconds, so on average it is half a second behind.
        clock_ahead=parsedate_to_datetime(sent).timestamp() + 0.5 - now if sent else 0,
    )
