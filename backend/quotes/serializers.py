"""Responses about quotes."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.attribution.serializers import AttributionOutput
from common.outputs import Dollars, Output
from invoices.models import InvoiceStatus
from jobs.models import JobKind, JobStatus
from looks.serializers import LookOutput
from payments.models import PaymentAssignee
from payments.services import amount_awaiting
from quotes.deposits import credit_of, deposit_percent
from quotes.lines import customer_text
from quotes.models import (
    CommentChannel,
    CommentType,
    Quote,
    QuoteComment,
    QuoteStatus,
    QuoteStep,
    ServicePackage,
)
from quotes.progress import NextStep, load_visits, progress_of
from quotes.proposals.serializers import DeskProposalOutput, ProposalOutput
from quotes.proposals.shown import desk_proposal_of, proposal_of
from texts.models import CommunicationPreference
from texts.preferences import Reach
from texts.services import phones_with_texts_off


class ShownLineOutput(Output):
    """A line of the estimate."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    low = serializers.IntegerField(required=False)
    high = serializers.IntegerField(required=False)


class ShownEstimateOutput(Output):
    """The estimate that the customer saw, in whole US dollars."""

    low = serializers.IntegerField(required=False)
    high = serializers.IntegerField(required=False)
    currency = serializers.CharField(required=False)
    lines = ShownLineOutput(many=True, required=False)
    excludes = serializers.ListField(child=serializers.CharField(), required=False)


class DesignOutput(Output):
    """The design sent with a request; blank fields are missing."""

    style = serializers.CharField(required=False)  # type: ignore[assignment]  # as is Field.style
    colour = serializers.CharField(required=False)
    lit = serializers.ListField(child=serializers.CharField(), required=False)
    estimate = ShownEstimateOutput(required=False)


@extend_schema_field(DesignOutput())
class StoredDesign(serializers.JSONField):
    """The stored design of a request."""


class EstimateLineOutput(Output):
    """A line of an estimate, in whole US dollars."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class EstimateOutput(Output):
    """A range in whole US dollars; ``low`` and ``high`` are null if the price needs a visit."""

    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    currency = serializers.CharField()
    lines = EstimateLineOutput(many=True)
    excludes = serializers.ListField(child=serializers.CharField())


@extend_schema_field(EstimateOutput())
class StoredEstimate(serializers.JSONField):
    """The stored estimate of a request."""


class PlannedVisitOutput(Output):
    """The next visit."""

    kind = serializers.ChoiceField(choices=JobKind.choices)
    scheduledDate = serializers.DateTimeField(source="scheduled_date")


class ProgressOutput(Output):
    """A quote's progress, its next step and our deadline for it (``quotes.progress``)."""

    step = serializers.ChoiceField(choices=QuoteStep.choices)
    next = serializers.ChoiceField(choices=NextStep.choices, allow_null=True)
    by = serializers.DateTimeField(allow_null=True)
    replyBy = serializers.DateTimeField(source="reply_by", allow_null=True)
    visit = PlannedVisitOutput(allow_null=True)

    @classmethod
    def of(cls, row: Quote) -> dict[str, Any] | None:  # type: ignore[override]  # a declined quote has none
        """Return the progress of a quote."""
        progress = progress_of(row)
        return super().of(progress) if progress else None


