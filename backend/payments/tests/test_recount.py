"""The recount compares our rows with Stripe's list to the cent, and emails the office the differences."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from common.days import eastern, midnight
from notifications.planning import plan
from payments import tasks
from payments.client import PaymentsUnavailable, client
from payments.models import BalanceTransaction, Payment, Payout, Recount
from payments.money_emails import recount_differs
from payments.recount import IN_PROGRESS_FOR, recount
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered_to_office, text_of
from testing.payments import StripeSandbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_is_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare transactions of this second too."""
    monkeypatch.setattr("payments.recount.IN_PROGRESS_FOR", dt.timedelta(seconds=-5))


@pytest.fixture
def intent(stripe_sandbox: StripeSandbox, customer: User) -> str:
    """The ID of an intent for $599.00 that is paid, partly refunded and paid out."""
    made = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(made.client_secret)
    stripe_sandbox.refund(made.payment.stripe_payment_intent_id, amount=9900)
    stripe_sandbox.advance_payout(stripe_sandbox.pay_out()["id"])
    stripe_sandbox.deliver()
    return made.payment.stripe_payment_intent_id


def _differences() -> list[tuple[str, ...]]:
    return [(one["what"], one["name"], one["stripe"], one["ours"]) for one in recount().differences]


def _this_month() -> str:
    return f"{timezone.localdate():%Y-%m}"


def test_everything_matches(stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path) -> None:
    fetched = stripe_sandbox.faults.add("500", path="payment_intents")
    result = recount()
    assert not fetched.hits, "only payments that differ are fetched again"
    assert (result.matches, result.differences) == (True, [])
    assert not [mail for mail in delivered_to_office(tmp_path) if "Recount" in mail["Subject"]]


def test_recount_without_payments_matches(stripe_sandbox: StripeSandbox) -> None:
    assert recount().matches


def test_missing_rows_are_copied_and_are_no_difference(stripe_sandbox: StripeSandbox, intent: str) -> None:
    stripe_sandbox.dispute(intent)
    stripe_sandbox.fail_payout(stripe_sandbox.objects("payout")[0]["id"])
    stripe_sandbox.capture_webhooks()
    Payment.objects.update(amount_refunded=0)
    BalanceTransaction.objects.filter(kind="refund").delete()
    assert _differences() == []
    assert str(Payment.objects.get().amount_refunded) == "99.00"
    assert Payout.objects.get().status == "failed"


