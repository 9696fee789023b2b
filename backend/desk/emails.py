"""The emails to customers whom staff could not reach, and the office's morning email."""

import datetime as dt
from collections.abc import Iterator

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Collate, Lower
from django.utils import timezone

from common.business import business
from common.counts import count_of
from common.days import in_words, midnight, time_of_day
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from desk.models import Call, CallChannel, CallOutcome, QueueKind
from desk.queue.kind import Part, QueueItem
from desk.queue.payments import REFUND_OR_KEEP
from desk.queue.reading import QueueFilters, read_queue
from invoices.unbilled import count_drafts, count_unbilled
from jobs.models import Job, JobStatus
from jobs.unscheduled import count_unscheduled
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, email_to_business
from notifications.models import AboutKind, Message
from quotes import texts as quotes
from quotes.models import Quote
from trees import texts as trees
from trees.models import TreeOrder, TreeOrderStatus

# The morning email lists this many rows and counts the others.
LISTED = 15
_TRIED = {
    CallChannel.PHONE: "We called you about {what} and couldn't reach you.",
    CallChannel.TEXT: "We texted you about {what} and haven't heard back.",
    CallChannel.EMAIL: "We emailed you about {what} and haven't heard back.",
}


@message_kind(EmailKind("office-today", Cause.STAFF))
def office_today(message: Message) -> Email:
    """Tell the office what is due today, what is late, how many visits need a day, and how much work nobody has
    invoiced, or sent the invoice of, for a day. Skipped if there is nothing. The occasion is the day.
    """
    day = dt.date.fromisoformat(message.occasion)
    if day != timezone.localdate():
        raise Skip("The day is over.")
    visits, deliveries, waiting = _visits(day), _deliveries(day), _waiting(day)
    yesterday = timezone.now() - dt.timedelta(days=1)
    unbilled, drafts = count_unbilled(before=yesterday), count_drafts(before=yesterday)
    unscheduled = count_unscheduled()
    if not (visits or deliveries or waiting or unscheduled or unbilled or drafts):
        raise Skip("Nothing is due today.")
    late = sum(_due(item) < timezone.now() for item in waiting)
    counts = [
        count_of(len(visits), "visit") if visits else "",
        _delivery_count(sum(deliveries.values())) if deliveries else "",
        f"{len(waiting)} waiting" if waiting else "",
        f"{late} late" if late else "",
        f"{unscheduled} unscheduled" if unscheduled else "",
        f"{unbilled} not invoiced" if unbilled else "",
        count_of(drafts, "draft") if drafts else "",
    ]
    return email_to_business(
        subject=f"{in_words(day)}: {', '.join(filter(None, counts))}",
        paragraphs=["Here's what's due today. The desk has the details."],
        facts=[
            *visits,
            *(("Trees", f"{_delivery_count(count)} in {city}") for city, count in deliveries.items()),
            *_rows(waiting),
            *([("Unscheduled", count_of(unscheduled, "visit"))] if unscheduled else []),
            *([("Not invoiced", count_of(unbilled, "finished job"))] if unbilled else []),
            *([("Drafts not sent", count_of(drafts, "invoice"))] if drafts else []),
        ],
        action=("Open Due now", "/admin"),
    )


def _visits(day: dt.date) -> list[tuple[str, str]]:
    start = midnight(day)
    end = midnight(day + dt.timedelta(days=1))
    jobs = Job.objects.filter(scheduled_date__gte=start, scheduled_date__lt=end, status__in=JobStatus.OPEN)
    return [
        (time_of_day(job.scheduled_date), f"{job.get_kind_display()}: {job.quote.full_name}, {job.quote.city}")
        for job in jobs.select_related("quote").order_by("scheduled_date", "id")
        if job.scheduled_date
    ]


def _deliveries(day: dt.date) -> dict[str, int]:
    """Return the number of deliveries by city, spelled as one of its customers wrote it."""
    orders = TreeOrder.objects.filter(scheduled_delivery_date=day, status__in=TreeOrderStatus.UNDELIVERED)
    by_city = orders.values(city_key=Lower("city")).annotate(town=Min(Collate("city", "C")), count=Count("id"))
    return dict(by_city.order_by("city_key").values_list("town", "count"))


def _delivery_count(count: int) -> str:
    return count_of(count, "delivery", "deliveries")


def _waiting(day: dt.date) -> list[QueueItem]:
    """Return the rows that are due by the end of the day, including those to try again."""
    tomorrow = midnight(day + dt.timedelta(days=1))
    return [item for item in _queue() if _due(item) < tomorrow]


def _queue() -> Iterator[QueueItem]:
    """Yield all rows of the queue. Those to try again come last, in order of their deadline, so each has to be read."""
    page = read_queue(200, None, QueueFilters())
    while page:
        yield from page
        page = read_queue(200, page[-1].place, QueueFilters())


