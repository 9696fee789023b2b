"""At 7:00 AM Eastern, the office gets one email with what is due today and what is late, or none on an empty day."""

import datetime as dt
import re
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.tasks import plan_morning_email
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from jobs.models import Job
from notifications.models import Message, MessageStatus
from quotes.tests.factories import make_quote
from testing.helpers import delivered_to_office, text_of
from trees.models import TreePayment
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)

SEVEN = "2026-11-24T12:00:00+00:00"  # 7:00 AM EST


def _at(moment: str) -> dt.datetime:
    return dt.datetime.fromisoformat(moment)


def _busy_day() -> None:
    """November 24: a late request, one due at noon, one due tomorrow, one to call again at 3 PM and one tomorrow, two
    visits and two deliveries.
    """
    make_quote(full_name="Late Lara", city="Dover", created_at=_at("2026-11-22T20:00:00+00:00"))
    make_quote(full_name="Noon Nora", city="Dover", created_at=_at("2026-11-23T17:00:00+00:00"))
    make_quote(full_name="Tomorrow Tom", city="Dover", created_at=_at("2026-11-24T05:00:00+00:00"))  # due at midnight
    for name, again in (("Again Ann", "2026-11-24T20:00:00+00:00"), ("Later Lena", "2026-11-25T15:00:00+00:00")):
        make_quote(
            full_name=name, city="Dover", created_at=_at("2026-11-22T20:00:00+00:00"), retry_at=_at(again),
            tries=1, last_tried_at=_at("2026-11-23T20:00:00+00:00"),
        )  # fmt: skip
    visited = make_quote(full_name="Vera Visit", city="Rye", status="complete")
    for when, status in (
        ("2026-11-24T04:30:00+00:00", "scheduled"),  # 11:30 PM of the 23rd
        ("2026-11-25T04:30:00+00:00", "in_progress"),  # 11:30 PM of the 24th
        ("2026-11-24T14:00:00+00:00", "scheduled"),
        ("2026-11-25T05:30:00+00:00", "scheduled"),  # 12:30 AM of the 25th
        ("2026-11-24T15:00:00+00:00", "cancelled"),
    ):
        Job.objects.create(quote=visited, scheduled_date=_at(when), status=status)
    for day, city in ((24, "exeter"), (24, "Exeter"), (25, "Exeter")):
        make_tree_order(status="scheduled", scheduled_delivery_date=dt.date(2026, 11, day), city=city)
    make_tree_order(status="delivered", scheduled_delivery_date=dt.date(2026, 11, 24), city="Exeter")


def _run_at(moment: str) -> None:
    with time_machine.travel(moment, tick=True):
        plan_morning_email(timestamp=0)


@time_machine.travel(SEVEN, tick=True)
def test_morning_email_lists_visits_deliveries_and_waiting_customers(tmp_path: Path) -> None:
    _busy_day()
    plan_morning_email(timestamp=0)
    [email] = delivered_to_office(tmp_path)
    assert email["Subject"] == "Tue, Nov 24: 2 visits, 2 deliveries, 3 waiting, 1 late"
    text = text_of(email)
    assert "9:00 AM: Installation: Vera Visit, Rye\n11:30 PM: Installation: Vera Visit, Rye\n" in text
    assert "Trees: 2 deliveries in Exeter\n" in text
    assert (
        "Late: Quote: Late Lara, Dover\nBy 12:00 PM: Quote: Noon Nora, Dover\nTry again at 3:00 PM: Quote: Again Ann"
        in text
    )
    assert "Tomorrow Tom" not in text
    assert "Later Lena" not in text


@pytest.mark.parametrize("what", ["visit", "delivery", "waiting", "unscheduled", "unbilled", "draft"])
@time_machine.travel(SEVEN, tick=True)
def test_morning_email_is_sent_for_a_single_item(tmp_path: Path, what: str) -> None:
    if what == "visit":
        quote = make_quote(full_name="Vera Visit", city="Rye", status="complete")
        Job.objects.create(quote=quote, scheduled_date=_at("2026-11-24T14:00:00+00:00"))
    elif what == "unscheduled":
        Job.objects.create(quote=make_quote(status="complete"), kind="service")
    elif what == "delivery":
        make_tree_order(status="scheduled", scheduled_delivery_date=dt.date(2026, 11, 24), city="Exeter")
    elif what == "unbilled":
        make_quote(status="complete", unbilled_since=_at("2026-11-23T11:00:00+00:00"))
    elif what == "draft":
        make_invoice(status="draft", created_at=_at("2026-11-23T11:00:00+00:00"))
    else:
        make_quote(full_name="Late Lara", city="Dover", created_at=_at("2026-11-22T20:00:00+00:00"))
    plan_morning_email(timestamp=0)
    [email] = delivered_to_office(tmp_path)
    line = {
        "visit": "9:00 AM: Installation: Vera Visit, Rye", "delivery": "Trees: 1 delivery in Exeter",
        "waiting": "Late: Quote: Late Lara, Dover", "draft": "Drafts not sent: 1 invoice",
        "unbilled": "Not invoiced: 1 finished job", "unscheduled": "Unscheduled: 1 visit",
    }  # fmt: skip
    assert line[what] in text_of(email)


