"""Other customers: requests waiting on the desk, the crews' visits, and last season for comparison.

Dates are counted from today; amounts are in US dollars.
"""

import datetime as dt
from decimal import Decimal
from itertools import cycle, islice
from typing import Any

from accounts.models import User
from demo.days import ago, day, morning
from demo.requests import create_quote
from demo.sources import source_of
from desk.models import Call, CallOutcome
from jobs.models import Job, JobKind, JobStatus
from notifications.composing import compose
from notifications.models import AboutKind, Message, MessageStatus
from payments.models import PaymentMethod
from quotes.models import Quote, QuoteStatus
from quotes.undo import announce_price
from trees.balance import recompute_balance
from trees.models import TreeOrder, TreeOrderStatus, TreePayment
from trees.services import compute_prices

NAMES = (
    "Grace Thibodeau", "Henry Osei", "Lucia Marchetti", "Ben Caswell", "Priya Raman", "Walter Dunne", "Ana Sousa",
    "Colin Frost", "Ruth Abbott", "Jun Watanabe", "Nora Sheehan", "Peter Lang",
)  # fmt: skip
CITIES = {"Portsmouth": "03801", "Dover": "03820", "Exeter": "03833", "Hampton": "03842"}
STREETS = ("Islington Street", "Silver Street", "Court Street", "High Street")
# The numbers of the guests whose tree is fully paid and partly paid.
PAID, PARTLY_PAID = 22, 23
SIZES = ("modest_6ft", "quality_7_8ft", "premium_8_10ft")


def load(admin: User) -> None:
    """Create guests' quotes with visits, tree orders in four cities, calls, and last season."""
    _price_in_time()
    _visits(admin)
    _trees(admin)
    _undelivered_price()
    _last_season(admin)


def _person(number: int) -> tuple[str, str, str, str]:
    """Return a name, email address, phone number and city."""
    name = NAMES[number % len(NAMES)]
    city = list(CITIES)[number % len(CITIES)]
    email = f"{name.lower().replace(' ', '.')}.{number}@example.com"
    return name, email, f"603-555-{1000 + number:04}", city


def guest_quote(number: int, at: dt.datetime, **fields: Any) -> Quote:
    """Create the quote of guest ``number``, requested ``at``."""
    name, email, phone, city = _person(number)
    street = f"{10 + number} {STREETS[number % len(STREETS)]}"
    person = {"full_name": name, "email": email, "phone": phone, "city": city, "street_address": street}
    # Some picked a look on the landing page, others just filled in the form.
    bulbs = ("warm", None, "cool", "multi")[number % 4]
    defaults = {"service_package": ("basic", "premium")[number % 2], "created_at": at, "bulbs": bulbs}
    return create_quote(**{**person, **source_of(number), **defaults, **fields})


def _price_in_time() -> None:
    """Mark each price as sent on the evening of the request, except for one that was late."""
    for number, quote in enumerate(Quote.objects.exclude(quote_amount=None).order_by("created_at")):
        hours = 31 if number == 2 else 5 + number
        Quote.objects.filter(id=quote.id).update(answered_at=quote.created_at + dt.timedelta(hours=hours))


def _visits(admin: User) -> None:
    """Create this week's and next week's visits: two at the same time, one in progress and one not scheduled yet."""
    plan: list[tuple[dt.datetime | None, str]] = [
        (morning(0), JobStatus.IN_PROGRESS),
        (morning(1), JobStatus.SCHEDULED),
        (morning(1) + dt.timedelta(hours=1), JobStatus.SCHEDULED),
        (morning(2) + dt.timedelta(hours=4), JobStatus.SCHEDULED),
        (morning(5), JobStatus.SCHEDULED),
        (None, JobStatus.SCHEDULED),
    ]
    for number, (when, status) in enumerate(plan):
        at = ago(6 + number) if when else ago(1.7)
        quote = guest_quote(
            number, at, status=QuoteStatus.SERVICE_SCHEDULED, quote_amount=Decimal(420 + 85 * number),
            answered_at=at + dt.timedelta(hours=4 + number), add_ons=["wreaths"] if number % 2 else [],
        )  # fmt: skip
        Job.objects.create(quote=quote, scheduled_date=when, status=status, created_at=at + dt.timedelta(days=1))
    waiting = guest_quote(7, ago(1.2), communication_preference="sms", text_updates=True, square_footage=2200)
    Call.objects.create(
        quote=waiting, author=admin, outcome=CallOutcome.VOICEMAIL, note="Asked for a photo", created_at=ago(0.5)
    )
    # To follow up: the customer hasn't replied for days.
    guest_quote(8, ago(7), status=QuoteStatus.REVIEWED, quote_amount=Decimal(742), answered_at=ago(6.8))


