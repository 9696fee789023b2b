"""The page of one customer: an account, or a guest by their email address."""

import re
from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from accounts.models import Address, User
from accounts.serializers import AddressOutput
from common.email_addresses import email_key, same_address
from common.search import matching
from desk.customer_keys import guest_key, read_customer_key
from desk.customers import (
    CustomerKind,
    Person,
    customer_rows,
    person_from_order,
    person_from_quote,
    person_from_user,
)
from desk.serializers import CustomerRowOutput
from invoices.models import Invoice, InvoicePayment
from invoices.serializers import InvoiceOutput
from jobs.models import Job
from jobs.serializers import DeskJobOutput
from payments.models import Payment, PaymentStatus
from payments.serializers import DeskPaymentOutput
from quotes.models import Quote
from quotes.serializers import DeskQuoteOutput
from storage.models import StorageSubscription
from storage.serializers import StorageSubscriptionOutput
from texts.preferences import Reach
from texts.serializers import TextConsentOutput
from texts.services import consents_for_phones
from trees.models import TreeOrder
from trees.serializers import DeskTreeOrderOutput

SHOWN = 200  # newest rows of each type
PHONES = 5  # newest distinct numbers
MATCHES = 50  # rows checked for each possible duplicate
_SHORTEST_PHONE = 7


def read_customer(key: str) -> dict[str, Any]:
    """Return everything about one person; see ``CustomerOutput``. Raises Http404 for an unknown key."""
    customer = read_customer_key(key)
    return _customer(None, customer) if isinstance(customer, str) else _customer(customer, "")


def _customer(user: User | None, email: str) -> dict[str, Any]:
    def rows_of_customer(rows: QuerySet[Any], column: str) -> list[Any]:
        own = rows.filter(user=user) if user else rows.filter(same_address(column, email), user=None)
        return list(own.order_by("-created_at", "-id")[:SHOWN])

    quotes, orders = (
        rows_of_customer(Quote.objects.all(), "email"),
        rows_of_customer(TreeOrder.objects.for_desk(), "customer_email"),
    )
    invoices = rows_of_customer(Invoice.objects.all(), "bill_to_email")
    asked = sorted(
        [*map(person_from_quote, quotes), *map(person_from_order, orders)], key=lambda each: each.at, reverse=True
    )
    if user is None and not asked and not invoices:
        raise Http404
    newest = asked[0] if asked else None
    phones = _phones(user, asked)
    plans = _rows_of_account(StorageSubscription.objects.prefetch_related("addresses"), user)
    address = user.email if user else (newest.email if newest else invoices[0].bill_to_email)
    own_name = f"{user.first_name} {user.last_name}".strip() if user else ""
    return {
        "key": str(user.id) if user else guest_key(address),
        "kind": CustomerKind.USER if user else CustomerKind.GUEST,
        "userId": user.id if user else None,
        "name": own_name or (newest.name if newest else "") or (invoices[0].bill_to_name if invoices else ""),
        "email": address,
        "phone": next(iter(phones), ""),
        "lastSeenAt": max([*(each.at for each in asked), *(plan.created_at for plan in plans)], default=None),
        "quotes": DeskQuoteOutput.of_each(quotes),
        "jobs": DeskJobOutput.of_each(_jobs(quotes, user)),
        "treeOrders": DeskTreeOrderOutput.of_each(orders),
        "invoices": InvoiceOutput.of_each(invoices),
        "payments": DeskPaymentOutput.of_each(_payments(quotes, orders, invoices, user)),
        "storageSubscriptions": StorageSubscriptionOutput.of_each(plans),
        "addresses": AddressOutput.of_each(_rows_of_account(Address.objects.all(), user)),
        "guestMatches": _matches(user, address, asked),
        "textConsents": TextConsentOutput.of_each(consents_for_phones(phones)),
    }


def _phones(user: User | None, asked: list[Person]) -> list[str]:
    """Return a customer's phone numbers: the one that they entered in My Services, and the newest of their requests."""
    typed = list(dict.fromkeys(each.phone for each in asked if each.phone))[:PHONES]
    chosen = Reach([user.id]).phone(user.id, "") if user else ""
    return [*([chosen] if chosen else []), *typed]


def _jobs(quotes: list[Quote], user: User | None) -> list[Job]:
    jobs = Job.objects.filter(user=user) if user else Job.objects.filter(user=None, quote__in=quotes)
    return list(jobs.select_related("user", "quote").order_by("-created_at", "-id")[:SHOWN])


def _payments(
    quotes: list[Quote], orders: list[TreeOrder], invoices: list[Invoice], user: User | None
) -> list[Payment]:
    """Return card payments by the account, those for its orders and invoices (possibly by a guest with a link), and
    those that staff assigned to it, its quotes or its orders.
    """
    mine = Q(assigned_id__in=[row.id for row in (*quotes, *orders)])
    on_invoices = InvoicePayment.objects.filter(invoice__in=invoices).values_list("payment_id", flat=True)
    on_orders = [row.payment_id for order in orders for row in order.payments.all()]
    mine |= Q(id__in=[*on_invoices, *on_orders])  # cash has no ``Payment``
    if user:
        mine |= Q(user=user) | Q(assigned_id=user.id)
    made = Payment.objects.filter(mine).exclude(status__in=PaymentStatus.UNSETTLED)
    return list(made.for_desk().order_by("-created_at", "-id")[:SHOWN])


def _rows_of_account(rows: QuerySet[Any], user: User | None) -> list[Any]:
    """Return the newest rows of a kind that only accounts have."""
    return list(rows.filter(user=user).order_by("-created_at", "-id")[:SHOWN]) if user else []


def _matches(user: User | None, email: str, asked: list[Person]) -> list[dict[str, Any]]:
    """Return possible duplicates, with the same email address or phone number, for staff to check."""
    found: list[tuple[Callable[[Any], Person], QuerySet[Any]]] = [
        (person_from_quote, Quote.objects.filter(same_address("email", email), user=None)),
        (person_from_order, TreeOrder.objects.filter(same_address("customer_email", email), user=None)),
        (person_from_user, User.objects.filter(email=email_key(email))),
    ]
    for digits in {re.sub(r"[^0-9]", "", each.phone) for each in asked[:5]}:
        if len(digits) >= _SHORTEST_PHONE:
            found.append((person_from_quote, matching(Quote.objects.all(), digits, whole=True)))
            found.append((person_from_order, matching(TreeOrder.objects.all(), digits, whole=True)))
    same = [as_person(row) for as_person, rows in found for row in rows.order_by("-created_at", "-id")[:MATCHES]]
    own = user.id if user else email_key(email)
    return CustomerRowOutput.of_each(customer_rows(person for person in same if person.identity != own))
