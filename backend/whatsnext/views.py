"""``/api/whats-next``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.views import View
from whatsnext.items import whats_next
from whatsnext.serializers import WhatsNextItemOutput


class WhatsNextView(View):
    """``GET /api/whats-next``."""

    @extend_schema(responses=WhatsNextItemOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return what is next for the caller: first what is waiting for them, then by day. The list has no pages."""
        return Response(WhatsNextItemOutput.of_each(whats_next(signed_in(request.user))))
