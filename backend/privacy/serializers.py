"""Outputs about a person's data and its retention."""

from rest_framework import serializers

from common.outputs import Output
from privacy.models import DocumentKind


class ErasureOutput(Output):
    """What erasing a person would do."""

    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="Why it can't be done yet, a sentence each; empty if it can."
    )
    email = serializers.CharField(help_text="The address that has to be typed to confirm it")
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField()
    invoices = serializers.IntegerField(help_text="Those that are kept for the years that the law wants")
    keptYears = serializers.IntegerField()


class RetentionRuleOutput(Output):
    """What one rule deletes on the next run."""

    rule = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    kept = serializers.CharField()
    count = serializers.IntegerField()
    oldestAt = serializers.DateTimeField(source="oldest_at", allow_null=True)


class RetentionOutput(Output):
    """What is deleted on the next run."""

    nextRunAt = serializers.DateTimeField()
    rules = RetentionRuleOutput(many=True)


class RetainedDocumentOutput(Output):
    """A document of someone who was erased."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=DocumentKind.choices)
    reference = serializers.CharField()
    dated = serializers.DateTimeField()
    deleteAfter = serializers.DateField(source="delete_after")
    data = serializers.DictField()  # type: ignore[assignment]  # a field of that name, not Serializer.data
    hasFile = serializers.BooleanField(source="has_file")
