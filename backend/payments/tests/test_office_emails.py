"""The office is emailed once about each refund and dispute, in whatever order and however often events arrive."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from catalog.catalog import CHECKOUT_AMOUNT
from payments.ledger import sync_payment
from payments.models import Payment, StripeEvent
from payments.reconciliation import reconcile
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered, delivered_to_office, in_threads, text_of
from testing.payments import CHECKOUT_DOLLARS, StripeSandbox, deliver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def intent(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The ID of a paid intent for the published amount."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.deliver()
    return intent.payment.stripe_payment_intent_id


def _subjects(tmp_path: Path) -> list[str]:
    return [mail["Subject"] for mail in delivered_to_office(tmp_path)]


def test_payment_without_trouble_sends_no_email(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    assert Payment.objects.get().status == "succeeded"
    assert delivered_to_office(tmp_path) == []


def test_office_is_emailed_about_each_refund(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == "Refunded: $120.00, Holiday lighting"
    text = text_of(mail)
    assert "Customer: Eleanor Hayes, eleanor@example.com\n" in text
    assert f"Paid: ${CHECKOUT_DOLLARS}\nRefunded in total: $120.00\n" in text
    assert intent in text
    assert "/admin?tab=subscriptions&view=refunds" in text
    Payment.objects.update(description="")  # as after the customer was erased
    stripe_sandbox.refund(intent)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path)[1:] == [f"Refunded: ${CHECKOUT_AMOUNT - 120:.2f}, checkout"]
    assert f"Refunded in total: ${CHECKOUT_DOLLARS}" in text_of(delivered_to_office(tmp_path)[1])


def test_dispute_email_has_deadline(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    evening = (timezone.now() + dt.timedelta(days=1)).replace(hour=3)  # 10:00 or 11:00 PM Eastern on the day before
    with time_machine.travel(evening):
        dispute = stripe_sandbox.dispute(intent)
        stripe_sandbox.deliver()
    Payment.objects.update(succeeded_at=evening)
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting"
    assert f"Paid on: {timezone.localdate(evening):%B %-d, %Y}\n" in text_of(mail)
    until = dt.datetime.fromtimestamp(dispute["evidence_details"]["due_by"], timezone.get_current_timezone())
    assert f"Answer or accept it on the desk by {until:%B %-d, %Y}." in text_of(mail)
    assert "/admin?tab=invoices&view=money" in text_of(mail)


def test_second_dispute_after_a_won_one_is_emailed_too(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    for _ in range(2):
        dispute = stripe_sandbox.dispute(intent)
        stripe_sandbox.deliver()
        stripe_sandbox.close_dispute(dispute["id"], won=True)
        stripe_sandbox.deliver()
        with stripe_sandbox.store.transaction():  # so that the bank can dispute another part of the charge
            charge = stripe_sandbox.store.require(dispute["charge"])
            stripe_sandbox.store.save({**charge, "disputed": False})
    about_each = [f"{news}: ${CHECKOUT_DOLLARS}, Holiday lighting" for news in ("Disputed", "Dispute won")]
    assert _subjects(tmp_path) == about_each * 2


@pytest.mark.parametrize(
    ("status", "outcome", "means"),
    [
        ("won", "won", "The money is yours, and the payment counts as before."),
        ("warning_closed", "dropped", "The money is yours, and the payment counts as before."),
        ("lost", "lost", "The money is gone for good, and the customer isn't asked for it again."),
    ],
)
def test_decision_about_a_dispute_is_emailed_once(
    stripe_sandbox: StripeSandbox, intent: str, status: str, outcome: str, means: str, tmp_path: Path
) -> None:
    made = stripe_sandbox.dispute(intent)
    stripe_sandbox.deliver()
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save({**stripe_sandbox.store.require(made["id"]), "status": status})
    for _ in range(2):
        sync_payment(intent)
        Payment.objects.update(card_last4="")  # so that the next one has something to write
    about = f"${CHECKOUT_DOLLARS}, Holiday lighting"
    assert _subjects(tmp_path) == [f"Disputed: {about}", f"Dispute {outcome}: {about}"]
    assert means in text_of(delivered_to_office(tmp_path)[1])


def test_dispute_that_is_lost_when_we_hear_of_it_sends_one_email(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    stripe_sandbox.close_dispute(stripe_sandbox.dispute(intent)["id"], won=False)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [f"Dispute lost: ${CHECKOUT_DOLLARS}, Holiday lighting"]


def test_later_change_sends_no_second_refund_email(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    dispute = stripe_sandbox.dispute(intent)
    stripe_sandbox.deliver()
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [
        "Refunded: $120.00, Holiday lighting",
        f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting",
        f"Dispute won: ${CHECKOUT_DOLLARS}, Holiday lighting",
    ]


def test_customer_is_emailed_about_each_refund(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    stripe_sandbox.refund(intent, amount=1000)
    stripe_sandbox.deliver()
    first, second = delivered(tmp_path)
    assert first["To"] == "eleanor@example.com"
    assert text_of(first).startswith("Hi Eleanor,\n"), "the account's name, whatever the card says"
    assert (first["Subject"], second["Subject"]) == (
        "Refund: $120.00, Holiday lighting", "Refund: $10.00, Holiday lighting",
    )  # fmt: skip
    assert "We refunded $10.00 of your card payment: Holiday lighting." in text_of(second)
    assert f"Paid: ${CHECKOUT_DOLLARS}\nRefunded in total: $130.00\n" in text_of(second)


def test_customer_is_not_emailed_about_refund_that_failed_before_the_email(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    [refund] = stripe_sandbox.objects("refund")
    stripe_sandbox.fail_refund(refund["id"])
    stripe_sandbox.deliver()
    assert delivered(tmp_path) == []


@pytest.mark.parametrize("seed", range(3))
def test_repeated_events_in_any_order_send_one_email_each(
    stripe_sandbox: StripeSandbox, intent: str, seed: int, tmp_path: Path
) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.dispute(intent)
    events = stripe_sandbox.capture_webhooks() * 3
    random.Random(seed).shuffle(events)
    assert {deliver(*event) for event in events} == {200}
    StripeEvent.objects.all().delete()  # as if none had arrived
    reconcile()
    assert sorted(_subjects(tmp_path)) == [
        f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting", "Refunded: $120.00, Holiday lighting",
    ]  # fmt: skip


def test_concurrent_events_send_one_email_each(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    refund = stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    stripe_sandbox.fail_refund(refund["id"])
    returned = stripe_sandbox.capture_webhooks()
    in_threads(3 * len(returned), lambda number: deliver(*returned[number % len(returned)]))
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.dispute(intent)
    events = returned + stripe_sandbox.capture_webhooks()
    in_threads(3 * len(events), lambda number: deliver(*events[number % len(events)]))
    assert sorted(_subjects(tmp_path)) == [
        f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting", "Refund returned: $120.00, Holiday lighting",
        "Refunded: $120.00, Holiday lighting", "Refunded: $120.00, Holiday lighting",
    ]  # fmt: skip


def test_failed_sync_sends_no_email(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(payment: Any) -> None:
        raise RuntimeError("The disk is full")

    stripe_sandbox.refund(intent, amount=12000)
    with monkeypatch.context() as patch:
        patch.setattr("payments.hooks.settle", fail)
        with pytest.raises(RuntimeError):
            sync_payment(intent)
    assert delivered_to_office(tmp_path) == []
    stripe_sandbox.deliver()
    assert len(delivered_to_office(tmp_path)) == 1
