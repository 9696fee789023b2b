"""``GET /api/catalog``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog.catalog import catalog_as_json
from catalog.serializers import CatalogOutput
from common.permissions import Anyone


class CatalogView(APIView):
    """``GET /api/catalog``."""

    permission_classes = [Anyone]
    authentication_classes = []

    @extend_schema(responses=CatalogOutput)
    def get(self, request: Request) -> Response:
        """Return everything for sale. It changes only with a release, so browsers cache it for five minutes."""
        return Response(catalog_as_json(), headers={"Cache-Control": "public, max-age=300"})
