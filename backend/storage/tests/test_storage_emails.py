"""Storage customers are emailed when a plan starts, changes, is charged, fails to be charged, and ends."""

import datetime as dt
import random
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.days import in_words
from notifications.models import Message
from payments.client import client
from payments.models import Payment, StripeEvent
from payments.reconciliation import reconcile
from storage.models import StorageSubscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.helpers import delivered, delivered_to_office, end_waits, text_of
from testing.payments import StripeSandbox, deliver, plan_dollars

pytestmark = pytest.mark.django_db(transaction=True)

PRICE = plan_dollars("consumer")
STARTED = f"Your storage plan has started: ${PRICE} per month"
RECEIPT = f"Receipt: ${PRICE} for Consumer storage"
FAILED = "Your storage payment didn't go through"


@pytest.fixture(autouse=True)
def _other_plan(outsider: User) -> None:
    """Create another customer's, which must not appear in any email."""
    StorageSubscription.objects.create(user=outsider, plan="enterprise", monthly_amount=90, status="active")


def _subjects(tmp_path: Path) -> list[str]:
    emails = delivered(tmp_path)
    assert all(text_of(email).startswith("Hi Eleanor,\n") for email in emails)
    return sorted(email["Subject"] for email in emails)


def _text_with_subject(tmp_path: Path, subject: str) -> str:
    [email] = [email for email in delivered(tmp_path) if email["Subject"] == subject]
    text = text_of(email)
    assert (email["To"], text.splitlines()[0]) == ("eleanor@example.com", "Hi Eleanor,")
    return text


def _post(client: APIClient, row: StorageSubscription, what: str) -> Any:
    response = client.post(f"/api/storage-subscriptions/{row.id}/{what}", {}, format="json")
    assert response.status_code == 200
    return response.json()


