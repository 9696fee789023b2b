"""Quotes with their threads, and the proposals that price them."""

from quotes.models.proposal import (
    Acceptance,
    AcceptanceChannel,
    Decline,
    DeclineReason,
    LineUnit,
    PriceListItem,
    ProposalLine,
    ProposalRevision,
    TermsVersion,
)
from quotes.models.quote import (
    ASKING_QUOTES,
    DAYLESS_QUOTES,
    OPEN_QUESTIONS,
    SILENT_QUOTES,
    UNBILLED_QUOTES,
    UNPRICED_QUOTES,
    WAITING_QUOTES,
    CommentChannel,
    CommentType,
    Question,
    Quote,
    QuoteComment,
    QuoteCommentQuerySet,
    QuoteStatus,
    QuoteStep,
    ServicePackage,
    UnsentPrice,
)
