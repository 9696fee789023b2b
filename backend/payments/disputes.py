"""Responses to disputes, which staff choose on the desk: evidence for the bank, or acceptance of the loss."""

from contextlib import suppress
from uuid import UUID

import stripe
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import User
from common.batches import run_each
from common.errors import Conflict
from common.worker.queues import PAYMENTS
from notifications.planning import plan
from payments import money_emails
from payments.attempts import BATCH_SIZE, GIVE_UP_AFTER, RETRY_FOR_A_DAY, UNREACHABLE_FOR_A_DAY, WORKER_DELAY
from payments.client import PaymentsUnavailable, Refused, client, translate_stripe_errors, write_once
from payments.ledger import disputes_of, sync_payment
from payments.limits import StripeBusy
from payments.models import DISPUTES_WAITING, DisputeAction, DisputeResponse, Payment, ResponseStatus
from payments.values import metadata_value

NOT_WAITING = "The bank isn't waiting for a response to this payment. Reload the page to see what changed."
_REFUSED = "Stripe refused this response, so nothing was sent. Reload the page to see what changed."


@transaction.atomic
def request_response(
    *, payment_id: UUID, by: User, action: DisputeAction, evidence: dict[str, str] | None = None
) -> DisputeResponse:
    """Store a response to the payment's dispute, which the worker sends later if ``send_response`` can't now.

    The same response is stored once while it waits. The keys of ``evidence`` are Stripe's. Raises Http404, and Conflict
    if the bank isn't waiting for a response or another one is on its way.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    waiting = payment.dispute_responses.filter(status=ResponseStatus.REQUESTED).first()
    if waiting and (waiting.action, waiting.evidence) == (action, evidence or {}):
        return waiting
    if waiting:
        raise Conflict("Another response to this dispute is on its way to Stripe.")
    if payment.bank_deadline is None:
        raise Conflict(NOT_WAITING)
    response = DisputeResponse.objects.create(payment=payment, action=action, evidence=evidence or {}, requested_by=by)
    send_response_later.configure(schedule_in=WORKER_DELAY).defer(response_id=str(response.id))
    return response


def send_response(response_id: UUID) -> Payment:
    """Send a response to Stripe, only once no matter how often this is called, and return its payment.

    Call it outside of transactions. If Stripe can't be reached, the response stays ``requested`` and the worker
    retries. Raises Conflict if Stripe refuses it.
    """
    with suppress(PaymentsUnavailable, StripeBusy):  # the desk shows it as requested, and the worker retries for a day
        send_or_raise(response_id, is_watched=True)
    return Payment.objects.for_desk().get(dispute_responses=response_id)


@app.task(queue=PAYMENTS, retry=RETRY_FOR_A_DAY)
def send_response_later(response_id: str) -> None:
    """Send a response that is still waiting. Raises PaymentsUnavailable, which the queue retries."""
    with suppress(Conflict):  # the row has the reason, and the payment stays in Due now until the bank's deadline
        send_or_raise(UUID(response_id))


def give_up_unsent() -> list[Exception]:
    """Try responses that have waited for a day one last time, and email the office about those that fail.

    Return the errors.
    """
    late = DisputeResponse.objects.filter(
        status=ResponseStatus.REQUESTED, created_at__lt=timezone.now() - GIVE_UP_AFTER
    )
    return run_each(late.order_by("created_at").values_list("id", flat=True)[:BATCH_SIZE], _send_or_give_up)


def _send_or_give_up(response_id: UUID) -> None:
    try:
        send_or_raise(response_id)
    except Conflict:
        pass  # the row has the reason
    except PaymentsUnavailable:
        response = DisputeResponse.objects.get(id=response_id)
        _store_outcome(response, ResponseStatus.UNSENT, error=UNREACHABLE_FOR_A_DAY, notify_office=True)


def send_or_raise(response_id: UUID, *, is_watched: bool = False) -> None:
    """Send a response as ``send_response`` does, but raise PaymentsUnavailable and StripeBusy too.

    ``is_watched``: someone at the desk sees the outcome, so a refusal causes no email.
    """
    response = DisputeResponse.objects.select_related("payment").get(id=response_id)
    if response.status != ResponseStatus.REQUESTED:
        return
    intent_id = response.payment.stripe_payment_intent_id
    try:
        _respond_at_stripe(response, intent_id)
    except Conflict as refusal:
        sync_payment(intent_id)
        error = str(refusal.__cause__ or refusal)[:2000]
        _store_outcome(response, ResponseStatus.REFUSED, error=error, notify_office=not is_watched)
        raise Conflict(_REFUSED if isinstance(refusal, Refused) else NOT_WAITING) from refusal
    sync_payment(intent_id)
    _store_outcome(response, ResponseStatus.SENT)


@translate_stripe_errors
def _respond_at_stripe(response: DisputeResponse, intent_id: str) -> None:
    """Answer or close the dispute that waits for a response, unless this response already has.

    Stripe forgets idempotency keys after a day, so the response's ID is in the dispute's metadata. Raises Conflict if
    no dispute waits.
    """
    disputes = disputes_of(intent_id)
    if any(
        metadata_value(each, "response") == str(response.id) and each.status not in DISPUTES_WAITING
        for each in disputes
    ):
        return
    dispute = next((each for each in disputes if each.status in DISPUTES_WAITING), None)
    if dispute is None:
        raise Conflict(NOT_WAITING)
    wanted: stripe.params.DisputeUpdateParams = {"metadata": {"response": str(response.id)}}
    if response.action == DisputeAction.ANSWER:
        wanted |= {"evidence": {**response.evidence}, "submit": True}  # type: ignore[typeddict-item]  # Stripe's names
    else:
        wanted["submit"] = False
    write_once(f"dispute-{response.id}", lambda options: client().v1.disputes.update(dispute.id, wanted, options))
    if response.action == DisputeAction.ACCEPT:
        write_once(f"close-{response.id}", lambda options: client().v1.disputes.close(dispute.id, None, options))


@transaction.atomic
def _store_outcome(
    response: DisputeResponse, status: ResponseStatus, *, error: str = "", notify_office: bool = False
) -> None:
    """Store the outcome, unless another process has."""
    requested = DisputeResponse.objects.filter(id=response.id, status=ResponseStatus.REQUESTED)
    if requested.update(status=status, error=error) and notify_office:
        plan(money_emails.dispute_not_answered, response.payment_id, occasion=str(response.id))
