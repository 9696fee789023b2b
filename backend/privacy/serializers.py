"""Response bodies about a person's data and its retention."""

from rest_framework import serializers

from common.outputs import Output
from privacy.models import DocumentKind


class ErasureOutput(Output):
    """A preview of erasing a person."""

    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="Why they can't be erased yet, one sentence each; empty if they can."
    )
    email = serializers.CharField(help_text="The address to type as confirmation")
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField()
    invoices = serializers.IntegerField(help_text="Sent invoices, which are kept for `keptYears`")
    keptYears = serializers.IntegerField()


class RetentionRuleOutput(Output):
    """What one rule will delete on the next run."""

    rule = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    kept = serializers.CharField()
    count = serializers.IntegerField()
    oldestAt = serializers.DateTimeField(source="oldest_at", allow_null=True)


class RetentionOutput(Output):
    """What will be deleted on the next run."""

    nextRunAt = serializers.DateTimeField()
    rules = RetentionRuleOutput(many=True)


class RetainedDocumentOutput(Output):
    """A document about an erased person."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=DocumentKind.choices)
    reference = serializers.CharField()
    dated = serializers.DateTimeField()
    deleteAfter = serializers.DateField(source="delete_after")
    data = serializers.DictField()  # type: ignore[assignment]  # a field of that name, not Serializer.data
    hasFile = serializers.BooleanField(source="has_file")
