"""Work that is done and on no invoice is on a list, until someone invoices it or says that no invoice is needed."""

import datetime as dt
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from invoices.models import InvoiceStatus
from invoices.tests.accepting import accept, priced_quote
from invoices.tests.factories import make_invoice
from jobs.models import Job
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import in_threads

LIST = "/api/quotes?scope=admin&unbilled=1"
REASON = {"reason": "Paid in cash at the door"}


@pytest.fixture
def quote(customer: User) -> Quote:
    """A quote that staff accepted by hand, so that it has no invoice."""
    return make_quote(user=customer, status="approved", quote_amount="1275.00")


def _listed(admin: APIClient) -> list[str]:
    """Return the names on the list, after comparing their number with the one among the amounts due."""
    rows = admin.get(LIST).json()
    assert admin.get("/api/desk/money/due").json()["unbilled"] == len(rows)
    assert admin.get("/api/desk/queue/counts").json()["unbilled"] == len(rows)
    assert all(row["unbilledSince"] for row in rows)
    return [row["fullName"] for row in rows]


def _status(status: str, **changes: str | None) -> Any:
    body = {"status": status, **changes}
    return lambda admin, quote: admin.patch(f"/api/quotes/{quote.id}", body, format="json")


def _bulk(status: str) -> Any:
    return lambda admin, quote: admin.post(
        "/api/quotes/bulk-status", {"ids": [str(quote.id)], "status": status}, format="json"
    )


def _visit(kind: str = "installation") -> Any:
    return lambda admin, quote: admin.post("/api/jobs", {"quoteId": str(quote.id), "kind": kind}, format="json")


def _last_visit(status: str) -> Any:
    return lambda admin, quote: admin.patch(
        f"/api/jobs/{quote.jobs.latest('id').id}", {"status": status}, format="json"
    )


def _price(amount: str) -> Any:
    body = {"status": "reviewed", "quoteAmount": amount}
    return lambda admin, quote: admin.patch(f"/api/quotes/{quote.id}", body, format="json")


def _bill(admin: APIClient, quote: Quote) -> Any:
    return admin.post("/api/invoices", {"quoteId": str(quote.id), "amount": "1275.00"}, format="json")


def _cancel(admin: APIClient, quote: Quote) -> Any:
    return admin.post(f"/api/invoices/{quote.invoices.latest('id').id}/cancel")


def _send(admin: APIClient, quote: Quote) -> Any:
    return admin.post(f"/api/invoices/{quote.invoices.latest('id').id}/send")


def _set_aside(admin: APIClient, quote: Quote) -> Any:
    return admin.post(f"/api/quotes/{quote.id}/no-invoice-needed", REASON, format="json")


def _undo(admin: APIClient, quote: Quote) -> Any:
    return admin.post(f"/api/quotes/{quote.id}/undo-price", {}, format="json")


def _accept(admin: APIClient, quote: Quote) -> Any:
    amount = str(Quote.objects.get(id=quote.id).quote_amount)
    return accept(admin, quote, amount, acceptedBy="Eleanor Hayes")


DONE = [_visit(), _last_visit("completed")]
CASES: dict[str, tuple[list[Any], bool]] = {
    "accepted": ([], False),
    "only scheduled": ([_visit()], False),
    "installed": (DONE, True),
    "a service visit": ([_visit("service"), _last_visit("completed")], False),
    "another installation planned": ([*DONE, _visit()], False),
    "another installation begun": ([*DONE, _visit(), _last_visit("in_progress")], False),
    "the other installation canceled": ([*DONE, _visit(), _last_visit("cancelled")], True),
    "marked by mistake": ([*DONE, _last_visit("scheduled")], False),
    "reopened and done again": ([*DONE, _last_visit("in_progress"), _last_visit("completed")], True),
    "the takedown done": ([_status("service_scheduled"), _visit("takedown"), _last_visit("completed")], True),
    "complete by hand": ([_status("complete")], True),
    "complete in bulk": ([_status("reviewed"), _bulk("complete_storage")], True),
    "free": ([_status("complete", quoteAmount="0.00")], False),
    "without a price": ([_status("complete", quoteAmount=None)], True),
    "complete by mistake": ([_status("complete"), _status("approved")], False),
    "installed, then open again": ([*DONE, _status("reviewed")], False),
    "installed, then open and accepted by hand": ([*DONE, _status("reviewed"), _status("approved")], True),
    "installed, then rejected": ([*DONE, _status("rejected")], False),
    "installed, rejected and complete": ([*DONE, _status("rejected"), _status("complete")], True),
    "drafted": ([*DONE, _bill], False),
    "drafted before": ([_bill, *DONE], False),
    "sent": ([*DONE, _bill, _send], False),
    "draft canceled": ([*DONE, _bill, _cancel], True),
    "sent invoice canceled": ([*DONE, _bill, _send, _cancel], True),
    "canceled before the work": ([_bill, _cancel], False),
    "one of two invoices canceled": ([*DONE, _bill, _bill, _cancel], False),
    "invoice canceled by a rejection": ([*DONE, _bill, _send, _status("rejected")], False),
    "invoice reopened with the quote": ([*DONE, _bill, _send, _status("rejected"), _status("complete")], False),
    "open again for a new price": ([*DONE, _price("1300.00")], False),
    "new price undone": ([*DONE, _price("1300.00"), _undo], True),
    "new price undone, with an invoice": ([*DONE, _bill, _price("1300.00"), _undo], False),
    "new price accepted, which creates an invoice": ([*DONE, _price("1300.00"), _accept], False),
    "invoice of the acceptance withdrawn": ([_status("reviewed"), _accept, *DONE, _price("1300.00")], False),
    "invoice of the acceptance reinstated": ([_status("reviewed"), _accept, *DONE, _price("1300.00"), _undo], False),
    "withdrawn, then complete by hand": (
        [_status("reviewed"), _accept, *DONE, _price("1300.00"), _status("complete")], True,
    ),
    "no invoice needed": ([*DONE, _set_aside], False),
    "no invoice needed, and work done again": ([*DONE, _set_aside, *DONE, _status("complete")], False),
    "no invoice needed, and marked again": (
        [*DONE, _set_aside, _last_visit("scheduled"), _last_visit("completed")], False,
    ),
    "no invoice needed, but created and canceled": ([*DONE, _set_aside, _bill, _cancel], False),
    "no invoice needed, then open and agreed again": (
        [*DONE, _set_aside, _price("1300.00"), _status("approved")], True,
    ),
    "no invoice needed, and a new price undone": ([*DONE, _set_aside, _price("1300.00"), _undo], False),
}  # fmt: skip


