"""``/api/desk/business``: who the business is."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.pagination import page_response
from common.permissions import Owner
from common.schema import lists
from common.views import View
from content.business import change_business, shown_business
from content.inputs import BusinessInput
from content.models import BusinessVersion
from content.serializers import BusinessOutput, BusinessVersionOutput


class BusinessView(View):
    """``/api/desk/business``."""

    permission_classes = [Owner]

    @extend_schema(responses=BusinessOutput)
    def get(self, request: Request) -> Response:
        """Return who the business is."""
        return Response(BusinessOutput.of(shown_business()))

    @extend_schema(request=BusinessInput, responses=BusinessOutput)
    def patch(self, request: Request) -> Response:
        """Change it. Every page, email and document says so within half a minute."""
        change_business(by=signed_in(request.user), **self.parse(BusinessInput))
        return Response(BusinessOutput.of(shown_business()))


class BusinessVersionListView(View):
    """``GET /api/desk/business/versions``."""

    permission_classes = [Owner]

    @lists(BusinessVersionOutput)
    def get(self, request: Request) -> Response:
        """Return one page of the changes, newest first."""
        return page_response(request, BusinessVersion.objects.all(), BusinessVersionOutput)
