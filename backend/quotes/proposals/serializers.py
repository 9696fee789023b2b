"""Responses about proposals."""

from rest_framework import serializers

from common.outputs import Dollars, Output
from quotes.models import AcceptanceChannel, DeclineReason, LineUnit
from quotes.proposals.copies import LineChangeKind


class ProposalLineOutput(Output):
    """A line of a proposal (``quotes.proposals.copies``)."""

    id = serializers.UUIDField()
    text = serializers.CharField()
    quantity = serializers.DecimalField(max_digits=7, decimal_places=2)
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)
    amount = Dollars(max_digits=12)
    optional = serializers.BooleanField()
    choice = serializers.CharField(allow_null=True)
    suggested = serializers.BooleanField()
    chosen = serializers.BooleanField()


class DeskProposalLineOutput(ProposalLineOutput):
    """A line of a proposal with our own cost."""

    cost = Dollars(allow_null=True)


class LineChangeOutput(Output):
    """A changed line with its old and new amount. ``before`` is null if it is new, ``after`` if it was removed.
    ``kind`` tells lines in the price from options and from alternatives of a choice.
    """

    kind = serializers.ChoiceField(choices=LineChangeKind.choices)
    text = serializers.CharField()
    before = Dollars(max_digits=12, allow_null=True)
    after = Dollars(max_digits=12, allow_null=True)


class ProposalChangesOutput(Output):
    """What changed since an earlier revision: the one that the customer accepted, or else the last one emailed to them.

    ``revision`` and ``quoteAmount`` are those of the earlier revision.
    """

    revision = serializers.IntegerField()
    quoteAmount = Dollars(source="amount")
    wasAccepted = serializers.BooleanField(source="was_accepted")
    lines = LineChangeOutput(many=True)


class TermsOutput(Output):
    """A version of the terms, in sentences."""

    version = serializers.IntegerField(source="number")
    sentences = serializers.ListField(child=serializers.CharField())


class AcceptanceOutput(Output):
    """An acceptance; see the model of that name."""

    acceptedBy = serializers.CharField(source="name")
    channel = serializers.ChoiceField(choices=AcceptanceChannel.choices)
    acceptedAt = serializers.DateTimeField(source="created_at")
    quoteAmount = Dollars(source="amount")
    revision = serializers.IntegerField()
    terms = TermsOutput()


class ProposalOutput(Output):
    """What a quote offers (``quotes.proposals.shown``). ``acceptance`` is the one in force. ``terms`` are those of the
    acceptance, or else the current ones.
    """

    lines = ProposalLineOutput(many=True)
    note = serializers.CharField()
    excludes = serializers.ListField(child=serializers.CharField())
    changes = ProposalChangesOutput(allow_null=True)
    terms = TermsOutput()
    acceptance = AcceptanceOutput(allow_null=True)


class DeclineOutput(Output):
    """A customer's decline, with the reason if they gave one."""

    reason = serializers.ChoiceField(choices=DeclineReason.choices, allow_blank=True)
    note = serializers.CharField()
    declinedAt = serializers.DateTimeField(source="created_at")


class DeskProposalOutput(ProposalOutput):
    """What a quote offers, with our cost of each line. ``decline`` is the customer's last one."""

    lines = DeskProposalLineOutput(many=True)
    decline = DeclineOutput(allow_null=True)


class PriceListItemOutput(Output):
    """A line of the price list."""

    id = serializers.UUIDField()
    text = serializers.CharField()
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)


class SuggestedLineOutput(Output):
    """A suggested line, which the office can edit and save."""

    text = serializers.CharField()
    quantity = serializers.DecimalField(max_digits=7, decimal_places=2)
    unit = serializers.ChoiceField(choices=LineUnit.choices)
    unitPrice = serializers.DecimalField(source="unit_price_text", max_digits=8, decimal_places=3)
    optional = serializers.BooleanField()
    choice = serializers.CharField(allow_null=True)
    suggested = serializers.BooleanField()
    cost = Dollars(allow_null=True)


class LastSeasonOutput(Output):
    """The lines of the same home in the season of ``year`` (named for its first year)."""

    quoteId = serializers.UUIDField(source="quote_id")
    year = serializers.IntegerField()
    lines = SuggestedLineOutput(many=True)


class LineSourcesOutput(Output):
    """Lines to start a proposal from: those of the stored estimate, if any, and of last season's proposal."""

    estimate = SuggestedLineOutput(many=True)
    lastSeason = LastSeasonOutput(source="last_season", allow_null=True)
