"""Outputs of what is next."""

from rest_framework import serializers

from common.outputs import Output
from storage.serializers import CardOutput
from whatsnext.items import ItemKind


class WhatsNextItemOutput(Output):
    """Something that is next for the customer; fields that don't apply are null or blank (``whatsnext.items``)."""

    kind = serializers.ChoiceField(choices=ItemKind.choices)
    subjectId = serializers.UUIDField(source="subject_id")
    waitsForYou = serializers.BooleanField(source="waits_for_you")
    day = serializers.DateField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    amount = serializers.DecimalField(max_digits=10, decimal_places=2, allow_null=True)
    place = serializers.CharField()
    detail = serializers.CharField()
    card = CardOutput(allow_null=True)
