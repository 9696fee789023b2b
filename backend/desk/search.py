"""Search for customers, quotes, tree orders and invoices."""

from dataclasses import dataclass, field

from common.money import dollars
from common.search import split_words
from common.search_lists import find_newest
from desk.customer_keys import customer_key
from desk.customers import CustomerRow, find_customers, find_requests
from invoices.models import Invoice
from quotes.models import Quote
from trees.models import TreeOrder

SHORTEST = 2
MOST = 5  # of each


@dataclass(frozen=True)
class Match:
    """A search result; see ``SearchMatchOutput``."""

    id: str
    key: str
    title: str
    detail: str
    status: str | None


@dataclass(frozen=True)
class Matches:
    """The newest matches of each type."""

    customers: list[Match] = field(default_factory=list)
    quotes: list[Match] = field(default_factory=list)
    tree_orders: list[Match] = field(default_factory=list)
    invoices: list[Match] = field(default_factory=list)


def search_desk(q: str) -> Matches:
    """Search names, email addresses, phone numbers, invoice numbers and the ends of IDs, with a constant number of
    queries. A query without a word finds nothing.
    """
    if not split_words(q):
        return Matches()
    quotes, orders = find_requests(q, MOST)
    return Matches(
        customers=[_customer(row) for row in find_customers(q, MOST, quotes, orders)],
        quotes=[_quote(quote) for quote in quotes[:MOST]],
        tree_orders=[_order(order) for order in orders[:MOST]],
        invoices=[_invoice(invoice) for invoice in find_newest(q, Invoice.objects.listed(), MOST)],
    )


def _customer(row: CustomerRow) -> Match:
    detail = joined(row.email if row.name else "", row.phone)
    return Match(row.key, row.key, row.name or row.email, detail, None)


def _quote(quote: Quote) -> Match:
    detail = joined(quote.get_service_package_display(), quote.city, quote.short_id)
    return Match(str(quote.id), customer_key(quote.user_id, quote.email), quote.full_name, detail, quote.status)


def _order(order: TreeOrder) -> Match:
    detail = joined(order.get_tree_size_display(), order.city, order.short_id)
    return Match(
        str(order.id), customer_key(order.user_id, order.customer_email), order.customer_name, detail, order.status
    )


def _invoice(invoice: Invoice) -> Match:
    key = customer_key(invoice.user_id, invoice.bill_to_email)
    detail = joined(invoice.bill_to_name, dollars(invoice.amount))
    return Match(str(invoice.id), key, invoice.invoice_number, detail, invoice.status)


def joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))