class QuoteOutput(Output):
    """A quote as its customer sees it."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    fullName = serializers.CharField(source="full_name")
    email = serializers.EmailField()
    phone = serializers.CharField()
    city = serializers.CharField()
    streetAddress = serializers.CharField(source="street_address")
    addressId = serializers.UUIDField(source="address_id", allow_null=True)
    servicePackage = serializers.ChoiceField(source="service_package", choices=ServicePackage.choices)
    squareFootage = serializers.IntegerField(source="square_footage", allow_null=True)
    storeys = serializers.IntegerField(allow_null=True)
    frontWidthFeet = serializers.IntegerField(source="front_width_feet", allow_null=True)
    preferredStartDate = serializers.DateField(source="preferred_start_date", allow_null=True)
    addOns = serializers.ListField(source="add_ons", child=serializers.CharField())
    comments = serializers.CharField()
    textUpdates = serializers.BooleanField(source="text_updates")
    communicationPreference = serializers.ChoiceField(
        source="communication_preference", choices=CommunicationPreference.choices
    )
    status = serializers.ChoiceField(choices=QuoteStatus.choices)
    quoteAmount = Dollars(source="told_amount", allow_null=True)
    hasLines = serializers.BooleanField(source="shows_lines")
    revision = serializers.IntegerField(source="shown_revision")
    validUntil = serializers.DateField(source="shown_valid_until", allow_null=True)
    expired = serializers.BooleanField(source="is_expired")
    design = StoredDesign(allow_null=True)
    estimate = StoredEstimate(allow_null=True)
    look = LookOutput(allow_null=True)
    progress = ProgressOutput(source="*", allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")

    @classmethod
    def of_each(cls, rows: Iterable[Quote]) -> list[dict[str, Any]]:
        """Return several quotes, loading their visits in one statement."""
        quotes = list(rows)
        load_visits(quotes)
        return super().of_each(quotes)


class QuoteJobOutput(Output):
    """A visit for a quote."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=JobKind.choices)
    scheduledDate = serializers.DateTimeField(source="scheduled_date", allow_null=True)
    status = serializers.ChoiceField(choices=JobStatus.choices)


class QuoteInvoiceOutput(Output):
    """A sent invoice of a quote (``invoices.serializers.InvoiceOutput``)."""

    id = serializers.UUIDField()
    invoiceNumber = serializers.CharField(source="invoice_number")
    status = serializers.ChoiceField(choices=InvoiceStatus.choices)
    amount = Dollars()
    amountPaid = Dollars(source="amount_paid", max_digits=12)
    amountDisputed = Dollars(source="amount_disputed", max_digits=12)
    overpaid = Dollars(max_digits=12)
    amountLost = Dollars(source="amount_lost", max_digits=12)
    amountDue = Dollars(source="amount_due")
    dueNow = Dollars(source="due_now")
    firstAmount = Dollars(source="first_amount", allow_null=True)
    firstDueDate = serializers.DateField(source="first_due_date", allow_null=True)
    fromAcceptance = serializers.BooleanField(source="from_acceptance")
    awaitsYes = serializers.BooleanField(source="awaits_yes")
    staffDecide = serializers.BooleanField(source="staff_decide")
    replacedById = serializers.UUIDField(source="replaced_by_id", allow_null=True)
    dueDate = serializers.DateField(source="due_date", allow_null=True)


class DepositOutput(Output):
    """The deposit due at acceptance, in ``percent`` of the price; 0 if acceptance creates no invoice, such as while the
    quote has another one. ``credit`` is what the customer already paid for an earlier price and counts toward the new
    one.
    """

    percent = serializers.IntegerField()
    credit = Dollars(max_digits=12)

    @classmethod
    def of(cls, row: Quote) -> dict[str, Any]:
        """Return the deposit of a quote."""
        return {"percent": deposit_percent(row), "credit": credit_of(row)}


class QuoteDealingsOutput(Output):
    """The deposit, visits and invoices of a quote."""

    deposit = DepositOutput(source="*")
    jobs = QuoteJobOutput(source="visits", many=True)
    invoices = QuoteInvoiceOutput(source="sent_invoices", many=True)


class QuoteDetailsOutput(QuoteDealingsOutput, ProposalOutput, QuoteOutput):
    """One quote as its customer sees it, with its proposal, visits and invoices."""

    @classmethod
    def of(cls, row: Quote) -> dict[str, Any]:
        """Return a quote."""
        return {**QuoteOutput.of(row), **ProposalOutput.of(proposal_of(row)), **QuoteDealingsOutput.of(row)}


