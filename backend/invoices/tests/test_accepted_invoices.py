"""Accepting a quote creates one invoice: the deposit is due now, and the rest once the work is done."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from common.days import eastern, in_words
from invoices.models import Invoice
from invoices.services import mark_overdue
from invoices.tests.accepting import accept, ask_to_pay, invoices_of, open_form, pay, priced_quote
from invoices.tests.factories import make_invoice
from notifications.models import Message
from payments.models import Payment
from quotes.models import Quote
from testing import cards
from testing.helpers import delivered, delivered_to_office, end_waits, in_threads, pdf_words, run_queue, text_of
from testing.payments import StripeSandbox, run_payments_queue

TODAY = dt.date(2026, 11, 20)


@pytest.fixture
def quote(customer: User) -> Quote:
    return priced_quote(user=customer)


def _seen(client: APIClient, invoice: dict[str, Any]) -> dict[str, Any]:
    return client.get(f"/api/invoices/{invoice['id']}").json()  # type: ignore[no-any-return]


def _figures(invoice: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(invoice[name] for name in ("status", "amountDue", "dueNow", "dueDate"))


def test_acceptance_creates_and_sends_one_invoice(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    with time_machine.travel(dt.datetime(2026, 11, 21, 3, tzinfo=dt.UTC)):  # still Friday in New Hampshire
        assert accept(customer_client, quote).status_code == 200
        assert accept(customer_client, quote).status_code == 200  # repeated after a lost response
    [invoice] = invoices_of(admin_client, quote)
    names = ("amount", "firstAmount", "firstDueDate", "amountPaid", "awaitsYes", "fromAcceptance", "overpaid")
    assert tuple(invoice[name] for name in names) == (
        "1275.00", "318.75", "2026-11-20", "0.00", False, True, "0.00",
    )  # fmt: skip
    assert _figures(invoice) == ("sent", "1275.00", "318.75", None)
    assert customer_client.get("/api/invoices").json() == [invoice]
    [shown] = customer_client.get(f"/api/quotes/{quote.id}").json()["invoices"]
    assert (shown["dueNow"], shown["firstAmount"], shown["fromAcceptance"]) == ("318.75", "318.75", True)
    row = Invoice.objects.get()
    assert (row.invoice_number, row.details["lines"][0]["text"]) == ("INV-2026-00001", "Holiday lights, as accepted")


@pytest.mark.parametrize(
    ("settings_of", "quote_with"),
    [
        ({"DEPOSIT_PERCENT": 0}, {}),
        ({"DEPOSIT_PACKAGES": ["basic"]}, {}),
        ({}, {"quote_amount": "0.00"}),
        ({}, {"zip_code": "03904"}),
    ],
    ids=["no deposit", "another package", "nothing to pay", "Maine"],
)
def test_acceptance_creates_no_invoice(
    customer: User,
    customer_client: APIClient,
    admin_client: APIClient,
    settings: Any,
    settings_of: dict[str, Any],
    quote_with: dict[str, Any],
) -> None:
    for name, value in settings_of.items():
        setattr(settings, name, value)
    zip_code = quote_with.pop("zip_code", "03801")
    address = Address.objects.create(user=customer, street="1 Pier St", city="York", state="ME", zip_code=zip_code)
    amount = quote_with.pop("quote_amount", "1275.00")
    quote = priced_quote(amount, user=customer, address=address)
    assert accept(customer_client, quote, amount).json()["status"] == "approved"
    assert invoices_of(admin_client, quote) == []
    assert admin_client.post(
        "/api/invoices", {"quoteId": str(quote.id), "amount": "10.00"}, format="json"
    ).status_code == 201  # fmt: skip


@pytest.mark.parametrize(("status", "made"), [("draft", 0), ("sent", 0), ("paid", 0), ("cancelled", 1)])
def test_acceptance_creates_no_invoice_if_the_quote_has_one(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str, made: int
) -> None:
    make_invoice(quote=quote, user=quote.user, status=status)
    promised = customer_client.get(f"/api/quotes/{quote.id}").json()["deposit"]
    assert promised == {"percent": 25 * made, "credit": "0.00"}
    assert admin_client.get(f"/api/quotes/{quote.id}/billed").json()["depositPercent"] == 25 * made
    pdf = " ".join(pdf_words(customer_client.get(f"/api/quotes/{quote.id}/pdf").content).split())
    assert "Your price $1,275.00" in pdf
    assert ("Deposit when you accept $318.75" in pdf) is bool(made)
    accept(customer_client, quote)
    assert len(invoices_of(admin_client, quote)) == 1 + made


def test_deposit_below_the_card_minimum_is_left_out(
    customer: User, customer_client: APIClient, admin_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    quote = priced_quote("1.90", user=customer)
    accept(customer_client, quote, "1.90")
    [invoice] = invoices_of(admin_client, quote)
    assert (invoice["firstAmount"], invoice["firstDueDate"]) == (None, None)
    assert _figures(invoice) == ("sent", "1.90", "0.00", None)
    assert ask_to_pay(customer_client, invoice, part="first").status_code == 409
    pay(stripe_sandbox, customer_client, invoice, "all")
    assert _figures(_seen(customer_client, invoice)) == ("paid", "0.00", "0.00", None)


def test_deposit_of_100_percent_pays_the_invoice(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox, settings: Any
) -> None:
    settings.DEPOSIT_PERCENT = 100
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("sent", "1275.00", "1275.00", None)
    pay(stripe_sandbox, customer_client, invoice)
    assert _figures(_seen(customer_client, invoice)) == ("paid", "0.00", "0.00", None)


# --- The rest


def _done(quote: Quote, admin: APIClient) -> None:
    admin.patch(f"/api/jobs/{quote.jobs.latest('id').id}", {"status": "completed"}, format="json")


def _set(status: str) -> Any:
    return lambda quote, admin: admin.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")


def _visit(kind: str) -> Any:
    return lambda quote, admin: admin.post("/api/jobs", {"quoteId": str(quote.id), "kind": kind}, format="json")


def _undone(quote: Quote, admin: APIClient) -> None:
    admin.patch(f"/api/jobs/{quote.jobs.latest('id').id}", {"status": "scheduled"}, format="json")


def _canceled(quote: Quote, admin: APIClient) -> None:
    admin.patch(f"/api/jobs/{quote.jobs.latest('id').id}", {"status": "cancelled"}, format="json")


def _earliest_done(quote: Quote, admin: APIClient) -> None:
    admin.patch(f"/api/jobs/{quote.jobs.earliest('id').id}", {"status": "completed"}, format="json")


DUE, OPEN = "2026-12-04", None
CASES: list[tuple[str, list[Any], str | None]] = [
    ("only scheduled", [_visit("installation")], OPEN),
    ("installed", [_visit("installation"), _done], DUE),
    ("a service visit", [_visit("service"), _done], OPEN),
    ("one of two installations", [_visit("installation"), _visit("installation"), _done], OPEN),
    (
        "one installation, the other canceled",
        [_visit("installation"), _visit("installation"), _canceled, _earliest_done],
        DUE,
    ),
    ("installed, then another one planned", [_visit("installation"), _done, _visit("installation")], DUE),
    ("marked by mistake", [_visit("installation"), _done, _undone], OPEN),
    (
        "marked by mistake, after a service visit",
        [_visit("service"), _done, _visit("installation"), _done, _undone],
        OPEN,
    ),
    ("complete without a visit", [_set("complete")], DUE),
    ("complete, and a service visit done", [_visit("service"), _set("complete"), _done], DUE),
    ("complete with storage", [_set("complete_storage")], DUE),
    ("complete, then with storage", [_set("complete"), _set("complete_storage")], DUE),
    ("complete with storage, then without", [_set("complete_storage"), _set("complete")], DUE),
    ("complete by mistake", [_set("complete"), _set("approved")], OPEN),
    ("complete by mistake, then scheduled", [_set("complete"), _set("approved"), _visit("installation")], OPEN),
    ("installed and complete", [_visit("installation"), _done, _set("complete")], DUE),
]


@pytest.mark.parametrize(("steps", "due"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_rest_is_due_two_weeks_after_installation(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, steps: list[Any], due: str | None
) -> None:
    with time_machine.travel(dt.datetime(2026, 11, 21, 4, 30, tzinfo=dt.UTC)):  # 11:30 PM on the 20th
        accept(customer_client, quote)
        for step in steps:
            step(quote, admin_client)
    [invoice] = invoices_of(admin_client, quote)
    assert _figures(invoice) == ("sent", "1275.00", "1275.00" if due else "318.75", due)


@pytest.mark.django_db(transaction=True)
def test_whole_invoice_is_due_if_the_work_is_done_before_acceptance(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    for step in (_visit("installation"), _done, _set("reviewed")):
        step(quote, admin_client)
    run_queue()
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    assert invoice["dueDate"] == str(timezone.localdate() + dt.timedelta(days=14))
    assert invoice["dueNow"] == "1275.00"
    [confirmed] = [mail for mail in delivered(tmp_path) if mail["subject"].startswith("You said yes")]
    text = text_of(confirmed)
    assert "eposit" not in text
    assert "We'll call you" not in text, "there is no day to set"
    day = timezone.localdate() + dt.timedelta(days=14)
    assert f"Your invoice is attached: $1,275.00 is due on {in_words(day)}." in text


@pytest.mark.django_db(transaction=True)
def test_rest_of_a_quote_that_staff_set_to_complete_is_not_for_lights_that_are_up(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    accept(customer_client, quote)
    _set("complete_storage")(quote, admin_client)
    [due] = [mail for mail in delivered(tmp_path) if "due on" in mail["subject"]]
    assert "Our work is done. $1,275.00 of invoice" in text_of(due)


@pytest.mark.django_db(transaction=True)
def test_rest_becomes_overdue_but_deposit_does_not(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    start = eastern(timezone.localdate(), dt.time(12))  # noon, so that a clock change stays on the same day
    accept(customer_client, quote)
    with time_machine.travel(start + dt.timedelta(days=60)):
        assert mark_overdue() == 0
        _visit("installation")(quote, admin_client)
        _done(quote, admin_client)
        run_queue()
    [due] = [mail for mail in delivered(tmp_path) if "due on" in mail["subject"]]
    assert "Your lights are up! $1,275.00 of invoice" in text_of(due)
    with time_machine.travel(start + dt.timedelta(days=74)):
        assert mark_overdue() == 0, "the last day has not passed"
    with time_machine.travel(start + dt.timedelta(days=75)):
        assert mark_overdue() == 1
        _undone(quote, admin_client)
    assert _figures(invoices_of(admin_client, quote)[0]) == ("sent", "1275.00", "318.75", None)
    kinds = Message.objects.filter(about_id=Invoice.objects.get().id).values_list("kind", flat=True)
    assert sorted(kinds) == [
        "deposit-open", "invoice-due-soon", "invoice-overdue", "invoice-overdue", "invoice-rest-due",
    ]  # fmt: skip


def test_invoice_stays_paid_if_the_work_was_marked_as_done_by_mistake(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    accept(customer_client, quote)
    for step in (_visit("installation"), _done):
        step(quote, admin_client)
    [invoice] = invoices_of(admin_client, quote)
    check = admin_client.post(f"/api/invoices/{invoice['id']}/record-payment", {"method": "check"}, format="json")
    _undone(quote, admin_client)
    seen = _seen(customer_client, invoice)
    assert (_figures(seen), seen["paidDate"]) == (("paid", "0.00", "0.00", None), check.json()["paidDate"])


# --- Paying


@pytest.mark.parametrize("status", ["approved", "service_scheduled", "complete"])
def test_accepted_amount_stays_payable_after_staff_change_the_price(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox, status: str
) -> None:
    accept(customer_client, quote)
    for change in ({"status": status}, {"status": status, "quoteAmount": "1400.00"}):
        assert admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").status_code == 200
    [invoice] = invoices_of(admin_client, quote)
    pay(stripe_sandbox, customer_client, invoice, "all")
    assert stripe_sandbox.charges()[0]["amount"] == 127500
    assert _seen(customer_client, invoice)["status"] == "paid"


def test_deposit_is_paid_once_and_the_rest_later(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    pay(stripe_sandbox, customer_client, invoice)
    assert stripe_sandbox.charges()[0]["amount"] == 31875
    seen = _seen(customer_client, invoice)
    assert _figures(seen) == ("sent", "956.25", "0.00", None)
    again = ask_to_pay(customer_client, invoice, part="first")
    assert again.status_code == 409
    assert again.json()["message"] == f"No deposit is due on {invoice['invoiceNumber']}"
    accept(customer_client, quote)  # repeated by a client that lost the response
    assert _figures(_seen(customer_client, invoice)) == ("sent", "956.25", "0.00", None)
    quote.refresh_from_db()
    assert quote.deposit_paid_at == Payment.objects.get().succeeded_at
    extra = make_invoice(quote=quote, user=quote.user)
    admin_client.post(f"/api/invoices/{extra.id}/record-payment", {"method": "check"}, format="json")
    quote.refresh_from_db()
    assert quote.deposit_paid_at is not None
    pay(stripe_sandbox, customer_client, invoice, "all")
    assert _figures(_seen(customer_client, invoice)) == ("paid", "0.00", "0.00", None)
    number = invoice["invoiceNumber"]
    assert list(Payment.objects.order_by("id").values_list("description", flat=True)) == [
        f"Deposit for invoice {number}", f"Invoice {number}",
    ]  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("amount", "is_paid", "reason"),
    [("41.05", True, "The deposit is paid."), ("318.75", False, "The deposit was refunded.")],
)
def test_refunded_deposit_is_not_due_and_stays_paid_unless_all_of_it_was_refunded(
    customer_client: APIClient,
    admin_client: APIClient,
    quote: Quote,
    stripe_sandbox: StripeSandbox,
    amount: str,
    is_paid: bool,
    reason: str,
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    pay(stripe_sandbox, customer_client, invoice)
    cards.refund(stripe_sandbox.charges()[0]["payment_intent"], Decimal(amount))
    stripe_sandbox.deliver()
    [row] = admin_client.get("/api/desk/queue?kind=accepted").json()
    assert row["deposit"] == {"amount": "318.75", "isPaid": is_paid, "isRefunded": not is_paid}
    quote.refresh_from_db()
    assert (quote.deposit_paid_at is not None) == is_paid
    assert _figures(_seen(customer_client, invoice)) == ("sent", "956.25", "0.00", None)
    assert ask_to_pay(customer_client, invoice, part="first").status_code == 409
    end_waits(dt.timedelta(days=4))
    run_queue()
    assert Message.objects.get(kind="deposit-open").error == reason


@pytest.mark.parametrize("status", ["sent", "overdue"])
def test_card_form_for_the_rest_of_the_deposit_stays_open(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox, status: str
) -> None:
    """The customer opens a new form for the rest before the worker has closed the old one."""
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    check = {"method": "check", "amount": "100.00"}
    admin_client.post(f"/api/invoices/{invoice['id']}/record-payment", check, format="json")
    Invoice.objects.update(status=status)
    form = open_form(customer_client, invoice)
    run_payments_queue()
    cards.pay(form)
    stripe_sandbox.deliver()
    assert stripe_sandbox.charges()[0]["amount"] == 21875
    assert _figures(_seen(customer_client, invoice)) == (status, "956.25", "0.00", None)


@pytest.mark.django_db(transaction=True)
def test_deposit_receipt_shows_the_rest_and_office_is_notified_once(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    pay(stripe_sandbox, customer_client, invoice)
    run_queue()
    [receipt] = [mail for mail in delivered(tmp_path) if mail["subject"].startswith("Receipt")]
    assert receipt["subject"] == f"Receipt: $318.75 deposit for invoice {invoice['invoiceNumber']}"
    assert "The rest, $956.25, is due 14 days after we install. We'll email you then." in text_of(receipt)
    end_waits()
    news = text_of(delivered_to_office(tmp_path)[-1])
    assert f"Eleanor Hayes paid the deposit: $318.75, {invoice['invoiceNumber']}" in news
    assert "We haven't received your deposit" not in "".join(text_of(mail) for mail in delivered(tmp_path))
    pay(stripe_sandbox, customer_client, invoice, "all")
    assert Message.objects.filter(kind="office-deposit-paid").count() == 1
    text = text_of(delivered(tmp_path)[-1])
    assert "We received $956.25 by card" in text
    assert "Your invoice is paid in full." in text


@pytest.mark.django_db(transaction=True)
def test_only_the_first_receipt_is_for_the_deposit_if_that_is_half(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path, settings: Any
) -> None:
    settings.DEPOSIT_PERCENT = 50
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    for _ in range(2):
        check = {"method": "check", "amount": "637.50"}
        admin_client.post(f"/api/invoices/{invoice['id']}/record-payment", check, format="json")
    subjects = [mail["subject"] for mail in delivered(tmp_path) if mail["subject"].startswith("Receipt")]
    number = invoice["invoiceNumber"]
    assert subjects == [f"Receipt: $637.50 deposit for invoice {number}", f"Receipt: $637.50 for invoice {number}"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("percent", "button", "deposit"),
    [
        (25, "Pay the deposit", "Pay the deposit: $318.75. Paid jobs are scheduled first. The rest, $956.25, is due"),
        (100, "Pay the deposit", "Pay the deposit: $1,275.00. Paid jobs are scheduled first.\n"),
        (0, "View your quote", ""),
    ],
)
def test_acceptance_email_asks_for_the_deposit(
    customer_client: APIClient, quote: Quote, tmp_path: Path, settings: Any, percent: int, button: str, deposit: str
) -> None:
    settings.DEPOSIT_PERCENT = percent
    accept(customer_client, quote)
    [confirmed] = [mail for mail in delivered(tmp_path) if mail["subject"] == "You said yes to your holiday lights"]
    text = text_of(confirmed)
    assert f"{button}:\nhttp" in text
    assert deposit in text
    assert ("eposit" in text) is bool(deposit)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("has_day", [False, True])
def test_deposit_reminder_is_sent_once_after_three_days(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, tmp_path: Path, has_day: bool
) -> None:
    accept(customer_client, quote)
    if has_day:
        day = timezone.now() + dt.timedelta(days=30)
        visit = {"quoteId": str(quote.id), "kind": "installation", "scheduledDate": day.isoformat()}
        assert admin_client.post("/api/jobs", visit, format="json").status_code == 201
    check = f"/api/invoices/{Invoice.objects.get().id}/record-payment"
    admin_client.post(check, {"method": "check", "amount": "100.00"}, format="json")
    message = Message.objects.get(kind="deposit-open")
    assert message.not_before is not None
    local = timezone.localtime(message.not_before)
    assert (local.date() - timezone.localdate(), local.hour) == (dt.timedelta(days=3), 9)
    end_waits(dt.timedelta(days=5))
    run_queue()
    emails = delivered(tmp_path)
    [receipt] = [mail for mail in emails if mail["subject"].startswith("Receipt")]
    assert "$218.75 of the deposit is still due." in text_of(receipt)
    [reminder] = [mail for mail in emails if mail["subject"].startswith("Your deposit")]
    assert "$218.75 of your deposit for holiday lights is still due." in text_of(reminder)
    assert ("Paid jobs are scheduled first." in text_of(reminder)) is not has_day
    assert "The rest, 14 days after we install: $956.25" in text_of(reminder)


def test_payments_count_toward_the_deposit_first(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    url = f"/api/invoices/{invoice['id']}/record-payment"
    for amount, due_now in [("100.00", "218.75"), ("218.74", "0.01"), ("0.01", "0.00"), ("50.00", "0.00")]:
        admin_client.post(url, {"method": "check", "amount": amount}, format="json")
        assert _seen(customer_client, invoice)["dueNow"] == due_now
    assert ask_to_pay(customer_client, invoice, part="first").status_code == 409
    assert _seen(customer_client, invoice)["amountDue"] == "906.25"


def test_only_one_card_form_is_open_for_deposit_or_full_amount(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, stripe_sandbox: StripeSandbox
) -> None:
    accept(customer_client, quote)
    [invoice] = invoices_of(admin_client, quote)
    first = open_form(customer_client, invoice, "first")
    everything = open_form(customer_client, invoice, "all")
    statuses = {intent["amount"]: intent["status"] for intent in stripe_sandbox.objects("payment_intent")}
    assert statuses == {31875: "canceled", 127500: "requires_payment_method"}
    assert first != everything
    cards.pay(everything)
    stripe_sandbox.deliver()
    assert _figures(_seen(customer_client, invoice)) == ("paid", "0.00", "0.00", None)


@pytest.mark.django_db(transaction=True)
def test_concurrent_acceptances_create_one_invoice(customer: User, quote: Quote) -> None:
    def send(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        return int(accept(client, quote).status_code)

    assert set(in_threads(6, send)) == {200}
    assert Invoice.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_manual_invoice_and_acceptance_at_once_are_serialized(customer: User, admin: User, quote: Quote) -> None:
    def work(number: int) -> int:
        client = APIClient()
        client.force_login(admin if number else customer)
        if number:
            body = {"quoteId": str(quote.id), "amount": "300.00"}
            return int(client.post("/api/invoices", body, format="json").status_code)
        return int(accept(client, quote).status_code)

    assert sorted(in_threads(2, work)) == [200, 201]
    automatic = Invoice.objects.filter(from_acceptance=True).count()
    assert Invoice.objects.count() == 1 + automatic, "the manual one, and another if the acceptance was first"
