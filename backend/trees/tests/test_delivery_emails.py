"""Customers are emailed the delivery day, its changes, a reminder the evening before, and the delivery."""

import datetime as dt
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone
from icalendar import Calendar
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern, in_words
from notifications.models import Message
from testing.helpers import delivered, end_waits, run_queue, text_of
from trees.models import TreeOrder, TreeOrderStatus
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES, DAY = dt.timedelta(minutes=3), dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _other_order(db: None) -> None:
    """Create another customer's, which must not appear in any email."""
    make_tree_order(customer_name="Oscar Outside", customer_email="oscar@example.com")


def _day(ahead: int) -> dt.date:
    return timezone.localdate() + dt.timedelta(days=ahead)


def _set(client: APIClient, order: TreeOrder, day: dt.date | None, **body: Any) -> None:
    _change(client, order, scheduledDeliveryDate=day and day.isoformat(), **body)


def _change(client: APIClient, order: TreeOrder, **body: Any) -> None:
    assert client.patch(f"/api/tree-orders/{order.id}", body, format="json").status_code == 200


def _subjects(tmp_path: Path) -> list[str]:
    emails = delivered(tmp_path)
    assert all(text_of(email).startswith("Hi Eleanor,\n") for email in emails)
    return [email["Subject"] for email in emails]


def _skipped(kind: str) -> str:
    return Message.objects.get(kind=kind, status="skipped").error


def _event(email: EmailMessage) -> Any:
    [attached] = email.iter_attachments()
    assert attached.get_filename() == "delivery.ics"
    assert "TRANSP:TRANSPARENT" in attached.get_content().splitlines(), "the event doesn't block the day"
    [event] = Calendar.from_ical(attached.get_content()).walk("VEVENT")
    return event


