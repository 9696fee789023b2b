"""Saying whose a payment is that came from nobody we know."""

from uuid import UUID

from accounts.models import User
from common.errors import DomainError
from payments import services
from payments.models import Payment, PaymentAssignee
from quotes.models import Quote
from trees.models import TreeOrder


def assign_payment(
    *,
    payment_id: UUID,
    by: User,
    quote_id: UUID | None = None,
    tree_order_id: UUID | None = None,
    user_id: UUID | None = None,
) -> Payment:
    """Assign a payment to exactly one of a quote, a tree order and an account.

    Raises DomainError (400) for none, for several and for one that does not exist, and what
    ``payments.services.assign_payment`` raises.
    """
    choices = [
        ("quoteId", PaymentAssignee.QUOTE, Quote, quote_id),
        ("treeOrderId", PaymentAssignee.TREE_ORDER, TreeOrder, tree_order_id),
        ("userId", PaymentAssignee.USER, User, user_id),
    ]
    chosen = [choice for choice in choices if choice[3] is not None]
    if len(chosen) != 1:
        raise _refused("quoteId", "Choose either a quote, a tree order or a customer")
    [(name, kind, model, to)] = chosen
    if to is None or not model.objects.filter(id=to).exists():  # type: ignore[attr-defined]
        raise _refused(name, "We can't find that one")
    return services.assign_payment(payment_id=payment_id, by=by, kind=kind, to=to)


def _refused(field: str, message: str) -> DomainError:
    return DomainError(message, {field: [message]})
