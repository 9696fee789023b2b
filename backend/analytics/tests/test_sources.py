"""Administrators see what each source brought: requests, acceptances and dollars."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from analytics.counters import repair_counters
from invoices.models import Invoice, InvoicePayment
from payments.models import Payment
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import PAST
from trees.models import TreeOrder, TreePayment
from trees.tests.factories import make_tree_order, tree_order_body

GOOGLE = {"utm_source": "google", "utm_campaign": "fall-2026"}


def _sources(client: APIClient) -> dict[str, dict[str, Any]]:
    """Return this season's sources by label, in order."""
    response = client.get("/api/analytics/season")
    assert response.status_code == 200, response.content
    return {
        " / ".join(filter(None, [row.pop("heardFrom"), row.pop("source"), row.pop("campaign")])): row
        for row in response.json()["sources"]
    }


def _row(requests: int = 0, accepted: int = 0, trees: int = 0, paid: float = 0) -> dict[str, Any]:
    return {"requests": requests, "accepted": accepted, "treeOrders": trees, "paid": paid}


def _invoice(quote: Quote | None, number: int = 1) -> Invoice:
    invoice: Invoice = Invoice.objects.create(
        quote=quote, invoice_number=f"INV-2026-{number:05}", amount=1000, sent_at=timezone.now(), status="sent",
        bill_to_name="E",
    )  # fmt: skip
    return invoice


def _pay(invoice: Invoice, amount: str, method: str = "card", refunded: str = "0") -> InvoicePayment:
    payment: InvoicePayment = InvoicePayment.objects.create(
        invoice=invoice, method=method, amount=amount, amount_refunded=refunded
    )
    return payment


def test_analytics_show_answer_and_campaign_of_request(guest: APIClient, admin_client: APIClient) -> None:
    source = {"heardFrom": "search", "campaign": {"source": "google", "medium": "cpc", "name": "fall-2026"}}
    guest.post("/api/quotes", quote_body(**source), format="json")
    guest.post("/api/tree-orders", tree_order_body(**source), format="json")
    guest.post("/api/quotes", quote_body(heardFrom="neighbor"), format="json")
    guest.post("/api/quotes", quote_body(campaign={"source": "newsletter"}), format="json")
    assert _sources(admin_client) == {
        "search / google / fall-2026": _row(requests=1, trees=1),
        "newsletter": _row(requests=1),
        "neighbor": _row(requests=1),
    }


def test_accepted_quotes_count_whatever_came_after(admin_client: APIClient) -> None:
    for status in ("reviewed", "approved", "service_scheduled", "complete", "rejected"):
        make_quote(heard_from="mail", status=status)
    assert _sources(admin_client) == {"mail": _row(requests=5, accepted=3)}


def test_payments_less_refunds_count_for_source_of_quote(admin: User, admin_client: APIClient) -> None:
    invoice = _invoice(make_quote(heard_from="search", **GOOGLE))
    _pay(invoice, "250.10")
    _pay(invoice, "100.00", "check")
    _pay(invoice, "50.50", "cash", refunded="20.25")
    _pay(_invoice(make_quote(heard_from="mail"), 2), "80.00")
    _pay(_invoice(None, 3), "999.00")
    for _ in range(2):  # many requests don't make a source valuable
        make_quote(heard_from="neighbor")
    for _ in range(3):
        make_tree_order(heard_from="yard_sign")
    sources = _sources(admin_client)
    assert [(name, row["paid"]) for name, row in sources.items()] == [
        ("search / google / fall-2026", 380.35),
        ("mail", 80),
        ("yard_sign", 0),
        ("neighbor", 0),
    ]
    InvoicePayment.objects.filter(method="check").update(taken_back_at=timezone.now(), taken_back_by=admin)
    InvoicePayment.objects.filter(method="card", amount="80.00").update(amount_refunded="80.00")
    sources = _sources(admin_client)
    assert [row["paid"] for row in sources.values()] == [280.35, 0, 0, 0]
    InvoicePayment.objects.filter(amount="250.10").update(disputed=True, dispute_lost=True)
    assert _sources(admin_client)["search / google / fall-2026"]["paid"] == 30.25
    assert repair_counters() == []


