"""A proposal as the customer sees it, and as the office does."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from quotes.estimate import exclusions
from quotes.models import Acceptance, Decline, ProposalLine, Quote, QuoteStatus, TermsVersion
from quotes.proposals.copies import LineChange, LineCopy, changes_between, copies_of, read_copies
from quotes.proposals.terms import current_terms


@dataclass(frozen=True)
class Changes:
    """What changed since ``revision``, which the customer accepted or else was emailed. ``amount`` was its price."""

    revision: int
    amount: Decimal
    was_accepted: bool
    lines: list[LineChange]


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """What a quote offers. ``acceptance`` is the one in force. ``terms`` are its terms, or else the current ones."""

    lines: Sequence[LineCopy]
    note: str
    excludes: list[str]
    changes: Changes | None
    terms: TermsVersion
    acceptance: Acceptance | None


@dataclass(frozen=True, kw_only=True)
class DeskLine(LineCopy):
    """A line with our cost (US dollars), None if the office left it blank."""

    cost: Decimal | None


@dataclass(frozen=True, kw_only=True)
class DeskProposal(Proposal):
    """What the office sees, including drafts. ``decline`` is the customer's last one."""

    decline: Decline | None


def proposal_of(quote: Quote) -> Proposal:
    """Return what the customer sees. Of a draft, they see nothing."""
    rows = [] if quote.is_draft else _rows(quote)
    lines = copies_of(rows, chosen=_chosen(quote))
    return Proposal(
        lines=lines,
        note="" if quote.is_draft else quote.note,
        excludes=exclusions(quote.estimate),
        changes=_changes(quote, lines),
        terms=_terms(quote),
        acceptance=quote.acceptance,
    )


def desk_proposal_of(quote: Quote) -> DeskProposal:
    """Return what the office sees, including drafts."""
    rows = _rows(quote)
    lines = copies_of(rows, chosen=_chosen(quote))
    return DeskProposal(
        lines=[DeskLine(**vars(line), cost=row.cost) for line, row in zip(lines, rows, strict=True)],
        note=quote.note,
        excludes=exclusions(quote.estimate),
        changes=_changes(quote, lines),
        terms=_terms(quote),
        acceptance=quote.acceptance,
        decline=quote.last_decline,
    )


def _rows(quote: Quote) -> list[ProposalLine]:
    return list(quote.lines.order_by("position"))


def _chosen(quote: Quote) -> Collection[str]:
    return quote.acceptance.chosen if quote.acceptance else ()


def _terms(quote: Quote) -> TermsVersion:
    return quote.acceptance.terms if quote.acceptance else current_terms()


def _changes(quote: Quote, lines: Sequence[LineCopy]) -> Changes | None:
    """Return what changed for a customer who is asked to accept again, None if nothing did."""
    if quote.status != QuoteStatus.REVIEWED or quote.quote_amount is None:
        return None
    accepted = quote.acceptances.order_by("-created_at", "-id").first()
    told = quote.revisions.filter(number__lt=quote.revision, emailed=True).order_by("-number").first()
    if accepted:
        before, number, amount = accepted.lines, accepted.revision, accepted.amount
    elif told:
        before, number, amount = told.lines, told.number, told.amount
    else:
        return None
    changes = changes_between(read_copies(before), lines) if before else []
    if not changes and amount == quote.quote_amount:
        return None
    return Changes(number, amount, accepted is not None, changes)
