"""A planned message is not sent if it is no longer true, and the outbox says why."""

import ast
import datetime as dt
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from invoices.models import InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.emails import reminder_occasion
from jobs.models import Job
from notifications.kinds import NotYet, Skip, kind_by_slug
from notifications.models import Message
from payments.models import Refund
from payments.tests.factories import make_payment
from quotes.emails import expiry_of
from quotes.models import Quote, UnsentPrice
from quotes.tests.factories import make_quote
from replies.models import Inquiry
from storage.models import StorageSubscription
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db

# The subject of a message: the row's ID and the occasion.
About = tuple[Any, str]
Case = Callable[[User], About]
DAY = dt.timedelta(days=1)
NOW = timezone.now
CHANGED = "The price was answered or changed, or its last day was extended."
PLAN_CHANGED = "The plan was changed again, or has ended."
NO_DEPOSIT = "The deposit was refunded or disputed, or the price has changed."


def _day(days: int) -> dt.date:
    """Return a calendar day of the business, ``days`` from today."""
    return timezone.localdate() + days * DAY


def _invoice(_: User, *, occasion: str = "once", **fields: Any) -> About:
    return make_invoice(**fields).id, occasion


def _due_yesterday(_: User) -> About:
    return make_invoice(due_date=_day(-1)).id, f"{_day(-1)}"


def _with_deposit(_: User, **fields: Any) -> About:
    deposit = {"from_acceptance": True, "first_amount": 100, "first_due_date": _day(0)}
    return make_invoice(**deposit, **fields).id, "once"


def _on_invoice(staff: User, invoice: dict[str, Any], **fields: Any) -> About:
    if "taken_back_at" in fields:
        fields["taken_back_by"] = staff
    row = InvoicePayment.objects.create(invoice=make_invoice(**invoice), method="check", amount=10, **fields)
    return row.invoice_id, str(row.id)


def _refund_on_invoice(_: User) -> About:
    card = make_payment()
    row = InvoicePayment.objects.create(invoice=make_invoice(), payment=card, method="card", amount=10)
    return row.invoice_id, f"{card.id} 0.00 10.00 1"


def _order(_: User, *, occasion: str = "once", **fields: Any) -> About:
    return make_tree_order(**fields).id, occasion


def _tomorrow(_: User, *, day: dt.date) -> About:
    return make_tree_order(status="scheduled", scheduled_delivery_date=day).id, f"{day}"


def _told_another_day(_: User) -> About:
    order_id, occasion = _tomorrow(_, day=_day(1))
    _already_sent("tree-day", order_id, tells={"day": f"{_day(2)}"})
    return order_id, occasion


def _told_of_delivery(_: User) -> About:
    order: TreeOrder = make_tree_order(status="delivered")
    _already_sent("tree-delivered", order.id, tells={"status": order.status})
    return order.id, f"{order.id} 2"


def _on_order(staff: User, order: dict[str, Any], **fields: Any) -> About:
    if "taken_back_at" in fields:
        fields["taken_back_by"] = staff
    row = TreePayment.objects.create(order=make_tree_order(**order), method="check", amount=10, **fields)
    return row.order_id, str(row.id)


def _refund_on_order(_: User) -> About:
    card = make_payment()
    row = TreePayment.objects.create(order=make_tree_order(), payment=card, method="card", amount=10)
    return row.order_id, f"{card.id} 0.00 10.00 1"


def _canceled_too_soon(user: User) -> About:
    about = _invoice(user, status="cancelled")
    _message("invoice-sent", about[0], "once", status="skipped")
    return about


def _closed_for_a_minute(user: User) -> About:
    invoice = make_invoice(quote=make_quote(user=user))
    _message("quote-closed", invoice.quote_id, f"{invoice.quote_id} 2", status="skipped")
    earlier = NOW() - dt.timedelta(days=1)
    _message("quote-closed", invoice.quote_id, f"{invoice.quote_id} 1", status="sent", created_at=earlier)
    return invoice.id, f"{invoice.id} 1"


def _already_sent(kind: str, about_id: Any, *, tells: dict[str, str]) -> None:
    _message(kind, about_id, f"{about_id} 1", status="sent", sent_at=NOW(), tells=tells)


