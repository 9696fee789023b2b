"""Outputs of proposals."""

from rest_framework import serializers

from common.outputs import Output
from quotes.models import AcceptanceChannel, DeclineReason, LineUnit


class ProposalLineOutput(Output):
    """A line of a proposal (``quotes.proposals.copies``)."""

    id = serializers.UUIDField()
    text = serializers.CharField()
    quantity = serializers.DecimalField(max_digits=7, decimal_places=2)
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)
    amount = serializers.DecimalField(max_digits=12, decimal_places=2)
    optional = serializers.BooleanField()
    choice = serializers.CharField(allow_null=True)
    suggested = serializers.BooleanField()
    chosen = serializers.BooleanField()


class DeskProposalLineOutput(ProposalLineOutput):
    """The same with what it costs us."""

    cost = serializers.DecimalField(max_digits=10, decimal_places=2, allow_null=True)


class LineChangeOutput(Output):
    """What became of a line, with its amounts before and after: null where it was not there, or is no longer."""

    text = serializers.CharField()
    before = serializers.DecimalField(max_digits=12, decimal_places=2, allow_null=True)
    after = serializers.DecimalField(max_digits=12, decimal_places=2, allow_null=True)


class ProposalChangesOutput(Output):
    """What changed since the revision that the customer accepted, or else saw before: its number, its price, whether
    they had accepted it, and the lines that differ.
    """

    revision = serializers.IntegerField()
    quoteAmount = serializers.DecimalField(source="amount", max_digits=10, decimal_places=2)
    wasAccepted = serializers.BooleanField(source="was_accepted")
    lines = LineChangeOutput(many=True)


class TermsOutput(Output):
    """A version of the terms, in sentences."""

    version = serializers.IntegerField(source="number")
    sentences = serializers.ListField(child=serializers.CharField())


class AcceptanceOutput(Output):
    """A yes as it was given; see ``Acceptance``."""

    acceptedBy = serializers.CharField(source="name")
    channel = serializers.ChoiceField(choices=AcceptanceChannel.choices)
    acceptedAt = serializers.DateTimeField(source="created_at")
    quoteAmount = serializers.DecimalField(source="amount", max_digits=10, decimal_places=2)
    revision = serializers.IntegerField()
    terms = TermsOutput()


class ProposalOutput(Output):
    """What a quote offers (``quotes.proposals.shown``). ``acceptance`` is the yes in force, and ``terms`` are those of
    it, or else those that a yes agrees to.
    """

    lines = ProposalLineOutput(many=True)
    note = serializers.CharField()
    excludes = serializers.ListField(child=serializers.CharField())
    changes = ProposalChangesOutput(allow_null=True)
    terms = TermsOutput()
    acceptance = AcceptanceOutput(allow_null=True)


class DeclineOutput(Output):
    """Why a customer declined, as far as they said."""

    reason = serializers.ChoiceField(choices=DeclineReason.choices, allow_blank=True)
    note = serializers.CharField()
    declinedAt = serializers.DateTimeField(source="created_at")


class DeskProposalOutput(ProposalOutput):
    """What a quote offers, with what its lines cost us; ``decline`` is the customer's last no."""

    lines = DeskProposalLineOutput(many=True)
    decline = DeclineOutput(allow_null=True)


class PriceListItemOutput(Output):
    """A line that the office often writes."""

    id = serializers.UUIDField()
    text = serializers.CharField()
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)


class SuggestedLineOutput(Output):
    """A line to start from; the office changes and saves it."""

    text = serializers.CharField()
    quantity = serializers.DecimalField(max_digits=7, decimal_places=2)
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)
    optional = serializers.BooleanField()
    choice = serializers.CharField(allow_null=True)
    suggested = serializers.BooleanField()
    cost = serializers.DecimalField(max_digits=10, decimal_places=2, allow_null=True)


class LastSeasonOutput(Output):
    """The lines of the same home in the season of ``year`` (named for its first year)."""

    quoteId = serializers.UUIDField(source="quote_id")
    year = serializers.IntegerField()
    lines = SuggestedLineOutput(many=True)


class LineSourcesOutput(Output):
    """What the lines of a quote can start from: the stored estimate (no lines if there is none), and last season's."""

    estimate = SuggestedLineOutput(many=True)
    lastSeason = LastSeasonOutput(source="last_season", allow_null=True)