def test_list_has_the_work_that_is_done_without_an_invoice(
    customer: User, admin_client: APIClient, subtests: pytest.Subtests
) -> None:
    for name, (steps, listed) in CASES.items():
        with subtests.test(name):
            quote = make_quote(user=customer, status="approved", quote_amount="1275.00", full_name=name)
            for step in steps:
                response = step(admin_client, quote)
                assert response.status_code < 300, response.content
            assert (name in _listed(admin_client)) == listed


@pytest.mark.parametrize("way", ["no deposit", "Maine"])
def test_acceptance_without_an_invoice_is_listed_once_the_work_is_done(
    customer: User, customer_client: APIClient, admin_client: APIClient, settings: Any, way: str
) -> None:
    settings.DEPOSIT_PERCENT = 0 if way == "no deposit" else 25
    state, zip_code = ("ME", "03904") if way == "Maine" else ("NH", "03801")
    address = Address.objects.create(user=customer, street="1 Pier St", city="York", state=state, zip_code=zip_code)
    quote = priced_quote(user=customer, address=address)
    assert accept(customer_client, quote).status_code == 200
    assert _listed(admin_client) == []
    for step in DONE:
        step(admin_client, quote)
    assert _listed(admin_client) == ["Eleanor Hayes"]


def test_list_is_in_order_of_the_day_the_work_was_done(customer: User, admin_client: APIClient) -> None:
    noon = dt.datetime(2026, 12, 1, 17, tzinfo=dt.UTC)
    for days, name in ((0, "Ann"), (2, "Cal"), (1, "Ben")):
        quote = make_quote(user=customer, status="approved", quote_amount="10.00", full_name=name)
        with time_machine.travel(noon - dt.timedelta(days=days)):
            _status("complete")(admin_client, quote)
    assert _listed(admin_client) == ["Cal", "Ben", "Ann"]
    first = admin_client.get(f"{LIST}&limit=2")
    after = first.headers["Link"].split("<")[1].split(">")[0]
    assert [row["fullName"] for row in admin_client.get(after).json()] == ["Ann"]
    assert [row["fullName"] for row in admin_client.get(f"{LIST}&q=cal").json()] == ["Cal"]
    assert [row["fullName"] for row in admin_client.get(f"{LIST}&city=Dover&ordering=fullName").json()] == []
    assert first.json()[0]["unbilledSince"].startswith("2026-11-29T17:00:00")