def _message(kind: str, about_id: Any, occasion: str, **fields: Any) -> Message:
    planned = kind_by_slug(kind)
    about: dict[str, Any] = {"about_kind": planned.about or "", "about_id": about_id, "occasion": occasion}
    cause = planned.kind.cause
    return Message.objects.create(kind=kind, cause=cause, channel="email", recipients=[], **about, **fields)


def _visit(_: User, *, days: int, reminder: bool = False, **fields: Any) -> About:
    job = Job.objects.create(quote=make_quote(), scheduled_date=timezone.now() + days * DAY, **fields)
    return job.quote_id, reminder_occasion(job) if reminder else f"{job.id} 1"


def _canceled_too_late(user: User, *, days: int, instead: str = "") -> About:
    about = _visit(user, days=days, status="cancelled")
    job = Job.objects.get()
    if instead:
        Job.objects.create(quote=job.quote, status=instead)
    told = {"sent_at": NOW(), "tells": {"day": f"{job.scheduled_date:%Y-%m-%dT%H:%M}"}}
    _message("visit-news", about[0], f"{job.id} 0", status="sent", **told)
    return about


def _moved_to_tomorrow(user: User) -> About:
    about = _visit(user, days=1, reminder=True)
    _message("visit-news", about[0], f"{Job.objects.get().id} 0", status="sent", sent_at=NOW(), tells={"day": "no day"})
    return about


def _refund(_: User, *, status: str) -> About:
    refund = Refund.objects.create(payment=make_payment(), amount=10, status=status, reason="Rained out")
    return refund.payment_id, str(refund.id)


def _payment(_: User, *, occasion: str = "once", **fields: Any) -> About:
    return make_payment(**fields).id, occasion


def _priced(_: User, *, days: int, occasion: str = "once", **fields: Any) -> About:
    quote: Quote = make_quote(status="reviewed", quote_amount=500, valid_until=_day(days), **fields)
    return quote.id, expiry_of(quote) if occasion == "expiry" else occasion


def _not_emailed_in_time(_: User) -> About:
    quote_id, occasion = _priced(_, days=-1)
    UnsentPrice.objects.create(quote_id=quote_id, amount=500, changes={}, lines=[], quote_updated_at=NOW())
    return quote_id, occasion


def _priced_again(_: User, *, days: int = 9) -> About:
    quote_id, _occasion = _priced(_, days=days)
    told = _message("quote-priced", quote_id, f"{quote_id} 1", status="sent", sent_at=NOW(), tells={"price": "450.00"})
    return quote_id, f"3 days after {told.id}"


def _caller(_: User, **fields: Any) -> About:
    return Inquiry.objects.create(sender="+16035550142", **fields).id, "once"


def _storage(user: User, *, occasion: str = "once", **fields: Any) -> About:
    plan = {"plan": "business", "monthly_amount": 45, "status": "active", "stripe_subscription_id": "sub_1"}
    return StorageSubscription.objects.create(user=user, **plan | fields).id, occasion


def _ended_as_announced(user: User) -> About:
    row_id, _ = _storage(user, status="canceled", ends_at=NOW())
    _already_sent("storage-canceled", row_id, tells={"ends": f"{_day(-3)}"})
    return row_id, f"{row_id} 2"


def _moved_again(user: User) -> About:
    row_id, _ = _storage(user)
    _message("office-storage", row_id, "moved later", id=UUID(int=2**128 - 1))
    return row_id, "moved now"


def _moved_with_plan(user: User) -> About:
    row_id, _ = _storage(user)
    _message("office-storage", row_id, "changed now")
    return row_id, "moved now"


def _storage_refund(user: User) -> About:
    return _storage(user)[0], f"{make_payment().id} 0.00 10.00 1"


