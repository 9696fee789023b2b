"""A person, who is an account with its verified addresses or a guest with one email address, and their rows."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from accounts.models import User
from accounts.own_address import own_address_keys
from common.email_addresses import email_key, same_address
from desk.customer_keys import read_customer_key
from invoices.models import Invoice
from jobs.models import Job
from payments.models import Payment
from quotes.models import Quote
from replies.models import Inquiry
from storage.models import StorageCharge, StorageSubscription
from texts.models import ContactChoice
from texts.numbers import e164
from trees.models import TreeOrder


@dataclass(frozen=True)
class Person:
    """An account (None for a guest) and their email addresses, normalized by ``email_key``."""

    user: User | None
    emails: tuple[str, ...]

    @property
    def address(self) -> str:
        """The address to notify them at."""
        return self.user.email if self.user else self.emails[0]


@dataclass
class Rows:
    """A person's rows that other rows refer to, and their phone numbers."""

    quotes: list[Quote] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    orders: list[TreeOrder] = field(default_factory=list)
    invoices: list[Invoice] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    subscriptions: list[StorageSubscription] = field(default_factory=list)
    charges: list[StorageCharge] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether a guest, who has no subscriptions, has requested, ordered and paid for nothing."""
        return not (self.quotes or self.orders or self.invoices or self.payments)

    @property
    def ids(self) -> set[UUID]:
        """The IDs of all rows that messages, links and change history can refer to."""
        every = (self.quotes, self.jobs, self.orders, self.invoices, self.payments, self.subscriptions)
        return {row.id for rows in every for row in rows}


def person_of_user(user: User) -> Person:
    """Return the person with this account."""
    return Person(user, tuple(sorted(own_address_keys(user))))


def person_of_key(key: str) -> Person:
    """Return the person whose page on the desk has this key. Raises Http404 for an unknown one."""
    customer = read_customer_key(key)
    if isinstance(customer, User):
        return person_of_user(customer)
    person = Person(None, (email_key(customer),))
    if rows_of(person).is_empty:
        raise Http404
    return person


def rows_of(person: Person, *, lock: bool = False) -> Rows:
    """Return a person's rows. With ``lock``, they and the account are locked until the transaction ends.

    Raises OperationalError if some of them are locked already: waiting for locks in our own order could deadlock.
    """

    def read(rows: QuerySet[Any]) -> list[Any]:
        return list((rows.select_for_update(of=("self",), nowait=True) if lock else rows).order_by("created_at", "id"))

    if lock and person.user:
        User.objects.select_for_update(nowait=True).filter(id=person.user.id).first()
    found = Rows()
    quotes, orders = _of(person, "email"), _of(person, "customer_email")
    quote_ids = list(Quote.objects.filter(quotes).values_list("id", flat=True))
    order_ids = list(TreeOrder.objects.filter(orders).values_list("id", flat=True))
    billed = _of(person, "bill_to_email") | Q(quote__in=quote_ids)
    invoice_ids = list(Invoice.objects.filter(billed).values_list("id", flat=True))
    paid = Q(reference__in=[*order_ids, *invoice_ids]) | Q(assigned_id__in=[*quote_ids, *order_ids])
    if person.user:
        paid |= Q(user=person.user) | Q(assigned_id=person.user.id)
    found.payments = read(Payment.objects.filter(paid))
    found.quotes = read(Quote.objects.filter(quotes))
    found.orders = read(TreeOrder.objects.filter(orders))
    found.invoices = read(Invoice.objects.filter(billed))
    mine = Q(quote__in=[quote.id for quote in found.quotes]) | (Q(user=person.user) if person.user else Q())
    found.jobs = read(Job.objects.filter(mine))
    if person.user:
        found.subscriptions = read(StorageSubscription.objects.filter(user=person.user))
        found.charges = read(StorageCharge.objects.filter(user=person.user))
    found.numbers = _numbers(person, found)
    return found


def inquiries_of(person: Person, rows: Rows) -> QuerySet[Inquiry]:
    """Return their questions without a quote: from one of their addresses or numbers, or with their account."""
    theirs = Q(sender__in=[*person.emails, *rows.numbers])
    return Inquiry.objects.filter(theirs | Q(user=person.user) if person.user else theirs)


def _of(person: Person, column: str) -> Q:
    """Return the condition for their rows: those of the account, and guest rows with one of their addresses."""
    guests = Q()
    for email in person.emails:
        guests |= Q(same_address(column, email), user=None)
    return guests | Q(user=person.user) if person.user else guests


def _numbers(person: Person, found: Rows) -> list[str]:
    """Return their phone numbers (E.164), except those that another account has chosen for texts."""
    phones = [*(quote.phone for quote in found.quotes), *(order.customer_phone for order in found.orders)]
    numbers = {number for phone in phones if (number := e164(phone))}
    choices = ContactChoice.objects.exclude(number="")
    if person.user:
        numbers |= set(choices.filter(user=person.user).values_list("number", flat=True))
        choices = choices.exclude(user=person.user)
    return sorted(numbers - set(choices.filter(number__in=numbers).values_list("number", flat=True)))