def _undelivered_price() -> None:
    """Let an email with a price bounce because of a typo in the address."""
    quote = guest_quote(
        9, ago(0.8), email="jun.watanabe@example.invalid", status=QuoteStatus.REVIEWED, quote_amount=Decimal(486),
        answered_at=ago(0.6),
    )  # fmt: skip
    announce_price(quote, before={}, old_offer=None, lines=[])
    message = Message.objects.get(about_kind=AboutKind.QUOTE, about_id=quote.id)
    compose(message)
    Message.objects.filter(id=message.id).update(
        status=MessageStatus.FAILED, attempts=1, created_at=ago(0.6), attempted_at=ago(0.6), failed_at=ago(0.05),
        error="The mail server refused the recipient: 550 5.1.1 No such mailbox",
    )  # fmt: skip


def _trees(admin: User) -> None:
    """Create two orders waiting for a call, one of them overdue; one without a delivery day; three delivery days; and a
    January pickup.
    """
    _tree(20, ago(1.3), include_tree_stand=True, preferred_delivery_date=day(6))
    _tree(21, ago(0.1), include_wreaths=True)
    dayless = _tree(31, ago(1.5), preferred_delivery_date=day(7))
    TreeOrder.objects.filter(id=dayless.id).update(answered_at=ago(0.6))
    Call.objects.create(
        tree_order=dayless, author=admin, outcome=CallOutcome.REACHED, note="Any morning", created_at=ago(0.6)
    )
    for number in range(22, 31):
        order = _tree(
            number, ago(3 + number % 4), include_tree_lights=number % 2 == 0, include_disposal=number % 3 == 0,
            include_tree_stand=True, preferred_delivery_date=day(2 + number % 3),
        )  # fmt: skip
        TreeOrder.objects.filter(id=order.id).update(
            status=TreeOrderStatus.SCHEDULED, scheduled_delivery_date=day(2 + number % 3),
            answered_at=order.created_at + dt.timedelta(hours=3 + number % 5),
        )  # fmt: skip
        Call.objects.create(tree_order=order, author=admin, outcome=CallOutcome.REACHED, note="Day agreed")
    TreePayment.objects.create(
        order=TreeOrder.objects.get(customer_email=_person(PARTLY_PAID)[1]), method=PaymentMethod.CHECK,
        amount=Decimal("50.00"), note="Check 1187, the rest at the door", recorded_by=admin, created_at=ago(1),
    )  # fmt: skip
    for part_paid in TreeOrder.objects.filter(payments__isnull=False):
        recompute_balance(part_paid)


def paid_tree() -> TreeOrder | None:
    """Return the order that was paid by card; None if a demo user has deleted it."""
    return TreeOrder.objects.filter(customer_email=_person(PAID)[1]).first()


def _tree(number: int, at: dt.datetime, **fields: Any) -> TreeOrder:
    name, email, phone, city = _person(number)
    size = SIZES[number % 3]
    order: TreeOrder = TreeOrder.objects.create(
        tree_size=size, customer_name=name, customer_email=email, customer_phone=phone, city=city, state="NH",
        address_line1=f"{number} {STREETS[number % 4]}", zip_code=CITIES[city], created_at=at,
        **compute_prices(size, fields), **source_of(number), **fields,
    )  # fmt: skip
    return order


def _last_season(admin: User) -> None:
    """Create last year's three dozen quotes, half of them completed, and two dozen trees, delivered and paid."""
    for number in range(100, 136):
        days_ago = 365 + 28 - (number - 100) * 1.3
        at = ago(days_ago)
        done = number % 2 == 0
        quote = guest_quote(
            number, at, quote_amount=Decimal(300 + 7 * number), answered_at=at + dt.timedelta(hours=2 + number % 26),
            status=QuoteStatus.COMPLETE if done else QuoteStatus.REJECTED,
        )  # fmt: skip
        for kind, later in ((JobKind.INSTALLATION, 8), (JobKind.TAKEDOWN, 50)) if done else ():
            Job.objects.create(
                quote=quote, kind=kind, status=JobStatus.COMPLETED, created_at=at,
                scheduled_date=morning(round(later - days_ago)) + dt.timedelta(hours=number % 5),
            )  # fmt: skip
    for number, days in zip(range(200, 224), islice(cycle((3, 5, 8, 11)), 24), strict=True):
        order = _tree(number, ago(365 + days + number % 5))
        TreeOrder.objects.filter(id=order.id).update(
            status=TreeOrderStatus.DELIVERED, answered_at=order.created_at + dt.timedelta(hours=6),
            scheduled_delivery_date=day(-360),
        )  # fmt: skip
        TreePayment.objects.create(
            order=order, method=PaymentMethod.CASH, amount=order.total_amount, recorded_by=admin, created_at=ago(360)
        )
        order.refresh_from_db()
        recompute_balance(order)