NOT_SENT: list[tuple[str, Case, str]] = [
    ("deposit-open", partial(_with_deposit, amount_paid=100), "The deposit is paid."),
    ("deposit-open", partial(_with_deposit, due_date="2030-12-01"), "The work is done, so everything is due."),
    ("invoice-rest-due", partial(_invoice, due_date=None), "The due date has changed."),
    ("invoice-rest-due", partial(_invoice, due_date="2030-12-01", occasion="2030-12-02"), "The due date has changed."),
    ("invoice-due-soon", partial(_invoice, due_date=None), "The due date has changed."),
    ("invoice-due-soon", partial(_invoice, due_date="2030-12-01", occasion="2030-12-02"), "The due date has changed."),
    ("invoice-due-soon", _due_yesterday, "The due date has passed."),
    ("invoice-sent", partial(_invoice, bill_to_email=""), "The customer has no email address."),
    ("invoice-canceled", _canceled_too_soon, "The customer has not been sent the invoice."),
    ("invoice-open-again", partial(_invoice, without_job=True), "The quote is closed again."),
    ("invoice-open-again", _closed_for_a_minute, "The customer was not told that the quote was closed."),
    ("payment-received", lambda user: _on_invoice(user, {}, taken_back_at=NOW()), "The payment was reversed."),
    ("payment-reversed", partial(_on_invoice, invoice={}), "The customer has no receipt for the payment."),
    ("payment-reversed", lambda user: _on_invoice(user, {"status": "paid"}, receipt_at=NOW()), "Nothing is due."),
    ("invoice-refunded", _refund_on_invoice, "The refund did not go through."),
    ("office-deposit-paid", _with_deposit, NO_DEPOSIT),
    ("office-deposit-paid", partial(_with_deposit, amount_paid=100, amount_disputed=100), NO_DEPOSIT),
    ("office-deposit-paid", _invoice, NO_DEPOSIT),
    ("office-refund-or-keep", _invoice, "It was refunded or kept, or counts toward another invoice."),
    ("invoice-overpaid", _invoice, "The invoice is no longer overpaid."),
    ("visit-news", partial(_visit, days=1, status="completed"), "The visit has taken place."),
    ("visit-news", partial(_visit, days=-1), "The visit has taken place."),
    (
        "visit-news", partial(_canceled_too_late, days=-8),
        "The visit is canceled, and its day was more than a week ago.",
    ),
    (
        "visit-news", partial(_canceled_too_late, days=-1, instead="completed"),
        "The visit is canceled, and another one took its place.",
    ),
    ("visit-tomorrow", partial(_visit, days=-1, reminder=True), "The visit has taken place."),
    (
        "visit-tomorrow", partial(_visit, days=1, reminder=True),
        "The email about this day has not been sent yet and says the same.",
    ),
    ("visit-tomorrow", _moved_to_tomorrow, "The email about this day has not been sent yet and says the same."),
    (
        "refund-sent", partial(_payment, occasion="0.00 10.00 1"),
        "The payment belongs to no customer, and its receipt went to no email address.",
    ),
    (
        "refund-sent", partial(_payment, occasion="0.00 10.00 1", receipt_email="eleanor@example.com"),
        "The refund did not go through.",
    ),
    ("refund-not-made", partial(_refund, status="sent"), "The refund had reached Stripe after all."),
    ("card-saved", _payment, "The payment belongs to no account."),
    ("dispute-not-answered", partial(_payment, disputed=True), "The bank no longer waits for a response."),
    ("quote-priced", _not_emailed_in_time, "The price has expired."),
    ("quote-priced", partial(_priced, days=0), "The customer already knows the price."),
    ("quote-price-open", partial(_priced_again, days=-1), "There is no price that the customer can accept."),
    ("quote-price-open", _priced_again, "There is a new price, and the email about it has not been sent yet."),
    (
        "quote-price-withdrawn", lambda user: (make_quote(user=user).id, "1"),
        "The customer was not told the price.",
    ),
    (
        "quote-price-withdrawn", partial(_priced, days=0),
        "The quote has another price, or nobody waits for one.",
    ),
    ("quote-accepted", partial(_priced, days=0), "The quote is Reviewed now."),
    ("quote-closed", partial(_priced, days=0), "The quote is open again."),
    ("quote-expired", partial(_priced, days=0, occasion="expiry"), CHANGED),
    ("quote-expired", partial(_priced, days=-1, occasion="0 2020-01-01"), CHANGED),
    ("quote-expired", lambda user: _priced(user, days=-1, occasion="expiry", let_go_at=NOW()), "The quote was let go."),
    ("missed-call", lambda user: _caller(user, answered_at=NOW()), "Staff have already taken care of it."),
    ("missed-call", lambda user: _caller(user, closed_at=NOW()), "Staff have already taken care of it."),
    (
        "office-storage", partial(_storage, occasion="canceled now"),
        "The customer has changed their mind since, or the plan has ended.",
    ),
    (
        "office-storage", _moved_again,
        "It happened again since, and that is told with the plan as it is now.",
    ),
    ("office-storage", _moved_with_plan, "The news about the plan has its addresses as they are now."),
    ("storage-started", partial(_storage, status="canceled"), "The subscription has ended."),
    ("storage-changed", partial(_storage, occasion="business 2", status="canceled"), PLAN_CHANGED),
    ("storage-changed", partial(_storage, occasion="consumer 2"), PLAN_CHANGED),
    ("storage-canceled", _ended_as_announced, "The customer was told before that it ends."),
    ("storage-items", lambda user: _storage(user, occasion=f"{user.id} 1"), "The address was deleted."),
    ("storage-refunded", _storage_refund, "The refund did not go through."),
    ("tree-day", partial(_order, status="confirmed"), "The customer was never told a day."),
    ("tree-tomorrow", lambda user: _tomorrow(user, day=_day(0)), "The evening before the delivery has passed."),
    (
        "tree-tomorrow", lambda user: _tomorrow(user, day=_day(2)),
        "The customer has not been told the delivery day yet; the email that tells it says the same.",
    ),
    (
        "tree-tomorrow", _told_another_day,
        "The customer has not been told the delivery day yet; the email that tells it says the same.",
    ),
    ("tree-delivered", partial(_order, status="scheduled"), "The order is no longer marked as delivered."),
    ("tree-delivered", _told_of_delivery, "The customer knows this already."),
    ("tree-payment-received", lambda user: _on_order(user, {}, taken_back_at=NOW()), "The payment was reversed."),
    ("tree-payment-reversed", partial(_on_order, order={}), "The customer has no receipt for the payment."),
    ("tree-payment-reversed", lambda user: _on_order(user, {"amount_paid": 1000}, receipt_at=NOW()), "Nothing is due."),
    ("tree-refunded", _refund_on_order, "The refund did not go through."),
    ("tree-overpaid", _order, "The order is no longer overpaid."),
    ("quote-not-reached", lambda user: (make_quote(tries=1).id, "2030-12-01"), "The call was deleted."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "case", "reason"), [pytest.param(*row, id=f"{row[0]}: {row[2]}") for row in NOT_SENT])
