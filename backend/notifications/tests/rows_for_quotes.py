"""Rows for the messages about quotes.

The price is $1,164.50 of lines with a discount, $1,201.75 before that; the deposit is $291.13.
"""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from desk import emails as desk_emails
from desk.models import Call
from invoices.tests.factories import make_invoice
from notifications.tests.stored_messages import (
    EARLIER,
    GUEST_EMAIL,
    GUEST_NAME,
    NOW,
    PHONE,
    TYPED_EMAIL,
    TYPED_NAME,
    Planned,
    account,
    id_of,
    stored,
    was_told,
)  # fmt: skip
from quotes import emails, office_emails
from quotes.models import Acceptance, Decline, ProposalLine, ProposalRevision, Quote, QuoteComment
from quotes.proposals.copies import copies_of, stored_copies
from quotes.proposals.terms import current_terms, store_terms
from quotes.tests.factories import make_quote

LAST_DAY = dt.date(2026, 11, 28)


def quote_of(user: User | None, **changes: Any) -> Quote:
    """Create the customer's quote, after another customer's that no message may mention."""
    make_quote(full_name="Zelda Stranger", email="zelda@example.com", quote_amount="8888.88", status="reviewed")
    fields = {
        "id": id_of("quote", 31),
        "user": user,
        "full_name": TYPED_NAME,
        "email": TYPED_EMAIL,
        "phone": PHONE,
        "city": "Exeter",
        "street_address": "7 Water Street",
        "service_package": "basic",
        "preferred_start_date": dt.date(2026, 12, 3),
        "text_updates": True,
        "created_at": EARLIER,
    }
    guest = {"full_name": GUEST_NAME, "email": GUEST_EMAIL, "text_updates": False}
    return make_quote(**{**fields, **({} if user else guest), **changes})


def proposal_of(user: User | None, **changes: Any) -> Quote:
    """Create a quote with lines: 42 ft of roofline, wreaths, a discount, and an option that isn't in the price."""
    fields = {
        "quote_amount": Decimal("1164.50"), "status": "reviewed", "has_lines": True, "revision": 1, "told_revision": 1,
        "valid_until": LAST_DAY,
    }  # fmt: skip
    quote = quote_of(user, **{**fields, **changes})
    for position, (text, quantity, unit, price, optional) in enumerate(
        [
            ("Roofline, front", "42", "ft", "25.25", False), ("Wreaths, 20 in.", "4", "piece", "38.75", False),
            ("Neighbor discount", "1", "flat", "-51.00", False), ("Smart timer", "1", "flat", "27.00", True),
        ]
    ):  # fmt: skip
        amount = Decimal(quantity) * Decimal(price)
        ProposalLine.objects.create(
            id=id_of("line", position), quote=quote, position=position, text=text, quantity=quantity, unit=unit,
            unit_price=price, amount=amount, optional=optional,
        )  # fmt: skip
    _snapshot(quote, 1, quote.quote_amount)
    return Quote.objects.get(id=quote.id)


def _snapshot(quote: Quote, number: int, amount: Any, *, emailed: bool = False) -> None:
    lines = stored_copies(copies_of(list(quote.lines.order_by("position"))))
    ProposalRevision.objects.create(quote=quote, number=number, lines=lines, amount=amount, emailed=emailed)


def _news(quote: Quote) -> Planned:
    return Planned(emails.quote_priced, quote.id, f"{quote.id} 2")


@stored("quote-requested")
def _requested() -> Planned:
    changes = {"add_ons": ["wreaths", "timers"], "estimate": {"low": 910, "high": 1370}, "created_at": NOW}
    return Planned(emails.quote_requested, quote_of(account(), **changes).id)


@stored("quote-requested-guest")
def _requested_by_guest() -> Planned:
    design = {"colour": "cool white"}
    quote = quote_of(None, service_package="premium", design=design, created_at=NOW)
    return Planned(emails.quote_requested, quote.id)


