"""An administrator answers or accepts a dispute: once, at Stripe, and the row follows Stripe."""

import datetime as dt
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from payments.attempts import RETRY_FOR_A_DAY, WORKER_DELAY
from payments.client import PaymentsUnavailable
from payments.models import DisputeResponse, Payment
from payments.reconciliation import reconcile
from payments.tests.factories import make_payment
from testing import cards
from testing.cards import open_intent
from testing.helpers import delivered_to_office, end_waits, in_threads, run_queue, text_of
from testing.payments import StripeSandbox, run_payments_queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payment(stripe_sandbox: StripeSandbox, customer: User) -> Payment:
    """A customer's disputed payment."""
    intent = open_intent(purpose="checkout", reference=None, viewer=customer)
    cards.pay(intent.client_secret)
    stripe_sandbox.deliver()
    [paid] = Payment.objects.all()
    stripe_sandbox.dispute(paid.stripe_payment_intent_id, reason="product_not_received")
    stripe_sandbox.deliver()
    paid.refresh_from_db()
    return paid


def _respond(client: APIClient, payment: Payment, how: str, key: str = "", **body: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/payments/{payment.id}/dispute-{how}", body, format="json", headers=headers)


def _shown(client: APIClient) -> dict[str, Any]:
    response = client.get("/api/desk/disputes")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _at_stripe(sandbox: StripeSandbox) -> dict[str, Any]:
    [dispute] = sandbox.objects("dispute")
    return dispute


def _not_answered(tmp_path: Path) -> list[str]:
    """Return the emails to the office about responses that were not sent."""
    end_waits()
    run_queue()
    subjects = [text_of(email) for email in delivered_to_office(tmp_path)]
    return [text for text in subjects if "did not reach the customer's bank" in text]


def test_answer_is_sent_with_evidence(admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    [before] = _shown(admin_client)["open"]
    assert before["deadline"] is not None
    response = _respond(admin_client, payment, "answer", statement="We came on Friday. ".ljust(2000, "!"))
    assert response.status_code == 200, response.content
    assert response.json()["bankDeadline"] is None
    dispute = _at_stripe(stripe_sandbox)
    assert dispute["status"] == "under_review"
    assert dispute["evidence"]["uncategorized_text"].startswith("We came on Friday.")
    assert dispute["evidence"]["customer_name"] == "Eleanor Hayes"
    [shown] = _shown(admin_client)["open"]
    assert (shown["deadline"], shown["action"], shown["isSending"]) == (None, "answer", False)


def test_repeated_request_answers_once(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    first = _respond(admin_client, payment, "answer", key="the-same-key", statement="Here")
    assert _respond(admin_client, payment, "answer", key="the-same-key", statement="Here").json() == first.json()
    assert DisputeResponse.objects.count() == 1
    assert _respond(admin_client, payment, "answer", statement="Another").status_code == 409
    assert _at_stripe(stripe_sandbox)["evidence"]["uncategorized_text"].startswith("Here")


def test_concurrent_answers_are_sent_once(admin: User, payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    def answer(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_respond(client, payment, "answer", statement="Here").status_code)

    statuses = in_threads(4, answer)
    assert set(statuses) <= {200, 409}
    assert 200 in statuses
    assert DisputeResponse.objects.filter(status="sent").count() == 1
    assert _at_stripe(stripe_sandbox)["evidence_details"]["submission_count"] == 1


def test_accepted_dispute_is_lost(
    admin: User, admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    waiting = DisputeResponse.objects.create(payment=make_payment(), action="accept", requested_by=admin)
    response = _respond(admin_client, payment, "accept")
    assert response.status_code == 200, response.content
    assert _at_stripe(stripe_sandbox)["status"] == "lost"
    waiting.refresh_from_db()
    assert waiting.status == "requested", "that of another payment"
    assert _shown(admin_client)["open"] == []
    assert _respond(admin_client, payment, "answer").status_code == 409


def test_payment_without_open_dispute_takes_no_response(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.close_dispute(_at_stripe(stripe_sandbox)["id"], won=True)
    stripe_sandbox.deliver()
    assert _respond(admin_client, payment, "answer").status_code == 409
    assert _respond(admin_client, payment, "accept").status_code == 409
    assert not DisputeResponse.objects.exists()


@pytest.mark.parametrize("how", ["answer", "accept"])
def test_response_goes_to_waiting_dispute_and_not_to_newer_closed_one(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, how: str
) -> None:
    [waiting] = stripe_sandbox.objects("dispute")
    with stripe_sandbox.store.transaction():  # the bank disputes another part of the charge
        charge = stripe_sandbox.store.require(waiting["charge"])
        stripe_sandbox.store.save({**charge, "disputed": False})
    newer = stripe_sandbox.dispute(payment.stripe_payment_intent_id)
    stripe_sandbox.close_dispute(newer["id"], won=True)
    stripe_sandbox.deliver()
    [shown] = _shown(admin_client)["open"]
    assert (shown["reason"], shown["deadline"] is None) == ("Service not received", False)
    assert _respond(admin_client, payment, how).status_code == 200
    statuses = {each["id"]: each["status"] for each in stripe_sandbox.objects("dispute")}
    assert statuses == {waiting["id"]: "under_review" if how == "answer" else "lost", newer["id"]: "won"}


@pytest.mark.parametrize("is_busy", [False, True], ids=["down", "busy"])
def test_answer_is_sent_later_when_stripe_is_down_or_busy(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, settings: Any, is_busy: bool
) -> None:
    if is_busy:
        settings.STRIPE_CONCURRENT_REQUESTS = 0
    else:
        stripe_sandbox.faults.add("503", path="disputes", count=None)
    response = _respond(admin_client, payment, "answer", statement="Here")
    assert response.status_code == 200, response.content
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], shown["action"]) == (True, "answer")
    assert _respond(admin_client, payment, "answer", statement="Here").status_code == 200  # the same response again
    # Another statement would silently be lost, and an acceptance would contradict the answer.
    assert _respond(admin_client, payment, "answer", statement="We have a photo").status_code == 409
    assert _respond(admin_client, payment, "accept").status_code == 409
    assert DisputeResponse.objects.count() == 1
    end_waits()
    run_payments_queue()  # the worker's first attempt fails too
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    assert _at_stripe(stripe_sandbox)["status"] == "under_review"
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], shown["deadline"]) == (False, None)


@pytest.mark.parametrize("fails", ["disputes", "close"])
def test_repeated_acceptance_is_sent_once(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, fails: str
) -> None:
    """Even if Stripe got the response's ID before and only the dispute is still open."""
    stripe_sandbox.faults.add("503", path=fails, count=20)
    for _ in range(2):
        assert _respond(admin_client, payment, "accept").status_code == 200
    assert DisputeResponse.objects.count() == 1
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    assert _at_stripe(stripe_sandbox)["status"] == "lost"


def test_late_answer_is_refused_and_shown_as_refused(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.respond_to_dispute(_at_stripe(stripe_sandbox)["id"])  # in Stripe's dashboard, not delivered yet
    response = _respond(admin_client, payment, "answer")
    assert response.status_code == 409
    assert response.json()["message"].startswith("The bank isn't waiting for a response to this payment.")
    [shown] = _shown(admin_client)["open"]
    assert (shown["refused"], shown["deadline"]) == (True, None)


def test_answer_unsent_for_a_day_is_emailed_and_can_be_repeated(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    stripe_sandbox.faults.add("503", path="disputes", count=None)
    _respond(admin_client, payment, "answer", statement="Here")
    DisputeResponse.objects.update(created_at=timezone.now() - dt.timedelta(hours=26))
    with suppress(PaymentsUnavailable):
        reconcile()
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], shown["refused"], shown["action"]) == (False, True, "")
    assert [row["status"] for row in admin_client.get("/api/desk/queue?kind=payment").json()] == ["disputed"]
    [email] = _not_answered(tmp_path)
    until = timezone.localtime(payment.bank_deadline)
    assert f"in Stripe's dashboard, by {until:%B %-d, %Y}." in email
    assert "Reason: Stripe could not be reached for a day." in email
    end_waits()
    run_payments_queue()  # the waiting job sends nothing, since the office decides now
    stripe_sandbox.faults.clear()
    assert _at_stripe(stripe_sandbox)["status"] == "needs_response"
    assert _respond(admin_client, payment, "answer", statement="Again").status_code == 200
    assert _at_stripe(stripe_sandbox)["status"] == "under_review"
    [shown] = _shown(admin_client)["open"]
    assert (shown["refused"], shown["action"]) == (False, "answer")


def test_answer_is_not_given_up_before_last_retry(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    stripe_sandbox.faults.add("503", path="disputes", count=None)
    _respond(admin_client, payment, "answer", statement="Here")
    waits = [RETRY_FOR_A_DAY.exponential_wait**attempt for attempt in range(1, (RETRY_FOR_A_DAY.max_attempts or 0) + 1)]
    tried = dt.timedelta(**WORKER_DELAY) + dt.timedelta(seconds=sum(waits))
    DisputeResponse.objects.update(created_at=timezone.now() - tried)
    with suppress(PaymentsUnavailable):
        reconcile()
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], _not_answered(tmp_path)) == (True, [])


@pytest.mark.parametrize("is_last_attempt", [False, True])
def test_office_is_not_emailed_about_unsent_answer_when_bank_no_longer_waits(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox, tmp_path: Path, is_last_attempt: bool
) -> None:
    stripe_sandbox.faults.add("503", path="disputes", count=20)
    _respond(admin_client, payment, "answer", statement="Here")
    stripe_sandbox.faults.clear()
    stripe_sandbox.respond_to_dispute(_at_stripe(stripe_sandbox)["id"])  # in Stripe's dashboard
    if is_last_attempt:
        DisputeResponse.objects.update(created_at=timezone.now() - dt.timedelta(hours=26))
        call_command("reconcile_stripe")  # which fails if the reconciliation has errors
    else:
        end_waits()
        run_payments_queue()
    response = DisputeResponse.objects.get()
    assert (response.status, response.error[:27]) == ("refused", "The bank isn't waiting for ")
    assert _not_answered(tmp_path) == []