@time_machine.travel("2026-11-23T15:00:00Z", tick=False)
def test_outdated_message_is_not_sent(kind: str, case: Case, reason: str, customer: User) -> None:
    message = _message(kind, *case(customer))
    with pytest.raises(Skip) as skipped:
        kind_by_slug(kind).compose(message)
    assert str(skipped.value) == reason


def test_reminders_of_an_invoice_wait_while_a_bank_is_processing_a_payment() -> None:
    invoice = make_invoice(status="overdue")
    make_payment(purpose="invoice", reference=invoice.id, status="processing", amount_received=0)
    for kind in ("deposit-open", "invoice-rest-due", "invoice-due-soon", "invoice-overdue"):
        with pytest.raises(NotYet):
            kind_by_slug(kind).compose(_message(kind, invoice.id, "once"))


def _patterns(file: Path) -> list[str]:
    """Return the reasons not to send a message that ``file`` names, as regular expressions."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) == "Skip":
            [reason] = node.exc.args
            parts = reason.values if isinstance(reason, ast.JoinedStr) else [reason]
            texts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[A-Za-z ]+" for part in parts]
            found.append("".join(texts))
    return found


def test_every_reason_not_to_send_a_message_has_a_test() -> None:
    backend = Path(settings.BACKEND_DIR)
    tests = "".join(file.read_text() for file in backend.glob("*/tests/test_*.py"))
    reasons = [reason for file in backend.rglob("*.py") if file.parent.name != "tests" for reason in _patterns(file)]
    assert len(reasons) > 50
    assert [reason for reason in reasons if not re.search(reason, tests)] == []
