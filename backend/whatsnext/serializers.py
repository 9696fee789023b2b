"""Response of ``/api/whats-next``."""

from rest_framework import serializers

from common.outputs import Dollars, Output
from storage.serializers import CardOutput
from whatsnext.items import ItemKind


class WhatsNextItemOutput(Output):
    """An item of the customer's list (``whatsnext.items``). Fields that don't apply are null or blank."""

    kind = serializers.ChoiceField(choices=ItemKind.choices)
    subjectId = serializers.UUIDField(source="subject_id")
    waitsForYou = serializers.BooleanField(source="waits_for_you")
    day = serializers.DateField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    amount = Dollars(allow_null=True)
    place = serializers.CharField()
    detail = serializers.CharField()
    card = CardOutput(allow_null=True)
