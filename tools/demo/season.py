"""The demo's season: Eleanor, the demo customer, and a few other customers.

Dates are counted from today, so that the demo is always mid-season. Amounts are in US dollars.
"""

import datetime as dt
from decimal import Decimal
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from django.db import connection

from accounts.models import Address, User
from common.attribution.models import HeardFrom
from demo import bills, neighbors, people, proposals, texts
from demo.days import ago, day, morning
from demo.requests import create_quote
from demo.sources import source_of
from jobs.models import Job, JobKind, JobStatus
from quotes.models import CommentType, Quote, QuoteComment, QuoteStatus
from trees.models import TreeOrder, TreeOrderStatus, TreeSize
from trees.services import place_tree_order

CUSTOMER = "customer@example.com"
ADMIN = "admin@example.com"
PASSWORD = "holiday-lights-demo"  # noqa: S105 - shown to every user of the demo


def load() -> None:
    """Create the two accounts and their season."""
    admin = User.objects.create_superuser(ADMIN, PASSWORD, first_name="Ada", last_name="Whitcomb")
    customer = User.objects.create_user(CUSTOMER, PASSWORD, first_name="Eleanor", last_name="Hayes")
    for user in (admin, customer):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    home, _shop = _addresses(customer)
    _waiting_quote(customer, admin)
    _approved_quote(customer, admin, home)
    _finished_quote(customer, admin, home)
    _tree_orders(customer)
    _other_people()
    neighbors.load(admin)
    bills.load(customer, admin, people.create())
    _tell_what_happened()
    proposals.load(admin)
    texts.load()


def _tell_what_happened() -> None:
    """Fill in who is waiting for what in the rows, since no service created them, like an upgrade does for old rows."""
    with connection.cursor() as cursor:
        for operation in import_module("desk.migrations.0002_recompute_responses").Migration.operations:
            cursor.execute(operation.sql)


def _addresses(customer: User) -> tuple[Address, Address]:
    home = Address.objects.create(
        user=customer,
        label="Home",
        street="41 Marcy Street",
        city="Portsmouth",
        state="NH",
        zip_code="03801",
        is_default=True,
    )
    shop = Address.objects.create(
        user=customer, label="Shop", street="12 Central Avenue", city="Dover", state="NH", zip_code="03820"
    )
    return home, shop


def _quote(customer: User | None, **fields: Any) -> Quote:
    person = {
        "user": customer,
        "full_name": "Eleanor Hayes",
        "email": CUSTOMER,
        "phone": "603-555-0172",
        "city": "Portsmouth",
        "heard_from": HeardFrom.RETURNING_CUSTOMER,
    }
    return create_quote(**{**person, **fields})


def _say(quote: Quote, author: User, text: str, when: dt.datetime) -> None:
    QuoteComment.objects.create(
        quote=quote, user=author, is_staff_comment=author.is_admin, comment=text, created_at=when
    )


def _update(quote: Quote, admin: User, text: str, news: str, when: dt.datetime) -> None:
    QuoteComment.objects.create(
        quote=quote,
        user=admin,
        is_staff_comment=True,
        comment_type=CommentType.STATUS_UPDATE,
        comment=text,
        news=news,
        created_at=when,
    )


def _waiting_quote(customer: User, admin: User) -> None:
    """Create a priced quote waiting for Eleanor's answer, and a new request."""
    quote = _quote(
        customer,
        service_package="premium",
        add_ons=["wreaths", "timers"],
        bulbs="warm",
        square_footage=2400,
        storeys=2,
        front_width_feet=45,
        preferred_start_date=day(9),
        status=QuoteStatus.REVIEWED,
        quote_amount=Decimal("1140.00"),
        created_at=ago(3),
        comments="The porch roof is slate, please take care.",
    )
    _update(quote, admin, "Status changed to Quoting", "We're working on your price", ago(2.5))
    _say(quote, admin, "Thank you, Eleanor. We use clips on slate, never staples.", ago(2.4))
    _update(quote, admin, "Quote amount set to $1,140.00", "Your price is ready: $1,140.00", ago(2.2))
    _say(quote, customer, "Does that include the wreath on the gate?", ago(0.9))
    _quote(
        customer,
        service_package="basic",
        city="Dover",
        street_address="12 Central Avenue",
        created_at=ago(0.2),
        communication_preference="phone",
    )


