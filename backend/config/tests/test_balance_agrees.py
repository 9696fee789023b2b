"""Five hundred mixed payments while processes are killed: Stripe's balance and ours agree to the cent.

Deposits, remainders, trees, checkouts and storage are paid, refunded (also by halves, in Stripe's dashboard, and with
refunds that fail later), disputed and paid out, around the ends of two months. Processes are killed at any statement
and after any call to Stripe, and most webhooks are lost. The reconciliation does what is left.
"""

import datetime as dt
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import Any, TypeVar
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from common.errors import DomainError
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from payments.client import LimitedClient
from payments.hooks import PaymentPart
from payments.models import BalanceKind, BalanceTransaction, Payment, Payout, Refund, RefundStatus
from payments.prices import sync_catalog
from payments.reconciliation import reconcile
from payments.recount import recount
from payments.refunds import request_refund, send_or_raise
from storage.subscribing import begin_subscription, finish_subscription
from storage.tests.factories import make_address
from stripe_sandbox import SECRET_KEY
from stripe_sandbox.api import ApiRequest
from stripe_sandbox.errors import ApiError
from testing.cards import open_intent
from testing.payments import StripeSandbox, run_payments_queue
from trees.models import TreePayment
from trees.tests.factories import make_tree_order

T = TypeVar("T")

PAYMENTS, PEOPLE, SEED = 500, 6, 17
EASTERN = ZoneInfo("America/New_York")
# Each starts shortly before or after the end of a month in Eastern time, which differs from UTC.
MOMENTS = [
    dt.datetime(2026, 12, 31, 23, 58, tzinfo=EASTERN),
    dt.datetime(2027, 1, 31, 21, 30, tzinfo=EASTERN),
    dt.datetime(2027, 2, 1, 0, 5, tzinfo=EASTERN),
]
KILLED_PER_STATEMENT, KILLED_PER_CALL = 0.003, 0.01


class Killed(BaseException):
    """A killed process: nothing catches this, and the database rolls back the transaction."""


class Killer:
    """Kills at random while it is ``armed``."""

    def __init__(self) -> None:
        self.chance = random.Random(SEED)
        self.armed = False
        self.kills = 0

    def maybe(self, share: float) -> None:
        """Kill the process with this probability."""
        if self.armed and self.chance.random() < share:
            self.kills += 1
            raise Killed

    def at_statement(self, execute: Callable[..., Any], *given: Any) -> Any:
        """Run a statement, or be killed before it."""
        self.maybe(KILLED_PER_STATEMENT)
        return execute(*given)

    def run(self, step: Callable[[], T]) -> T | None:
        """Run a step, or return None if it is killed or refused."""
        self.armed = True
        try:
            with connection.execute_wrapper(self.at_statement):
                return step()
        except (Killed, DomainError, ApiError):
            return None
        finally:
            self.armed = False


@pytest.fixture
def killer(monkeypatch: pytest.MonkeyPatch) -> Killer:
    """Kills after calls to Stripe, and at statements within its ``run``."""
    made = Killer()
    call = LimitedClient.request_with_retries

    def call_and_die(self: LimitedClient, *given: Any, **named: Any) -> Any:
        response = call(self, *given, **named)
        made.maybe(KILLED_PER_CALL)
        return response

    monkeypatch.setattr(LimitedClient, "request_with_retries", call_and_die)
    monkeypatch.setattr("payments.reconciliation.PATIENCE", dt.timedelta(0))
    monkeypatch.setattr("payments.reconciliation.PAUSE_DIVISOR", 10**9)
    monkeypatch.setattr("payments.recount.IN_PROGRESS_FOR", dt.timedelta(seconds=-5))
    return made


