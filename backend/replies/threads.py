"""Find the quote or tree order that a reply is about, and check whether its customer wrote it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from uuid import UUID

from accounts.models import User
from accounts.own_address import verified_addresses, verified_by_account
from common.email_addresses import email_key
from invoices.models import Invoice
from notifications.models import AboutKind
from quotes.models import Quote
from replies.people import Known
from texts.models import ContactChoice
from texts.numbers import e164
from trees.models import TreeOrder

_NOBODY = Known()


@dataclass(frozen=True)
class Thread:
    """The quote or tree order that an email was about, its ``customer``, and the keys of the ``addresses`` that are the
    customer's. An invoice without a quote has only the last two; all are empty if nothing was found.
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
    return Thread(senders_of_orders([order])[order.id], customer, tree_order=order)


def _of_invoice(invoice: Invoice) -> Thread:
    customer = Known(name=invoice.bill_to_name, email=invoice.bill_to_email, user=invoice.user)
    return Thread(_addresses(invoice.user, invoice.bill_to_email), customer)


def _addresses(user: User | None, typed: str) -> frozenset[str]:
    return frozenset(map(email_key, [typed, *(verified_addresses(user) if user else [])]))


def senders_of_orders(orders: Collection[TreeOrder]) -> dict[UUID, frozenset[str]]:
    """Return the senders (see ``Inquiry``) that are the customer of each order, by its ID: the address and number on
    it, and those that its account has verified or entered in My Services. Costs at most two queries.
    """
    accounts = {order.user_id for order in orders if order.user_id}
    verified, choices = verified_by_account(accounts), ContactChoice.objects.in_bulk(accounts)

    def senders(order: TreeOrder) -> Iterator[str]:
        yield email_key(order.customer_email)
        yield e164(order.customer_phone) or ""
        if order.user_id:
            yield from map(email_key, verified[order.user_id])
        if order.user_id in choices:
            yield choices[order.user_id].number

    return {order.id: frozenset(filter(None, senders(order))) for order in orders}
