"""Responses to disputes that staff decide on at the desk: evidence for the bank, or giving the money up."""

from contextlib import suppress
from uuid import UUID

import stripe
from django.db import transaction
from django.shortcuts import get_object_or_404
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app
from procrastinate.types import TimeDeltaParams

from accounts.models import User
from common.errors import Conflict
from common.worker.queues import PAYMENTS
from payments.client import PaymentsUnavailable, Refused, client, translate_stripe_errors, write_once
from payments.ledger import sync_payment
from payments.models import DisputeAction, DisputeResponse, Payment, ResponseStatus
from payments.values import metadata_value

# The browser waits for the first attempt, so the worker's begins after that has ended.
_WORKER_WAITS: TimeDeltaParams = {"seconds": 60}
_FOR_A_DAY = RetryStrategy(max_attempts=8, exponential_wait=4)
# The bank waits for a response.
_WAITS = ("needs_response", "warning_needs_response")
NOT_WAITING = "The bank isn't waiting for a response to this payment. Reload the page to see what changed."
_REFUSED = "Stripe refused this response, so nothing was sent. Reload the page to see what changed."


@transaction.atomic
def request_response(
    *, payment_id: UUID, by: User, action: DisputeAction, evidence: dict[str, str] | None = None
) -> DisputeResponse:
    """Store a response to the payment's dispute, which the worker sends to Stripe later if ``send_response`` does not
    get through now. The same decision again, while it waits, is the same response.

    ``evidence`` has Stripe's names of text evidence. Raises Http404, and Conflict if the bank doesn't wait for a
    response, or if the opposite was decided and is on its way.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    waiting = payment.dispute_responses.filter(status=ResponseStatus.REQUESTED).first()
    if waiting and waiting.action == action:
        return waiting
    if waiting:
        raise Conflict("Another response to this dispute is on its way to Stripe.")
    if payment.bank_deadline is None:
        raise Conflict(NOT_WAITING)
    response = DisputeResponse.objects.create(payment=payment, action=action, evidence=evidence or {}, requested_by=by)
    send_response_later.configure(schedule_in=_WORKER_WAITS).defer(response_id=str(response.id))
    return response


def send_response(response_id: UUID) -> Payment:
    """Send a response to Stripe, once no matter how often this is called, and return its payment.

    Call it outside of transactions. If Stripe can't be reached, the response stays requested and the worker goes on.
    Raises Conflict if Stripe refuses it.
    """
    with suppress(PaymentsUnavailable):  # the dispute shows it, and the worker tries for a day
        send_or_raise(response_id)
    return Payment.objects.for_desk().get(dispute_responses=response_id)


@app.task(queue=PAYMENTS, retry=_FOR_A_DAY)
def send_response_later(response_id: str) -> None:
    """Send a response that the browser's request could not. Raises PaymentsUnavailable, which the queue retries."""
    with suppress(Conflict):  # the row has the reason, and the payment stays in the queue until the bank's deadline
        send_or_raise(UUID(response_id))


def send_or_raise(response_id: UUID) -> None:
    """Do the same as ``send_response``. Raises PaymentsUnavailable too."""
    response = DisputeResponse.objects.select_related("payment").get(id=response_id)
    if response.status != ResponseStatus.REQUESTED:
        return
    intent_id = response.payment.stripe_payment_intent_id
    try:
        _tell_stripe(response, intent_id)
    except Conflict as refusal:
        sync_payment(intent_id)
        _end(response, ResponseStatus.REFUSED, error=str(refusal.__cause__ or refusal)[:2000])
        raise Conflict(_REFUSED if isinstance(refusal, Refused) else NOT_WAITING) from refusal
    sync_payment(intent_id)
    _end(response, ResponseStatus.SENT)


@translate_stripe_errors
def _tell_stripe(response: DisputeResponse, intent_id: str) -> None:
    """Answer or close the dispute that waits. Stripe forgets idempotency keys after a day, but not what we wrote into
    the dispute. Raises Conflict if none waits and this response did not end one.
    """
    disputes = client().v1.disputes.list({"payment_intent": intent_id, "limit": 100}).data
    if any(metadata_value(each, "response") == str(response.id) and each.status not in _WAITS for each in disputes):
        return
    dispute = next((each for each in disputes if each.status in _WAITS), None)
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


def _end(response: DisputeResponse, status: ResponseStatus, *, error: str = "") -> None:
    """Store the outcome, unless another process has."""
    DisputeResponse.objects.filter(id=response.id, status=ResponseStatus.REQUESTED).update(status=status, error=error)