class Season:
    """Customers, and what happens to their money."""

    def __init__(self, sandbox: StripeSandbox, killer: Killer) -> None:
        self.sandbox, self.killer, self.chance = sandbox, killer, random.Random(SEED)
        self.admin = User.objects.create_superuser("ada@example.com")
        self.intents: list[str] = []
        self.people = [User.objects.create_user(f"person{number}@example.com") for number in range(PEOPLE)]
        sync_catalog()
        self.plans = [self._subscribe(person) for person in self.people]
        self.deposits: list[Invoice] = []

    def _subscribe(self, person: User) -> str:
        home = make_address(person)
        row = begin_subscription(user=person, plan="consumer", address_id=home.id)
        made = finish_subscription(user=person, subscription_id=row.id, plan="consumer", address_id=home.id)
        self._confirm(made.client_secret or "")
        return made.subscription.stripe_subscription_id

    def pay(self, number: int) -> None:
        """Let someone pay for something, with retries."""
        kind, person = number % 5, self.people[number % PEOPLE]
        if kind == 0:
            self._pay("checkout", None, AnonymousUser())
        elif kind == 1:
            order = make_tree_order(user=person)
            self._pay("tree_order", order, person)
        elif kind == 2:
            price = Decimal(self.chance.randrange(20_000, 150_000)) / 100
            today = timezone.localdate()
            self.deposits.append(
                make_invoice(
                    user=person, amount=price, first_amount=price / 4, first_due_date=today, from_acceptance=True
                )
            )
            self._pay("invoice", self.deposits[-1], person, PaymentPart.FIRST)
        elif (
            kind == 3 and len(self.deposits) > 10
        ):  # usually some time later, and perhaps before we know of the deposit
            invoice = self.deposits.pop(self.chance.randrange(len(self.deposits)))
            self._pay("invoice", invoice, invoice.user, PaymentPart.ALL)
        else:
            self.sandbox.renew(self.chance.choice(self.plans))

    def _pay(self, purpose: str, row: Any, viewer: Any, part: PaymentPart = PaymentPart.ALL) -> None:
        def ask() -> Any:
            return open_intent(purpose=purpose, reference=row and row.id, viewer=viewer, part=part)

        for _ in range(20):
            if intent := self.killer.run(ask):
                with suppress(KeyError):  # already paid
                    self._confirm(intent.client_secret)
                return
            reconcile()  # finds payments from before the process died

    def _confirm(self, client_secret: str) -> None:
        """Pay as a customer's browser does."""
        self.intents.append(client_secret.split("_secret_")[0])
        path = f"/v1/payment_intents/{self.intents[-1]}/confirm"
        body = urlencode({"payment_method": "pm_card_visa", "return_url": "https://shop.example/"})
        headers = {"authorization": f"Bearer {SECRET_KEY}"}
        self.sandbox.api.respond(ApiRequest("POST", path, body=body, headers=headers))

    def happen(self) -> None:
        """Let something happen to an earlier payment."""
        intent = self.chance.choice(self.intents)
        part = self.chance.randrange(1, 30_000)
        what = self.chance.randrange(12)
        if what < 4:
            self.killer.run(lambda: self._refund(intent, None if what == 0 else part))
        elif what == 4:
            self.sandbox.delay_refunds()
        elif what == 5:
            self.killer.run(lambda: self.sandbox.refund(intent, amount=part))
        elif what in (6, 7):
            self._end_refund()
        elif what == 8:
            self.killer.run(lambda: self.sandbox.dispute(intent))
        elif what == 9:
            self._end_dispute()
        elif what == 10:
            self.sandbox.adjust(-self.chance.randrange(1, 500), "Fee for Radar", fee=True)
        else:
            self._pay_out()

    def _refund(self, intent: str, cents: int | None) -> None:
        payment = Payment.objects.filter(stripe_payment_intent_id=intent).first()
        if payment:
            amount = Decimal(cents) / 100 if cents else None
            send_or_raise(request_refund(payment_id=payment.id, by=self.admin, reason="Rain", amount=amount).id)

    def _end_refund(self) -> None:
        refunds = self.sandbox.objects("refund")
        if refunds:
            refund, end = self.chance.choice(refunds), self.chance.choice(["fail_refund", "finish_refund"])
            self.killer.run(lambda: getattr(self.sandbox, end)(refund["id"]))

    def _end_dispute(self) -> None:
        for dispute in self.sandbox.objects("dispute", status="needs_response")[:1]:
            self.sandbox.close_dispute(dispute["id"], won=self.chance.random() < 0.5)

    def _pay_out(self) -> None:
        for payout in self.sandbox.objects("payout", status="in_transit"):
            # How many calls are killed depends on the machine, but one payout fails in any case.
            fails = self.chance.random() < 0.3 or not self.sandbox.objects("payout", status="failed")
            (self.sandbox.fail_payout if fails else self.sandbox.advance_payout)(payout["id"])
        for payout in self.sandbox.objects("payout", status="pending"):
            self.sandbox.advance_payout(payout["id"])
        self.killer.run(self.sandbox.pay_out)

    def settle(self) -> None:
        """Run everything undisturbed until all payouts have left."""
        self.sandbox.hold_bookings(False)
        for payout in self.sandbox.objects("payout", status="pending"):
            self.sandbox.advance_payout(payout["id"])
        self.sandbox.deliver()
        for refund in Refund.objects.filter(status=RefundStatus.REQUESTED):
            with suppress(DomainError):  # Stripe refuses it: the charge is disputed, for example
                send_or_raise(refund.id)
        for _ in range(2):
            assert reconcile() == 0


