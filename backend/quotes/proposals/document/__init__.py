"""Proposals and acceptances as PDFs (``common.typesetting``)."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404

from common.days import in_full, time_of_day
from common.money import dollars
from common.typesetting import letterhead, typeset
from looks.pictures import CARD, stored_jpeg
from quotes.deposits import deposit_of, deposit_percent
from quotes.models import Acceptance, AcceptanceChannel, LineUnit, Quote
from quotes.proposals.copies import LineCopy, read_copies
from quotes.proposals.rules import alternatives
from quotes.proposals.shown import Proposal, desk_proposal_of, proposal_of

_TEMPLATE = Path(__file__).with_name("proposal.typ")


def quote_pdf(quote: Quote, *, for_staff: bool = False) -> bytes:
    """Return the PDF of the acceptance, or else of the proposal; ``for_staff``, drafts count too.

    Raises Http404 if there is neither.
    """
    if quote.acceptance:
        return acceptance_pdf(quote.acceptance)
    if quote.quote_amount is None or not (for_staff or quote.told_amount is not None):
        raise Http404
    return proposal_pdf(quote, desk_proposal_of(quote) if for_staff else proposal_of(quote))


def proposal_pdf(quote: Quote, proposal: Proposal) -> bytes:
    """Return the PDF of a proposal or a draft of one, in US letter format."""
    price = quote.quote_amount or Decimal(0)
    data = {
        **_common(quote),
        "title": f"Proposal for {quote.full_name}",
        "name": "Proposal",
        "facts": [
            ("Reference", _reference(quote)),
            ("Date", in_full(quote.updated_at)),
            *([("Good through", in_full(quote.valid_until))] if quote.valid_until else []),
        ],
        "note": proposal.note,
        "groups": list(_offered(quote, proposal.lines)),
        "total": {"label": "Your price", "amount": dollars(price)},
        "parts": _parts(quote, price),
        "excludes": proposal.excludes,
        "terms": {"title": "What you agree to when you accept", "sentences": proposal.terms.sentences},
        "closing": {
            "before": "Accept it, choose and ask questions at ",
            "url": f"{settings.SITE_URL}/my-services",
            "shown": f"{settings.SITE_URL}/my-services",
            "after": " or through the link in our email.",
        },
    }
    return typeset(_TEMPLATE, data, at=quote.updated_at)


def acceptance_pdf(acceptance: Acceptance) -> bytes:
    """Return the PDF of an acceptance, from its stored copy of the lines, in US letter format."""
    quote = acceptance.quote
    lines = read_copies(acceptance.lines)
    taken = [line for line in lines if line.is_taken]
    data = {
        **_common(quote),
        "title": f"Accepted by {acceptance.name}",
        "name": "Accepted",
        "facts": [
            ("Reference", _reference(quote)),
            ("Accepted", f"{in_full(acceptance.created_at)}, {time_of_day(acceptance.created_at)}"),
            ("Accepted by", acceptance.name),
            *([("Told us", "By phone")] if acceptance.channel == AcceptanceChannel.PHONE else []),
        ],
        "note": acceptance.note,
        "groups": [_group("What you accepted", taken or [_single_line(quote, acceptance.amount)])],
        "total": {"label": "Total", "amount": dollars(acceptance.amount)},
        "parts": [],
        "excludes": [],
        "terms": {
            "title": f"What you agreed to (terms, version {acceptance.terms.number})",
            "sentences": acceptance.terms.sentences,
        },
        "closing": None,
    }
    return typeset(_TEMPLATE, data, at=acceptance.created_at)


def _common(quote: Quote) -> dict[str, Any]:
    return {
        "business": letterhead(),
        "reference": _reference(quote),
        "customer": {
            "name": quote.full_name,
            "address": "\n".join(filter(None, [quote.street_address, quote.city])),
        },
        "package": quote.get_service_package_display(),
        "picture": list(stored_jpeg(quote.look, CARD)) if quote.look else None,
        "look": quote.look.description if quote.look else "",
    }


def _reference(quote: Quote) -> str:
    return f"Quote {quote.short_id}"


def _offered(quote: Quote, lines: Sequence[LineCopy]) -> Iterable[dict[str, Any]]:
    """Yield a group for each choice, one for the included lines, and one for the options."""
    for choice, group in alternatives(lines).items():
        yield _group(choice, group, side="Choose one")
    included = [line for line in lines if not (line.optional or line.choice)]
    if included or not lines:
        yield _group("Included", included or [_single_line(quote, quote.quote_amount or Decimal(0))])
    if options := [line for line in lines if line.optional]:
        yield _group("Add if you like", options, side="Not in the price", sign="+ ")


def _group(title: str, lines: Sequence[LineCopy], *, side: str = "Amount", sign: str = "") -> dict[str, Any]:
    return {"title": title, "side": side, "lines": [_line(line, sign) for line in lines]}


def _line(line: LineCopy, sign: str) -> dict[str, Any]:
    suggested = ["We suggest this"] if line.suggested and not line.chosen else []
    return {
        "text": line.text,
        "notes": [*suggested, *line.notes],
        "amount": f"{sign}{dollars(line.amount)}",
        "strong": line.suggested,
    }


def _single_line(quote: Quote, amount: Decimal) -> LineCopy:
    """Return a line with the whole price, for a quote without lines."""
    return LineCopy(
        id="", text=quote.get_service_package_display(), quantity=Decimal(1), unit=LineUnit.FLAT, unit_price=amount,
        amount=amount, optional=False, choice=None, suggested=False, chosen=False,
    )  # fmt: skip


def _parts(quote: Quote, price: Decimal) -> list[tuple[str, str]]:
    """Return the deposit and the rest of the suggested price, or nothing without a deposit."""
    deposit = deposit_of(price, deposit_percent(quote))
    if deposit is None:
        return []
    return [
        ("Deposit when you accept", dollars(deposit)),
        ("The rest, 14 days after installation", dollars(price - deposit)),
    ]
