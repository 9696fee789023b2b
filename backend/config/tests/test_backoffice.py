"""The back office, which is Django's admin site."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.contrib import admin as django_admin
from django.contrib.admin import ModelAdmin
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Model
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.models import User
from desk.models import Call
from invoices.models import Invoice, InvoicePayment
from invoices.tests.factories import make_invoice
from jobs.models import Job
from notifications.models import Message, Unsubscription
from payments.models import Payment, StripeEvent
from quotes.answers import accept_quote
from quotes.models import Quote, QuoteComment, TermsVersion
from quotes.tests.factories import make_quote
from replies.models import Inbound, Inquiry
from storage.models import StorageSubscription
from storage.tests.factories import make_address
from testing.helpers import run_during_transaction
from trees.tests.factories import make_tree_order

CODE = "K7QX-M2PD"

REGISTERED = sorted(django_admin.site._registry, key=lambda model: model._meta.label)
EVERY_MODEL = pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)


@pytest.fixture
def office(admin: User, client: Client) -> Client:
    client.force_login(admin)
    client.raise_request_exception = False  # a failing page is a 500, as in a browser
    return client


@pytest.fixture
def rows(customer: User, office: Client) -> dict[type[Model], Model]:
    """Create one row of each table in the back office."""
    quote = make_quote(user=customer)
    QuoteComment.objects.create(quote=quote, user=customer, comment="When?")
    invoice = make_invoice(user=customer, invoice_number="INV-2025-90001")
    InvoicePayment.objects.create(invoice=invoice, method="check", amount=10)
    send_mail("Your code", f"Type this code:\n\n{CODE}\n", None, [customer.email])
    made: list[Model] = [
        customer,
        quote,
        invoice,
        Job.objects.create(quote=quote, user=customer),
        make_tree_order(user=customer),
        StorageSubscription.objects.create(
            user=customer, plan="consumer", monthly_amount=15, stripe_subscription_id="sub_1"
        ),
        make_address(customer),
        Payment.objects.create(user=customer, amount=10, purpose="deposit", stripe_payment_intent_id="pi_1"),
        StripeEvent.objects.create(stripe_id="evt_1", type="unknown"),
        Call.objects.create(quote=quote, author=customer, outcome="reached"),
        Message.objects.get(subject="Your code"),
        Unsubscription.objects.create(recipient_key="tom@example.com"),
        ProcrastinateJob.objects.latest("id"),
        Inbound.objects.create(kind="text", provider_id="SM1", sender="+16035550142", contents={"body": "When?"}),
        Inquiry.objects.create(sender="+16035550142"),
    ]
    change = {"status": "reviewed", "quoteAmount": "500.00"}
    office.patch(f"/api/quotes/{quote.id}", change, content_type="application/json")
    accept_quote(quote_id=quote.id, by=customer, seen_amount=Decimal(500))
    made += [LogEntry.objects.latest("id"), quote.acceptances.get(), TermsVersion.objects.get()]
    return {type(row): row for row in made}


def _page(model: type[Model], name: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def _filled_in(form: BaseForm) -> Iterator[tuple[str, Any]]:
    """Return what a browser sends for an unchanged form."""
    for field in form:
        widget: Any = field.field.widget
        for name, value in zip(
            [f"{field.html_name}_{number}" for number in range(len(getattr(widget, "widgets", [])))]
            or [field.html_name],
            widget.decompress(field.value()) if hasattr(widget, "decompress") else [field.value()],
            strict=False,
        ):
            if value is not None and value is not False:
                yield name, "on" if value is True else str(field.field.prepare_value(value))


def _sent_by(answer: Any) -> dict[str, Any]:
    """Return the whole form of a change or add page, including inlines."""
    sent = dict(_filled_in(answer.context["adminform"].form))
    for inline in answer.context["inline_admin_formsets"]:
        sent |= dict(_filled_in(inline.formset.management_form))
        for form in inline.formset.forms:
            sent |= dict(_filled_in(form))
    return sent


@EVERY_MODEL
def test_every_back_office_table_opens(model: type[Model], rows: dict[type[Model], Model], office: Client) -> None:
    """The list with search and filters, and all other pages, opened and submitted unchanged."""
    options: ModelAdmin[Any] = django_admin.site._registry[model]
    listed = _page(model, "changelist")
    key = rows[model].pk
    change, history, delete = (_page(model, name, key) for name in ("change", "history", "delete"))
    for page in (listed, f"{listed}?q=a", f"{listed}?o=-1", change, history):
        assert office.get(page).status_code == 200, page

    for page in (change, _page(model, "add")):
        opened = office.get(page)
        assert opened.status_code in {200, 403}, page
        sent = _sent_by(opened) if opened.status_code == 200 else {}
        for body in (sent, {}):
            assert office.post(page, body).status_code in {200, 302, 403}, page
    for answer in (office.get(delete), office.post(delete, {"post": "yes"})):
        assert answer.status_code in {200, 302, 403}
    for action, *_ in options.get_action_choices(_request(office, listed)):
        chosen = {"action": action, "_selected_action": str(key)}
        assert office.post(listed, chosen).status_code in {200, 302}, action


def test_each_row_has_a_name(rows: dict[type[Model], Model], customer: User) -> None:
    """What staff read in lists of the back office, in its history and in the audit log. Days are in Eastern time."""
    today = timezone.localdate()
    names = {model._meta.label: str(row) for model, row in rows.items()}
    del names["procrastinate.ProcrastinateJob"]  # not ours
    assert names == {
        "accounts.Address": "41 Marcy Street, Portsmouth",
        "accounts.User": "eleanor@example.com",
        "auditlog.LogEntry": f"Updated INV-{today.year}-00001",
        "desk.Call": "Reached",
        "invoices.Invoice": "INV-2025-90001",
        "jobs.Job": "Installation",
        "notifications.Message": "Your code (queued)",
        "notifications.Unsubscription": "tom@example.com",
        "payments.Payment": "deposit 10 (open)",
        "payments.StripeEvent": "unknown evt_1",
        "quotes.Acceptance": f"Eleanor Hayes, {today}",
        "quotes.Quote": "Eleanor Hayes, Portsmouth",
        "quotes.TermsVersion": "Version 1",
        "replies.Inbound": "Text from +16035550142",
        "replies.Inquiry": f"+16035550142, {today}",
        "storage.StorageSubscription": f"Consumer storage of {customer.id}",
        "trees.TreeOrder": "Modest 6 ft Standard Tree for Eleanor Hayes",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("table", "filters"),
    [
        ("auditlog_logentry", "resource_type=x"),
        ("accounts_user", "created_at__year=99999"),
        ("accounts_user", "e=1&created_at__year=99999"),
        ("accounts_user", "created_at__year=-1"),
    ],
)
def test_unknown_filter_shows_the_whole_list(
    table: str, filters: str, office: Client, rows: dict[type[Model], Model]
) -> None:
    listed = reverse(f"admin:{table}_changelist")
    response = office.get(f"{listed}?{filters}", follow=True)
    assert response.status_code == 200
    assert response.redirect_chain == [(f"{listed}?e=1", 302)]


def test_list_that_fails_without_a_filter_is_not_redirected(office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> Any:
        raise ValueError("a fault of our own")

    monkeypatch.setattr(ModelAdmin, "get_queryset", fail)
    for query in ("", "?e=1"):
        assert office.get(reverse("admin:accounts_user_changelist") + query).status_code == 500


def _request(office: Client, page: str) -> Any:
    return office.get(page).wsgi_request


@EVERY_MODEL
def test_back_office_never_shows_email_codes(
    model: type[Model], rows: dict[type[Model], Model], office: Client
) -> None:
    assert CODE.encode() in bytes(Message.objects.get(subject="Your code").raw)
    for page in (_page(model, "changelist"), _page(model, "change", rows[model].pk)):
        assert CODE not in office.get(page).content.decode()


def test_only_tables_without_secrets_are_shown() -> None:
    """Second factors, tokens of other sites, sessions and email addresses have no pages."""
    assert [model._meta.label for model in REGISTERED] == [
        "accounts.Address", "accounts.User", "auditlog.LogEntry", "desk.Call", "invoices.Invoice", "jobs.Job",
        "notifications.Message", "notifications.Unsubscription", "payments.Payment", "payments.StripeEvent",
        "procrastinate.ProcrastinateJob",
        "quotes.Acceptance", "quotes.Quote", "quotes.TermsVersion", "replies.Inbound", "replies.Inquiry",
        "storage.StorageSubscription", "trees.TreeOrder",
    ]  # fmt: skip


def test_front_page_lists_the_tables(office: Client) -> None:
    answer = office.get("/backoffice/")
    assert answer.status_code == 200
    assert "Quotes" in answer.content.decode()


@pytest.mark.parametrize("app", sorted({model._meta.app_label for model in REGISTERED}))
def test_page_of_each_app_opens(office: Client, app: str) -> None:
    assert office.get(f"/backoffice/{app}/").status_code == 200


def test_other_back_office_pages_open(office: Client) -> None:
    assert office.get("/backoffice/jsi18n/").status_code == 200
    assert office.get("/backoffice/nothing/").status_code == 404
    assert office.get("/backoffice/password_change/").headers["Location"] == "/accounts/password/change/"
    assert office.post("/backoffice/logout/").status_code == 200
    assert office.get("/api/auth/user").status_code == 401


def test_back_office_is_not_indexed_or_cached(office: Client, client: Client) -> None:
    for visitor in (office, client):
        response = visitor.get("/backoffice/")
        assert response.headers["X-Robots-Tag"] == "noindex"
        assert "no-store" in response.headers["Cache-Control"]
    # A crawler that may not read the page can't see its noindex, and would list a URL that another site links to.
    assert "backoffice" not in client.get("/robots.txt").content.decode()


def test_customer_and_visitor_are_redirected_to_sign_in(customer: User, client: Client) -> None:
    assert client.get("/backoffice/").status_code == 302
    client.force_login(customer)
    assert client.get("/backoffice/quotes/quote/").status_code == 302


def test_edited_request_keeps_everything_else(office: Client) -> None:
    quote = make_quote(comments="Two storeys", square_footage=1800)
    page = f"/backoffice/quotes/quote/{quote.id}/change/"
    sent = _sent_by(office.get(page)) | {"phone": "603-555-0199", "status": "rejected", "quote_amount": "1"}
    answer = office.post(page, sent)
    assert answer.status_code == 302, answer.context["errors"]
    saved = Quote.objects.get()
    assert (saved.phone, saved.comments, saved.square_footage) == ("603-555-0199", "Two storeys", 1800)
    assert (saved.status, saved.quote_amount) == (quote.status, None)


@pytest.mark.django_db(transaction=True)
def test_edit_keeps_what_the_customer_does_at_the_same_moment(office: Client) -> None:
    quote = make_quote(full_name="Eleanor Hayes")
    page = f"/backoffice/quotes/quote/{quote.id}/change/"
    sent = _sent_by(office.get(page)) | {"phone": "603-555-0199"}
    with transaction.atomic():
        Quote.objects.update(status="rejected")
        edit = run_during_transaction(lambda: office.post(page, sent).status_code)
    assert edit() == 302
    saved = Quote.objects.get()
    assert (saved.phone, saved.status) == ("603-555-0199", "rejected")
    assert saved.updated_at > quote.updated_at


@pytest.mark.parametrize(
    ("change", "tables"),
    [
        ("add", ["notifications.Unsubscription", "quotes.TermsVersion"]),  # terms: only owners
        ("change", ["accounts.Address", "accounts.User", "quotes.Quote", "trees.TreeOrder"]),
        ("delete", ["notifications.Unsubscription"]),
    ],
)
def test_back_office_can_change_only_a_few_tables(office: Client, change: str, tables: list[str]) -> None:
    allowed = []
    for model in REGISTERED:
        options = django_admin.site._registry[model]
        if getattr(options, f"has_{change}_permission")(_request(office, _page(model, "changelist"))):
            allowed.append(model._meta.label)
    assert allowed == tables


def test_invoice_is_read_only_in_the_back_office(office: Client) -> None:
    page = f"/backoffice/invoices/invoice/{make_invoice().id}/change/"
    assert office.get(page).status_code == 200
    assert office.post(page, {"amount": "1"}).status_code == 403
    assert Invoice.objects.get().amount != 1


def test_back_office_login_form_is_disabled(admin: User, client: Client) -> None:
    """Django's form has neither rate limits nor the second step (allauth documentation, "Admin")."""
    form = {"username": admin.email, "password": "correct horse"}
    answer = client.post("/backoffice/login/?next=/backoffice/", form)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert client.get("/api/auth/user").status_code == 401