def test_recount_waits_for_a_payment_that_stripe_does_not_return(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    Payment.objects.update(amount_refunded=0)
    stripe_sandbox.faults.add("500", path=f"payment_intents/{intent}", count=None)
    with time_machine.travel(eastern(timezone.localdate() + dt.timedelta(days=1), dt.time(12))):
        tasks.recount_payments(0)
        assert Recount.objects.count() == 0
        stripe_sandbox.faults.clear()
        tasks.recount_payments(0)
        assert Recount.objects.get().matches
    assert not [mail for mail in delivered_to_office(tmp_path) if "Recount" in mail["Subject"]]


def test_lost_payment_row_is_restored(stripe_sandbox: StripeSandbox, intent: str) -> None:
    BalanceTransaction.objects.all().delete()
    Payment.objects.all().delete()
    assert _differences() == []
    assert BalanceTransaction.objects.filter(payment=Payment.objects.get()).count() == 2


def test_payment_made_elsewhere_is_no_difference(stripe_sandbox: StripeSandbox, intent: str) -> None:
    elsewhere = client().v1.payment_intents.create({"amount": 5000, "currency": "usd"})
    cards.pay(elsewhere.client_secret or "")
    assert _differences() == []
    assert BalanceTransaction.objects.filter(payment=None, kind="charge").count() == 1


@pytest.mark.parametrize("ours", [{"complete": False}, {"status": "pending"}, {"amount": 1}])
def test_payout_that_differs_from_stripes_is_read_again(
    stripe_sandbox: StripeSandbox, intent: str, ours: dict[str, Any]
) -> None:
    read = Payout.objects.values("complete", "status", "amount")
    at_stripe = read.get()
    Payout.objects.update(**ours)
    assert read.get() != at_stripe
    assert _differences() == []
    assert read.get() == at_stripe


@pytest.mark.parametrize("ours", [{"status": "paid"}, {"amount": 1}])
def test_payout_made_in_the_dashboard_that_differs_is_read_again(
    stripe_sandbox: StripeSandbox, customer: User, ours: dict[str, Any]
) -> None:
    cards.pay(open_intent(purpose="checkout", reference=None, viewer=customer).client_secret)
    stripe_sandbox.pay_out(amount=10_000)
    stripe_sandbox.deliver()
    Payout.objects.update(**ours)
    assert _differences() == []
    payout = Payout.objects.get()
    assert (payout.status, str(payout.amount), payout.automatic) == ("pending", "100.00", False)


def test_one_cent_is_a_difference_in_month_and_payout(
    stripe_sandbox: StripeSandbox, intent: str, tmp_path: Path
) -> None:
    assert recount().matches
    row = BalanceTransaction.objects.get(kind="charge")
    row.fee += Decimal("0.01")
    row.net -= Decimal("0.01")
    row.save()
    day = f"{Payout.objects.get().arrives_on:%Y-%m-%d}"
    assert _differences() == [("month", _this_month(), "482.33", "482.32"), ("payout", day, "482.33", "482.32")]
    [mail] = [mail for mail in delivered_to_office(tmp_path) if "Recount" in mail["Subject"]]
    assert mail["Subject"] == "Recount: 2 differences between Stripe and the desk"
    assert "Stripe $482.33, here $482.32" in text_of(mail)
    for fee, emails in ((row.fee, 1), (row.fee + 1, 2)):  # the same differences as last time, and others
        BalanceTransaction.objects.filter(kind="charge").update(fee=fee, net=row.amount - fee)
        recount()
        assert len([mail for mail in delivered_to_office(tmp_path) if "Recount" in mail["Subject"]]) == emails


@pytest.mark.parametrize(("number", "more"), [(15, False), (16, True)])
def test_email_lists_fifteen_differences_and_counts_the_others(tmp_path: Path, number: int, more: bool) -> None:
    month = {"what": "month", "name": "2026-11", "id": "", "stripe": "2.00", "ours": "1.00"}
    row = Recount.objects.create(checked_at=timezone.now(), matches=False, differences=[month] * number)
    plan(recount_differs, occasion=str(row.id))
    [mail] = delivered_to_office(tmp_path)
    text = text_of(mail)
    assert text.count("Stripe $2.00, here $1.00") == 15
    assert ("1 more" in text, " more" in text) == (more, more)


def test_transaction_missing_at_stripe_is_a_difference(stripe_sandbox: StripeSandbox, intent: str) -> None:
    row = BalanceTransaction.objects.get(kind="charge")
    row.pk, row.stripe_id, row.payout, row._state.adding = None, "txn_invented", None, True
    row.payment = None
    row.stripe_payment_intent_id = ""
    last_evening = midnight(timezone.localdate().replace(day=1)) - dt.timedelta(hours=1)
    row.occurred_at = last_evening  # a day later in UTC, and in another month
    row.save()
    last_month = f"{timezone.localdate(last_evening):%Y-%m}"
    assert _differences() == [("month", last_month, "0.00", "581.33")]


def test_payout_missing_at_stripe_is_a_difference(stripe_sandbox: StripeSandbox, intent: str) -> None:
    Payout.objects.create(
        stripe_id="po_invented", amount=5, status="paid", automatic=False, created_at_stripe=timezone.now(),
        arrives_on=dt.date(2026, 12, 4),
    )  # fmt: skip
    assert _differences() == [("payout", "2026-12-04", "0.00", "5.00")]


def test_payment_with_other_sums_than_at_stripe_is_a_difference(
    stripe_sandbox: StripeSandbox, intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Payment.objects.update(amount_refunded=Decimal("98.99"))
    monkeypatch.setattr("payments.recount.sync_payment", lambda _: None)  # so that copying can't repair it
    assert _differences() == [("payment", "Holiday lighting", "500.00", "500.01")]


def test_transactions_in_progress_are_no_difference(
    stripe_sandbox: StripeSandbox, intent: str, customer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("payments.recount.IN_PROGRESS_FOR", IN_PROGRESS_FOR)
    stripe_sandbox.hold_bookings()
    second = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(second.client_secret)
    stripe_sandbox.delay_refunds()
    stripe_sandbox.refund(intent, amount=100)
    stripe_sandbox.deliver()
    for minutes in (0, 115):
        with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=minutes), tick=False):
            assert _differences() == []
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=3), tick=False):
        # By then, the balance transaction should exist.
        assert _differences() == [("payment", "Holiday lighting", "0.00", "599.00")]
        stripe_sandbox.hold_bookings(False)
        assert _differences() == []


def test_task_runs_once_a_day_from_six_am_eastern(stripe_sandbox: StripeSandbox) -> None:
    # 5:58 AM, 6:02 AM and 6:12 AM in Eastern time, and the next morning
    for moment, count in (("T10:58", 0), ("T11:02", 1), ("T11:12", 1)):
        with time_machine.travel(f"2026-12-01{moment}:00+00:00"):
            tasks.recount_payments(0)
            assert Recount.objects.count() == count
    with time_machine.travel("2026-12-02T15:32:00+00:00"):
        tasks.recount_payments(0)
        assert Recount.objects.count() == 2


def test_recount_stores_nothing_while_stripe_is_down(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    tasks.recount_payments(0)
    with pytest.raises(PaymentsUnavailable):
        recount()
    with pytest.raises(CommandError):
        call_command("recount_stripe")
    assert Recount.objects.count() == 0


def test_command_prints_differences(stripe_sandbox: StripeSandbox, intent: str, capsys: Any) -> None:
    call_command("recount_stripe")
    assert "Matches Stripe to the cent" in capsys.readouterr().out
    Payout.objects.update(amount=Decimal("1.00"), status="paid")
    call_command("recount_stripe")  # repaired
    BalanceTransaction.objects.filter(kind="refund").update(amount=Decimal("-98.00"), net=Decimal("-98.00"))
    with pytest.raises(CommandError, match="3 differences"):
        call_command("recount_stripe")
    assert "Stripe 482.33, here 483.33" in capsys.readouterr().out
