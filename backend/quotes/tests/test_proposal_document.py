"""The PDFs of proposals and acceptances."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from quotes.models import Acceptance, ProposalRevision, Quote
from quotes.tests.factories import make_quote
from quotes.tests.proposals import PATRICIAS, accept, ids, line, make_proposal, put_lines, size
from testing.helpers import pdf_words

# Still December 3 in Eastern time.
NIGHT = dt.datetime(2026, 12, 4, 3, 30, tzinfo=dt.UTC)


@pytest.fixture
def proposal(admin_client: APIClient, customer: User) -> Quote:
    quote = make_proposal(admin_client, customer, note="Any weekday works.", validUntil="2099-01-02")
    Quote.objects.update(updated_at=NIGHT, street_address="41 Marcy Street")
    quote.refresh_from_db()
    return quote


def _words(client: APIClient, quote: Quote) -> str:
    response = client.get(f"/api/quotes/{quote.id}/pdf")
    assert response.status_code == 200
    return " ".join(pdf_words(response.content).split())


def test_proposal_pdf_has_lines_last_day_deposit_and_terms(customer_client: APIClient, proposal: Quote) -> None:
    words = _words(customer_client, proposal)
    for said in (
        "Seacoast Holiday Lights", "(603) 555-0148", "Eleanor Hayes", "41 Marcy Street", "Portsmouth",
        f"Quote {str(proposal.id)[-8:]}", "December 3, 2026", "January 2, 2099", "Any weekday works.",
        "Choose one", "Basic", "$542.80", "Standard", "$838.00", "We suggest this", "Included", "5 pieces at $38.00",
        "Add if you like", "+ $25.00", "+ $52.00", "Your price $929.00", "Deposit when you accept $232.25",
        "The rest, 14 days after installation $696.75", "Not included", "Repairs to gutters, outlets or wiring",
        "If we can't do the job, you get everything you paid back.",
    ):  # fmt: skip
        assert said in words
    for once in ("We suggest this", "5 pieces at $38.00", "Smart timer", "+ $"):
        assert words.count(once) == (2 if once == "+ $" else 1), "each line is in one group"


def test_choices_and_lines_are_in_the_order_of_the_proposal(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    color = {"unit": "flat", "choice": "Color"}
    lines = [size("Wide", 10, suggested=True), size("Narrow", 8), line("Warm", 5, suggested=True, **color)]
    quote = make_proposal(admin_client, customer, [*lines, line("Cool", 6, **color)])
    words = _words(customer_client, quote)
    assert words.index("Size Choose one") < words.index("Color Choose one")
    warm, cool = ({**each, "id": ids(quote, each["text"])[0]} for each in (lines[2], line("Cool", 6, **color)))
    put_lines(admin_client, quote, [cool, {**size("Narrow", 8), "id": ids(quote, "Narrow")[0]}, lines[0], warm])
    assert [each["text"] for each in ProposalRevision.objects.latest("number").lines] == [
        "Cool", "Narrow", "Wide", "Warm",
    ]  # fmt: skip


def test_proposal_pdf_without_deposit_names_none(customer_client: APIClient, proposal: Quote, settings: Any) -> None:
    settings.DEPOSIT_PERCENT = 0
    words = _words(customer_client, proposal)
    assert "Your price $929.00" in words
    assert "Deposit" not in words
    assert "The rest, 14 days after installation" not in words


def test_pdf_of_a_price_without_lines_lists_the_package(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="929.00", service_package="basic")
    words = _words(customer_client, quote)
    assert f"Included Amount {quote.get_service_package_display()} $929.00 Your price $929.00" in words


def test_pdf_line_shows_how_its_amount_is_computed(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    # A single piece or flat price needs no explanation.
    units = [
        ("ft", "1", "1 ft at $6.50"), ("ft", "1200", "1,200 ft at $6.50"), ("piece", "1", ""),
        ("piece", "2", "2 pieces at $6.50"), ("hour", "1", "1 hour at $6.50"), ("hour", "1.50", "1.5 hours at $6.50"),
        ("hour", "0.25", "0.25 hours at $6.50"), ("flat", "1", ""), ("flat", "3", "3 at $6.50"),
    ]  # fmt: skip
    lines = [line(f"Line {n}.", "6.50", unit=unit, quantity=quantity) for n, (unit, quantity, _) in enumerate(units)]
    words = _words(customer_client, make_proposal(admin_client, customer, lines))
    for n, (*_, said) in enumerate(units):
        part = words.partition(f"Line {n}.")[2].partition("Line ")[0]
        assert (" at $" in part) == bool(said)
        assert said in part


def test_acceptance_pdf_has_name_day_channel_and_lines(admin_client: APIClient, proposal: Quote) -> None:
    timer = ids(proposal, "Smart timer")
    accepted = accept(admin_client, proposal, "954.00", chosen=timer, acceptedBy="Pat Nolan", channel="phone")
    assert accepted.status_code == 200, accepted.content
    day = f"{timezone.localdate(Acceptance.objects.get().created_at):%B %-d, %Y}"
    words = _words(admin_client, proposal)
    for said in (
        "Pat Nolan", "By phone", day, "Standard", "Smart timer", "Total $954.00", "Any weekday works.",
        "What you agreed to (terms, version 1)", "If we can't do the job, you get everything you paid back.",
    ):  # fmt: skip
        assert said in words
    left_out = {line["text"] for line in PATRICIAS} & {"Basic", "Premium", "Candles"}
    assert not [text for text in left_out if f"{text} " in words.replace("Premium Installation", "")]
