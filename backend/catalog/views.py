"""``GET /api/catalog``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.catalog import catalog_as_json
from catalog.serializers import CatalogOutput
from common.views import AnonymousView


class CatalogView(AnonymousView):
    """``GET /api/catalog``."""

    @extend_schema(responses=CatalogOutput)
    def get(self, request: Request) -> Response:
        """Return everything for sale. It changes only with a release, so browsers cache it for five minutes."""
        return Response(catalog_as_json(), headers={"Cache-Control": "public, max-age=300"})
