"""Outputs of texts."""

from rest_framework import serializers

from common.outputs import Output
from texts.models import CommunicationPreference, ConsentMethod


class ContactChoiceOutput(Output):
    """How someone chose in My Services to be contacted, or what their newest request asked for if they haven't chosen.
    ``channel`` is null if no request names one. ``textUpdates`` says whether their number may be texted.
    """

    channel = serializers.ChoiceField(choices=CommunicationPreference.choices, allow_null=True)
    number = serializers.CharField()
    textUpdates = serializers.BooleanField(source="text_updates")


class TextConsentOutput(Output):
    """Whether a number may be texted, and how that was last decided. All but the number is null if it never was."""

    number = serializers.CharField()
    phone = serializers.CharField(help_text="The number as people read it")
    isGiven = serializers.BooleanField(source="is_given", allow_null=True)
    method = serializers.ChoiceField(choices=ConsentMethod.choices, allow_null=True)
    decidedAt = serializers.DateTimeField(source="decided_at", allow_null=True)
