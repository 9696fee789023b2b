"""Proposal lines, the revisions that customers saw, their answers, and the office's price list."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from common.models import Record
from common.money import trimmed
from common.statuses import SharedChoices


class LineUnit(SharedChoices):
    """What the quantity of a line counts."""

    FOOT = "ft", "ft"
    PIECE = "piece", "piece"
    HOUR = "hour", "hour"
    FLAT = "flat", "flat"


class ProposalLine(Record):
    """One line of a quote. Lines with the same ``choice`` are alternatives, one of which is ``suggested``.

    Money is in US dollars. ``amount`` is quantity times unit price (``quotes.proposals.rules``). ``cost`` is our cost
    for the whole line, None if the office left it blank; only the office sees it.
    """

    quote = models.ForeignKey("quotes.Quote", on_delete=models.CASCADE, related_name="lines", db_index=False)
    position = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    quantity = models.DecimalField(max_digits=7, decimal_places=2)
    unit = models.CharField(max_length=10, choices=LineUnit)
    unit_price = models.DecimalField(max_digits=8, decimal_places=3)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    optional = models.BooleanField(default=False)
    choice = models.CharField(max_length=40, blank=True)
    suggested = models.BooleanField(default=False)
    cost = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["quote", "position"], name="proposalline_of_quote")]
        constraints = [
            models.CheckConstraint(condition=Q(unit__in=LineUnit.values), name="proposalline_unit_known"),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="proposalline_quantity_positive"),
            models.CheckConstraint(
                condition=Q(unit_price__gte=0) | Q(unit=LineUnit.FLAT, quantity=1, optional=False, choice=""),
                name="proposalline_discount_is_flat",
            ),
            models.CheckConstraint(condition=Q(choice="") | Q(optional=False), name="proposalline_choice_or_option"),
            models.CheckConstraint(
                condition=~Q(choice="") | Q(suggested=False), name="proposalline_suggested_in_choice"
            ),
            models.UniqueConstraint(
                fields=["quote", "choice"], condition=Q(suggested=True), name="proposalline_one_suggested"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class ProposalRevision(Record):
    """A snapshot of the lines that the customer could see, in the format of ``quotes.proposals.copies``.

    ``emailed`` says whether this revision was emailed to the customer.
    """

    quote = models.ForeignKey("quotes.Quote", on_delete=models.CASCADE, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    lines = models.JSONField()
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    emailed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["quote", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"{self.quote_id}, revision {self.number}"


class TermsVersion(Record):
    """The terms of an acceptance, one sentence per line. Versions are only ever added: a trigger rejects changes."""

    number = models.PositiveIntegerField(unique=True)
    text = models.TextField()

    def __str__(self) -> str:
        return f"Version {self.number}"

    @property
    def sentences(self) -> list[str]:
        return [line for line in self.text.splitlines() if line.strip()]


class AcceptanceChannel(models.TextChoices):
    """How the quote was accepted: by the owner's account, through a private link, or over the phone."""

    ACCOUNT = "account"
    LINK = "link"
    PHONE = "phone"


class Acceptance(Record):
    """A customer's acceptance, with a snapshot of what they saw. A trigger rejects changes and deletions.

    ``name`` is the name that was typed, or the account's for its owner. ``user`` is the account that sent it: the
    owner's, or the administrator's after a phone call. ``lines`` is a copy of the revision's lines, each with
    ``chosen`` (``quotes.proposals.copies``); empty for a quote without lines. ``amount`` is in US dollars.
    """

    quote = models.ForeignKey("quotes.Quote", on_delete=models.PROTECT, related_name="acceptances")
    user = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=200)
    channel = models.CharField(max_length=10, choices=AcceptanceChannel)
    revision = models.PositiveIntegerField()
    lines = models.JSONField()
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    note = models.TextField(blank=True)
    valid_until = models.DateField(null=True)
    terms = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(channel__in=AcceptanceChannel.values), name="acceptance_channel_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {timezone.localdate(self.created_at)}"

    @property
    def chosen(self) -> set[str]:
        """The IDs of the options and alternatives that were chosen."""
        return {line["id"] for line in self.lines if line["chosen"]}


class DeclineReason(SharedChoices):
    """Why a customer declines."""

    PRICE = "price", "The price"
    TIMING = "timing", "The timing"
    SOMEBODY_ELSE = "somebody_else", "I chose someone else"
    CHANGED_MIND = "changed_mind", "I changed my mind"
    OTHER = "other", "Something else"


class Decline(Record):
    """A customer's decline, with the reason if they gave one."""

    quote = models.ForeignKey("quotes.Quote", on_delete=models.CASCADE, related_name="declines")
    reason = models.CharField(max_length=20, choices=DeclineReason, blank=True)
    note = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(reason__in=["", *DeclineReason.values]), name="decline_reason_known"),
        ]

    def __str__(self) -> str:
        return self.get_reason_display() or "No reason"


class PriceListItem(Record):
    """A line that the office uses often, with its usual price (US dollars)."""

    text = models.CharField(max_length=200)
    unit = models.CharField(max_length=10, choices=LineUnit)
    unit_price = models.DecimalField(max_digits=8, decimal_places=3)

    @property
    def unit_price_text(self) -> str:
        """The price as text, so that the API doesn't round it to cents."""
        return str(trimmed(self.unit_price))

    class Meta:
        verbose_name = "line of the price list"
        verbose_name_plural = "price list"
        indexes = [models.Index(Lower("text"), F("id"), name="pricelistitem_text")]
        constraints = [models.CheckConstraint(condition=Q(unit__in=LineUnit.values), name="pricelistitem_unit_known")]

    def __str__(self) -> str:
        return self.text
