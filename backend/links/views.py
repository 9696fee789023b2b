"""``/api/links``, and the calls that report a page as opened by a person."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common.pagination import page_response
from common.schema import PAGE
from common.views import AdminView, View
from links import resources
from links.holders import SignedInOrLinkHolder, held_link
from links.models import LinkKind
from links.serializers import LinkOutput
from links.services import links_to, note_opened, withdraw_link

# The query parameters that name a resource.
PARAMETERS = {"quoteId": LinkKind.QUOTE, "treeOrderId": LinkKind.TREE_ORDER, "invoiceId": LinkKind.INVOICE}


class LinkListView(AdminView):
    """``GET /api/links?quoteId=…``, ``?treeOrderId=…`` or ``?invoiceId=…``."""

    @extend_schema(
        responses=LinkOutput(many=True), parameters=[*(OpenApiParameter(name) for name in PARAMETERS), *PAGE]
    )
    def get(self, request: Request) -> Response:
        """Return one page of the links to one quote, tree order or invoice, newest first."""
        kind, resource_id = _named_resource(request)
        return page_response(request, links_to(kind=kind, resource_id=resource_id), LinkOutput)


def _named_resource(request: Request) -> tuple[LinkKind, UUID]:
    named = [name for name in PARAMETERS if name in request.query_params]
    if len(named) != 1:
        raise ValidationError(f"Name one of {', '.join(PARAMETERS)}")
    try:
        return PARAMETERS[named[0]], UUID(request.query_params[named[0]])
    except ValueError:
        raise ValidationError({named[0]: ["Invalid uuid"]}) from None


class LinkWithdrawView(AdminView):
    """``POST /api/links/{id}/withdraw``."""

    @extend_schema(request=None, responses=LinkOutput)
    def post(self, request: Request, link_id: UUID) -> Response:
        """Withdraw the link, so that it no longer opens anything."""
        return Response(LinkOutput.of(withdraw_link(link_id=link_id)))


class OpenedView(View):
    """``POST /api/quotes/{id}/opened``, and the same for tree orders and invoices."""

    permission_classes = [SignedInOrLinkHolder]
    kind = LinkKind.QUOTE

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, **ids: UUID) -> Response:
        """Record that a person opened the page. The page calls this once it is visible.

        Only visits through a link are recorded; for the owner and administrators, this does nothing.
        """
        (resource_id,) = ids.values()
        if link := held_link(request, self.kind, resource_id):
            note_opened(link_id=link.pk)
        elif not resources.type_of(self.kind).rows().visible_to(request.user).filter(id=resource_id).exists():
            raise Http404
        return Response(status=204)
