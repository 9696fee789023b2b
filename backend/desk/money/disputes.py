"""Disputes: payments that a customer's bank wants back, and our responses."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.shortcuts import get_object_or_404

from accounts.models import User
from common.days import midnight
from common.literals import written_out
from common.seasons import season_of
from desk.money.evidence import Proof, Records
from desk.money.naming import payer_of
from desk.queue.subjects import PAYERS
from payments.disputes import request_response
from payments.models import (
    DISPUTED_PAYMENTS,
    DISPUTES_LOST,
    DISPUTES_WON,
    BalanceKind,
    BalanceTransaction,
    DisputeAction,
    DisputeResponse,
    Payment,
    ResponseStatus,
    disputed_amount,
)

# Stripe's reasons in plain English (Stripe documentation, "Dispute reason codes").
_REASONS = {
    "bank_cannot_process": "The bank can't process the payment",
    "check_returned": "The check was returned",
    "credit_not_processed": "A refund is missing",
    "customer_initiated": "The customer asked the bank for the money",
    "debit_not_authorized": "The payment wasn't authorized",
    "duplicate": "Paid twice for the same thing",
    "fraudulent": "The cardholder didn't authorize this payment",
    "incorrect_account_details": "The account details are wrong",
    "insufficient_funds": "The account didn't have enough money",
    "noncompliant": "The payment broke a rule of the card network",
    "product_not_received": "Service not received",
    "product_unacceptable": "Service not as described",
    "subscription_canceled": "Charged after the subscription was canceled",
    "unrecognized": "The cardholder doesn't recognize this payment",
}
_NO_REASON = "No reason given"


@dataclass(frozen=True)
class Dispute:
    """An open dispute. ``deadline`` is None if the bank has a response or accepts none; ``response`` is our latest
    one.
    """

    payment: Payment
    amount: Decimal
    customer: str
    customer_key: str | None
    invoice_id: UUID | None
    quote_id: UUID | None
    tree_order_id: UUID | None
    proofs: list[Proof]
    response: DisputeResponse | None

    @property
    def deadline(self) -> dt.datetime | None:
        return self.payment.bank_deadline

    @property
    def reason(self) -> str:
        """The bank's reason in plain English."""
        return _REASONS.get(self.payment.dispute_reason, _NO_REASON)

    @property
    def action(self) -> str:
        """Our decision, blank if there is none or if Stripe rejected it."""
        return "" if self.refused or self.response is None else self.response.action

    @property
    def is_sending(self) -> bool:
        """Return whether Stripe has not confirmed our response."""
        return self.response is not None and self.response.status == ResponseStatus.REQUESTED

    @property
    def refused(self) -> bool:
        """Whether Stripe rejected our latest response or could not be reached."""
        return self.response is not None and self.response.status in (ResponseStatus.REFUSED, ResponseStatus.UNSENT)


@dataclass(frozen=True)
class Disputes:
    """The open disputes, earliest deadline first, and how many of this season's (July to June) were won and lost."""

    open: list[Dispute]
    won: int
    lost: int


def read_disputes() -> Disputes:
    """Return the disputes, with a fixed number of queries."""
    payments = list(_open())
    records = Records(payments)
    return Disputes(
        [_dispute(payment, records) for payment in payments],
        won=_decided(DISPUTES_WON),
        lost=_decided(DISPUTES_LOST),
    )


def read_answer(payment_id: UUID) -> dict[str, str]:
    """Return the texts that an answer to a payment's dispute would send, by Stripe's field names. Raises Http404."""
    payment = get_object_or_404(_disputed(), id=payment_id)
    return Records([payment]).evidence(payment)


def answer_dispute(*, payment_id: UUID, by: User, statement: str = "") -> DisputeResponse:
    """Send the bank the evidence on record and what staff add. Raises what ``request_response`` raises."""
    payment = get_object_or_404(_disputed(), id=payment_id)
    evidence = Records([payment]).evidence(payment, statement)
    return request_response(payment_id=payment_id, by=by, action=DisputeAction.ANSWER, evidence=evidence)


def accept_dispute(*, payment_id: UUID, by: User) -> DisputeResponse:
    """Give the money up. Raises what ``request_response`` raises."""
    return request_response(payment_id=payment_id, by=by, action=DisputeAction.ACCEPT)


def _disputed() -> QuerySet[Payment]:
    return Payment.objects.select_related(*PAYERS).filter(written_out(DISPUTED_PAYMENTS))


def _open() -> QuerySet[Payment]:
    responses = DisputeResponse.objects.order_by("-created_at", "-id")
    return (
        _disputed()
        .filter(disputed=True)
        .exclude(dispute_status__in=DISPUTES_LOST)
        .annotate(disputed_amount=disputed_amount())
        .prefetch_related(Prefetch("dispute_responses", responses, to_attr="responses"))
        .order_by(F("bank_deadline").asc(nulls_last=True), "id")
    )


def _dispute(payment: Payment, records: Records) -> Dispute:
    subject = records.subjects[payment.id]
    responses: list[DisputeResponse] = getattr(payment, "responses", [])
    return Dispute(
        payment=payment,
        amount=getattr(payment, "disputed_amount", payment.amount_received),
        customer=subject.get("customer_name") or payer_of(payment),
        customer_key=subject.get("customer_key"),
        invoice_id=subject.get("invoice_id"),
        quote_id=subject.get("quote_id"),
        tree_order_id=subject.get("tree_order_id"),
        proofs=records.proofs(payment),
        response=responses[0] if responses else None,
    )


def _decided(statuses: tuple[str, ...]) -> int:
    """Count the disputes with one of ``statuses`` for which a bank took the money this season."""
    since = midnight(season_of().first)
    taken = BalanceTransaction.objects.filter(payment=OuterRef("id"), kind=BalanceKind.DISPUTE, occurred_at__gte=since)
    decided = Payment.objects.filter(written_out(DISPUTED_PAYMENTS), dispute_status__in=statuses)
    return decided.filter(Exists(taken)).count()