@stored("quote-priced")
def _priced() -> Planned:
    return _news(proposal_of(account(), note="Any weekday works.\nWe bring the ladder."))


@stored("quote-priced-guest")
def _priced_for_guest() -> Planned:
    quote = quote_of(None, quote_amount="642.30", status="reviewed")
    quote.unsent_prices.create(amount="642.30", changes={}, lines=[], quote_updated_at=NOW)
    return _news(quote)


@stored("quote-priced-changed")
def _price_changed() -> Planned:
    quote = proposal_of(account(), quote_amount=Decimal("1201.75"))
    quote.revisions.update(emailed=True)
    was_told(emails.quote_priced, quote.id, quote.id, {"price": "1201.75", "revision": "1"})
    return _second_revision(quote, "1262.50")


@stored("quote-priced-same-price")
def _lines_changed() -> Planned:
    quote = proposal_of(account())
    quote.revisions.update(emailed=True)
    was_told(emails.quote_priced, quote.id, quote.id, {"price": "1164.50", "revision": "1"})
    return _second_revision(quote, "1164.50")


@stored("quote-priced-offers-changed")
def _offers_changed() -> Planned:
    offered = {"quantity": 1, "unit": "flat"}
    quote = quote_of(account(), status="reviewed", has_lines=True, revision=1, told_revision=1, quote_amount="410.30")
    for position, (text, price, how) in enumerate(_OFFERS_BEFORE):
        quote.lines.create(position=position, text=text, unit_price=price, amount=price, **offered, **how)
    _snapshot(quote, 1, "410.30")
    quote.revisions.update(emailed=True)
    was_told(emails.quote_priced, quote.id, quote.id, {"price": "410.30", "revision": "1"})
    quote.lines.all().delete()
    for position, (text, price, how) in enumerate(_OFFERS_AFTER):
        quote.lines.create(position=position, text=text, unit_price=price, amount=price, **offered, **how)
    Quote.objects.filter(id=quote.id).update(quote_amount="476.90", revision=2, told_revision=2)
    _snapshot(quote, 2, "476.90")
    return _news(quote)


_OPTION, _SIZE = {"optional": True}, {"choice": "Size"}
_OFFERS_BEFORE: list[tuple[str, str, dict[str, Any]]] = [
    ("Small tree", "310.10", {**_SIZE, "suggested": True}),
    ("Large tree", "395.40", _SIZE),
    ("Huge tree", "505.80", _SIZE),
    ("Candles", "100.20", {}),
    ("Star", "21.35", _OPTION),
    ("Timer", "33.45", _OPTION),
    ("Bows", "66.60", _OPTION),
    ("Clips", "11.15", _OPTION),
]
_OFFERS_AFTER: list[tuple[str, str, dict[str, Any]]] = [
    ("Small tree", "310.10", {**_SIZE, "suggested": True}),
    ("Large tree", "399.50", _SIZE),
    ("Tiny tree", "205.70", _SIZE),
    ("Candles", "104.25", _OPTION),
    ("Timer", "35.55", _OPTION),
    ("Bows", "66.60", {}),
    ("Clips", "12.25", {}),
    ("Garland", "87.95", {}),
    ("Wreath", "44.05", _OPTION),
]


def _second_revision(quote: Quote, amount: str) -> Planned:
    wreaths = quote.lines.get(position=1)
    wreaths.quantity, wreaths.amount = Decimal(6), Decimal("232.50")
    wreaths.save()
    quote.lines.filter(position=2).delete()
    quote.lines.create(position=5, text="Garland", quantity=1, unit="flat", unit_price="64.25", amount="64.25")
    Quote.objects.filter(id=quote.id).update(quote_amount=amount, revision=2, told_revision=2)
    _snapshot(quote, 2, amount)
    return _news(quote)


@stored("quote-link")
def _link() -> Planned:
    return Planned(emails.quote_link, proposal_of(account()).id, "asked at noon")