def test_start_email_with_terms_is_sent_once_stripe_confirms(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    body = {"plan": "consumer"}
    secret = customer_client.post("/api/create-subscription", body, format="json").json()["clientSecret"]
    cards.pay(secret)
    assert delivered(tmp_path) == [], "only Stripe's report counts"
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [RECEIPT, STARTED]
    text = _text_with_subject(tmp_path, STARTED)
    assert f"It costs ${PRICE} per month and renews every month at that price until you cancel." in text
    assert "You can cancel at any time: open Storage in My Services and choose Cancel, or call us." in text
    assert "Plan: Consumer, one property\n" in text
    period_end = StorageSubscription.objects.get(user=customer).current_period_end
    assert period_end is not None
    next_payment = timezone.localdate(period_end).strftime("%B %-d, %Y")
    assert f"Card: Visa ending in 4242\nNext payment: {next_payment}\n" in text
    assert "/my-services?tab=storage" in text


@pytest.mark.parametrize("seed", range(2))
def test_repeated_events_in_any_order_send_each_email_once(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path, seed: int
) -> None:
    body = {"plan": "consumer"}
    cards.pay(customer_client.post("/api/create-subscription", body, format="json").json()["clientSecret"])
    events = stripe_sandbox.capture_webhooks() * 3
    random.Random(seed).shuffle(events)
    assert {deliver(*event) for event in events} == {200}
    StripeEvent.objects.all().delete()  # as if none had arrived
    reconcile()
    assert _subjects(tmp_path) == [RECEIPT, STARTED]


def test_each_charge_sends_a_receipt(customer: User, stripe_sandbox: StripeSandbox, tmp_path: Path) -> None:
    row = subscribe(customer, stripe_sandbox)
    for _ in range(2):
        stripe_sandbox.renew(row.stripe_subscription_id)
        stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [RECEIPT, RECEIPT, RECEIPT, STARTED]
    text = text_of(next(email for email in delivered(tmp_path) if email["Subject"] == RECEIPT))
    assert f"We received your payment of ${PRICE} for Consumer storage." in text


def test_failed_charge_is_emailed_once_a_month(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    stripe_sandbox.deliver()
    assert _subjects(tmp_path).count(FAILED) == 1
    text = _text_with_subject(tmp_path, FAILED)
    assert "This month's payment for your Consumer storage plan didn't go through. Update your card" in text
    cards.set_up(_post(customer_client, row, "update-card")["clientSecret"])
    stripe_sandbox.deliver()
    assert _subjects(tmp_path).count(RECEIPT) == 2
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path).count(FAILED) == 2


def test_next_charge_that_fails_while_an_earlier_one_is_unpaid_is_emailed_too(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    for _ in range(2):
        stripe_sandbox.renew(row.stripe_subscription_id, success=False)
        stripe_sandbox.deliver()
        stripe_sandbox.deliver()
        reconcile()
        end_waits()
    assert _subjects(tmp_path).count(FAILED) == 2
    assert Message.objects.filter(kind="office-storage", occasion__startswith="unpaid ").count() == 2
    latest = text_of([email for email in delivered(tmp_path) if email["Subject"] == FAILED][-1])
    assert "didn't go through, and neither did an earlier one. Update" in latest
    assert f"Due in total: ${2 * float(PRICE):.2f}" in latest
    cards.set_up(_post(customer_client, row, "update-card")["clientSecret"])
    stripe_sandbox.deliver()  # the card
    stripe_sandbox.deliver()  # the payments with it
    assert set(row.charges.values_list("outcome", flat=True)) == {"paid"}


@pytest.mark.parametrize(("becomes", "names_next"), [("active", True), ("canceling", False), ("past_due", False)])
def test_only_a_renewing_plan_shows_its_next_payment(
    customer: User,
    customer_client: APIClient,
    stripe_sandbox: StripeSandbox,
    tmp_path: Path,
    becomes: str,
    names_next: bool,
) -> None:
    row = subscribe(customer, stripe_sandbox)  # its emails have not gone out yet
    if becomes == "canceling":
        _post(customer_client, row, "cancel")
    elif becomes == "past_due":
        stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert row.status == becomes
    for subject in (RECEIPT, STARTED):
        assert ("Next payment" in _text_with_subject(tmp_path, subject)) == names_next


def test_failed_charge_email_is_skipped_if_it_was_paid_since(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.deliver()
    cards.set_up(_post(customer_client, row, "update-card")["clientSecret"])
    stripe_sandbox.deliver()
    assert FAILED not in _subjects(tmp_path)
    reason = "The payment has gone through since, or the subscription has ended."
    assert Message.objects.get(kind="storage-payment-failed").error == reason


def test_cancellation_is_emailed_but_its_end_is_not(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    _post(customer_client, row, "cancel")
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert row.ends_at is not None
    day = in_words(timezone.localdate(row.ends_at))
    text = _text_with_subject(tmp_path, f"Your storage plan is canceled and ends {day}")
    assert f"You're paid through {day}. After that you won't be charged." in text
    assert "Changed your mind? Until then you can keep the plan: open Storage in My Services." in text
    # As if the month were over.
    Message.objects.filter(kind="storage-canceled").update(tells={"ends": f"{timezone.localdate()}"})
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    row.refresh_from_db()
    assert row.status == "canceled"
    assert len(delivered(tmp_path)) == 3


def test_plan_change_is_emailed_with_its_price(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    subscribe(customer, stripe_sandbox)
    assert customer_client.post("/api/create-subscription", {"plan": "business"}, format="json").status_code == 200
    stripe_sandbox.deliver()
    price = plan_dollars("business")
    text = _text_with_subject(tmp_path, f"Your storage plan is now Business: ${price} per month")
    limit = STORAGE_PLAN_BY_ID["business"].property_limit.lower()
    assert f"Your storage plan is now Business, for {limit}, at ${price} per month." in text
    assert "Card: Visa ending in 4242\nNext payment: " in text
    stripe_sandbox.deliver()
    reconcile()
    assert len([subject for subject in _subjects(tmp_path) if "is now" in subject]) == 1


def test_office_is_notified_of_every_plan_event(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox, address=make_address(customer))
    [email] = delivered_to_office(tmp_path)
    assert email["Subject"] == "Eleanor Hayes started a storage plan"
    assert f"Consumer, ${PRICE} per month; 41 Marcy Street, Portsmouth" in text_of(email)
    assert f"/admin?tab=customers&person={customer.id}" in text_of(email)
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=11)):
        _post(customer_client, row, "cancel")
        stripe_sandbox.deliver()
        row.refresh_from_db()
        assert row.ends_at is not None
        email = delivered_to_office(tmp_path)[-1]
    assert email["Subject"] == "Eleanor Hayes canceled their storage plan"
    assert f"ends {in_words(timezone.localdate(row.ends_at))}" in text_of(email)
    _post(customer_client, row, "resume")
    customer_client.post("/api/create-subscription", {"plan": "business"}, format="json")
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=22)):
        text = text_of(delivered_to_office(tmp_path)[-1])
    events = [message.occasion.split()[0] for message in Message.objects.filter(kind="office-storage").order_by("id")]
    assert events == ["started", "canceled", "kept", "changed", "ended"]
    assert "is keeping" not in text, "it has ended since"
    assert "Eleanor Hayes changed their storage plan: " in text
    assert "The storage plan of Eleanor Hayes has ended: " in text


@pytest.mark.parametrize("order", ["plan first", "address first"])
def test_plan_that_is_changed_with_an_address_is_one_line_to_the_office(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path, order: str
) -> None:
    row = subscribe(customer, stripe_sandbox)
    assert delivered_to_office(tmp_path)
    home, with_address = make_address(customer), {"plan": "business"}
    if order == "plan first":
        with_address["addressId"] = str(home.id)
    else:
        path = f"/api/storage-subscriptions/{row.id}/addresses"
        assert customer_client.post(path, {"addressId": str(home.id)}, format="json").status_code == 200
    assert customer_client.post("/api/create-subscription", with_address, format="json").status_code == 200
    with time_machine.travel(timezone.now() + dt.timedelta(minutes=11)):
        email = delivered_to_office(tmp_path)[-1]
    assert email["Subject"] == "Eleanor Hayes changed their storage plan"
    assert "Business, $25.00 per month; 41 Marcy Street, Portsmouth" in text_of(email)


def test_office_is_notified_of_a_failed_payment_unless_it_went_through_since(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    assert delivered_to_office(tmp_path)
    for minutes, is_paid_since in ((11, False), (33, True)):
        with time_machine.travel(timezone.now() + dt.timedelta(minutes=minutes)):
            stripe_sandbox.renew(row.stripe_subscription_id, success=False)
            stripe_sandbox.deliver()
            if not is_paid_since:
                email = delivered_to_office(tmp_path)[-1]
                assert email["Subject"] == "A monthly payment for the storage plan of Eleanor Hayes failed"
                assert f"/admin?tab=customers&person={customer.id}" in text_of(email)
            cards.set_up(_post(customer_client, row, "update-card")["clientSecret"])
            stripe_sandbox.deliver()
            delivered_to_office(tmp_path)
    [sent, skipped] = Message.objects.filter(kind="office-storage", occasion__startswith="unpaid").order_by("id")
    assert (sent.status, skipped.status) == ("sent", "skipped")
    assert skipped.error == "The payment has gone through since, or the subscription has ended."


def test_office_is_notified_when_the_properties_of_a_plan_change(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox, "business")
    assert "Business, $25.00 per month; no address" in text_of(delivered_to_office(tmp_path)[-1])
    home, shop = make_address(customer), make_address(customer, street="5 Bow Street")

    def news_after(minutes: int) -> str:
        with time_machine.travel(timezone.now() + dt.timedelta(minutes=minutes)):
            return text_of(delivered_to_office(tmp_path)[-1])

    for address in (home, shop):
        body = {"addressId": str(address.id)}
        customer_client.post(f"/api/storage-subscriptions/{row.id}/addresses", body, format="json")
    changed = "Eleanor Hayes changed the addresses of their storage plan: Business, $25.00 per month; "
    news = news_after(11)
    assert f"{changed}41 Marcy Street, Portsmouth; 5 Bow Street, Portsmouth\n" in news
    assert news.count(changed) == 1, "two changes, told together"
    customer_client.delete(f"/api/storage-subscriptions/{row.id}/addresses/{shop.id}")
    assert f"{changed}41 Marcy Street, Portsmouth\n" in news_after(22)
    customer_client.patch(f"/api/addresses/{home.id}", {"street": "9 Lake Road", "city": "Dover"}, format="json")
    assert f"{changed}9 Lake Road, Dover\n" in news_after(33)
    customer_client.post(f"/api/storage-subscriptions/{row.id}/cancel")
    news_after(36)
    customer_client.delete(f"/api/storage-subscriptions/{row.id}/addresses/{home.id}")
    assert f"{changed}ends " in news_after(47)
    customer_client.post(f"/api/storage-subscriptions/{row.id}/addresses", {"addressId": str(home.id)}, format="json")
    earlier = StorageSubscription.objects.create(
        user=customer, plan="enterprise", monthly_amount=90, status="canceled",
        created_at=timezone.now() - dt.timedelta(days=400),
    )  # fmt: skip
    earlier.addresses.add(home)

    Address.objects.filter(id=home.id).update(status="items_in_storage")
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    news_after(58)
    customer_client.patch(f"/api/addresses/{home.id}", {"street": "11 Lake Road"}, format="json")
    news = news_after(69)
    assert f"{changed}ended " in news
    assert "Enterprise" not in news, "that plan ended long before"
    assert "; 11 Lake Road, Dover\n" in news, "the things that we still have go there"


def test_office_is_not_notified_of_other_changes_of_addresses(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    home, lake = make_address(customer), make_address(customer, street="9 Lake Road")
    row = subscribe(customer, stripe_sandbox, "business", address=home)
    customer_client.patch(f"/api/addresses/{home.id}", {"label": "Home", "isDefault": True}, format="json")
    customer_client.patch(f"/api/addresses/{lake.id}", {"street": "10 Lake Road"}, format="json")
    body = {"addressId": str(home.id)}
    customer_client.post(f"/api/storage-subscriptions/{row.id}/addresses", body, format="json")
    client().v1.subscriptions.cancel(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    customer_client.patch(f"/api/addresses/{home.id}", {"street": "12 Lake Road"}, format="json")
    customer_client.delete(f"/api/storage-subscriptions/{row.id}/addresses/{home.id}")
    events = [message.occasion.split()[0] for message in Message.objects.filter(kind="office-storage").order_by("id")]
    assert events == ["started", "ended"]


def test_end_before_the_announced_day_is_emailed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    _post(customer_client, row, "cancel")
    assert len(delivered(tmp_path)) == 3
    stripe_sandbox.renew(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    assert "Your Consumer storage plan ended on " in _text_with_subject(tmp_path, "Your storage plan is canceled")


def test_cancellation_undone_at_once_sends_no_email(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    for what in ("cancel", "resume"):
        _post(customer_client, row, what)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [RECEIPT, STARTED]


def test_resumed_plan_is_emailed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox)
    _post(customer_client, row, "cancel")
    assert len(delivered(tmp_path)) == 3
    _post(customer_client, row, "resume")
    text = _text_with_subject(tmp_path, "Your storage plan continues")
    assert f"continues at ${PRICE} per month until you cancel." in text
    assert "Card: Visa ending in 4242\nNext payment: " in text
    _post(customer_client, row, "cancel")
    assert len(delivered(tmp_path)) == 5, "canceled again, although on the same day as before"


def test_canceled_plan_names_what_is_stored_and_how_it_comes_back(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    row = subscribe(customer, stripe_sandbox, address=make_address(customer, status="items_in_storage"))
    _post(customer_client, row, "cancel")
    [text] = [text_of(email) for email in delivered(tmp_path) if "is canceled and ends" in email["Subject"]]
    assert "storing your decorations from 41 Marcy Street, Portsmouth. Call us to arrange their return." in text


def test_end_after_failed_payments_is_emailed(customer: User, stripe_sandbox: StripeSandbox, tmp_path: Path) -> None:
    row = subscribe(customer, stripe_sandbox)
    stripe_sandbox.renew(row.stripe_subscription_id, success=False)
    stripe_sandbox.exhaust_retries(row.stripe_subscription_id)
    stripe_sandbox.deliver()
    text = _text_with_subject(tmp_path, "Your storage plan is canceled")
    assert "Your Consumer storage plan ended on " in text
    assert "Are we storing your decorations? Call us to arrange their return." in text


def test_canceling_an_unpaid_plan_sends_no_email(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    _post(customer_client, StorageSubscription.objects.latest("id"), "cancel")
    stripe_sandbox.deliver()
    assert delivered(tmp_path) == []
    assert not Message.objects.exists()


def test_refund_of_a_monthly_payment_is_emailed(customer: User, stripe_sandbox: StripeSandbox, tmp_path: Path) -> None:
    subscribe(customer, stripe_sandbox)
    for amount in (500, 200):
        stripe_sandbox.refund(Payment.objects.get().stripe_payment_intent_id, amount=amount)
        stripe_sandbox.deliver()
    Payment.objects.update(succeeded_at="2026-12-04T03:30:00Z")  # December 3 in Eastern time
    text = _text_with_subject(tmp_path, "Refund: $2.00 for Consumer storage")
    assert f"Paid on: December 3, 2026\nPaid: ${PRICE}\nRefunded in total: $7.00\n" in text
    assert "Paid on: December 3, 2026\n" in _text_with_subject(tmp_path, RECEIPT)
    assert "Refund: $5.00 for Consumer storage" in _subjects(tmp_path)
    stripe_sandbox.fail_refund(next(each["id"] for each in stripe_sandbox.objects("refund") if each["amount"] == 200))
    stripe_sandbox.deliver()
    stripe_sandbox.refund(Payment.objects.get().stripe_payment_intent_id, amount=200)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path).count("Refund: $2.00 for Consumer storage") == 2


def test_change_to_an_old_payment_sends_no_receipt(
    customer: User, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    subscribe(customer, stripe_sandbox)
    Message.objects.all().delete()  # as from before we sent receipts
    payment = Payment.objects.get()
    Payment.objects.update(succeeded_at="2020-01-01T12:00:00Z")
    stripe_sandbox.refund(payment.stripe_payment_intent_id, amount=500)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == ["Refund: $5.00 for Consumer storage"]
    assert Message.objects.get(kind="storage-charged").error == "Planned more than a day after its time."


@pytest.mark.parametrize(("number", "more"), [(3, False), (4, True)])
def test_office_email_lists_at_most_three_addresses(
    customer: User, stripe_sandbox: StripeSandbox, tmp_path: Path, number: int, more: bool
) -> None:
    row = subscribe(customer, stripe_sandbox, "enterprise")
    saved = {each: timezone.now() + dt.timedelta(minutes=each) for each in range(number, 0, -1)}
    row.addresses.set([make_address(customer, street=f"{each} Marcy Street", created_at=saved[each]) for each in saved])
    text = text_of(delivered_to_office(tmp_path)[-1])
    assert re.findall(r"(\d) Marcy Street, Portsmouth", text) == ["1", "2", "3"]
    assert ("and more" in text) is more