@time_machine.travel(SEVEN, tick=True)
def test_morning_email_counts_what_nobody_has_invoiced_or_sent_for_a_day(tmp_path: Path) -> None:
    make_quote(created_at=_at("2026-11-22T20:00:00+00:00"))
    make_quote(status="complete", unbilled_since=_at("2026-11-23T13:00:00+00:00"))
    make_invoice(status="draft", created_at=_at("2026-11-23T13:00:00+00:00"))
    make_invoice(status="sent", created_at=_at("2026-11-20T13:00:00+00:00"))
    plan_morning_email(timestamp=0)
    [email] = delivered_to_office(tmp_path)
    for word in ("raft", "nvoice"):
        assert word not in email["Subject"] + text_of(email), "both are from yesterday, but not a day old"
    for hour in (10, 11):
        make_quote(status="complete", unbilled_since=_at(f"2026-11-23T{hour}:00:00+00:00"))
        make_invoice(status="draft", created_at=_at(f"2026-11-23T{hour}:00:00+00:00"))
    Message.objects.all().delete()
    plan_morning_email(timestamp=0)
    email = delivered_to_office(tmp_path)[-1]
    assert email["Subject"] == "Tue, Nov 24: 1 waiting, 1 late, 2 not invoiced, 2 drafts"
    assert "Not invoiced: 2 finished jobs\n" in text_of(email)
    assert "Drafts not sent: 2 invoices\n" in text_of(email)


@time_machine.travel(SEVEN, tick=True)
def test_morning_email_shows_amount_to_refund_or_keep(tmp_path: Path) -> None:
    order = make_tree_order(status="cancelled", customer_name="Carl Canceled", city="Exeter")
    at = _at("2026-11-23T15:00:00+00:00")
    TreePayment.objects.create(order=order, method="check", amount=100, amount_owed=40, owed_since=at)
    plan_morning_email(timestamp=0)
    [email] = delivered_to_office(tmp_path)
    assert "By 10:00 AM: Payment: Carl Canceled, Exeter, refund or keep $40.00" in text_of(email)


@time_machine.travel(SEVEN, tick=True)
def test_morning_email_says_whose_deposit_is_paid(
    tmp_path: Path, customer: User, customer_client: APIClient, admin_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    with time_machine.travel("2026-11-23T15:00:00+00:00"):
        customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "500.00"}, format="json")
        check = {"method": "check", "amount": "125.00"}
        admin_client.post(f"/api/invoices/{Invoice.objects.get().id}/record-payment", check, format="json")
    plan_morning_email(timestamp=0)
    [email] = [each for each in delivered_to_office(tmp_path) if each["Subject"].startswith("Tue, Nov 24")]
    assert "By 10:00 AM: Accepted: Eleanor Hayes, Portsmouth, deposit paid" in text_of(email)


@time_machine.travel(SEVEN, tick=True)
def test_no_morning_email_on_empty_day(tmp_path: Path) -> None:
    plan_morning_email(timestamp=0)
    assert delivered_to_office(tmp_path) == []
    assert Message.objects.get().error == "Nothing is due today."


@pytest.mark.parametrize(
    ("moment", "planned"),
    [
        ("2026-11-24T11:59:00+00:00", False),
        (SEVEN, True),
        ("2026-11-24T16:59:00+00:00", True),  # the worker was down until then
        ("2026-11-24T17:00:00+00:00", False),
        ("2026-07-14T11:00:00+00:00", True),  # 7:00 AM EDT
        ("2026-11-01T11:59:00+00:00", False),  # 6:59 AM EST, after clocks went back that night
        ("2026-11-01T12:00:00+00:00", True),
    ],
)
def test_email_is_planned_from_seven_to_noon_by_the_clock(moment: str, planned: bool) -> None:
    _run_at(moment)
    assert Message.objects.exists() == planned


def test_email_is_planned_once_a_day() -> None:
    for moment in (SEVEN, "2026-11-24T12:05:00+00:00", "2026-11-24T14:00:00+00:00", "2026-11-25T12:00:00+00:00"):
        _run_at(moment)
    assert sorted(Message.objects.values_list("occasion", flat=True)) == ["2026-11-24", "2026-11-25"]


def test_morning_email_is_sent_until_the_day_ends_in_eastern_time(tmp_path: Path) -> None:
    _busy_day()
    _run_at(SEVEN)
    with time_machine.travel("2026-11-25T04:30:00+00:00", tick=True):  # 11:30 PM EST
        [email] = delivered_to_office(tmp_path)
    assert email["Subject"].startswith("Tue, Nov 24: ")


def test_morning_email_is_not_sent_a_day_late(tmp_path: Path) -> None:
    make_quote(created_at=timezone.now() - dt.timedelta(days=2))
    _run_at(SEVEN if timezone.localdate() != dt.date(2026, 11, 24) else "2026-11-23T12:00:00+00:00")
    assert delivered_to_office(tmp_path) == []
    assert (Message.objects.get().status, Message.objects.get().error) == (MessageStatus.SKIPPED, "The day is over.")


@pytest.mark.parametrize(("waiting", "more"), [(15, []), (16, ["1 more"]), (20, ["5 more"]), (201, ["186 more"])])
@time_machine.travel(SEVEN, tick=True)
def test_morning_email_counts_rows_beyond_the_first_15(tmp_path: Path, waiting: int, more: list[str]) -> None:
    for _ in range(waiting):
        make_quote(created_at=_at("2026-11-22T20:00:00+00:00"))
    plan_morning_email(timestamp=0)
    [email] = delivered_to_office(tmp_path)
    text = text_of(email)
    assert email["Subject"] == f"Tue, Nov 24: {waiting} waiting, {waiting} late"
    assert (text.count("Late: Quote: "), re.findall("^And: (.*)$", text, re.MULTILINE)) == (15, more)