@stored("quote-price-open")
def _price_open() -> Planned:
    quote = proposal_of(account())
    told = was_told(emails.quote_priced, quote.id, quote.id, {"price": "1164.50", "revision": "1"})
    return Planned(emails.price_reminder, quote.id, f"3 days after {told.id}")


@stored("quote-price-withdrawn")
def _withdrawn() -> Planned:
    quote = quote_of(account(), add_ons=["timers"])
    was_told(emails.quote_priced, quote.id, quote.id, {"price": "1164.50"})
    return Planned(emails.price_withdrawn, quote.id)


@stored("quote-expired")
def _expired() -> Planned:
    quote = proposal_of(account(), valid_until=dt.date(2026, 11, 14))
    return Planned(emails.price_expired, quote.id, emails.expiry_of(quote))


@stored("quote-closed")
def _closed() -> Planned:
    return Planned(emails.quote_closed, quote_of(account(), add_ons=["timers"], status="rejected").id)


@stored("quote-closed-paid")
def _closed_and_paid() -> Planned:
    quote = accepted(None, status="rejected")
    paid = {"amount_paid": "351.13", "amount_refunded": "41.13", "amount_kept": "30.00", "amount_disputed": "60.00"}
    make_invoice(quote=quote, amount="1164.50", status="cancelled", sent_at=EARLIER, **paid)
    return Planned(emails.quote_closed, quote.id)


@stored("quote-replied")
def _replied() -> Planned:
    quote = quote_of(account())
    quote.thread.create(comment="Can you come earlier?")
    reply = QuoteComment.objects.create(
        id=id_of("comment", 4), quote=quote, is_staff_comment=True, comment="We can come on Friday.\n\nSam"
    )
    return Planned(emails.staff_replied, quote.id, str(reply.id))


def accepted(user: User | None, **changes: Any) -> Quote:
    """Create a quote with lines that its customer accepted, and its acceptance."""
    quote = proposal_of(user, **{"status": "approved", "accepted_at": NOW, **changes})
    Quote.objects.filter(id=quote.id).update(
        acceptance=Acceptance.objects.create(
            quote=quote, user=user, name="Margaret Account", channel="account", revision=1,
            lines=stored_copies(copies_of(list(quote.lines.order_by("position")))), valid_until=LAST_DAY,
            amount=quote.quote_amount or 0, terms=store_terms(current_terms()),
        )
    )  # fmt: skip
    return Quote.objects.get(id=quote.id)


@stored("quote-priced-again")
def _priced_again() -> Planned:
    return _changed_after_yes(amount_paid="0.00")


@stored("quote-priced-again-paid")
def _priced_again_after_deposit() -> Planned:
    return _changed_after_yes(amount_paid="351.13", amount_refunded="41.13")


@stored("quote-priced-again-paid-in-full")
def _priced_again_after_full_payment() -> Planned:
    return _changed_after_yes(amount_paid="1164.50")


@stored("quote-priced-again-with-another-invoice")
def _priced_again_with_another_invoice() -> Planned:
    planned = _changed_after_yes(amount_paid="301.25", amount_refunded="10.15")
    make_invoice(invoice_number="INV-2026-00075", quote_id=planned.about_id, amount="87.60", status="sent")
    return planned


def _changed_after_yes(**paid: Any) -> Planned:
    quote = accepted(account())
    quote.revisions.update(emailed=True)
    was_told(emails.quote_priced, quote.id, quote.id, {"price": "1164.50", "revision": "1"})
    make_invoice(
        invoice_number="INV-2026-00074", quote=quote, amount="1164.50", status="cancelled", sent_at=EARLIER,
        from_acceptance=True, awaits_yes=True, **paid,
    )  # fmt: skip
    Quote.objects.filter(id=quote.id).update(acceptance=None, status="reviewed")
    return _second_revision(quote, "1262.50")


@stored("quote-accepted")
def _accepted() -> Planned:
    quote = accepted(account())
    make_invoice(
        invoice_number="INV-2026-00071", quote=quote, amount="1164.50", from_acceptance=True, first_amount="291.13",
        first_due_date=dt.date(2026, 11, 20),
    )  # fmt: skip
    return Planned(emails.acceptance_confirmed, quote.id, str(quote.accepted_at))


