"""Rows for the messages about inquiries, the day's work, and the office's own address."""

import datetime as dt
from decimal import Decimal

from content.emails import office_address_changed
from content.models import BusinessVersion
from desk.emails import office_today
from invoices.tests.factories import make_invoice
from jobs.models import Job
from notifications.models import Channel
from notifications.tests.rows_for_quotes import quote_of
from notifications.tests.stored_messages import EARLIER, NOW, NUMBER, Planned, allow_texts, id_of, stored
from quotes.tests.factories import make_quote
from replies import emails
from replies.models import Inquiry
from trees.models import TreePayment
from trees.tests.factories import make_tree_order

HOUR = dt.timedelta(hours=1)


@stored("missed-call")
def _missed_call() -> Planned:
    allow_texts()
    inquiry = Inquiry.objects.create(id=id_of("inquiry", 7), sender=NUMBER)
    return Planned(emails.missed_call, inquiry.id, channel=Channel.SMS)


def _inquiry(kind: str, words: str, **fields: str) -> Planned:
    inquiry = Inquiry.objects.create(id=id_of("inquiry", 7), **fields)
    inquiry.entries.create(kind="text", words="The first thing they wrote", created_at=EARLIER)
    inquiry.entries.create(kind=kind, words=words, created_at=NOW)
    return Planned(emails.office_inquiry, inquiry.id)


@stored("office-inquiry")
def _wrote() -> Planned:
    words = "Do you also light boats? " * 12
    return _inquiry("email", words, sender="walter@guest.example", name="Walter Quinn", email="walter@guest.example")


@stored("office-inquiry-call")
def _called() -> Planned:
    return _inquiry("call", "Missed call", sender=NUMBER)


@stored("office-today")
def _today() -> Planned:
    quote = make_quote(full_name="Vera Visit", city="Rye", status="complete")
    for kind, hour in (("takedown", 19), ("service", 14)):
        Job.objects.create(quote=quote, kind=kind, scheduled_date=NOW.replace(hour=hour))
    for _ in range(2):
        Job.objects.create(quote=quote, kind="service")
    for city in ("Exeter", "Dover", "Exeter"):
        make_tree_order(status="scheduled", scheduled_delivery_date=NOW.date(), city=city)
    make_quote(full_name="Late Lara", city="Dover", created_at=NOW - 30 * HOUR)
    make_quote(full_name="Noon Nora", city="Hampton", created_at=NOW - 22 * HOUR)
    make_quote(
        full_name="Again Ann", city="Dover", created_at=NOW - 30 * HOUR, retry_at=NOW + 5 * HOUR, tries=1,
        last_tried_at=NOW - 5 * HOUR,
    )  # fmt: skip
    for number, (name, paid) in enumerate((("Paid Paula", "125.00"), ("Partly Pat", "124.99"))):
        accepted = make_quote(full_name=name, city="Exeter", status="approved", accepted_at=NOW - 20 * HOUR)
        make_invoice(
            invoice_number=f"INV-2026-0000{number}", quote=accepted, from_acceptance=True, amount_paid=Decimal(paid),
            first_amount=Decimal("125.00"), first_due_date=NOW.date(),
        )  # fmt: skip
    for hours in (25, 26, 27):
        make_quote(status="complete", unbilled_since=NOW - hours * HOUR)
    for number in (3, 4):
        make_invoice(invoice_number=f"INV-2026-0000{number}", status="draft", created_at=NOW - 25 * HOUR)
    order = make_tree_order(status="cancelled", customer_name="Carl Canceled", city="Exeter", amount_paid="90.00")
    TreePayment.objects.create(
        order=order, method="check", amount="90.00", amount_owed="40.30", owed_since=NOW - 19 * HOUR
    )
    return Planned(office_today, None, "2026-11-17")


@stored("office-today-one-visit")
def _one_visit_today() -> Planned:
    Job.objects.create(quote=quote_of(None, status="complete"), scheduled_date=NOW)
    return Planned(office_today, None, "2026-11-17")


def _version() -> None:
    for number, before, after in (
        (2, "first@lights.example", "old@lights.example"),
        (3, "old@lights.example", "new@lights.example"),
    ):
        changes = [
            {"field": "phone", "before": "1", "after": "2"}, {"field": "email", "before": before, "after": after},
        ]  # fmt: skip
        BusinessVersion.objects.create(number=number, by="Ada Owner", changes=changes, created_at=EARLIER)


@stored("office-address-changed")
def _address_changed() -> Planned:
    _version()
    return Planned(office_address_changed, None, "3 after")


@stored("office-address-changed-before")
def _address_changed_for_old_one() -> Planned:
    _version()
    return Planned(office_address_changed, None, "3 before")
