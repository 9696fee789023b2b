"""The strangers' quotes, visits and trees in every status, with all that was said about them."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from typing import Any

from desk.models import Call
from jobs.models import Job
from links.models import Link
from quotes.models import (
    Acceptance,
    Decline,
    ProposalLine,
    ProposalRevision,
    Question,
    Quote,
    QuoteComment,
    QuoteStatus,
    TermsVersion,
)
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.terms import FIRST_TERMS
from testing.strangers.making import BASE, FAR, LATELY, Making
from testing.strangers.people import GUESTS_EMAIL, People
from trees.models import TreeOrder, TreeOrderStatus

_HOUR = dt.timedelta(hours=1)
_BIG, _SMALL = Decimal("600.00"), Decimal("6.60")
_PRICED = {QuoteStatus.REVIEWED, *QuoteStatus.AGREED, QuoteStatus.REJECTED}


# The others are Ursula's, who has an account.
_ULRIKES_QUOTES = {QuoteStatus.QUOTING, QuoteStatus.APPROVED, QuoteStatus.COMPLETE, QuoteStatus.REJECTED}
_ULRIKES_TREES = {TreeOrderStatus.CONFIRMED, TreeOrderStatus.CANCELLED}
_ULRIKE = {"full_name": "Ulrike Voss", "email": GUESTS_EMAIL, "phone": "603-555-0602"}


@dataclass(frozen=True)
class Orders:
    """The quotes and trees by their status."""

    quotes: dict[str, Quote]
    trees: dict[str, TreeOrder]


def make_orders(make: Making, people: People) -> Orders:
    """Make the quotes with their threads, proposals and visits, the trees, and the links to both."""
    ursula = {"user": people.ursula, "address": people.homes[0]}
    quotes: dict[str, Quote] = {
        status: _quote(make, status, **(_ULRIKE if status in _ULRIKES_QUOTES else ursula)) for status in QuoteStatus
    }
    for number, quote in enumerate(quotes.values(), 1):
        _thread(make, quote, people)
        if quote.status in _PRICED:
            _proposal(make, quote, number)
    _visits(make, quotes["complete_storage"])
    _visits(make, quotes["approved"])
    _quote(make, QuoteStatus.REJECTED, full_name="Udo Vance", email=people.udo.email, phone="603-555-0604")
    _quote(make, QuoteStatus.REVIEWED, **_ULRIKE, created_at=LATELY, last_word_at=LATELY, let_go_at=None)
    trees: dict[str, TreeOrder] = {status: _tree(make, status, people) for status in TreeOrderStatus}
    _tree(make, TreeOrderStatus.DELIVERED, people, user=people.gone, customer_name="Erased customer", erased=True,
          customer_email="erased@erased.invalid", customer_phone="", address_line1="")  # fmt: skip
    for tree in trees.values():
        make(Call, tree_order=tree, author=people.ute, outcome="reached", note=f"About a tree that is {tree.status}")
    _links(make, [("quote", quotes[each]) for each in sorted(_ULRIKES_QUOTES)])
    _links(make, [("tree_order", trees[each]) for each in sorted(_ULRIKES_TREES)])
    return Orders(quotes, trees)


def _quote(make: Making, status: QuoteStatus, **fields: Any) -> Quote:
    """Make a quote that needs nothing: it was answered, let go, or has its visits and its invoice."""
    return make(
        Quote, **{
            "full_name": "Ursula Vogt", "email": "ursula@far.example", "phone": "603-555-0601", "city": "Lee",
            "service_package": "commercial", "status": status, "comments": f"A stranger's, {status}",
            "quote_amount": Decimal("606.60") if status in _PRICED else None, "answered_at": BASE + _HOUR,
            "last_word_at": BASE + _HOUR, "let_go_at": BASE + _HOUR, "tries": 1, "tried_at": BASE,
            "last_tried_at": BASE,
            "accepted_at": BASE + _HOUR if status in QuoteStatus.AGREED else None,
            "has_visit": status in QuoteStatus.AGREED, "takedown_from": FAR if status in QuoteStatus.ACCEPTED else None,
            "no_invoice_reason": "A gift" if status in QuoteStatus.COMPLETED else "", "heard_from": "mail",
            "utm_source": "stranger", **fields,
        }
    )  # fmt: skip


def _thread(make: Making, quote: Quote, people: People) -> None:
    asked = "Is a stranger's question read?"
    make(QuoteComment, quote=quote, user=quote.user, comment=f"{asked} ({quote.status})", channel="email")
    make(QuoteComment, quote=quote, user=people.ute, is_staff_comment=True, comment="By a stranger's employee, yes.",
         created_at=BASE + _HOUR)  # fmt: skip
    make(QuoteComment, quote=quote, user=people.ute, comment_type="status_update", comment=f"Now {quote.status}",
         news=f"Your quote is {quote.status}", created_at=BASE + 2 * _HOUR)  # fmt: skip
    make(Question, quote=quote, answered_at=BASE + _HOUR)
    make(Question, quote=quote, closed_at=BASE + _HOUR)
    make(Call, quote=quote, author=people.ute, outcome="voicemail", note=f"About a quote that is {quote.status}")
    if quote.status == QuoteStatus.REJECTED:
        make(Decline, quote=quote, reason="price", note="A stranger has no money")


def _proposal(make: Making, quote: Quote, number: int) -> None:
    """Give the quote two lines and two revisions, and an acceptance if it has one."""
    line = {"quote": quote, "unit": "piece", "quantity": Decimal(1)}
    lines = [
        make(ProposalLine, **line, position=1, text="Lights of a stranger", unit_price=_BIG, amount=_BIG),
        make(
            ProposalLine, **line, position=2, text=f"Wreath {number}", unit_price=_SMALL, amount=_SMALL, optional=True
        ),
    ]
    copies = stored_copies(copies_of(lines))
    make(ProposalRevision, quote=quote, number=1, lines=copies[:1], amount="600.00")
    make(ProposalRevision, quote=quote, number=2, lines=copies, amount="606.60", emailed=True)
    changes: dict[str, Any] = {"has_lines": True, "revision": 2, "told_revision": 2, "valid_until": BASE}
    if quote.status in QuoteStatus.AGREED:
        terms = _terms(make)
        fields = {"quote": quote, "user": quote.user, "name": quote.full_name, "lines": copies, "terms": terms}
        channel = "account" if quote.user else "link"
        make(Acceptance, **fields, channel="phone", revision=1, amount="600.00")
        newest = make(Acceptance, **fields, channel=channel, revision=2, amount="606.60", created_at=BASE + _HOUR)
        changes |= {"acceptance": newest, "accepted_by": quote.full_name}
    Quote.objects.filter(id=quote.id).update(**changes)


def _terms(make: Making) -> TermsVersion:
    """Return the terms of today. There were others before."""
    if newest := TermsVersion.objects.filter(number=1).first():
        return newest
    make(TermsVersion, number=0, text="Strangers agreed to something else.")
    return make(TermsVersion, number=1, text=FIRST_TERMS)


def _visits(make: Making, quote: Quote) -> None:
    """Make a visit of each kind and status. Those that are not over are far ahead."""
    planned = [
        ("installation", "completed", BASE + dt.timedelta(days=3)), ("service", "cancelled", BASE),
        ("takedown", "scheduled", FAR), ("service", "in_progress", FAR),
    ]  # fmt: skip
    for kind, status, day in planned:
        make(
            Job,
            quote=quote,
            user=quote.user,
            kind=kind,
            status=status,
            scheduled_date=day,
            notes=f"A stranger's {kind}",
        )


def _tree(make: Making, status: TreeOrderStatus, people: People, **fields: Any) -> TreeOrder:
    """Make a tree that is paid, and delivered or far ahead."""
    ulrike = {"customer_name": "Ulrike Voss", "customer_email": GUESTS_EMAIL, "customer_phone": "603-555-0602"}
    whose: dict[str, Any] = ulrike if status in _ULRIKES_TREES else {"user": people.ursula}
    is_over = status in (TreeOrderStatus.DELIVERED, TreeOrderStatus.CANCELLED)
    day = (BASE + dt.timedelta(days=5) if is_over else FAR).date()
    return make(
        TreeOrder, **{
            "customer_name": "Ursula Vogt", "customer_email": "ursula@far.example",
            "customer_phone": "603-555-0601", "address_line1": "1 Far Road", "city": "Lee", "state": "NH",
            "zip_code": "03861", "tree_size": "modest_6ft", "tree_price": "66.00", "delivery_price": "6.60",
            "total_amount": "72.60", "include_disposal": True, "status": status, "scheduled_delivery_date": day,
            "preferred_delivery_date": day, "notes": f"A stranger's, {status}", "answered_at": BASE + _HOUR,
            "reached_at": BASE + _HOUR, "heard_from": "yard_sign",
            "amount_paid": Decimal("0.00") if status == TreeOrderStatus.CANCELLED else Decimal("72.60"),
            **(whose | fields),
        }
    )  # fmt: skip


def _links(make: Making, rows: list[tuple[str, Any]]) -> None:
    """Make an opened and a withdrawn link to each row."""
    for kind, row in rows:
        opened = {"first_opened_at": BASE, "last_opened_at": BASE, "open_count": 2}
        for number, more in enumerate(({"source": "form", **opened}, {"source": "code", "withdrawn_at": BASE})):
            token = sha256(f"{row.id} {number}".encode()).digest()
            make(Link, kind=kind, resource_id=row.id, token_hash=token, **more)
