"""Search for customers, quotes, tree orders and invoices."""

from dataclasses import dataclass, field

from common.days import in_full
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
    key = customer_key(quote.user_id, quote.email)
    return Match(str(quote.id), key, quote.full_name, quote_detail(quote), quote.status)


def _order(order: TreeOrder) -> Match:
    key = customer_key(order.user_id, order.customer_email)
    return Match(str(order.id), key, order.customer_name, order_detail(order), order.status)


def _invoice(invoice: Invoice) -> Match:
    key = customer_key(invoice.user_id, invoice.bill_to_email)
    detail = joined(invoice.bill_to_name, dollars(invoice.amount))
    return Match(str(invoice.id), key, invoice.invoice_number, detail, invoice.status)


def quote_detail(quote: Quote) -> str:
    """Return what tells a quote from others of the same person, besides its status."""
    package, amount = quote.get_service_package_display(), quote.quote_amount
    price = dollars(amount) if amount is not None else ""
    day = f"requested {in_full(quote.created_at)}"
    return joined(package, quote.street_address, quote.city, price, day, quote.short_id)


def order_detail(order: TreeOrder) -> str:
    """Return what tells a tree order from others of the same person, besides its status."""
    size, price = order.get_tree_size_display(), dollars(order.total_amount)
    return joined(size, order.street, order.city, price, f"ordered {in_full(order.created_at)}", order.short_id)


def joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))
