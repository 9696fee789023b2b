"""An administrator answers or accepts a dispute: once, at Stripe, and the row follows what Stripe says."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from payments.intents import open_intent
from payments.models import DisputeResponse, Payment
from testing import cards
from testing.helpers import end_waits, in_threads
from testing.payments import StripeSandbox, run_payments_queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payment(stripe_sandbox: StripeSandbox, customer: User) -> Payment:
    """A customer's payment that their bank wants back."""
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


def test_answer_is_sent_with_what_we_know(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    [before] = _shown(admin_client)["open"]
    assert before["deadline"] is not None
    response = _respond(admin_client, payment, "answer", statement="We came on Friday.")
    assert response.status_code == 200, response.content
    assert response.json()["bankDeadline"] is None
    dispute = _at_stripe(stripe_sandbox)
    assert dispute["status"] == "under_review"
    assert dispute["evidence"]["uncategorized_text"].startswith("We came on Friday.")
    assert dispute["evidence"]["customer_name"] == "Eleanor Hayes"
    [shown] = _shown(admin_client)["open"]
    assert (shown["deadline"], shown["action"], shown["isSending"]) == (None, "answer", False)


def test_same_request_again_answers_once(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    first = _respond(admin_client, payment, "answer", key="the-same-key", statement="Here")
    assert _respond(admin_client, payment, "answer", key="the-same-key", statement="Here").json() == first.json()
    assert DisputeResponse.objects.count() == 1
    assert _respond(admin_client, payment, "answer", statement="Another").status_code == 409
    assert _at_stripe(stripe_sandbox)["evidence"]["uncategorized_text"].startswith("Here")


def test_two_answers_at_once_are_one(admin: User, payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    def answer(_: int) -> int:
        client = APIClient()
        client.force_login(admin)
        return int(_respond(client, payment, "answer", statement="Here").status_code)

    statuses = in_threads(4, answer)
    assert set(statuses) <= {200, 409}
    assert 200 in statuses
    assert DisputeResponse.objects.filter(status="sent").count() == 1
    assert _at_stripe(stripe_sandbox)["evidence_details"]["submission_count"] == 1


def test_accepted_dispute_is_lost(admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox) -> None:
    response = _respond(admin_client, payment, "accept")
    assert response.status_code == 200, response.content
    assert _at_stripe(stripe_sandbox)["status"] == "lost"
    assert _shown(admin_client)["open"] == []
    assert _respond(admin_client, payment, "answer").status_code == 409


def test_payment_that_no_bank_wants_back_takes_no_response(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.close_dispute(_at_stripe(stripe_sandbox)["id"], won=True)
    stripe_sandbox.deliver()
    assert _respond(admin_client, payment, "answer").status_code == 409
    assert _respond(admin_client, payment, "accept").status_code == 409
    assert not DisputeResponse.objects.exists()


def test_answer_while_stripe_is_down_is_saved_and_sent_later(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.faults.add("503", path="disputes", count=20)
    response = _respond(admin_client, payment, "answer", statement="Here")
    assert response.status_code == 200, response.content
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], shown["action"]) == (True, "answer")
    assert _respond(admin_client, payment, "accept").status_code == 409  # the opposite is on its way
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    assert _at_stripe(stripe_sandbox)["status"] == "under_review"
    [shown] = _shown(admin_client)["open"]
    assert (shown["isSending"], shown["deadline"]) == (False, None)


def test_answer_that_comes_too_late_is_refused_and_shows(
    admin_client: APIClient, payment: Payment, stripe_sandbox: StripeSandbox
) -> None:
    stripe_sandbox.respond_to_dispute(_at_stripe(stripe_sandbox)["id"])  # in Stripe's dashboard, not delivered yet
    assert _respond(admin_client, payment, "answer").status_code == 409
    [shown] = _shown(admin_client)["open"]
    assert (shown["refused"], shown["deadline"]) == (True, None)
