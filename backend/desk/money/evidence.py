"""What we have on record about a disputed payment, as a list for staff and as text for the customer's bank."""

import datetime as dt
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from common.counts import count_of
from common.days import day_and_time, in_full, in_words, time_of_day
from common.money import dollars
from desk.queue.subjects import subjects_of_payments
from jobs.models import Job, JobStatus
from payments.models import Payment
from quotes.models import Acceptance, CommentType, Quote, QuoteComment
from quotes.proposals.copies import read_copies
from trees.models import TreeOrder, TreeOrderStatus

# The longest text in one field, well below Stripe's limit for all fields together (150,000 characters).
MOST_CHARACTERS = 5000


@dataclass(frozen=True)
class Proof:
    """A piece of evidence, and the row that the desk shows for it: a visit's job, otherwise the quote or order."""

    kind: str
    text: str
    quote_id: UUID | None = None
    job_id: UUID | None = None
    tree_order_id: UUID | None = None


class Records:
    """The quotes and orders behind ``payments``, with their visits and comments, read with a fixed number of queries.

    The payments have their ``PAYERS`` selected (``desk.queue.subjects``).
    """

    def __init__(self, payments: list[Payment]) -> None:
        self.subjects = subjects_of_payments(payments)
        quotes, orders = self._ids("quote_id"), self._ids("tree_order_id")
        self._quotes: dict[UUID, Quote] = Quote.objects.select_related("acceptance__terms").in_bulk(quotes)
        # Only a delivered tree is evidence, and only its delivery day is a day of service.
        delivered = TreeOrder.objects.filter(status=TreeOrderStatus.DELIVERED)
        self._delivered: dict[UUID, TreeOrder] = delivered.in_bulk(orders)
        done = Job.objects.filter(quote__in=quotes, status=JobStatus.COMPLETED).order_by("scheduled_date", "id")
        self._jobs: list[Job] = list(done)
        said = QuoteComment.objects.filter(quote__in=quotes, comment_type=CommentType.COMMENT)
        self._comments: list[QuoteComment] = list(said.order_by("created_at", "id"))

    def _ids(self, name: str) -> list[UUID]:
        return [subject[name] for subject in self.subjects.values() if subject.get(name)]

    def proofs(self, payment: Payment) -> list[Proof]:
        """Return the evidence for a payment."""
        order = self._delivered_order(payment)
        return [
            *([self._delivery(order)] if order else []),
            *self._quote_proofs(payment),
        ]

    def evidence(self, payment: Payment, statement: str = "") -> dict[str, str]:
        """Return the texts for the bank by Stripe's field names, without blank ones; ``statement`` is what staff
        add.
        """
        subject, quote, order = self.subjects[payment.id], self._quote(payment), self._delivered_order(payment)
        acceptance = quote.acceptance if quote else None
        happened = [proof.text for proof in self.proofs(payment)]
        texts = {
            "customer_name": subject.get("customer_name"),
            "customer_email_address": subject.get("email"),
            "billing_address": ", ".join(filter(None, [subject.get("street_address"), subject.get("city")])),
            "product_description": "\n".join([payment.description, *_accepted_lines(acceptance)]),
            "service_date": ", ".join(self._service_days(quote, order)),
            "refund_policy_disclosure": acceptance.terms.text if acceptance else "",
            "uncategorized_text": _joined(statement, "\n".join(happened), self._conversation(quote)),
        }
        return {name: text[:MOST_CHARACTERS] for name, text in texts.items() if text}

    def _quote(self, payment: Payment) -> Quote | None:
        return self._quotes.get(self.subjects[payment.id].get("quote_id"))  # type: ignore[arg-type]

    def _delivered_order(self, payment: Payment) -> TreeOrder | None:
        return self._delivered.get(self.subjects[payment.id].get("tree_order_id"))  # type: ignore[arg-type]

    def _quote_proofs(self, payment: Payment) -> list[Proof]:
        quote = self._quote(payment)
        if quote is None:
            return []
        proofs = []
        if quote.acceptance:
            proofs.append(Proof("acceptance", _accepted_in_words(quote.acceptance), quote_id=quote.id))
        proofs += [
            Proof("visit", _visit_in_words(job), quote_id=quote.id, job_id=job.id)
            for job in self._jobs
            if job.quote_id == quote.id
        ]
        if messages := self._of_quote(quote):
            words = f"Conversation, {count_of(len(messages), 'message')}"
            proofs.append(Proof("conversation", words, quote_id=quote.id))
        return proofs

    def _delivery(self, order: TreeOrder) -> Proof:
        day = _day_of(order.scheduled_delivery_date)
        words = f"Tree delivered on {in_words(day)}" if day else "Tree delivered"
        return Proof("delivery", words, tree_order_id=order.id)

    def _service_days(self, quote: Quote | None, order: TreeOrder | None) -> list[str]:
        visits = [_day_of(job.scheduled_date) for job in self._jobs if quote and job.quote_id == quote.id]
        delivery = _day_of(order.scheduled_delivery_date) if order else None
        return [in_full(day) for day in (*visits, delivery) if day]

    def _of_quote(self, quote: Quote) -> list[QuoteComment]:
        return [comment for comment in self._comments if comment.quote_id == quote.id]

    def _conversation(self, quote: Quote | None) -> str:
        """Return the thread, newest first, since the end is cut off if it is too long."""
        messages = self._of_quote(quote) if quote else []
        return "\n".join(
            f"{day_and_time(each.created_at)}, {'we' if each.is_staff_comment else 'the customer'}: {each.comment}"
            for each in reversed(messages)
        )


def _accepted_in_words(acceptance: Acceptance) -> str:
    lines = _accepted_lines(acceptance)
    of = f", {count_of(len(lines), 'line')}" if lines else ""
    return f"Accepted by {acceptance.name}{of}, {dollars(acceptance.amount)}, on {day_and_time(acceptance.created_at)}"


def _accepted_lines(acceptance: Acceptance | None) -> list[str]:
    lines = read_copies(acceptance.lines) if acceptance else []
    return [f"{line.text}: {dollars(line.amount)}" for line in lines if line.is_taken]


def _visit_in_words(job: Job) -> str:
    kind, day = job.get_kind_display(), _day_of(job.scheduled_date)
    if day is None or job.scheduled_date is None:
        return f"{kind} completed"
    return f"{kind} on {in_words(day)}, {time_of_day(job.scheduled_date)}, completed"


def _day_of(planned: dt.datetime | dt.date | None) -> dt.date | None:
    """Return the day on which something took place: the planned one, unless staff reported it done before that day."""
    day = timezone.localdate(planned) if isinstance(planned, dt.datetime) else planned
    return day if day and day <= timezone.localdate() else None


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))