def _approved_quote(customer: User, admin: User, home: Address) -> None:
    """Create an accepted quote with a visit in four days."""
    quote = _quote(
        customer,
        service_package="premium",
        add_ons=["wreaths"],
        bulbs="red-green",
        square_footage=2400,
        address=home,
        street_address=home.street,
        status=QuoteStatus.SERVICE_SCHEDULED,
        quote_amount=Decimal("875.00"),
        created_at=ago(12),
    )
    _update(quote, admin, "Quote amount set to $875.00", "Your price is ready: $875.00", ago(11))
    _update(quote, admin, "Status changed to Approved", "We recorded that you accepted $875.00", ago(10))
    _update(quote, admin, "Status changed to Service Scheduled", "We'll call you to set your day", ago(9))
    Job.objects.create(
        quote=quote, user=customer, scheduled_date=morning(4), notes="Two people, long ladder", created_at=ago(9)
    )


def _finished_quote(customer: User, admin: User, home: Address) -> None:
    """Create last season's completed quote."""
    quote = _quote(
        customer,
        service_package="basic",
        add_ons=["storage"],
        address=home,
        street_address=home.street,
        status=QuoteStatus.COMPLETE_STORAGE,
        quote_amount=Decimal("420.00"),
        created_at=ago(370),
        heard_from=HeardFrom.YARD_SIGN,
    )
    _update(
        quote,
        admin,
        "Status changed to Complete with Storage",
        "All done. Your decorations are in storage until next season",
        ago(310),
    )
    for kind, days in ((JobKind.INSTALLATION, -360), (JobKind.TAKEDOWN, -310)):
        Job.objects.create(
            quote=quote,
            user=customer,
            kind=kind,
            scheduled_date=morning(days),
            status=JobStatus.COMPLETED,
            created_at=ago(365),
        )


def _tree_orders(customer: User) -> None:
    order = place_tree_order(
        ordered_by=customer,
        tree_size=TreeSize.QUALITY_7_8FT,
        customer_name="Eleanor Hayes",
        customer_email=CUSTOMER,
        customer_phone="603-555-0172",
        address_line1="41 Marcy Street",
        city="Portsmouth",
        state="NH",
        zip_code="03801",
        include_tree_stand=True,
        preferred_delivery_date=day(8),
        notes="Back door, please. The dog is friendly.",
        heard_from=HeardFrom.RETURNING_CUSTOMER,
    )
    TreeOrder.objects.filter(id=order.id).update(
        status=TreeOrderStatus.CONFIRMED, scheduled_delivery_date=day(8), created_at=ago(2), answered_at=ago(1.9)
    )


def _other_people() -> None:
    """Create guests' quotes, so that the desk is not empty."""
    people = [
        ("Tom Okafor", "tom.okafor@example.com", "Exeter", "premium", ["rgb"], QuoteStatus.PENDING, None),
        ("Market Square Books", "hello@marketsquarebooks.example", "Portsmouth", "commercial", ["timers"],
         QuoteStatus.QUOTING, Decimal("2850.00")),
        ("Maria-Luisa van der Berg-Fitzgerald", "ml.fitzgerald@example.com", "Hampton", "basic", [],
         QuoteStatus.APPROVED, Decimal("360.00")),
        ("Sam Lee", "sam.lee@example.com", "Other", "premium", ["wreaths", "storage"], QuoteStatus.REJECTED,
         Decimal("1320.00")),
    ]  # fmt: skip
    for number, (name, email, city, package, add_ons, status, amount) in enumerate(people):
        _quote(
            None,
            full_name=name,
            email=email,
            phone="603-555-0100",
            city=city,
            service_package=package,
            add_ons=add_ons,
            status=status,
            quote_amount=amount,
            created_at=ago(number * 1.5 + 0.1),
            **source_of(number + 6),
        )
