"""A refund and a dispute are mailed to the business: once, however often and in whatever order their events come."""

import datetime as dt
import random
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from catalog.catalog import CHECKOUT_AMOUNT
from payments.intents import open_intent
from payments.ledger import sync_payment
from payments.models import Payment, StripeEvent
from payments.reconciliation import reconcile
from testing import cards
from testing.helpers import delivered, delivered_to_office, in_threads, text_of
from testing.payments import CHECKOUT_DOLLARS, StripeSandbox, deliver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def intent(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The id of a paid intent over the published amount."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.deliver()
    return intent.payment.stripe_payment_intent_id


def _subjects(tmp_path: Path) -> list[str]:
    return [mail["Subject"] for mail in delivered_to_office(tmp_path)]


def test_a_payment_alone_is_no_trouble(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    assert Payment.objects.get().status == "succeeded"
    assert delivered_to_office(tmp_path) == []


def test_each_refund_is_told_with_its_amount(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == "Refunded: $120.00, Holiday lighting"
    text = text_of(mail)
    assert "Customer: eleanor@example.com\n" in text
    assert f"Paid: ${CHECKOUT_DOLLARS}\nRefunded in total: $120.00\n" in text
    assert intent in text
    assert "/admin?tab=subscriptions&view=refunds" in text
    stripe_sandbox.refund(intent)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path)[1:] == [f"Refunded: ${CHECKOUT_AMOUNT - 120:.2f}, Holiday lighting"]
    assert f"Refunded in total: ${CHECKOUT_DOLLARS}" in text_of(delivered_to_office(tmp_path)[1])


def test_a_dispute_is_told_with_the_day_until_which_to_answer(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    evening = (timezone.now() + dt.timedelta(days=1)).replace(hour=3)  # 10:00 or 11:00 PM of the day before here
    with time_machine.travel(evening):
        dispute = stripe_sandbox.dispute(intent)
        stripe_sandbox.deliver()
    [mail] = delivered_to_office(tmp_path)
    assert mail["Subject"] == f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting"
    until = dt.datetime.fromtimestamp(dispute["evidence_details"]["due_by"], timezone.get_current_timezone())
    assert f"Answer or accept it on the desk by {until:%B %-d, %Y}." in text_of(mail)
    assert "/admin?tab=invoices&view=money" in text_of(mail)


@pytest.mark.parametrize("won", [True, False])
def test_its_end_is_no_news_of_a_dispute(stripe_sandbox: StripeSandbox, intent: str, won: bool, tmp_path: Path) -> None:
    dispute = stripe_sandbox.dispute(intent)
    stripe_sandbox.deliver()
    stripe_sandbox.close_dispute(dispute["id"], won=won)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting"]


def test_one_that_was_lost_before_we_heard_of_it_asks_for_no_answer(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    stripe_sandbox.close_dispute(stripe_sandbox.dispute(intent)["id"], won=False)
    stripe_sandbox.deliver()
    [mail] = delivered_to_office(tmp_path)
    assert "Stripe's dashboard shows its status." in text_of(mail)
    assert "Answer or accept it" not in text_of(mail)


def test_later_change_does_not_tell_of_a_refund_again(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    dispute = stripe_sandbox.dispute(intent)
    stripe_sandbox.deliver()
    stripe_sandbox.close_dispute(dispute["id"], won=True)
    stripe_sandbox.deliver()
    assert _subjects(tmp_path) == [
        "Refunded: $120.00, Holiday lighting",
        f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting",
    ]


def test_customer_is_told_of_each_refund(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.deliver()
    stripe_sandbox.refund(intent, amount=1000)
    stripe_sandbox.deliver()
    first, second = delivered(tmp_path)
    assert first["To"] == "eleanor@example.com"
    assert text_of(first).startswith("Hi Eleanor,\n"), "by the name of the account, whatever is on the card"
    assert (first["Subject"], second["Subject"]) == (
        "Refund: $120.00, Holiday lighting", "Refund: $10.00, Holiday lighting",
    )  # fmt: skip
    assert "We refunded $10.00 of your card payment: Holiday lighting." in text_of(second)
    assert f"Paid: ${CHECKOUT_DOLLARS}\nRefunded in total: $130.00\n" in text_of(second)


@pytest.mark.parametrize("seed", range(3))
def test_once_however_often_and_in_whatever_order_it_comes(
    stripe_sandbox: StripeSandbox, intent: str, seed: int, tmp_path: Path
) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.dispute(intent)
    events = stripe_sandbox.capture_webhooks() * 3
    random.Random(seed).shuffle(events)
    assert {deliver(*event) for event in events} == {200}
    StripeEvent.objects.all().delete()  # as if none had ever come
    reconcile()
    assert sorted(_subjects(tmp_path)) == [
        f"Disputed: ${CHECKOUT_DOLLARS}, Holiday lighting", "Refunded: $120.00, Holiday lighting",
    ]  # fmt: skip


def test_once_where_all_of_it_comes_at_once(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    stripe_sandbox.refund(intent, amount=12000)
    stripe_sandbox.dispute(intent)
    events = stripe_sandbox.capture_webhooks()
    in_threads(3 * len(events), lambda number: deliver(*events[number % len(events)]))
    assert len(delivered_to_office(tmp_path)) == 2


def test_what_fails_tells_nobody_until_it_is_done(
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