class DeskQuoteOutput(AttributionOutput, QuoteOutput):
    """A quote as administrators see it, including drafts of proposals.

    ``respondBy`` is the deadline for the first response and ``answeredAt`` when the customer got it; ``tries`` counts
    failed attempts since they last heard from us. ``letGoAt`` and ``noReplyNeededAt`` are when staff set it aside.
    ``openedAt`` is when someone last opened a private link to it, and ``acceptedBy`` the name of who accepted it.
    ``unbilledSince`` is since when the work is done without an invoice, and ``noInvoiceReason`` why it needs none.
    ``communicationPreference`` and ``phone`` are those chosen in My Services, otherwise those of the request.
    """

    quoteAmount = Dollars(source="quote_amount", allow_null=True)
    hasLines = serializers.BooleanField(source="has_lines")
    revision = serializers.IntegerField()
    validUntil = serializers.DateField(source="valid_until", allow_null=True)
    answeredAt = serializers.DateTimeField(source="answered_at", allow_null=True)
    respondBy = serializers.DateTimeField(source="respond_by")
    tries = serializers.IntegerField()
    letGoAt = serializers.DateTimeField(source="let_go_at", allow_null=True)
    noReplyNeededAt = serializers.DateTimeField(source="no_reply_needed_at", allow_null=True)
    unbilledSince = serializers.DateTimeField(source="unbilled_since", allow_null=True)
    noInvoiceReason = serializers.CharField(source="no_invoice_reason")
    openedAt = serializers.DateTimeField(source="opened_at", allow_null=True)
    acceptedBy = serializers.CharField(source="accepted_by")

    @classmethod
    def of(cls, row: Quote) -> dict[str, Any]:
        """Return a quote."""
        return {**super().of(row), **_reached(row, Reach([row.user_id]))}

    @classmethod
    def of_each(cls, rows: Iterable[Quote]) -> list[dict[str, Any]]:
        """Return several quotes, loading in one statement how their customers are reached."""
        quotes = list(rows)
        reach = Reach(quote.user_id for quote in quotes)
        shown = super().of_each(quotes)
        return [{**each, **_reached(quote, reach)} for quote, each in zip(quotes, shown, strict=True)]


def _reached(quote: Quote, reach: Reach) -> dict[str, Any]:
    return {
        "communicationPreference": reach.channel(quote.user_id, quote.communication_preference),
        "phone": reach.phone(quote.user_id, quote.phone),
    }


class DeskQuoteDetailsOutput(QuoteDealingsOutput, DeskProposalOutput, DeskQuoteOutput):
    """One quote as administrators see it, with its proposal, visits and invoices. ``textsOff``: the customer wants no
    texts to ``phone``. ``needsTakedown``: its lights are up and their takedown has no day, also if it was rejected
    since. ``amountWaiting``: what staff assigned to the quote and no invoice has yet.
    """

    textsOff = serializers.BooleanField()
    needsTakedown = serializers.BooleanField()
    amountWaiting = Dollars()

    @classmethod
    def of(cls, row: Quote) -> dict[str, Any]:
        """Return a quote."""
        proposal = DeskProposalOutput.of(desk_proposal_of(row))
        quote = DeskQuoteOutput.of(row)
        off = {"textsOff": bool(phones_with_texts_off([quote["phone"]]))}
        takedown = {"needsTakedown": row.takedown_from is not None}
        waiting = {"amountWaiting": amount_awaiting(PaymentAssignee.QUOTE, row.id)}
        return {**quote, **proposal, **QuoteDealingsOutput.of(row), **off, **takedown, **waiting}


class SkippedOutput(Output):
    """A quote that was not changed, and why."""

    id = serializers.UUIDField()
    message = serializers.CharField()


class BulkStatusOutput(Output):
    """The result for each quote."""

    changed = serializers.ListField(child=serializers.UUIDField())
    skipped = SkippedOutput(many=True)


class CommentOutput(Output):
    """An entry in a quote's thread. ``otherSender`` is the email address that it came from if it isn't one of the
    customer's, otherwise blank."""

    id = serializers.UUIDField()
    content = serializers.CharField(source="comment")
    commentType = serializers.ChoiceField(source="comment_type", choices=CommentType.choices)
    isStaffComment = serializers.BooleanField(source="is_staff_comment")
    authorName = serializers.CharField(source="author_name")
    channel = serializers.ChoiceField(choices=CommentChannel.choices)
    otherSender = serializers.CharField(source="other_sender")
    createdAt = serializers.DateTimeField(source="created_at")


class CustomerCommentOutput(CommentOutput):
    """An entry as the customer reads it: a change says what it means for them."""

    @classmethod
    def of_each(cls, rows: Iterable[QuoteComment]) -> list[dict[str, Any]]:
        """Return several entries, with the customer's version of each."""
        return [{**cls.of(row), "content": customer_text(row)} for row in rows]
