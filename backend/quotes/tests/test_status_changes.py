"""What follows when staff set a quote to another status: from each status, to each other one."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from jobs.models import Job
from notifications.models import Message
from quotes.models import Acceptance, Quote, QuoteStatus
from quotes.proposals.terms import current_terms, store_terms
from quotes.tests.factories import make_quote

OPEN = "pending quoting reviewed"
ACCEPTED = "approved service_scheduled"
DONE = "complete complete_storage"
AGREED = f"{ACCEPTED} {DONE}"
CLOSED = f"{AGREED} rejected"
ANY = f"{OPEN} {CLOSED}"

# What happens, from which statuses, and to which. The quote has a price.
PRICED = [
    ("the customer is told the price", f"pending {CLOSED}", "quoting reviewed"),
    ("the customer's acceptance is confirmed", f"{OPEN} {DONE} rejected", "approved"),
    ("the customer is told that it is closed", f"{OPEN} {AGREED}", "rejected"),
    ("it is accepted now", f"{OPEN} {DONE} rejected", ACCEPTED),
    ("the acceptance is withdrawn", CLOSED, OPEN),
    ("its invoice is canceled", AGREED, f"{OPEN} rejected"),  # a new price gets none besides the other one
    ("the other invoice is canceled", f"{OPEN} {AGREED}", "rejected"),
    ("the other invoice is open again", "rejected", f"{OPEN} {AGREED}"),
    ("the rest is due", ACCEPTED, DONE),
    ("the rest is not due anymore", DONE, ACCEPTED),
    ("the visit is canceled", f"{OPEN} {AGREED}", "rejected"),
    ("the reason for no invoice is forgotten", ANY, f"{OPEN} rejected"),
    ("the deadline for a price starts again", f"quoting reviewed {CLOSED}", "pending"),
    ("the tries are forgotten", OPEN, CLOSED),
    ("the tries are forgotten", CLOSED, OPEN),
    ("the tries are forgotten", "pending", "quoting reviewed"),
    ("the tries are forgotten", "quoting reviewed", "pending"),
]
# The quote has no price, and its customer has had no response.
UNPRICED = [
    ("its customer waits no longer", OPEN, CLOSED),
    ("its customer waits again", CLOSED, OPEN),
]


@pytest.fixture
def then() -> dt.datetime:
    return timezone.now() - dt.timedelta(days=3)


def _expected(rules: list[tuple[str, str, str]], old: str, new: str) -> list[str]:
    return sorted(what for what, before, after in rules if old in before.split() and new in after.split())


def _priced(customer: User, status: str, then: dt.datetime) -> Quote:
    quote = make_quote(
        user=customer, status=status, quote_amount="500.00", answered_at=then, accepted_at=then, tries=2,
        last_tried_at=then, no_invoice_reason="Paid at the door", has_visit=True,
    )  # fmt: skip
    if status in CLOSED.split():
        quote.acceptance = Acceptance.objects.create(
            quote=quote, user=customer, name="Eleanor Hayes", channel="account", revision=0, lines=[],
            amount="500.00", terms=store_terms(current_terms()),
        )  # fmt: skip
        quote.save()
    is_off = status == "rejected"
    invoice = {"quote": quote, "user": customer, "status": "cancelled" if is_off else "sent"}
    if status in CLOSED.split():
        due = timezone.localdate() + dt.timedelta(days=9) if status in DONE.split() else None
        make_invoice(**invoice, from_acceptance=True, due_date=due)
    make_invoice(**invoice, without_job=is_off)
    Job.objects.create(quote=quote, user=customer, scheduled_date=timezone.now() + dt.timedelta(days=9))
    return quote


def _happened(quote: Quote, old: str, then: dt.datetime) -> Iterator[str]:
    told = set(Message.objects.filter(about_id=quote.id).values_list("kind", flat=True))
    names = {
        "quote-priced": "the customer is told the price",
        "quote-accepted": "the customer's acceptance is confirmed",
        "quote-closed": "the customer is told that it is closed",
    }
    yield from (names[kind] for kind in told if kind in names)
    if quote.accepted_at != then:
        yield "it is accepted now"
    if old in CLOSED.split() and quote.acceptance is None:
        yield "the acceptance is withdrawn"
    if own := Invoice.objects.filter(quote=quote, from_acceptance=True).first():
        if own.awaits_yes:
            yield "its invoice waits for another acceptance"
        elif own.status == "cancelled" and old != "rejected":
            yield "its invoice is canceled"
        if (own.due_date is not None) != (old in DONE.split()):
            yield "the rest is due" if own.due_date else "the rest is not due anymore"
    other = Invoice.objects.get(quote=quote, from_acceptance=False)
    if (other.status == "cancelled") != (old == "rejected"):
        yield "the other invoice is canceled" if other.without_job else "the other invoice is open again"
    if Job.objects.get(quote=quote).status != "scheduled":
        yield "the visit is canceled"
    if not quote.no_invoice_reason:
        yield "the reason for no invoice is forgotten"
    if quote.clock_at:
        yield "the deadline for a price starts again"
    if not quote.tries:
        yield "the tries are forgotten"


def _set(client: APIClient, quote: Quote, status: str) -> Quote:
    response: Any = client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    assert (response.status_code, response.json()["status"]) == (200, status), response.content
    return Quote.objects.get(id=quote.id)


@pytest.mark.parametrize("old", QuoteStatus.values)
def test_change_of_status_has_the_consequences_of_the_table(
    admin_client: APIClient, customer: User, then: dt.datetime, old: str
) -> None:
    happened = {
        new: sorted(_happened(_set(admin_client, _priced(customer, old, then), new), old, then))
        for new in QuoteStatus.values
    }
    assert happened == {new: _expected(PRICED, old, new) for new in QuoteStatus.values}


@pytest.mark.parametrize("old", QuoteStatus.values)
def test_customer_without_a_response_waits_while_the_quote_is_open(
    admin_client: APIClient, then: dt.datetime, old: str
) -> None:
    before = None if old in OPEN.split() else then
    happened: dict[str, list[str]] = {}
    for new in QuoteStatus.values:
        quote = _set(admin_client, make_quote(status=old, closed_at=before, let_go_at=before), new)
        was, waits = before is None, quote.closed_at is None and quote.let_go_at is None
        happened[new] = (
            [] if was == waits else ["its customer waits again" if waits else "its customer waits no longer"]
        )
    assert happened == {new: _expected(UNPRICED, old, new) for new in QuoteStatus.values}


def test_new_price_keeps_the_invoice_only_with_an_accepted_status(
    admin_client: APIClient, customer: User, then: dt.datetime
) -> None:
    kept = {}
    for status in QuoteStatus.values:
        quote = _priced(customer, "approved", then)
        change = {"status": status, "quoteAmount": "600.00"}
        assert admin_client.patch(f"/api/quotes/{quote.id}", change, format="json").status_code == 200
        kept[status] = Invoice.objects.get(quote=quote, from_acceptance=True).status == "sent"
    assert kept == {status: status in AGREED.split() for status in QuoteStatus.values}
