"""Responses about looks."""

from rest_framework import serializers

from common.outputs import Output


class LookOutput(Output):
    """The look of a request: its code for links, the paths of its pictures, and its description in words.

    ``bulbs`` is a label, such as "Warm white".
    """

    code = serializers.CharField()
    bulbs = serializers.CharField(source="bulbs.label")
    description = serializers.CharField()
    picture = serializers.CharField()
    thumbnail = serializers.CharField()
