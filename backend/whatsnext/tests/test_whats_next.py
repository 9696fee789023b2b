"""The list of what is next on My Services: first what is waiting for the customer, then by day."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from invoices.tests.factories import make_invoice
from jobs.services import schedule_job
from payments.tests.factories import make_payment
from quotes.models import Quote
from quotes.tests.factories import make_quote
from storage.models import StorageCharge, StorageSubscription
from storage.tests.factories import make_charge
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order

TODAY = timezone.localdate
DAY = dt.timedelta(days=1)


LATE = dt.time(23)


@pytest.fixture(autouse=True)
def _night() -> Iterator[None]:
    """Set the clock to 11:00 PM Eastern, when it is the next day in UTC."""
    with time_machine.travel(eastern(TODAY(), LATE)):
        yield


def _items(client: APIClient) -> list[dict[str, Any]]:
    response = client.get("/api/whats-next")
    assert response.status_code == 200
    return response.json()  # type: ignore[no-any-return]


def _kinds(client: APIClient) -> list[str]:
    return [item["kind"] for item in _items(client)]


def _subscribe(user: User, status: str) -> StorageSubscription:
    return StorageSubscription.objects.create(
        user=user, plan="consumer", monthly_amount=15, status=status, card_brand="visa", card_last4="4242",
        current_period_end=eastern(TODAY() + 20 * DAY, LATE), ends_at=eastern(TODAY() + 25 * DAY, LATE),
    )  # fmt: skip


def test_new_customer_has_nothing_next(customer_client: APIClient) -> None:
    assert _items(customer_client) == []


def test_unanswered_price_is_waiting_for_the_customer(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="742.00", street_address="41 Marcy Street")
    assert _items(customer_client) == [
        {
            "kind": "quote_answer", "subjectId": str(quote.id), "waitsForYou": True, "day": None, "at": None,
            "amount": "742.00", "place": "41 Marcy Street", "detail": "premium", "card": None,
        }
    ]  # fmt: skip


def test_items_waiting_for_the_customer_come_first_by_kind(customer: User, customer_client: APIClient) -> None:
    _subscribe(customer, "past_due")
    make_tree_order(user=customer, status="scheduled", scheduled_delivery_date=TODAY())
    make_invoice(user=customer, due_date=TODAY())
    make_quote(user=customer, status="reviewed", quote_amount="742.00")
    assert _kinds(customer_client) == ["quote_answer", "invoice", "storage_past_due", "tree"]


def test_request_and_accepted_quote_have_our_deadline(customer: User, customer_client: APIClient) -> None:
    requested, accepted = make_quote(user=customer), make_quote(user=customer, status="approved")
    make_quote(user=customer, let_go_at=timezone.now())
    items = _items(customer_client)
    assert {item["place"] for item in items} == {"Portsmouth"}, "without a street, the city"
    by = {item["kind"]: dt.datetime.fromisoformat(item["at"]) for item in items}
    assert by == {"quote_price": requested.created_at + DAY, "quote_day": accepted.created_at + DAY}


@pytest.mark.parametrize("status", ["complete", "complete_storage", "rejected"])
def test_finished_quote_is_not_listed(customer: User, customer_client: APIClient, admin: User, status: str) -> None:
    quote = make_quote(user=customer, status=status, quote_amount="742.00")
    quote.thread.create(user=admin, is_staff_comment=True, comment="Thank you.")
    assert _items(customer_client) == []


def test_staff_reply_is_listed_until_the_customer_writes(
    customer: User, outsider: User, customer_client: APIClient, admin: User, admin_client: APIClient
) -> None:
    other = make_quote(user=outsider)
    other.thread.create(user=admin, is_staff_comment=True, comment="Yes.", created_at=timezone.now() + DAY)
    quote = make_quote(user=customer, status="reviewed", quote_amount="742.00")
    path = f"/api/quotes/{quote.id}/comments"
    customer_client.post(path, {"content": "With the gate?"}, format="json")
    assert _kinds(customer_client) == ["quote_answer"]
    admin_client.post(path, {"content": "Yes."}, format="json")
    admin_client.patch(
        f"/api/quotes/{quote.id}", {"quoteAmount": "800"}, format="json"
    )  # status lines don't count as a comment
    assert _kinds(customer_client) == ["quote_answer", "quote_reply"]
    assert _items(customer_client)[1]["at"] is not None
    customer_client.post(path, {"content": "Good."}, format="json")
    assert _kinds(customer_client) == ["quote_answer"]


@pytest.mark.parametrize(("minutes", "kinds"), [(-1, ["quote_answer"]), (1, ["quote_answer", "quote_reply"])])
def test_staff_reply_is_listed_for_a_week(
    customer: User, customer_client: APIClient, admin: User, minutes: int, kinds: list[str]
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="742.00")
    said = timezone.now() - 7 * DAY + dt.timedelta(minutes=minutes)
    quote.thread.create(user=admin, is_staff_comment=True, comment="Yes.", created_at=said)
    assert _kinds(customer_client) == kinds


@pytest.mark.parametrize(
    ("status", "days", "waits"), [("sent", 1, False), ("sent", 0, True), ("overdue", -2, True), ("sent", None, True)]
)
def test_invoice_is_waiting_for_the_customer_from_its_due_date(
    customer: User, customer_client: APIClient, status: str, days: int | None, waits: bool
) -> None:
    due = None if days is None else TODAY() + days * DAY
    invoice = make_invoice(
        user=customer, status=status, due_date=due, amount="900.00", amount_paid="150.00", sent_at=timezone.now()
    )
    other = make_invoice(user=customer, status=status, due_date=due)  # a bank is processing its payment
    make_payment(purpose="invoice", reference=other.id, status="processing", amount_received=0, succeeded_at=None)
    [item] = _items(customer_client)
    assert (item["kind"], item["waitsForYou"], item["amount"]) == ("invoice", waits, "750.00")
    assert (item["day"], item["detail"]) == (due and due.isoformat(), invoice.invoice_number)


def test_deposit_is_an_item_of_its_own_kind(customer: User, customer_client: APIClient) -> None:
    first = {"from_acceptance": True, "first_amount": "225.00", "first_due_date": TODAY()}
    make_invoice(user=customer, amount="900.00", amount_paid="25.00", **first)
    make_invoice(user=customer, amount="900.00", amount_paid="225.00", **first)  # the rest is due after the work
    [item] = _items(customer_client)
    assert (item["kind"], item["waitsForYou"], item["amount"], item["day"]) == ("deposit", True, "200.00", None)


@pytest.mark.parametrize("status", ["draft", "paid", "cancelled"])
def test_invoice_that_is_not_payable_is_not_listed(customer: User, customer_client: APIClient, status: str) -> None:
    make_invoice(user=customer, status=status, sent_at=None if status == "draft" else timezone.now())
    assert _items(customer_client) == []


def test_invoice_is_listed_however_many_newer_ones_are_paid(customer: User, customer_client: APIClient) -> None:
    for status in ("overdue", *["paid"] * 20):
        make_invoice(user=customer, status=status, sent_at=timezone.now())
    assert _kinds(customer_client) == ["invoice"]


@pytest.mark.parametrize(("left", "kinds"), [("0.50", ["invoice"]), ("0.49", [])])
def test_invoice_is_listed_only_if_a_card_can_pay_it(
    customer: User, customer_client: APIClient, left: str, kinds: list[str]
) -> None:
    paid = Decimal("900.00") - Decimal(left)
    make_invoice(user=customer, status="sent", amount="900.00", amount_paid=paid, sent_at=timezone.now())
    assert _kinds(customer_client) == kinds


def test_visits_are_listed_until_the_end_of_their_day(customer: User, customer_client: APIClient, admin: User) -> None:
    quote = make_quote(user=customer, status="approved", street_address="41 Marcy Street")
    midnight = timezone.make_aware(dt.datetime.combine(TODAY(), dt.time()))
    schedule_job(by=admin, quote_id=quote.id, scheduled_date=midnight - dt.timedelta(minutes=1))
    today = schedule_job(by=admin, quote_id=quote.id, scheduled_date=midnight)
    tomorrow = schedule_job(by=admin, quote_id=quote.id, kind="takedown", scheduled_date=midnight + DAY)  # type: ignore[arg-type]
    quote.jobs.filter(id=today.id).update(status="in_progress")
    items = _items(customer_client)
    assert [(item["subjectId"], item["detail"]) for item in items] == [
        (str(today.id), "installation"), (str(tomorrow.id), "takedown"),
    ]  # fmt: skip
    assert (items[0]["kind"], items[0]["waitsForYou"], items[0]["place"]) == ("visit", False, "41 Marcy Street")
    assert dt.datetime.fromisoformat(items[0]["at"]) == midnight
    Quote.objects.update(street_address="")
    assert _items(customer_client)[0]["place"] == "Portsmouth"
    quote.jobs.update(status="cancelled")
    assert "visit" not in _kinds(customer_client)


def test_tree_is_listed_with_its_day_or_our_deadline_to_set_it(customer: User, customer_client: APIClient) -> None:
    new = make_tree_order(user=customer, preferred_delivery_date=TODAY() + 2 * DAY)  # not called yet
    reached = make_tree_order(user=customer, status="confirmed", reached_at=timezone.now() + DAY)
    pending = make_tree_order(user=customer, answered_at=timezone.now(), reached_at=timezone.now() + 2 * DAY)
    set_ = make_tree_order(user=customer, status="scheduled", scheduled_delivery_date=TODAY() + 9 * DAY)
    today = make_tree_order(user=customer, status="scheduled", scheduled_delivery_date=TODAY())
    make_tree_order(user=customer, status="scheduled", scheduled_delivery_date=TODAY() - DAY)
    make_tree_order(user=customer, status="cancelled")
    items = _items(customer_client)
    assert [(item["kind"], item["subjectId"]) for item in items] == [
        ("tree", str(today.id)), ("tree_day", str(new.id)), ("tree_day", str(reached.id)),
        ("tree_day", str(pending.id)), ("tree", str(set_.id)),
    ]  # fmt: skip
    assert {(item["place"], item["detail"]) for item in items} == {("41 Marcy Street", "modest_6ft")}
    items = items[1:]
    assert dt.datetime.fromisoformat(items[0]["at"]) == new.created_at + DAY
    for item, order in zip(items[1:3], (reached, pending), strict=True):
        order.refresh_from_db()
        assert dt.datetime.fromisoformat(item["at"]) == order.choose_day_by
    assert items[3]["day"] == (TODAY() + 9 * DAY).isoformat()


def test_delivered_tree_waits_for_what_can_be_paid_online(customer: User, customer_client: APIClient) -> None:
    def deliver(**fields: Any) -> TreeOrder:
        return make_tree_order(user=customer, status="delivered", scheduled_delivery_date=TODAY() - DAY, **fields)

    due = deliver(amount_paid="20.25")
    deliver(amount_paid=due.total_amount)
    deliver(amount_paid=due.total_amount - Decimal("0.49"))  # less than a card takes
    deliver(is_paying=True)
    deliver(state="ME", zip_code="03904")
    [item] = _items(customer_client)
    assert (item["kind"], item["subjectId"], item["waitsForYou"]) == ("tree_payment", str(due.id), True)
    assert Decimal(item["amount"]) == due.total_amount - Decimal("20.25")
    assert (item["place"], item["detail"], item["day"]) == ("41 Marcy Street", "modest_6ft", None)


@pytest.mark.parametrize(
    ("status", "kind", "waits"),
    [
        ("past_due", "storage_past_due", True),
        ("incomplete", "storage_unpaid", True),
        ("active", "storage_renewal", False),
        ("canceling", "storage_end", False),
    ],
)
def test_open_storage_subscription_is_listed(
    customer: User, customer_client: APIClient, status: str, kind: str, waits: bool
) -> None:
    row = _subscribe(customer, status)
    [item] = _items(customer_client)
    assert (item["kind"], item["waitsForYou"], item["amount"], item["detail"]) == (kind, waits, "15.00", "consumer")
    assert item["card"] == {"brand": "visa", "last4": "4242"}
    day = row.ends_at if status == "canceling" else row.current_period_end
    assert item["day"] == (None if waits else timezone.localdate(day).isoformat())
    StorageSubscription.objects.update(ends_at=None, current_period_end=None)
    assert [item["day"] for item in _items(customer_client)] == [None], "Stripe hasn't told us the day"


def test_past_due_storage_shows_all_payments_that_failed(customer: User, customer_client: APIClient) -> None:
    row = _subscribe(customer, "past_due")
    make_charge(row, days=30, plan="enterprise", amount="33.00", outcome="failed", charged_at=timezone.now() + DAY)
    newest = make_charge(row, plan="business", amount="28.00", outcome="failed")
    [item] = _items(customer_client)
    assert (item["amount"], item["detail"]) == ("61.00", "business")
    StorageCharge.objects.filter(id=newest.id).update(outcome="paid")
    [item] = _items(customer_client)
    assert (item["amount"], item["detail"]) == ("33.00", "enterprise")
    StorageCharge.objects.update(outcome="paid")
    [item] = _items(customer_client)
    assert (item["amount"], item["detail"]) == ("15.00", "consumer")


def test_renewal_shows_no_amount_while_the_next_bill_also_has_a_difference(
    customer: User, customer_client: APIClient
) -> None:
    row = _subscribe(customer, "active")
    assert [item["amount"] for item in _items(customer_client)] == ["15.00"]
    StorageSubscription.objects.filter(id=row.id).update(next_payment_differs=True)
    assert [item["amount"] for item in _items(customer_client)] == [None]


def test_canceled_storage_subscription_is_not_listed(customer: User, customer_client: APIClient) -> None:
    _subscribe(customer, "canceled")
    assert _items(customer_client) == []


def test_other_items_are_sorted_by_day(customer: User, customer_client: APIClient, admin: User) -> None:
    _subscribe(customer, "active")
    make_invoice(user=customer, status="sent", due_date=TODAY() + 4 * DAY, sent_at=timezone.now())
    make_invoice(user=customer, status="overdue", due_date=TODAY() - DAY, sent_at=timezone.now())
    make_tree_order(user=customer, status="scheduled", scheduled_delivery_date=TODAY() + 9 * DAY)
    quote = make_quote(user=customer, status="approved")
    schedule_job(by=admin, quote_id=quote.id, scheduled_date=eastern(TODAY() + 3 * DAY, LATE))
    make_quote(user=customer, status="quoting", quote_amount=Decimal("742.00"))
    assert _kinds(customer_client) == ["quote_answer", "invoice", "visit", "invoice", "tree", "storage_renewal"]


def test_other_customers_rows_are_not_shown(
    customer: User, outsider_client: APIClient, admin_client: APIClient, guest: APIClient, admin: User
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="742.00")
    schedule_job(by=admin, quote_id=quote.id, scheduled_date=timezone.now() + DAY)
    make_invoice(user=customer, status="overdue", sent_at=timezone.now())
    make_tree_order(user=customer)
    _subscribe(customer, "active")
    assert _items(outsider_client) == _items(admin_client) == []
    assert guest.get("/api/whats-next").status_code == 401


@pytest.mark.parametrize("rows", [1, 60])
def test_list_takes_a_constant_number_of_queries(
    customer: User, customer_client: APIClient, rows: int, django_assert_num_queries: Any
) -> None:
    for _ in range(rows):
        quote = make_quote(user=customer, status="service_scheduled", has_visit=True)
        quote.jobs.create(user=customer, scheduled_date=timezone.now() + DAY)
        make_tree_order(user=customer)
    Quote.objects.filter(user=customer).update(question_at=timezone.now())
    # session, user, quotes and their visits, invoices, visits, trees, storage
    with django_assert_num_queries(8):
        assert len(_items(customer_client)) == 2 * min(rows, 20)