def _due(item: QueueItem) -> dt.datetime:
    retry_at = item.retry_at if item.place.part == Part.LATER else None
    return retry_at or item.place.respond_by


def _rows(waiting: list[QueueItem]) -> list[tuple[str, str]]:
    rows = [(_when(item), _about(item)) for item in waiting[:LISTED]]
    more = len(waiting) - LISTED
    return [*rows, ("And", f"{more} more")] if more > 0 else rows


def _when(item: QueueItem) -> str:
    if _due(item) < timezone.now():
        return "Late"
    return f"{'Try again at' if item.place.part == Part.LATER else 'By'} {time_of_day(_due(item))}"


def _about(item: QueueItem) -> str:
    """Return whom a row is about, with a note if it has priority or needs a decision."""
    who = f"{QueueKind(item.place.kind).label}: {item.customer_name}"
    return ", ".join(filter(None, [who, item.city, _note(item)]))


def _note(item: QueueItem) -> str:
    if item.status == REFUND_OR_KEEP and item.amount:
        return f"refund or keep {dollars(item.amount)}"
    return "deposit paid" if item.deposit and item.deposit.is_paid else ""


@message_kind(EmailKind("quote-not-reached", Cause.STAFF), AboutKind.QUOTE)
def quote_not_reached(message: Message) -> Email:
    """Tell the customer that we tried to reach them about their quote. The occasion is the day in Eastern time."""
    quote = Quote.objects.get(id=message.row_id)
    calls = Call.objects.filter(quote=quote)
    call, is_wrong = _last_try(calls, quote), _is_number_wrong(calls)
    words = _tried_text(call, "your holiday lights quote", "write to us here:")
    return Email(
        to=quotes.recipient_of(quote),
        subject="We tried to reach you about your holiday lights",
        paragraphs=_tried(call, "your holiday lights quote", "write to us on your page", is_wrong),
        action=("Reply online", FOLLOW),
        next_steps=["Online you can see where your quote is and write to us."],
        closing="Didn't request this? You can ignore this email.",
        text=None if is_wrong else quotes.quote_text(quote, words, replaces_email=True),
    )


@message_kind(EmailKind("tree-not-reached", Cause.STAFF), AboutKind.TREE_ORDER)
def tree_not_reached(message: Message) -> Email:
    """Tell the customer that we tried to reach them about their tree order. The occasion is the day in Eastern time."""
    order = TreeOrder.objects.get(id=message.row_id)
    if order.is_called_off:
        raise Skip("The order is canceled.")
    calls = Call.objects.filter(tree_order=order)
    call, is_wrong = _last_try(calls, order), _is_number_wrong(calls)
    words = _tried_text(call, "your Christmas tree order", "see your order here:")
    return Email(
        to=trees.recipient_of(order),
        subject="We tried to reach you about your Christmas tree",
        paragraphs=_tried(call, "your Christmas tree order", "reply to this email", is_wrong),
        action=("View your order", FOLLOW),
        next_steps=[] if order.scheduled_delivery_date else ["Online you can choose the day you'd like."],
        closing="Didn't order a tree? You can ignore this email.",
        text=None if is_wrong else trees.tree_text(order, words),
    )


def _last_try(calls: QuerySet[Call], row: Quote | TreeOrder) -> Call:
    """Return the latest try. Raises Skip if the customer has been reached since or nothing is left to do."""
    if not row.tries:
        raise Skip("The customer was reached, or nothing is left to do.")
    call = calls.exclude(outcome=CallOutcome.REACHED).order_by("-created_at", "-id").first()
    if call is None:
        raise Skip("The call was deleted.")
    return call


def _is_number_wrong(calls: QuerySet[Call]) -> bool:
    """Return whether a try found that the number is wrong, and nobody was reached at it since. A text has a private
    link, which nobody but the customer may get.
    """
    reached = Q(outcome=CallOutcome.REACHED) & ~Q(channel=CallChannel.EMAIL)
    telling = calls.filter(reached | Q(outcome=CallOutcome.WRONG_NUMBER)).order_by("-created_at", "-id")
    outcome: str | None = telling.values_list("outcome", flat=True).first()
    return outcome == CallOutcome.WRONG_NUMBER


def _tried_text(call: Call, what: str, or_else: str) -> str:
    tried = _TRIED[CallChannel(call.channel)].format(what=what)
    return f"{tried} Please call us at {business().phone}, or {or_else}"


def _tried(call: Call, what: str, or_else: str, is_wrong: bool) -> list[str]:
    tried = _TRIED[CallChannel(call.channel)].format(what=what)
    call_us = f"Please call us at {business().phone} or {or_else}"
    if is_wrong:
        return [f"{tried} The number we have may be wrong.", f"{call_us} with the right number."]
    return [tried, f"{call_us}."]
