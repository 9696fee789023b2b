"""Where a row came from, for administrators."""

from rest_framework import serializers

from common.attribution.models import HeardFrom
from common.outputs import Output


class CampaignOutput(Output):
    """The campaign parameters of the link that brought the customer here; missing ones are blank."""

    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.source
    medium = serializers.CharField()
    name = serializers.CharField()
    content = serializers.CharField()
    term = serializers.CharField()


class AttributionOutput(Output):
    """How the customer says they heard about us (blank if they didn't), and the campaign (null if there is none)."""

    heardFrom = serializers.ChoiceField(source="heard_from", choices=HeardFrom.choices, allow_blank=True)
    campaign = CampaignOutput(allow_null=True)