@stored("quote-accepted-for-less")
def _accepted_for_less() -> Planned:
    quote = accepted(account())
    make_invoice(
        invoice_number="INV-2026-00073", quote=quote, amount="1164.50", amount_paid="1200.75", from_acceptance=True,
        first_amount="291.13", first_due_date=dt.date(2026, 11, 20),
    )  # fmt: skip
    return Planned(emails.acceptance_confirmed, quote.id, str(quote.accepted_at))


@stored("quote-accepted-work-done")
def _accepted_when_done() -> Planned:
    quote = accepted(account(), has_visit=True)
    make_invoice(
        invoice_number="INV-2026-00072", quote=quote, amount="1164.50", amount_paid="291.13", from_acceptance=True,
        first_amount="291.13", first_due_date=dt.date(2026, 11, 20), due_date=dt.date(2026, 12, 1),
    )  # fmt: skip
    return Planned(emails.acceptance_confirmed, quote.id, str(quote.accepted_at))


@stored("quote-accepted-by-status")
def _accepted_by_status() -> Planned:
    quote = quote_of(None, quote_amount="642.30", status="approved", accepted_at=NOW)
    return Planned(emails.acceptance_confirmed, quote.id, str(NOW))


@stored("quote-not-reached")
def _not_reached() -> Planned:
    quote = quote_of(account(), tries=2)
    Call.objects.create(quote=quote, outcome="voicemail", channel="phone", created_at=NOW)
    Call.objects.create(quote=quote, outcome="no_answer", channel="email", created_at=EARLIER)
    return Planned(desk_emails.quote_not_reached, quote.id, "2026-11-17")


@stored("quote-not-reached-wrong-number")
def _wrong_number() -> Planned:
    quote = quote_of(account(), tries=1)
    Call.objects.create(quote=quote, outcome="wrong_number", channel="text", created_at=NOW)
    return Planned(desk_emails.quote_not_reached, quote.id, "2026-11-17")


@stored("office-requested")
def _office_requested() -> Planned:
    return Planned(office_emails.office_requested, quote_of(account()).id)


@stored("office-requested-and-more")
def _office_requested_and_more() -> Planned:
    quote = quote_of(account())
    other = quote_of(None, id=id_of("quote", 32), status="rejected", quote_amount="642.30")
    Decline.objects.create(quote=other, reason="timing")
    Planned(office_emails.office_declined, other.id).plan()
    return Planned(office_emails.office_requested, quote.id)


@stored("office-asked")
def _office_asked() -> Planned:
    quote = quote_of(account())
    QuoteComment.objects.create(quote=quote, comment="Can we move it?", created_at=NOW)
    earlier = {"other_sender": "mallory@example.net", "created_at": EARLIER}
    QuoteComment.objects.create(quote=quote, comment="I'm his wife", **earlier)
    return Planned(office_emails.office_asked, quote.id, str(NOW))


@stored("office-accepted")
def _office_accepted() -> Planned:
    return Planned(office_emails.office_accepted, accepted(account()).id, str(NOW))


@stored("office-declined")
def _office_declined() -> Planned:
    quote = proposal_of(account(), status="rejected")
    Decline.objects.create(quote=quote, reason="somebody_else", note="My cousin does it.", created_at=NOW)
    Decline.objects.create(quote=quote, reason="price", created_at=EARLIER)
    return Planned(office_emails.office_declined, quote.id, str(NOW))


@stored("office-expired")
def _office_expired() -> Planned:
    quote = proposal_of(account(), valid_until=dt.date(2026, 11, 14))
    return Planned(office_emails.office_expired, quote.id, emails.expiry_of(quote))


@stored("office-asked-again")
def _office_asked_again() -> Planned:
    return Planned(office_emails.office_asked_again, proposal_of(account(), status="pending").id, str(NOW))
