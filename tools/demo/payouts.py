"""The demo's payouts: one has arrived, and one is on its way with all later card payments.

Only the sandbox makes payouts when asked; in Stripe's test mode, they are automatic.
"""

import logging
from dataclasses import dataclass

from common.errors import DomainError
from payments.balance import entries_between, store_entries
from payments.balance_reconciliation import first_month
from payments.models import Payout
from payments.payouts import sync_payout
from payments.recount import recount
from testing import cards

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stage:
    """A payout of the demo: the number of payouts including it, and how far along it is (see ``cards.pay_out``)."""

    count: int
    steps: int


ARRIVED, ON_ITS_WAY = Stage(count=1, steps=2), Stage(count=2, steps=1)


def load(stage: Stage) -> None:
    """Let the sandbox pay out its balance, unless it already has, and reconcile our rows with its list.

    If the sandbox fails, the next start tries again. Call it outside transactions.
    """
    if not cards.uses_sandbox() or Payout.objects.count() >= stage.count:
        return
    try:
        payout = cards.pay_out(stage.steps)
        store_entries(entries_between(first_month()))
        sync_payout(payout)
        recount()
    except DomainError as error:
        log.warning("The demo starts without a payout: %s", error)
