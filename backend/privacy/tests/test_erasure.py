"""A person is erased by themselves or by an owner: at once and completely, unless something is unfinished."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from auditlog.models import LogEntry
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from psycopg.errors import AdminShutdown, LockNotAvailable
from rest_framework.test import APIClient

from accounts.models import Address, SecurityEvent, StaffInvitation, User
from analytics.counters import repair_counters
from desk.customer_keys import guest_key
from desk.models import Call
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from jobs.models import Job
from links.models import Link
from links.tests.factories import make_link
from notifications.models import Message
from payments.models import Payment
from payments.tests.factories import make_payment
from payments.tests.saving import save_card
from privacy.models import RetainedDocument
from privacy.tasks import forget_addresses_of_erased
from privacy.tests.factories import every_row, everything_about, make_history, make_storage
from quotes.models import Acceptance, Quote
from quotes.tests.factories import make_quote
from replies.models import Inbound
from storage.models import StorageSubscription
from testing.helpers import confirm_session, delivered, text_of
from testing.payments import StripeSandbox, run_payments_queue
from texts.consent import give_consent, may_text
from texts.models import ConsentEvent, ConsentMethod, ContactChoice
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order

MINE = "/api/account/erasure"


@pytest.fixture
def confirmed(customer: User, customer_client: APIClient) -> APIClient:
    confirm_session(customer_client, customer)
    return customer_client


@pytest.fixture
def owner(admin: User, admin_client: APIClient) -> APIClient:
    confirm_session(admin_client, admin)
    return admin_client


def _erase(client: APIClient, email: str = "eleanor@example.com", path: str = MINE) -> Any:
    return client.post(path, {"email": email}, format="json")


def _kinds() -> list[str]:
    return sorted(RetainedDocument.objects.values_list("kind", flat=True))


def test_customer_erases_all_their_data(customer: User, confirmed: APIClient) -> None:
    made = make_history(customer)
    Inbound.objects.create(kind="email", provider_id="1", sender=customer.email, contents={})
    ConsentEvent.objects.update(created_at=timezone.now() - dt.timedelta(days=5 * 365))
    StaffInvitation.objects.create(email=customer.email, role="office", expires_at=timezone.now())
    assert confirmed.get(MINE).json() == {
        "reasons": [], "email": "eleanor@example.com", "quotes": 1, "treeOrders": 1, "invoices": 1, "keptYears": 7,
    }  # fmt: skip
    assert _erase(confirmed).status_code == 204
    assert confirmed.get("/api/auth/user").status_code == 401
    assert not User.objects.filter(id=customer.id).exists()
    for model in (Quote, Job, TreeOrder, Link, Address, ConsentEvent, Acceptance, Inbound, LogEntry):
        assert not model.objects.exists(), model
    for text in ("eleanor", "hayes", "5550172", "555-0172", "Main St", "side door", "blue house", "8765"):
        assert [table for table in everything_about(text) if table != "notifications_message"] == []
    assert set(Message.objects.values_list("kind", flat=True)) == {"person-erased"}
    assert _kinds() == ["acceptance", "consent", "invoice", "invoice_payment", "payment", "refund"]
    kept = RetainedDocument.objects.get(kind="invoice")
    assert (kept.reference, kept.data["bill_to_name"]) == (made["invoice"].invoice_number, "Eleanor Hayes")
    assert bytes(kept.file or b"").startswith(b"%PDF")
    assert kept.delete_after.year == timezone.localdate().year + 7
    consent = RetainedDocument.objects.get(kind="consent")
    assert consent.delete_after.year == timezone.localdate().year + 7, "the consent counted until the erasure"
    event = SecurityEvent.objects.get()
    assert event.summary.startswith("A customer erased their own data: 1 quote, 1 tree order, 1 invoice")
    assert (event.actor, event.actor_name) == (None, "The server")


@pytest.mark.parametrize("is_guest", [False, True])
def test_erasure_changes_nothing_about_others(
    customer: User, outsider: User, confirmed: APIClient, owner: APIClient, is_guest: bool
) -> None:
    order = make_history(outsider, outsider.email, "603-555-0111")["order"]
    assert owner.patch(f"/api/tree-orders/{order.id}", {"notes": "Ring twice"}, format="json").status_code == 200
    make_history(None, "gus@example.com", "603-555-0112")
    make_storage(outsider)
    others = every_row()
    made = make_history(None, "ann@example.com") if is_guest else make_history(customer)
    if is_guest:
        path = f"/api/desk/customers/{guest_key('ann@example.com')}/erasure"
        assert _erase(owner, "ann@example.com", path).status_code == 204
    else:
        assert _erase(confirmed).status_code == 204
    assert not Quote.objects.filter(id=made["quote"].id).exists()
    changed = {table for table, _ in others - every_row()}
    assert changed <= {"accounts_user", "account_emailaddress", "django_session", "usersessions_usersession"}


def test_erasure_does_not_change_the_books(customer: User, confirmed: APIClient, admin_client: APIClient) -> None:
    made = make_history(customer)
    paid, succeeded = made["invoice"], made["payment"]
    draft = make_invoice(user=customer, status="draft")
    evening = dt.datetime(2026, 11, 2, 2, tzinfo=dt.UTC)  # November 1, 9 PM
    withdrawn = make_invoice(user=customer, status="cancelled", sent_at=evening)
    make_payment(user=customer, status="canceled", succeeded_at=None, stripe_payment_intent_id="pi_2")
    before = admin_client.get("/api/desk/money").json()
    assert confirmed.get(MINE).json()["invoices"] == 2, "without the draft"
    assert _erase(confirmed).status_code == 204
    assert admin_client.get("/api/desk/money").json() == before
    statuses = {paid.id: "paid", draft.id: "cancelled", withdrawn.id: "cancelled"}
    assert dict(Invoice.objects.values_list("id", "status")) == statuses
    kept = RetainedDocument.objects.filter(kind__in=["invoice", "payment"]).values_list("source_id", flat=True)
    assert set(kept) == {paid.id, withdrawn.id, succeeded.id}, "what was sent is a document, even if it was canceled"
    assert RetainedDocument.objects.get(source_id=withdrawn.id).delete_after == dt.date(2033, 11, 1)
    path = f"/api/invoices/{paid.id}"
    invoice = admin_client.get(path).json()
    assert (invoice["billToName"], invoice["amountPaid"]) == ("Erased customer", "500.00")
    assert admin_client.get(f"{path}/pdf").status_code == 200
    payment = Payment.objects.get(id=succeeded.id)
    assert (str(payment.amount), payment.payer_name, payment.act_by) == ("599.00", "", None)


def test_counters_match_a_recount_after_an_erasure(customer: User, confirmed: APIClient, admin: User) -> None:
    assigned = {"assigned_kind": "quote", "assigned_id": make_history(customer)["quote"].id, "assigned_by": admin}
    make_payment(stripe_payment_intent_id="pi_2", assigned_at=timezone.now(), **assigned)
    assert repair_counters() == []
    assert _erase(confirmed).status_code == 204
    assert repair_counters() == []


@pytest.mark.parametrize(("cause", "status"), [(LockNotAvailable(), 409), (AdminShutdown(), 503)])
def test_erasure_says_busy_only_if_rows_are_locked(
    customer: User, confirmed: APIClient, monkeypatch: pytest.MonkeyPatch, cause: Exception, status: int
) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError from cause

    make_history(customer)
    monkeypatch.setattr("privacy.erasure._erase", fail)
    confirmed.raise_request_exception = False
    assert _erase(confirmed).status_code == status
    assert User.objects.filter(id=customer.id, email=customer.email).exists()


def test_kept_rows_are_in_no_list_or_search(customer: User, confirmed: APIClient, admin_client: APIClient) -> None:
    make_history(customer)
    order = make_tree_order(user=customer, status="delivered")
    TreePayment.objects.create(order=order, method="check", amount=order.total_amount)
    TreeOrder.objects.filter(id=order.id).update(amount_paid=order.total_amount)
    make_storage(customer)
    lists = ("invoices", "tree-orders", "payments", "storage-subscriptions")
    for name in lists:
        assert len(admin_client.get(f"/api/{name}?scope=admin").json()) > 0, name
    assert _erase(confirmed).status_code == 204
    for name in lists:
        assert admin_client.get(f"/api/{name}?scope=admin").json() == [], name
        assert admin_client.get(f"/api/{name}?scope=admin&q=erased").json() == [], name
    for path in ("/api/desk/customers", "/api/desk/customers?q=erased", "/api/desk/customers?q=eleanor"):
        assert admin_client.get(path).json() == [], path
    found = admin_client.get("/api/desk/search?q=erased").json()
    assert not any(found.values()), found


@pytest.mark.parametrize("status", ["sent", "failed", "skipped"])
def test_notice_to_an_erased_guest_is_deleted_whatever_became_of_it(
    owner: APIClient, transactional_db: None, status: str
) -> None:
    make_quote(email="gus@example.com")
    path = f"/api/desk/customers/{guest_key('gus@example.com')}/erasure"
    assert _erase(owner, "gus@example.com", path).status_code == 204
    failed_at = timezone.now() if status == "failed" else None
    assert Message.objects.update(status=status, failed_at=failed_at) == 1
    forget_addresses_of_erased(0)
    assert everything_about("gus@example.com") == []


def test_owner_erases_a_guest_by_email(owner: APIClient, tmp_path: Path, transactional_db: None) -> None:
    make_history(None, "gus@example.com")
    make_quote(email="other@example.com", full_name="Somebody Else", phone="603-555-0199")
    path = f"/api/desk/customers/{guest_key('gus@example.com')}/erasure"
    assert owner.get(path).json()["email"] == "gus@example.com"
    assert _erase(owner, "wrong@example.com", path).json()["errors"].keys() == {"email"}
    assert _erase(owner, "GUS@example.com", path).status_code == 204
    assert owner.get(path).status_code == 404
    assert list(Quote.objects.values_list("full_name", flat=True)) == ["Somebody Else"]
    forget_addresses_of_erased(0)  # not sent yet
    [mail] = delivered(tmp_path)
    assert mail["To"] == "gus@example.com"
    assert "keep invoices, payments, what you accepted and your consent to texts for 7 years" in text_of(mail)
    forget_addresses_of_erased(0)
    assert everything_about("gus@example.com") == []
    event = SecurityEvent.objects.get()
    assert event.summary.startswith("The data of a customer was erased: 1 quote, 1 tree order, 1 invoice")
    assert event.actor_name == "Ada Admin"


def test_invoice_for_their_quote_is_erased_with_them_whatever_address_it_names(owner: APIClient) -> None:
    quote = make_quote(email="gus@example.com", status="complete")  # their address has changed since
    invoice = make_invoice(quote=quote, bill_to_email="gus@former.example", status="paid", sent_at=timezone.now())
    path = f"/api/desk/customers/{guest_key('gus@example.com')}/erasure"
    assert owner.get(path).json()["invoices"] == 1
    assert _erase(owner, "gus@example.com", path).status_code == 204
    invoice.refresh_from_db()
    assert (invoice.bill_to_email, invoice.quote, invoice.erased) == ("", None, True)


def test_charges_are_moved_to_an_anonymous_account(customer: User, confirmed: APIClient) -> None:
    plan = make_storage(customer)
    assert _erase(confirmed).status_code == 204
    plan.refresh_from_db()
    assert plan.user.email.endswith("@erased.invalid")
    assert (plan.user.is_active, plan.user.full_name, plan.card_last4) == (False, plan.user.email, "")
    assert _kinds() == ["storage_charge"]
    assert ": an account without orders (erasure " in SecurityEvent.objects.get(kind="person_erased").summary


def test_paid_tree_order_is_kept_without_personal_data(customer: User, confirmed: APIClient, owner: APIClient) -> None:
    order = make_tree_order(
        user=customer, status="delivered", notes="The bell says Hayes", address_line2="The Hayes barn",
        customer_email="pat.hayes@example.com",
    )  # fmt: skip
    changed = owner.patch(f"/api/tree-orders/{order.id}", {"notes": "The door says Hayes"}, format="json")
    assert changed.status_code == 200
    TreePayment.objects.create(order=order, method="check", amount=order.total_amount, note="Check of E. Hayes")
    Call.objects.create(tree_order=order, outcome="reached", note="E. Hayes is at home")
    make_link(order)
    TreeOrder.objects.filter(id=order.id).update(amount_paid=order.total_amount)
    assert _erase(confirmed).status_code == 204
    order.refresh_from_db()
    assert (order.customer_name, order.customer_phone, order.address_line1) == ("Erased customer", "", "")
    assert everything_about("hayes") == []
    assert not Link.objects.exists()
    assert _kinds() == ["tree_order", "tree_payment"]


def _blocking(customer: User) -> None:
    quote = make_quote(user=customer, status="service_scheduled")
    Job.objects.create(quote=quote, user=customer, scheduled_date="2026-12-04T01:00:00Z")  # 8 PM
    make_tree_order(user=customer, status="scheduled")
    invoice = make_invoice(user=customer)
    make_payment(user=customer, disputed=True, dispute_status="needs_response")
    StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15, status="active")
    Address.objects.create(user=customer, street="1", city="D", state="NH", zip_code="1", status="items_in_storage")
    assert invoice.amount_due


def test_only_paid_tree_orders_and_plans_are_kept(customer: User, confirmed: APIClient, admin: User) -> None:
    assigned = {"assigned_kind": "user", "assigned_id": customer.id, "assigned_by": admin}
    make_payment(assigned_at=timezone.now(), **assigned)  # not for a tree
    paid, assigned_to, _unpaid = (make_tree_order(user=customer, status="cancelled") for _ in range(3))
    make_payment(purpose="tree_order", reference=paid.id, stripe_payment_intent_id="pi_2")
    assigned |= {"assigned_kind": "tree_order", "assigned_id": assigned_to.id}
    make_payment(assigned_at=timezone.now(), stripe_payment_intent_id="pi_3", **assigned)
    plans = [make_storage(customer, number) for number in range(2)]
    StorageSubscription.objects.create(user=customer, plan="consumer", monthly_amount=15, status="canceled")
    assert _erase(confirmed).status_code == 204
    assert set(TreeOrder.objects.values_list("id", flat=True)) == {paid.id, assigned_to.id}
    assert set(StorageSubscription.objects.values_list("id", flat=True)) == {plan.id for plan in plans}
    assert _kinds() == [*["payment"] * 3, *["storage_charge"] * 2, *["tree_order"] * 2]


def test_erasure_is_refused_with_all_reasons(customer: User, confirmed: APIClient) -> None:
    _blocking(customer)
    number = Invoice.objects.get().invoice_number
    refused = _erase(confirmed)
    assert refused.status_code == 409
    reasons = confirmed.get(MINE).json()["reasons"]
    for sentence in [
        "A visit on December 3, 2026 has not been completed yet.",
        "A tree has not been delivered yet: it has to be delivered or canceled first.",
        f"Invoice {number} has $500.00 left to pay.",
        "A dispute about a payment is open.",
        "A storage plan has not ended.",
        "Some items are still in storage: they have to be returned first.",
    ]:
        assert sentence in reasons
        assert sentence in refused.json()["message"]
    assert User.objects.filter(id=customer.id).exists()
    assert not RetainedDocument.objects.exists()


def _disputed(user: User, status: str) -> None:
    make_payment(user=user, disputed=True, dispute_status=status)


def _visit(user: User, status: str) -> None:
    Job.objects.create(quote=make_quote(user=user), user=user, status=status)


def _quote(user: User, status: str) -> None:
    make_quote(user=user, status=status)


def _tree(user: User, status: str) -> None:
    make_tree_order(user=user, status=status, amount_paid=100)


def _plan(user: User, status: str) -> None:
    StorageSubscription.objects.create(user=user, plan="consumer", monthly_amount=15, status=status)


PLAN = "A storage plan has not ended."
REFUND = "A refund is not settled."
DISPUTE = "A dispute about a payment is open."


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (partial(_visit, status="scheduled"), "A visit without a date has not been completed yet."),
        (partial(_visit, status="in_progress"), "A visit without a date has not been completed yet."),
        (partial(_visit, status="completed"), None),
        (partial(_visit, status="cancelled"), None),
        *[
            (
                partial(_quote, status=status),
                "An accepted quote is not finished: it has to be completed or rejected first.",
            )
            for status in ("approved", "service_scheduled")
        ],
        *[
            (
                partial(_tree, status=status),
                "A tree has not been delivered yet: it has to be delivered or canceled first.",
            )
            for status in ("pending", "confirmed", "scheduled")
        ],
        (lambda user: make_quote(user=user, status="reviewed", quote_amount=500), None),
        (lambda user: make_quote(user=user, status="complete", quote_amount=500), None),
        (
            lambda user: make_quote(user=user, status="complete", unbilled_since=timezone.now()),
            "Work has not been invoiced: we have to create the invoice or decide that none is needed first.",
        ),
        (lambda user: make_tree_order(user=user, status="delivered"), "A tree order has $100.00 left to pay."),
        (lambda user: make_tree_order(user=user, status="delivered", amount_paid=100), None),
        (lambda user: make_tree_order(user=user, status="cancelled"), None),
        (
            lambda user: make_tree_order(user=user, status="cancelled", amount_paid=1),
            "A refund for a tree is not settled.",
        ),
        (
            lambda user: make_invoice(user=user, invoice_number="INV-1", status="overdue"),
            "Invoice INV-1 has $500.00 left to pay.",
        ),
        (
            lambda user: make_invoice(user=user, invoice_number="INV-1", status="paid", amount_paid=501),
            "Invoice INV-1 is overpaid: the difference has to be refunded or kept first.",
        ),
        (lambda user: make_invoice(user=user, status="paid"), None),
        (lambda user: make_invoice(user=user, status="cancelled"), None),
        (lambda user: make_payment(user=user, status="processing"), "A bank is still processing a payment."),
        (lambda user: make_payment(user=user), None),
        (partial(_disputed, status="needs_response"), DISPUTE),
        (partial(_disputed, status="under_review"), DISPUTE),
        (partial(_disputed, status="lost"), None),
        (lambda user: make_payment(user=user, amount_refunding=1), REFUND),
        (lambda user: make_payment(user=user, refund_failed=1, refund_failed_at=timezone.now()), REFUND),
        *[(partial(_plan, status=status), PLAN) for status in ("active", "past_due", "canceling")],
        (
            partial(_plan, status="incomplete"),
            "A storage plan was chosen but not paid for: cancel it, or wait a day until it ends by itself.",
        ),
        (partial(_plan, status="canceled"), None),
    ],
)
def test_each_reason_alone_prevents_erasure(
    customer: User, confirmed: APIClient, make: Callable[[User], None], reason: str | None
) -> None:
    make(customer)
    assert confirmed.get(MINE).json()["reasons"] == ([reason] if reason else [])


def test_staff_cannot_be_erased(owner: APIClient, office: User) -> None:
    refused = _erase(owner, office.email, f"/api/desk/customers/{office.id}/erasure")
    assert refused.status_code == 409
    assert "remove them from it" in refused.json()["message"]


def test_erasure_requires_a_recent_confirmation_and_an_owner(
    customer: User, customer_client: APIClient, office: User, office_client: APIClient, admin_client: APIClient
) -> None:
    assert _erase(customer_client).status_code == 403
    path = f"/api/desk/customers/{customer.id}/erasure"
    assert _erase(admin_client, path=path).status_code == 403
    confirm_session(office_client, office)
    assert _erase(office_client, path=path).json()["message"] == "Only owners can do this."
    assert User.objects.filter(id=customer.id).exists()


@pytest.mark.django_db(transaction=True)
def test_erasure_deletes_cards_and_personal_data_at_stripe(
    customer: User,
    customer_client: APIClient,
    outsider: User,
    outsider_client: APIClient,
    stripe_sandbox: StripeSandbox,
) -> None:
    confirm_session(outsider_client, outsider)
    assert _erase(outsider_client, outsider.email).status_code == 204
    assert not ProcrastinateJob.objects.filter(task_name__endswith="forget_customer").exists(), "unknown at Stripe"
    save_card(customer_client, stripe_sandbox)
    customer.refresh_from_db()
    confirm_session(customer_client, customer)
    assert _erase(customer_client).status_code == 204
    run_payments_queue()
    assert stripe_sandbox.objects("payment_method", customer=customer.stripe_customer_id) == []
    [known] = stripe_sandbox.objects("customer", id=customer.stripe_customer_id)
    assert (known.get("name") or "", known.get("email") or "") == ("", "")


def test_database_refuses_to_delete_an_acceptance_without_its_document(customer: User, confirmed: APIClient) -> None:
    acceptance = make_history(customer)["acceptance"]
    Quote.objects.update(acceptance=None)
    for attempt in (
        lambda: Acceptance.objects.all().delete(),
        lambda: Acceptance.objects.update(name="Somebody else"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()
    with connection.cursor() as cursor:  # a different copy doesn't count
        cursor.execute(
            "INSERT INTO privacy_retaineddocument (kind, source_id, reference, erasure, dated, delete_after, data) "
            "SELECT 'acceptance', id, '', id, now(), '2033-01-01', to_jsonb(a) || '{\"name\": \"X\"}' "
            "FROM quotes_acceptance AS a"
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Acceptance.objects.all().delete()
    assert Acceptance.objects.get().name == acceptance.name


def test_database_refuses_to_change_or_delete_a_document_early(customer: User, confirmed: APIClient) -> None:
    make_history(customer)
    _erase(confirmed)
    for attempt in (
        lambda: RetainedDocument.objects.update(reference="x"),
        lambda: RetainedDocument.objects.update(delete_after="2020-01-01"),
        lambda: RetainedDocument.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()


def test_owner_finds_a_document_by_its_reference(customer: User, confirmed: APIClient, admin_client: APIClient) -> None:
    made = make_history(customer)
    number = made["invoice"].invoice_number
    _erase(confirmed)
    path = "/api/desk/retained-documents"
    [found] = admin_client.get(path, {"reference": number}).json()
    assert (found["kind"], found["data"]["bill_to_name"], found["hasFile"]) == ("invoice", "Eleanor Hayes", True)
    assert admin_client.get(f"{path}/{found['id']}/pdf").content.startswith(b"%PDF")
    [payment] = admin_client.get(path, {"reference": str(made["payment"].id)}).json()
    assert (payment["kind"], payment["hasFile"]) == ("payment", False)
    assert admin_client.get(f"{path}/{payment['id']}/pdf").status_code == 404
    for nothing in ("eleanor", "INV-2025"):
        assert admin_client.get(path, {"reference": nothing}).json() == []
    for bad in ("", " ", "\x00", "x" * 201):
        response = admin_client.get(path, {"reference": bad})
        assert (response.status_code, list(response.json()["errors"])) == (400, ["reference"])


def test_consent_for_a_number_of_another_account_is_kept(customer: User, confirmed: APIClient, office: User) -> None:
    make_history(customer)
    ContactChoice.objects.create(user=office, channel="sms", number="+16035550172")
    assert _erase(confirmed).status_code == 204
    assert may_text("+16035550172")
    assert "consent" not in _kinds()


def test_consent_for_a_guests_number_that_an_account_chose_is_kept(owner: APIClient, customer: User) -> None:
    make_history(None, "gus@example.com")
    ContactChoice.objects.create(user=customer, channel="sms", number="+16035550172")
    path = f"/api/desk/customers/{guest_key('gus@example.com')}/erasure"
    assert _erase(owner, "gus@example.com", path).status_code == 204
    assert may_text("+16035550172")


def test_consent_for_the_number_chosen_for_texts_is_erased(customer: User, confirmed: APIClient) -> None:
    number = "+16035550188"  # not in any of their requests
    ContactChoice.objects.create(user=customer, channel="sms", number=number)
    give_consent(number=number, wording="Text me", method=ConsentMethod.QUOTE_FORM)
    Inbound.objects.create(kind="call", provider_id="CA1", sender=number, contents={})
    assert _erase(confirmed).status_code == 204
    assert not may_text(number)
    assert not Inbound.objects.filter(sender=number).exists()
    assert _kinds() == ["consent"]


def test_guest_rows_with_a_verified_address_are_erased_with_the_account(
    customer: User, outsider: User, confirmed: APIClient
) -> None:
    EmailAddress.objects.create(user=customer, email="desk@example.com", verified=True)
    EmailAddress.objects.create(user=customer, email="not-mine@example.com", verified=False)
    make_quote(email="Desk@example.com")
    make_quote(email="not-mine@example.com")
    theirs = make_quote(user=outsider, email="desk@example.com")
    asked = confirmed.get(MINE).json()
    assert (asked["email"], asked["quotes"]) == ("eleanor@example.com", 1)
    assert _erase(confirmed).status_code == 204
    assert Message.objects.get().recipients == ["eleanor@example.com"], "the account's own address is told"
    assert list(Quote.objects.exclude(id=theirs.id).values_list("email", flat=True)) == ["not-mine@example.com"]
    assert Quote.objects.filter(id=theirs.id).exists(), "another account's, whatever address it gave"
