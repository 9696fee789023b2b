"""What is next for a customer, across quotes, visits, invoices, trees and storage, for the top of My Services.

The list is computed from current data, so finished things drop out by themselves. Each source takes one query (storage
takes a second one while its payment is open) and is limited to the newest rows; the tabs below show everything.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from uuid import UUID

from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone

from accounts.models import User
from common.days import midnight
from common.response_deadlines import RESPONSE_TIME
from invoices.models import PURPOSE, Invoice, InvoiceStatus
from jobs.models import Job, JobStatus
from payments.amounts import is_chargeable
from payments.models import Payment
from payments.states import Card, SubscriptionStatus
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus
from quotes.progress import NextStep, load_visits, progress_of
from storage.models import StorageSubscription
from trees.models import UNPAID_ORDERS, TreeOrder, TreeOrderStatus

MAX_ROWS = 20  # rows of each source
# We don't know whether a customer has read a reply, so it is listed for this long, or until they write back.
RECENT_REPLY = dt.timedelta(days=7)


class ItemKind(models.TextChoices):
    """What an item is about. Items that are waiting for the customer are listed in this order."""

    QUOTE_ANSWER = "quote_answer"
    INVOICE = "invoice"
    DEPOSIT = "deposit"
    TREE_PAYMENT = "tree_payment"
    STORAGE_PAST_DUE = "storage_past_due"
    STORAGE_UNPAID = "storage_unpaid"
    QUOTE_REPLY = "quote_reply"
    QUOTE_PRICE = "quote_price"
    QUOTE_DAY = "quote_day"
    VISIT = "visit"
    TREE_DAY = "tree_day"
    TREE = "tree"
    STORAGE_RENEWAL = "storage_renewal"
    STORAGE_END = "storage_end"


@dataclass(frozen=True)
class Item:
    """One line of the list. ``subject_id`` is the ID of the quote, job, invoice, order or subscription.

    ``day`` is a calendar day (Eastern). ``at`` is when the visit is, also one that is set while a price waits, when the
    reply came, or our deadline for the next step. ``detail`` is the package, kind of visit, invoice number, tree size
    or plan.
    """

    kind: ItemKind
    subject_id: UUID
    waits_for_you: bool = False
    day: dt.date | None = None
    at: dt.datetime | None = None
    amount: Decimal | None = None
    place: str = ""
    detail: str = ""
    card: Card | None = None


def whats_next(user: User) -> list[Item]:
    """Return what is next for ``user``: first what is waiting for them, then by day."""
    today = timezone.localdate()
    items = [*_quotes(user), *_invoices(user, today), *_visits(user, today), *_trees(user, today), *_storage(user)]
    return sorted(items, key=_sort_key)


def _sort_key(item: Item) -> tuple[bool, int, dt.date]:
    day = item.day or (timezone.localdate(item.at) if item.at else dt.date.min)
    return not item.waits_for_you, list(ItemKind).index(item.kind) if item.waits_for_you else 0, day


def _quotes(user: User) -> Iterator[Item]:
    comments = QuoteComment.objects.filter(quote=OuterRef("pk"), comment_type=CommentType.COMMENT)
    newest = comments.order_by("-created_at", "-id")
    quotes = (
        Quote.objects.owned_by(user)
        .exclude(status__in=QuoteStatus.SETTLED)
        .annotate(
            said_at=Subquery(newest.values("created_at")[:1]),
            said_by_staff=Subquery(newest.values("is_staff_comment")[:1]),
        )
        .order_by("-created_at", "-id")[:MAX_ROWS]
    )
    load_visits(quotes)
    for quote in quotes:
        yield from _next_step_of_quote(quote)
        if quote.said_by_staff and quote.said_at > timezone.now() - RECENT_REPLY:
            yield _quote_item(ItemKind.QUOTE_REPLY, quote, at=quote.said_at)


def _next_step_of_quote(quote: Quote) -> Iterator[Item]:
    """Yield the next step of the quote, except for a visit, which ``_visits`` yields."""
    progress = progress_of(quote)
    if progress is None:
        return
    if progress.next == NextStep.ANSWER:
        at = progress.visit.scheduled_date if progress.visit else None
        yield _quote_item(ItemKind.QUOTE_ANSWER, quote, waits=True, at=at, amount=quote.offer)
    elif progress.next == NextStep.PRICE and progress.by:
        yield _quote_item(ItemKind.QUOTE_PRICE, quote, at=progress.by)
    elif progress.next == NextStep.DAY:
        yield _quote_item(ItemKind.QUOTE_DAY, quote, at=progress.by)


def _quote_item(
    kind: ItemKind, quote: Quote, *, waits: bool = False, at: dt.datetime | None = None, amount: Decimal | None = None
) -> Item:
    place = quote.street_address or quote.city
    return Item(kind, quote.id, waits, at=at, amount=amount, place=place, detail=quote.service_package)


def _invoices(user: User, today: dt.date) -> Iterator[Item]:
    """Yield what is left to pay and no bank is processing. It waits for the customer from its due date on, or always if
    it has none.
    """
    payable = Invoice.objects.owned_by(user).filter(status__in=InvoiceStatus.PAYABLE)
    processed = Payment.objects.processing(PURPOSE).filter(reference=OuterRef("id"))
    for invoice in payable.filter(~Exists(processed)).order_by("-created_at", "-id")[:MAX_ROWS]:
        # The item offers to pay by card. What cards can't pay is explained beside the invoice.
        if not is_chargeable(invoice.due_now):
            continue
        is_due = invoice.due_date is None or invoice.due_date <= today
        kind = ItemKind.INVOICE if invoice.rest_is_due else ItemKind.DEPOSIT
        yield Item(
            kind, invoice.id, is_due, day=invoice.due_date, amount=invoice.due_now,
            detail=invoice.invoice_number,
        )  # fmt: skip


def _visits(user: User, today: dt.date) -> Iterator[Item]:
    jobs = Job.objects.owned_by(user).filter(status__in=JobStatus.OPEN, scheduled_date__gte=midnight(today))
    for job in jobs.select_related("quote").order_by("scheduled_date", "id")[:MAX_ROWS]:
        place = job.quote.street_address or job.quote.city
        yield Item(ItemKind.VISIT, job.id, at=job.scheduled_date, place=place, detail=job.kind)


def _trees(user: User, today: dt.date) -> Iterator[Item]:
    """Yield undelivered trees with their delivery day, or our deadline to set it, and delivered ones that are still to
    be paid. Like an invoice, one that can't be paid online is left out.
    """
    upcoming = Q(scheduled_delivery_date=None) | Q(scheduled_delivery_date__gte=today)
    awaited = Q(upcoming, status__in=TreeOrderStatus.UNDELIVERED)
    unpaid = Q(UNPAID_ORDERS, status=TreeOrderStatus.DELIVERED, is_paying=False)
    orders = TreeOrder.objects.owned_by(user).filter(awaited | unpaid)
    for order in orders.order_by("-created_at", "-id")[:MAX_ROWS]:
        item = partial(Item, subject_id=order.id, place=order.address_line1, detail=order.tree_size)
        if order.status == TreeOrderStatus.DELIVERED:
            if order.can_pay_online:
                yield item(ItemKind.TREE_PAYMENT, waits_for_you=True, amount=order.amount_due)
        elif order.scheduled_delivery_date:
            yield item(ItemKind.TREE, day=order.scheduled_delivery_date)
        else:
            yield item(ItemKind.TREE_DAY, at=_set_tree_day_by(order))


def _set_tree_day_by(order: TreeOrder) -> dt.datetime:
    """Return our deadline to call about the day, the same as in the desk's queue (``desk.queue.trees``)."""
    waits = order.status in TreeOrderStatus.OPEN and order.answered_at is None
    return order.created_at + RESPONSE_TIME if waits else order.choose_day_by


def _storage(user: User) -> Iterator[Item]:
    open_rows = StorageSubscription.objects.owned_by(user).filter(status__in=SubscriptionStatus.OPEN)
    for row in open_rows:  # at most one per customer
        kind, waits = _STORAGE[row.status]
        ends = row.ends_at if kind == ItemKind.STORAGE_END else row.current_period_end
        day = timezone.localdate(ends) if ends and not waits else None
        due = row.due
        # The next bill then also has the difference from a plan change, which only Stripe knows.
        amount = None if kind == ItemKind.STORAGE_RENEWAL and row.next_payment_differs else due.amount
        yield Item(kind, row.id, waits, day=day, amount=amount, detail=due.plan, card=row.card)


_STORAGE: dict[str, tuple[ItemKind, bool]] = {
    SubscriptionStatus.PAST_DUE: (ItemKind.STORAGE_PAST_DUE, True),
    SubscriptionStatus.INCOMPLETE: (ItemKind.STORAGE_UNPAID, True),
    SubscriptionStatus.ACTIVE: (ItemKind.STORAGE_RENEWAL, False),
    SubscriptionStatus.CANCELING: (ItemKind.STORAGE_END, False),
}
