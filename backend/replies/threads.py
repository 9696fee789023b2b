"""Find the quote or tree order that a reply is about, and check whether its customer wrote it."""

from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from accounts.own_address import verified_addresses
from common.email_addresses import email_key
from invoices.models import Invoice
from notifications.models import AboutKind
from quotes.models import Quote
from replies.people import Known
from trees.models import TreeOrder

_NOBODY = Known()


@dataclass(frozen=True)
class Thread:
    """The quote or tree order that an email was about, its ``customer``, and the keys of the customer's email
    ``addresses``. An invoice without a quote has only the last two; all are empty if nothing was found.
    """

    addresses: frozenset[str] = frozenset()
    customer: Known = _NOBODY
    quote_id: UUID | None = None
    tree_order: TreeOrder | None = None

    @property
    def exists(self) -> bool:
        return bool(self.addresses)

    def identify(self, sender: str, known: Known) -> Known:
        """Return ``known``, or this thread's customer if ``sender`` was unknown and is that customer."""
        return self.customer if sender in self.addresses and not known.is_customer else known


def find_thread(about: AboutKind, about_id: UUID) -> Thread:
    """Return the thread of the quote, tree order or invoice that an email was about."""
    if about == AboutKind.QUOTE:
        return _of_quote(Quote.objects.select_related("user").filter(id=about_id).first())
    if about == AboutKind.TREE_ORDER:
        order = TreeOrder.objects.select_related("user").filter(id=about_id).first()
        return _of_order(order) if order else Thread()
    invoice = Invoice.objects.select_related("quote__user", "user").filter(id=about_id).first()
    if invoice and invoice.quote:
        return _of_quote(invoice.quote)
    return _of_invoice(invoice) if invoice else Thread()


def _of_quote(quote: Quote | None) -> Thread:
    if quote is None:
        return Thread()
    customer = Known(name=quote.full_name, email=quote.email, phone=quote.phone, user=quote.user)
    return Thread(_addresses(quote.user, quote.email), customer, quote_id=quote.id)


def _of_order(order: TreeOrder) -> Thread:
    customer = Known(name=order.customer_name, email=order.customer_email, phone=order.customer_phone, user=order.user)
    return Thread(_addresses(order.user, order.customer_email), customer, tree_order=order)


def _of_invoice(invoice: Invoice) -> Thread:
    customer = Known(name=invoice.bill_to_name, email=invoice.bill_to_email, user=invoice.user)
    return Thread(_addresses(invoice.user, invoice.bill_to_email), customer)


def _addresses(user: User | None, typed: str) -> frozenset[str]:
    return frozenset(map(email_key, [typed, *(verified_addresses(user) if user else [])]))