def test_delivery_day_is_emailed_at_once_with_a_calendar_file(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order(include_wreaths=True, address_line1="Call evil.example")
    _set(admin_client, order, _day(9))
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    assert email["Subject"] == f"Your tree arrives {in_words(_day(9))}"
    text = text_of(email)
    assert f"{in_words(_day(9))}\nPortsmouth\nModest 6 ft Standard Tree, " in text
    assert re.search(r"^View your order or pay:\nhttp://127\.0\.0\.1:8000/f/[\w-]{43}$", text, re.MULTILINE), text
    assert "We'll remind you the evening before." in text
    assert "evil" not in email.as_string()
    event = _event(email)
    assert (event["UID"], event["DTSTART"].dt, event["STATUS"]) == (str(order.id), _day(9), "CONFIRMED")


def test_account_customer_gets_the_full_address_at_their_verified_email(
    customer: User, admin_client: APIClient, tmp_path: Path
) -> None:
    EmailAddress.objects.create(user=customer, email="eleanor@example.com", verified=True, primary=True)
    order = make_tree_order(user=customer, customer_email="someone@else.example")
    _set(admin_client, order, _day(9))
    [email] = delivered(tmp_path)
    assert email["To"] == "eleanor@example.com"
    assert "41 Marcy Street, Portsmouth" in text_of(email)
    assert _event(email)["LOCATION"] == "41 Marcy Street, Portsmouth"


def test_several_moves_of_the_day_send_one_email_two_minutes_later(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order()
    _set(admin_client, order, _day(9))
    [first] = delivered(tmp_path)
    for ahead in (10, 11, 12):
        _set(admin_client, order, _day(ahead))
    assert len(_subjects(tmp_path)) == 1
    end_waits(within=MINUTES)
    second = delivered(tmp_path)[1]
    assert second["Subject"] == f"Your tree now arrives {in_words(_day(12))}"
    assert f"has moved from {in_words(_day(9))} to {in_words(_day(12))}." in text_of(second)
    earlier, later = _event(first), _event(second)
    assert (later["UID"], later["DTSTART"].dt) == (earlier["UID"], _day(12))
    assert later["SEQUENCE"] >= earlier["SEQUENCE"]


def test_each_new_day_is_emailed_even_if_it_was_emailed_before(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order()
    for ahead in (9, 10, 9):
        _set(admin_client, order, _day(ahead))
        end_waits(within=MINUTES)
        run_queue()
    assert _subjects(tmp_path) == [
        f"Your tree arrives {in_words(_day(9))}",
        f"Your tree now arrives {in_words(_day(10))}",
        f"Your tree now arrives {in_words(_day(9))}",
    ]


def test_day_moved_back_at_once_sends_no_email(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order(scheduled_delivery_date=None)
    for ahead in (9, 10, 9):
        _set(admin_client, order, _day(ahead))
        run_queue()
    end_waits(within=MINUTES)
    assert _subjects(tmp_path) == [f"Your tree arrives {in_words(_day(9))}"]
    assert _skipped("tree-day") == "The customer knows this already."


def test_withdrawn_day_is_emailed_and_removed_from_the_calendar(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order()
    _set(admin_client, order, _day(9))
    run_queue()
    _set(admin_client, order, None)
    end_waits(within=MINUTES)
    email = delivered(tmp_path)[1]
    assert email["Subject"] == f"Your tree no longer arrives {in_words(_day(9))}"
    assert _event(email)["STATUS"] == "CANCELLED"
    _set(admin_client, order, _day(11))
    assert _subjects(tmp_path)[2:] == [f"Your tree arrives {in_words(_day(11))}"]


def test_cancellation_is_emailed_at_once_and_reminder_is_skipped(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order()
    _set(admin_client, order, _day(9))
    run_queue()
    _set(admin_client, order, _day(10))  # not emailed yet
    _change(admin_client, order, status="cancelled")
    email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your Christmas tree order is canceled"
    assert f"We won't come on {in_words(_day(9))}." in text_of(email)
    assert _event(email)["STATUS"] == "CANCELLED"
    end_waits(within=dt.timedelta(days=12))
    assert len(_subjects(tmp_path)) == 2
    reasons = Message.objects.filter(kind="tree-tomorrow").values_list("status", "error")
    assert set(reasons) == {("skipped", "The order is canceled.")}


@pytest.mark.parametrize(
    ("days_late", "before", "said"),
    [
        (0, {}, "is canceled. We won't come on Tue, Dec 29."),
        (1, {}, "is canceled. We didn't come on Tue, Dec 29 as planned."),
        (7, {}, "is canceled. We didn't come on Tue, Dec 29 as planned."),
        (8, {}, "is canceled. We didn't come on Tue, Dec 29 as planned."),
        (8, {"record-payment": {"method": "check"}}, "as planned.\n\nWe'll contact you about your payment of $"),
        (1, {"status": "delivered"}, "is canceled.\n\nView your order"),
    ],
    ids=["on the day", "the day after", "a week after", "later", "later and paid", "after delivery"],
)
def test_cancellation_after_the_delivery_day_is_emailed(
    admin_client: APIClient, tmp_path: Path, days_late: int, before: dict[str, Any], said: str
) -> None:
    with time_machine.travel(eastern(dt.date(2026, 12, 20), dt.time(12))):
        order = make_tree_order()
        _set(admin_client, order, _day(9))
        run_queue()
    with time_machine.travel(eastern(dt.date(2026, 12, 29) + days_late * DAY, dt.time(12))):
        if "record-payment" in before:
            path = f"/api/tree-orders/{order.id}/record-payment"
            assert admin_client.post(path, before["record-payment"], format="json").status_code == 200
        elif before:
            _change(admin_client, order, **before)
        end_waits()
        run_queue()
        _change(admin_client, order, status="cancelled")
        [text] = [text_of(email) for email in delivered(tmp_path) if "canceled" in email["Subject"]]
    assert said in text


def test_reminder_is_sent_at_five_the_evening_before(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order(city="evil.example")
    _set(admin_client, order, _day(9))
    assert Message.objects.get(kind="tree-tomorrow").not_before == eastern(_day(8), dt.time(17))
    assert len(_subjects(tmp_path)) == 1
    end_waits(within=dt.timedelta(days=12))
    email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your Christmas tree arrives tomorrow"
    assert f"arrives tomorrow, {in_words(_day(9))}." in text_of(email)
    assert "evil" not in "".join(each.as_string() for each in delivered(tmp_path))


def test_day_and_reminder_are_emailed_while_the_tree_is_to_be_delivered(
    admin_client: APIClient, tmp_path: Path
) -> None:
    for status in TreeOrderStatus.values:
        order = make_tree_order(customer_email=f"{status}@example.com")
        _set(admin_client, order, _day(9))
        TreeOrder.objects.filter(id=order.id).update(status=status)  # as in the moment before the worker sends it

    def told(subject: str) -> set[str]:
        return {email["To"].partition("@")[0] for email in delivered(tmp_path) if subject in email["Subject"]}

    assert told("Your tree arrives") == {"pending", "confirmed", "scheduled"}
    end_waits(within=dt.timedelta(days=12))
    assert told("arrives tomorrow") == {"pending", "confirmed", "scheduled"}


def test_reminder_for_a_moved_day_is_skipped(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order()
    _set(admin_client, order, _day(9))
    run_queue()
    _set(admin_client, order, _day(11))
    end_waits(within=MINUTES)
    run_queue()
    end_waits(within=dt.timedelta(days=12))
    assert _subjects(tmp_path)[2:] == ["Your Christmas tree arrives tomorrow"]
    assert _skipped("tree-tomorrow") == "The delivery was moved to another day."


@pytest.mark.parametrize(("time", "reminded"), [("15:59", True), ("16:01", False), ("21:00", False)])
def test_day_set_less_than_an_hour_before_the_reminder_gets_none(
    request: pytest.FixtureRequest, time: str, reminded: bool
) -> None:
    with time_machine.travel(f"2027-12-03T{time}:00-05:00"):
        client = request.getfixturevalue("admin_client")
        _set(client, make_tree_order(), dt.date(2027, 12, 4))
    assert Message.objects.filter(kind="tree-tomorrow").exists() is reminded


def test_reminder_is_skipped_if_the_day_was_emailed_just_before(admin_client: APIClient, tmp_path: Path) -> None:
    _set(admin_client, make_tree_order(), _day(9))
    run_queue()
    Message.objects.filter(kind="tree-day").update(sent_at=eastern(_day(8), dt.time(16, 30)))
    end_waits(within=dt.timedelta(days=12))
    assert len(_subjects(tmp_path)) == 1
    assert _skipped("tree-tomorrow") == "The customer was told the delivery day less than an hour before."


def test_delivery_is_emailed_once(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order(include_disposal=True)
    _set(admin_client, order, _day(0), status="scheduled")
    assert _subjects(tmp_path) == [f"Your tree arrives {in_words(_day(0))}"]
    _change(admin_client, order, status="delivered")
    end_waits(within=MINUTES)
    email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your Christmas tree was delivered"
    assert "We'll haul it away in January." in text_of(email)
    _change(admin_client, order, status="scheduled")
    _change(admin_client, order, status="delivered")
    end_waits(within=MINUTES)
    assert _subjects(tmp_path)[2:] == []


def test_tree_marked_as_delivered_by_mistake_is_emailed_only_once_it_is(
    admin_client: APIClient, tmp_path: Path
) -> None:
    order = make_tree_order()
    _set(admin_client, order, _day(0), status="scheduled")
    told = _subjects(tmp_path)
    _change(admin_client, order, status="delivered")
    assert _subjects(tmp_path) == told
    _change(admin_client, order, status="scheduled")
    end_waits(within=MINUTES)
    assert _subjects(tmp_path) == told
    _change(admin_client, order, status="delivered")
    path = f"/api/tree-orders/{order.id}/record-payment"
    assert admin_client.post(path, {"method": "cash"}, format="json").status_code == 200
    end_waits(within=MINUTES)
    [mail] = [mail for mail in delivered(tmp_path) if mail["Subject"] == "Your Christmas tree was delivered"]
    assert "paid in full" in text_of(mail)


def test_delivery_marked_days_later_is_emailed_only_if_something_is_due(
    admin_client: APIClient, tmp_path: Path
) -> None:
    order = make_tree_order(status="scheduled", scheduled_delivery_date=_day(-3), amount_paid=100)
    _change(admin_client, order, status="delivered")
    assert _subjects(tmp_path) == []
    assert _skipped("tree-delivered") == "Planned more than a day after its time."
    unpaid = make_tree_order(status="scheduled", scheduled_delivery_date=_day(-3), amount_paid=60)
    _change(admin_client, unpaid, status="delivered")
    end_waits(within=MINUTES)
    [email] = delivered(tmp_path)
    assert "$40.00 is still due. You can pay" in text_of(email)


def test_confirmation_and_notes_send_no_email(admin_client: APIClient, tmp_path: Path) -> None:
    order = make_tree_order(scheduled_delivery_date=_day(9))
    _change(admin_client, order, status="confirmed")
    _change(admin_client, order, notes="Back door", status="scheduled")
    assert _subjects(tmp_path) == []
    assert not Message.objects.exists()


@pytest.mark.parametrize("sent", [6, 10])
def test_day_moved_to_one_that_has_passed_calls_off_the_later_day_that_the_customer_knows(
    admin_client: APIClient, tmp_path: Path, sent: int
) -> None:
    order, known, day = make_tree_order(), _day(9), _day(5)
    _set(admin_client, order, known)
    run_queue()
    _set(admin_client, order, day)
    with time_machine.travel(timezone.now() + dt.timedelta(days=sent)):  # after an outage
        end_waits(within=MINUTES)
        emails = delivered(tmp_path)[1:]
    if sent > 9:
        assert (emails, _skipped("tree-day")) == ([], "The delivery day has passed.")
        return
    [email] = emails
    assert email["Subject"] == f"Your tree no longer arrives {in_words(known)}"
    words = f"Your Christmas tree won't arrive on {in_words(known)}. Its delivery was moved to {in_words(day)}."
    assert words in text_of(email)
    assert (_event(email)["STATUS"], _event(email)["DTSTART"].dt) == ("CANCELLED", known)


def test_delivery_day_in_the_past_sends_no_email(admin_client: APIClient, tmp_path: Path) -> None:
    _set(admin_client, make_tree_order(), _day(0))
    with time_machine.travel(timezone.now() + dt.timedelta(days=1)):
        assert _subjects(tmp_path) == []
    assert _skipped("tree-day") == "The delivery day has passed."