@pytest.fixture
def season(stripe_sandbox: StripeSandbox, killer: Killer) -> Iterator[Season]:
    """A season in which most webhooks are lost or arrive twice."""
    with time_machine.travel(MOMENTS[0]):
        stripe_sandbox.set_webhooks(drop_share=0.95, repeat=1, seed=SEED)
        stripe_sandbox.store.most_per_page = 100  # as at Stripe, since there are many
        yield Season(stripe_sandbox, killer)


def _cents(dollars: Decimal) -> int:
    return int(dollars * 100)


def _month(at: dt.datetime) -> str:
    return f"{at.astimezone(EASTERN):%Y-%m}"


def _months_at_stripe(sandbox: StripeSandbox) -> dict[tuple[str, str], tuple[int, int, int]]:
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in sandbox.objects("balance_transaction"):
        at = dt.datetime.fromtimestamp(one["created"], dt.UTC)
        kind = one["reporting_category"]
        each = sums[_month(at), kind if kind in BalanceKind.values else "other"]
        each[:] = each[0] + 1, each[1] + one["amount"], each[2] + one["fee"]
    return {key: (count, amount, fee) for key, (count, amount, fee) in sums.items()}


def _months_here() -> dict[tuple[str, str], tuple[int, int, int]]:
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in BalanceTransaction.objects.all():
        each = sums[_month(row.occurred_at), row.kind]
        each[:] = each[0] + 1, each[1] + _cents(row.amount), each[2] + _cents(row.fee)
    return {key: (count, amount, fee) for key, (count, amount, fee) in sums.items()}


def _payouts_at_stripe(sandbox: StripeSandbox) -> dict[str, tuple[str, int, set[str]]]:
    content: dict[str, set[str]] = defaultdict(set)
    with sandbox.store.transaction():
        for one in sandbox.store.select("balance_transaction"):
            if one["_payout"] and one["source"] != one["_payout"]:
                content[one["_payout"]].add(one["id"])
    return {one["id"]: (one["status"], one["amount"], content[one["id"]]) for one in sandbox.objects("payout")}


def _payouts_here() -> dict[str, tuple[str, int, set[str]]]:
    return {
        row.stripe_id: (row.status, _cents(row.amount), {one.stripe_id for one in row.transactions.all()})
        for row in Payout.objects.prefetch_related("transactions")
    }


@pytest.mark.django_db(transaction=True)
def test_stripes_balance_and_ours_agree_to_the_cent(season: Season, killer: Killer) -> None:
    sandbox = season.sandbox
    for part, moment in enumerate(MOMENTS):
        with time_machine.travel(moment):
            for number in range(part * PAYMENTS // 3, (part + 1) * PAYMENTS // 3):
                season.pay(number)
                if number % 3 == 0:
                    season.happen()
                if number % 80 == 0:
                    killer.run(lambda: sandbox.deliver() and None)
                if number % 80 == 40:
                    killer.run(reconcile)
            run_payments_queue()
            season.settle()
            assert recount().differences == []

    assert killer.kills > 20
    charges = sandbox.charges()
    assert len(charges) >= PAYMENTS
    assert set(Counter(charge["payment_intent"] for charge in charges).values()) == {1}
    ours = Payment.objects.filter(status="succeeded")
    assert {
        row.stripe_payment_intent_id: (_cents(row.amount_received), _cents(row.amount_refunded)) for row in ours
    } == {charge["payment_intent"]: (charge["amount"], charge["amount_refunded"]) for charge in charges}
    assert _months_here() == _months_at_stripe(sandbox)
    assert len({month for month, _ in _months_here()}) >= 3
    assert _payouts_here() == _payouts_at_stripe(sandbox)
    assert {status for status, _, _ in _payouts_here().values()} >= {"paid", "failed", "in_transit"}
    for rows, purpose in (
        (InvoicePayment.objects.filter(method="card"), "invoice"),
        (TreePayment.objects, "tree_order"),
    ):
        sums = rows.aggregate(paid=Sum("amount"), refunded=Sum("amount_refunded"))
        assert sums == ours.filter(purpose=purpose).aggregate(
            paid=Sum("amount_received"), refunded=Sum("amount_refunded")
        )
