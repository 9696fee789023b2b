"""Assign payments that were made for nothing we know, and suggest what they may be for."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from accounts.claims import rows_of_address
from accounts.models import User
from common.email_addresses import email_key
from common.errors import field_error
from desk.search import joined, order_detail, quote_detail
from payments import services
from payments.models import Payment, PaymentAssignee
from quotes.models import Quote
from trees.models import TreeOrder

MOST = 5  # of each type


@dataclass(frozen=True)
class Suggestion:
    """Something that a payment may be for; see ``SuggestionOutput``."""

    kind: str
    id: UUID
    label: str
    detail: str


def suggest_assignees(payment_id: UUID) -> list[Suggestion]:
    """Return the newest quotes and tree orders, and the account, of the signed-in payer, otherwise of those with the
    email address of the receipt. It doesn't prove whose address it is, so staff decide. Raises Http404.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_related("user"), id=payment_id)
    if user := payment.user:
        quotes = _newest_rows(Quote.objects.filter(user=user))
        orders = _newest_rows(TreeOrder.objects.filter(user=user))
        return [*map(_quote, quotes), *map(_order, orders), _account(user)]
    email = payment.receipt_email
    if not email:
        return []
    verified = EmailAddress.objects.filter(email=email_key(email), verified=True)
    users = User.objects.filter(id__in=verified.values("user_id"))
    return [
        *map(_quote, _newest(Quote.objects.all(), email, "email")),
        *map(_order, _newest(TreeOrder.objects.all(), email, "customer_email")),
        *map(_account, users),
    ]


def _newest(rows: QuerySet[Any], email: str, field: str) -> list[Any]:
    by_guests, by_accounts = rows_of_address(rows, email=email, field=field)
    found = [*_newest_rows(by_guests), *_newest_rows(by_accounts)]
    return sorted(found, key=lambda row: (row.created_at, row.id), reverse=True)[:MOST]


def _newest_rows(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.order_by("-created_at", "-id")[:MOST]


def _quote(quote: Quote) -> Suggestion:
    return Suggestion("quote", quote.id, quote.full_name, joined(quote_detail(quote), quote.get_status_display()))


def _order(order: TreeOrder) -> Suggestion:
    detail = joined(order_detail(order), order.get_status_display())
    return Suggestion("treeOrder", order.id, order.customer_name, detail)


def _account(user: User) -> Suggestion:
    return Suggestion("user", user.id, user.full_name, user.email)


def assign_payment(
    *,
    payment_id: UUID,
    by: User,
    quote_id: UUID | None = None,
    tree_order_id: UUID | None = None,
    user_id: UUID | None = None,
) -> Payment:
    """Assign a payment to exactly one of a quote, a tree order and an account.

    Raises DomainError (400) if none or several are given or if it does not exist, and what
    ``payments.services.assign_payment`` raises.
    """
    choices: list[tuple[str, PaymentAssignee, QuerySet[Any], UUID | None]] = [
        ("quoteId", PaymentAssignee.QUOTE, Quote.objects.all(), quote_id),
        ("treeOrderId", PaymentAssignee.TREE_ORDER, TreeOrder.objects.all(), tree_order_id),
        ("userId", PaymentAssignee.USER, User.objects.all(), user_id),
    ]
    chosen = [choice for choice in choices if choice[3] is not None]
    if len(chosen) != 1:
        raise field_error("quoteId", "Choose either a quote, a tree order or a customer")
    [(name, kind, rows, to)] = chosen
    if to is None or not rows.filter(id=to).exists():
        raise field_error(name, "We can't find that one")
    return services.assign_payment(payment_id=payment_id, by=by, kind=kind, to=to)
