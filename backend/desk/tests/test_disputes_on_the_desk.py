"""Administrators see open disputes with deadlines and evidence, and can answer or accept them."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from desk.tests.money import eastern, make_transaction
from invoices.models import InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.models import Job
from payments.models import DisputeResponse, Payment
from payments.tests.factories import make_payment
from quotes.models import Quote, QuoteComment
from quotes.tests.factories import make_quote
from quotes.tests.proposals import accept, ids, make_proposal
from trees.models import TreePayment
from trees.tests.factories import make_tree_order

NOVEMBER = eastern(2026, 11, 20, 15)
DEADLINE = eastern(2026, 11, 24, 19)


def _disputes(client: APIClient, now: dt.datetime = NOVEMBER) -> dict[str, Any]:
    with time_machine.travel(now, tick=False):
        response = client.get("/api/desk/disputes")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def _make_disputed(**changes: Any) -> Payment:
    return make_payment(
        **{
            "disputed": True, "dispute_status": "needs_response", "dispute_reason": "product_not_received",
            "bank_deadline": DEADLINE, **changes,
        }
    )  # fmt: skip


def _paid_invoice(quote: Quote, **changes: Any) -> Payment:
    invoice = make_invoice(quote=quote, bill_to_name=quote.full_name, bill_to_email=quote.email)
    payment = _make_disputed(purpose="invoice", reference=invoice.id, description=f"Invoice {invoice}", **changes)
    InvoicePayment.objects.create(invoice=invoice, payment=payment, method="card", amount="599.00")
    return payment


def test_dispute_shows_customer_amount_reason_and_deadline(admin_client: APIClient) -> None:
    payment = _paid_invoice(make_quote(full_name="Omar Haddad"))
    for kind, amount in (("dispute", "-599.00"), ("dispute_reversal", "599.00")):  # an earlier one, which we won
        make_transaction(kind, amount, NOVEMBER, payment=payment)
    make_transaction("dispute", "-242.00", NOVEMBER, fee="15.00", payment=payment)
    [dispute] = _disputes(admin_client)["open"]
    assert (dispute["customer"], dispute["amount"]) == ("Omar Haddad", "242.00")
    assert (dispute["reason"], dispute["deadline"]) == ("Service not received", "2026-11-25T00:00:00Z")
    assert dispute["document"] == payment.description
    assert (dispute["action"], dispute["isSending"], dispute["refused"]) == ("", False, False)


def test_dispute_names_customer_of_assigned_payment(
    admin_client: APIClient, admin: User, customer: User, outsider: User
) -> None:
    quote, order = make_quote(full_name="Omar Haddad"), make_tree_order(customer_name="Pat Nolan")
    make_quote(full_name="Somebody Else"), make_tree_order(customer_name="Another One")
    for kind, id_ in [("quote", quote.id), ("tree_order", order.id), ("user", customer.id)]:
        _make_disputed(assigned_kind=kind, assigned_id=id_, assigned_by=admin, assigned_at=NOVEMBER)
    _make_disputed(payer_name="J. Doe")
    disputes = _disputes(admin_client)["open"]
    assert [each["customer"] for each in disputes] == ["Omar Haddad", "Pat Nolan", "Eleanor Hayes", "J. Doe"]
    assert [each["treeOrderId"] for each in disputes] == [None, str(order.id), None, None]
    assert disputes[2]["customerKey"] == str(customer.id)


def test_bank_inquiry_is_about_the_whole_payment(admin_client: APIClient) -> None:
    _make_disputed(dispute_status="warning_needs_response", dispute_reason="general")
    [dispute] = _disputes(admin_client)["open"]
    assert (dispute["amount"], dispute["reason"]) == ("599.00", "No reason given")


def test_each_reason_of_a_bank_is_in_words(admin_client: APIClient) -> None:
    reasons = [
        "bank_cannot_process", "check_returned", "credit_not_processed", "customer_initiated", "debit_not_authorized",
        "duplicate", "fraudulent", "incorrect_account_details", "insufficient_funds", "noncompliant",
        "product_not_received", "product_unacceptable", "subscription_canceled", "unrecognized",
    ]  # fmt: skip
    for reason in reasons:
        _make_disputed(dispute_reason=reason)
    words = {dispute["reason"] for dispute in _disputes(admin_client)["open"]}
    assert len(words - {"No reason given"}) == len(reasons)


def test_disputes_are_sorted_by_deadline_with_answered_ones_last(admin_client: APIClient) -> None:
    later = _make_disputed(bank_deadline=DEADLINE + dt.timedelta(days=2))
    answered = _make_disputed(dispute_status="under_review", bank_deadline=None)
    first = _make_disputed()
    ids = [row["id"] for row in _disputes(admin_client)["open"]]
    assert ids == [str(each.id) for each in (first, later, answered)]


def test_disputes_decided_this_season_are_counted(admin_client: APIClient) -> None:
    for status, at in [
        ("won", eastern(2026, 7, 1, 0)), ("won", eastern(2026, 6, 30, 23)), ("lost", NOVEMBER), ("lost", NOVEMBER),
    ]:  # fmt: skip
        payment = _make_disputed(dispute_status=status, disputed=status == "lost", bank_deadline=None)
        make_transaction("dispute", "-599.00", at, payment=payment)
        make_transaction("dispute_reversal", "599.00", NOVEMBER, payment=payment)
    undecided = _make_disputed(dispute_status="under_review", bank_deadline=None)
    make_transaction("dispute", "-599.00", NOVEMBER, payment=undecided)
    body = _disputes(admin_client)
    assert ([each["id"] for each in body["open"]], body["won"], body["lost"]) == ([str(undecided.id)], 1, 2)


def test_proofs_are_acceptance_visits_and_conversation(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    payment = _paid_invoice(quote)
    [nothing] = _disputes(admin_client)["open"]
    assert nothing["proofs"] == []
    accepted = customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "500.00"}, format="json")
    assert accepted.status_code == 200, accepted.content
    job = Job.objects.create(quote=quote, status="completed", scheduled_date=eastern(2025, 11, 6, 9, 10))
    Job.objects.create(quote=quote, status="scheduled", scheduled_date=eastern(2025, 11, 9, 9))
    for text in ("Will you come?", "Yes, on Friday."):
        QuoteComment.objects.create(quote=quote, comment=text)
    [dispute] = _disputes(admin_client)["open"]
    acceptance, visit, conversation = dispute["proofs"]
    assert dispute["id"] == str(payment.id)
    assert acceptance["kind"] == "acceptance"
    assert acceptance["text"].startswith("Accepted by Eleanor Hayes, $500.00, on ")
    assert (visit["text"], visit["jobId"]) == ("Installation on Thu, Nov 6, 9:10 AM, completed", str(job.id))
    assert (conversation["text"], conversation["quoteId"]) == ("Conversation, 2 messages", str(quote.id))


def test_dispute_answer_is_built_from_quote_visits_and_comments(admin_client: APIClient, customer: User) -> None:
    quote = make_quote(user=customer, street_address="41 Marcy Street", city="Portsmouth")
    payment = _paid_invoice(quote)
    for day in (19, 6):
        Job.objects.create(quote=quote, status="completed", scheduled_date=eastern(2025, 11, day, 19, 10))
    Job.objects.create(quote=quote, status="completed", scheduled_date=eastern(2095, 11, 6, 9))  # came before its day
    QuoteComment.objects.create(quote=quote, comment="On Friday.", is_staff_comment=True)
    asked = NOVEMBER - dt.timedelta(days=1)
    QuoteComment.objects.create(quote=quote, comment="Will you come?", created_at=asked)
    response = admin_client.get(f"/api/payments/{payment.id}/dispute-answer")
    texts = {each["name"]: each["text"] for each in response.json()["evidence"]}
    assert texts["customer_name"] == quote.full_name
    assert texts["billing_address"] == "41 Marcy Street, Portsmouth"
    assert texts["product_description"] == payment.description
    assert texts["service_date"] == "November 6, 2025, November 19, 2025"
    lines = texts["uncategorized_text"].splitlines()
    visits = [f"Installation on {day}, 7:10 PM, completed" for day in ("Thu, Nov 6", "Wed, Nov 19")]
    assert lines[:3] == [*visits, "Installation completed"]
    assert lines[-2].endswith("we: On Friday.")
    assert lines[-1].endswith("the customer: Will you come?")


def test_dispute_answer_includes_accepted_lines_and_terms(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_proposal(admin_client, customer)
    accept(customer_client, quote, "954.00", chosen=ids(quote, "Smart timer"))
    payment = _paid_invoice(quote)
    response = admin_client.get(f"/api/payments/{payment.id}/dispute-answer")
    texts = {each["name"]: each["text"] for each in response.json()["evidence"]}
    assert texts["product_description"].splitlines() == [
        payment.description, "Standard: $838.00", "Wreaths, 20 in.: $190.00",
        "Neighbor discount: \N{MINUS SIGN}$99.00", "Smart timer: $25.00",
    ]  # fmt: skip
    assert texts["refund_policy_disclosure"]
    assert "Accepted by Eleanor Hayes, 4 lines, $954.00, on " in texts["uncategorized_text"]
    QuoteComment.objects.create(quote=quote, comment="Too long. " * 600)
    response = admin_client.get(f"/api/payments/{payment.id}/dispute-answer")
    assert max(len(each["text"]) for each in response.json()["evidence"]) == 5000


@pytest.mark.parametrize(
    ("day", "text", "service_date"),
    [
        (None, "Tree delivered", None),
        (dt.date(2025, 11, 28), "Tree delivered on Fri, Nov 28", "November 28, 2025"),
        (dt.date(2025, 11, 29), "Tree delivered", None),  # the planned day, but it came before
    ],
)
def test_delivered_tree_is_evidence_with_its_day(
    admin_client: APIClient, day: dt.date | None, text: str, service_date: str | None
) -> None:
    order = make_tree_order(status="delivered", scheduled_delivery_date=day)
    payment = _make_disputed(purpose="tree_order", reference=order.id)
    TreePayment.objects.create(order=order, payment=payment, method="card", amount="100.00")
    with time_machine.travel(eastern(2025, 11, 28, 20), tick=False):
        response = admin_client.get(f"/api/payments/{payment.id}/dispute-answer")
    texts = {each["name"]: each["text"] for each in response.json()["evidence"]}
    assert texts["uncategorized_text"] == text
    assert texts.get("service_date") == service_date


@pytest.mark.parametrize("status", ["pending", "scheduled", "cancelled"])
def test_undelivered_tree_is_not_evidence(admin_client: APIClient, status: str) -> None:
    order = make_tree_order(status=status, scheduled_delivery_date=dt.date(2026, 11, 28))
    payment = _make_disputed(purpose="tree_order", reference=order.id)
    TreePayment.objects.create(order=order, payment=payment, method="card", amount="100.00")
    [dispute] = _disputes(admin_client)["open"]
    assert (dispute["treeOrderId"], dispute["proofs"]) == (str(order.id), [])
    response = admin_client.get(f"/api/payments/{payment.id}/dispute-answer")
    texts = {each["name"]: each["text"] for each in response.json()["evidence"]}
    assert "uncategorized_text" not in texts
    assert "service_date" not in texts


def test_payment_without_a_dispute_has_no_answer(admin_client: APIClient) -> None:
    payment = make_payment()
    assert admin_client.get(f"/api/payments/{payment.id}/dispute-answer").status_code == 404


def test_refused_dispute_answer_is_shown(admin_client: APIClient, admin: User) -> None:
    payment = _make_disputed()
    DisputeResponse.objects.create(payment=payment, action="answer", requested_by=admin, status="refused", error="No")
    [dispute] = _disputes(admin_client)["open"]
    assert (dispute["action"], dispute["refused"]) == ("", True)


@pytest.mark.parametrize("count", [1, 20])
def test_disputes_cost_constant_queries(count: int, admin_client: APIClient, django_assert_num_queries: Any) -> None:
    for _ in range(count):
        quote = make_quote()
        Job.objects.create(quote=quote, status="completed")
        QuoteComment.objects.create(quote=quote, comment="Hello")
        _paid_invoice(quote)
    # session, user, payments, responses, quotes, jobs, comments, won, lost
    with django_assert_num_queries(9):
        assert len(_disputes(admin_client)["open"]) == count


def test_evidence_is_only_about_the_disputed_quote(admin_client: APIClient) -> None:
    for name in ("Omar Haddad", "Priya Raman"):
        quote = make_quote(full_name=name)
        _paid_invoice(quote)
        Job.objects.create(quote=quote, status="completed")
        QuoteComment.objects.create(quote=quote, comment=f"{name} asks", comment_type="comment")
    for dispute in _disputes(admin_client)["open"]:
        assert [proof["text"] for proof in dispute["proofs"]] == ["Installation completed", "Conversation, 1 message"]