def test_tree_payments_count_for_source_of_order(admin: User, admin_client: APIClient) -> None:
    order = make_tree_order(heard_from="yard_sign")
    TreePayment.objects.create(order=order, method="card", amount="100.00", amount_refunded="30.00")
    TreePayment.objects.create(order=order, method="cash", amount="40.50")
    taken_back_at = timezone.now()
    TreePayment.objects.create(
        order=order, method="check", amount="7.00", taken_back_at=taken_back_at, taken_back_by=admin
    )
    assert _sources(admin_client) == {"yard_sign": _row(trees=1, paid=110.5)}
    TreeOrder.objects.filter(id=order.id).update(heard_from="mail")
    assert _sources(admin_client) == {"mail": _row(trees=1, paid=110.5)}
    assert repair_counters() == []


@pytest.mark.parametrize("kind", ["quote", "tree_order"])
def test_payment_by_stranger_counts_for_assigned_quote(admin: User, admin_client: APIClient, kind: str) -> None:
    row: Any = {"quote": make_quote, "tree_order": make_tree_order}[kind](heard_from="mail")
    payment = Payment.objects.create(
        purpose="checkout", amount=599, amount_received=599, status="succeeded", succeeded_at=timezone.now()
    )
    assert [each["paid"] for each in _sources(admin_client).values()] == [0]
    path = {"quote": "quoteId", "tree_order": "treeOrderId"}[kind]
    assigned = admin_client.post(f"/api/payments/{payment.id}/assign", {path: str(row.id)}, format="json")
    assert assigned.status_code == 200, assigned.content
    Payment.objects.filter(id=payment.id).update(amount_refunded="99.00")
    TreePayment.objects.filter(payment=payment).update(amount_refunded="99.00")  # as Stripe's report does
    assert [each["paid"] for each in _sources(admin_client).values()] == [500]
    type(row).objects.filter(id=row.id).update(heard_from="search")
    assert {name: each["paid"] for name, each in _sources(admin_client).items()} == {"search": 500}
    Payment.objects.filter(id=payment.id).update(disputed=True, dispute_status="lost")
    TreePayment.objects.filter(payment=payment).update(disputed=True, dispute_lost=True)
    assert [each["paid"] for each in _sources(admin_client).values()] == [0]
    assert repair_counters() == []


def test_payments_count_for_season_of_request(admin_client: APIClient) -> None:
    earlier = make_quote(heard_from="mail", created_at=PAST)
    _pay(_invoice(earlier), "80.00")
    assert _sources(admin_client) == {}
    Quote.objects.filter(id=earlier.id).update(created_at=timezone.now())
    assert _sources(admin_client) == {"mail": _row(requests=1, paid=80)}
    Quote.objects.filter(id=earlier.id).update(heard_from="search", utm_source="google")
    assert _sources(admin_client) == {"search / google": _row(requests=1, paid=80)}
    assert repair_counters() == []


def test_request_without_source_is_counted_as_unknown(admin_client: APIClient) -> None:
    make_quote()
    make_tree_order()
    assert _sources(admin_client) == {"": _row(requests=1, trees=1)}


def test_sources_are_counted_case_insensitively(admin_client: APIClient) -> None:
    for source, campaign in (("Google", "Fall"), ("google", "fall"), ("google", "Fall"), ("google", "Fall")):
        make_quote(utm_source=source, utm_campaign=campaign)
    assert _sources(admin_client) == {"google / Fall": _row(requests=4)}


@pytest.mark.parametrize(("more", "trees"), [(0, 0), (3, 1)])
def test_sources_beyond_the_first_20_are_summed_up(admin_client: APIClient, more: int, trees: int) -> None:
    for number in range(20 + more):
        make: Any = make_tree_order if number == 20 else make_quote
        make(utm_source=f"source-{number:02}")
    _pay(_invoice(make_quote(utm_source="source-19")), "1.00")
    season = admin_client.get("/api/analytics/season").json()
    assert len(season["sources"]) == 20
    assert season["sources"][0]["source"] == "source-19"
    assert season["otherSources"] == {"count": more, **_row(requests=more - trees, trees=trees)}


def test_season_without_requests_has_no_sources(admin_client: APIClient) -> None:
    make_quote(heard_from="mail", created_at=PAST)
    season = admin_client.get("/api/analytics/season").json()
    assert (season["sources"], season["otherSources"]) == ([], {"count": 0, **_row()})