def test_reason_for_no_invoice_is_in_the_history_but_not_in_the_thread(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    assert _set_aside(admin_client, quote).status_code == 409, "the work is not done"
    _status("complete")(admin_client, quote)
    path = f"/api/quotes/{quote.id}/no-invoice-needed"
    assert admin_client.post(path, {"reason": " "}, format="json").status_code == 400
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    shown = _set_aside(admin_client, quote).json()
    assert (shown["unbilledSince"], shown["noInvoiceReason"]) == (None, REASON["reason"])
    assert shown["updatedAt"] == seen, "forms that staff have open don't conflict"
    newest = admin_client.get(f"/api/quotes/{quote.id}/history").json()[0]
    assert (newest["by"], newest["changes"]) == (
        "Ada Admin", [{"field": "noInvoiceReason", "from": "", "to": REASON["reason"]}],
    )  # fmt: skip
    assert REASON["reason"] not in customer_client.get(f"/api/quotes/{quote.id}/comments").content.decode()
    assert _set_aside(admin_client, quote).status_code == 409


@pytest.mark.parametrize(
    ("status", "is_kept"),
    [
        ("approved", True),
        ("service_scheduled", True),
        ("complete_storage", True),
        ("reviewed", False),  # what is accepted next needs an invoice again
        ("rejected", False),
    ],
)
def test_reason_for_no_invoice_is_kept_while_the_quote_is_accepted(
    admin_client: APIClient, quote: Quote, status: str, is_kept: bool
) -> None:
    for change in (_status("complete"), _set_aside, _status(status)):
        assert change(admin_client, quote).status_code == 200
    shown = admin_client.get(f"/api/quotes/{quote.id}").json()
    assert shown["noInvoiceReason"] == (REASON["reason"] if is_kept else "")


def test_export_has_the_same_quotes(admin_client: APIClient, quote: Quote) -> None:
    make_quote(full_name="Walter Finch")
    _status("complete")(admin_client, quote)
    lines = b"".join(admin_client.get("/api/quotes/export.csv?unbilled=1")).decode().splitlines()
    assert [("Eleanor Hayes" in line) for line in lines] == [False, True]


def test_earlier_work_is_found_when_the_product_is_updated(customer: User) -> None:
    """The migration finds in one statement what the services would have noted."""
    made = timezone.now() - dt.timedelta(days=40)

    def quote(name: str, status: str, visits: list[str], invoices: list[str]) -> None:
        row = make_quote(user=customer, full_name=name, status=status)
        for visit in visits:
            kind, _, state = visit.partition(" ")
            Job.objects.create(quote=row, user=customer, kind=kind, status=state)
        for invoice in invoices:
            make_invoice(quote=row, user=customer, status=invoice)

    quote("installed", "service_scheduled", ["installation completed", "installation cancelled"], ["cancelled"])
    quote("complete", "complete_storage", [], [])
    quote("complete with visits", "complete", ["installation scheduled", "takedown completed"], [])
    for number, status in enumerate(set(InvoiceStatus.values) - {"cancelled"}):
        quote(f"billed {number}", "complete", ["installation completed"], [status, "cancelled"])
    quote("half done", "approved", ["installation completed", "installation in_progress"], [])
    quote("planned", "approved", ["installation scheduled"], [])
    quote("takedown only", "approved", ["takedown completed"], [])
    quote("open", "reviewed", ["installation completed"], [])
    quote("rejected", "rejected", ["installation completed"], [])
    quote("free", "complete", [], [])
    Quote.objects.filter(full_name="free").update(quote_amount=0)
    Quote.objects.update(updated_at=made)
    with connection.cursor() as cursor:
        cursor.execute(import_module("invoices.migrations.0002_find_unbilled_work").FORWARD)
    found = {quote.full_name: quote for quote in Quote.objects.exclude(unbilled_since=None)}
    assert found.keys() == {"installed", "complete", "complete with visits"}
    assert found["complete"].unbilled_since == made
    done = found["installed"].jobs.get(status="completed")
    assert found["installed"].unbilled_since == done.updated_at


# --- Races and costs


@pytest.mark.django_db(transaction=True)
def test_invoice_and_no_invoice_needed_at_the_same_moment(admin_client: APIClient, quote: Quote) -> None:
    _status("complete")(admin_client, quote)
    billed, set_aside = in_threads(2, lambda number: (_set_aside if number else _bill)(admin_client, quote).status_code)
    assert (billed, set_aside) in {(201, 200), (201, 409)}
    assert _listed(admin_client) == []
    assert bool(Quote.objects.get().no_invoice_reason) == (set_aside == 200)


@pytest.mark.django_db(transaction=True)
def test_no_invoice_needed_is_said_once(admin_client: APIClient, quote: Quote) -> None:
    _status("complete")(admin_client, quote)
    assert sorted(in_threads(2, lambda number: _set_aside(admin_client, quote).status_code)) == [200, 409]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("invoice", [_bill, _cancel], ids=["create", "cancel"])
def test_work_is_done_while_its_invoice_changes(admin_client: APIClient, quote: Quote, invoice: Any) -> None:
    _visit()(admin_client, quote)
    if invoice == _cancel:
        _bill(admin_client, quote)
    steps = (_last_visit("completed"), invoice)
    statuses = in_threads(2, lambda number: steps[number](admin_client, quote).status_code)
    assert all(status < 300 for status in statuses)
    assert _listed(admin_client) == ([] if invoice == _bill else ["Eleanor Hayes"])


def _queries(admin: APIClient, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert admin.get(path).status_code == 200
    return len(queries)


def test_queries_do_not_grow_with_the_list(customer: User, admin_client: APIClient) -> None:
    counts = []
    for rows in (2, 20):
        for _ in range(rows):
            make_quote(user=customer, status="complete", unbilled_since=timezone.now())
        counts.append([_queries(admin_client, path) for path in (LIST, "/api/desk/money/due")])
    assert counts[0] == counts[1]
