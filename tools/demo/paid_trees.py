"""Let a demo guest pay for a tree by card, as if through the link in the email, and Stripe confirm it."""

import logging

from django.conf import settings

from accounts.models import LinkHolder
from common.errors import DomainError
from demo.neighbors import paid_tree
from payments.ledger import sync_payment
from testing import cards
from trees.models import PURPOSE, TreeOrder

log = logging.getLogger(__name__)


def load() -> None:
    """Pay for the tree once. If Stripe fails, the next start tries again. Call it outside transactions."""
    order = paid_tree()
    if not settings.STRIPE_SECRET_KEY or order is None or not order.can_pay_online:
        return
    try:
        intent = cards.open_intent(purpose=PURPOSE, reference=order.id, viewer=LinkHolder(TreeOrder, order.id))
        cards.pay(intent.client_secret)
        sync_payment(intent.payment.stripe_payment_intent_id)
    except DomainError as error:
        log.warning("The demo starts without its paid tree: %s", error)
