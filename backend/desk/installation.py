"""``GET /api/desk/installation``: the results of the installation checks."""

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.doctor import State, inspect
from common.outputs import Output
from common.views import OwnerView


class InstallationCheckOutput(Output):
    """A check of the installation. ``whatToDo`` is empty if all is well."""

    name = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=State.choices)
    sentence = serializers.CharField()
    whatToDo = serializers.CharField(source="what_to_do")


class InstallationOutput(Output):
    """The running version and its checks, sorted by title."""

    version = serializers.CharField()
    checks = InstallationCheckOutput(many=True)


class InstallationView(OwnerView):
    """``GET /api/desk/installation``."""

    @extend_schema(responses=InstallationOutput)
    def get(self, request: Request) -> Response:
        """Run all checks of the installation and return what they found; it can take seconds."""
        return Response({"version": settings.VERSION, "checks": InstallationCheckOutput.of_each(inspect())})
