"""Views to edit the owner's content (``/api/desk/business``, ``/api/desk/texts``) and to read it (``/api/texts``)."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.pagination import page_response
from common.schema import lists
from common.views import OwnerView, View
from content.business import change_business, edited_business
from content.inputs import BusinessInput, PreviewInput, TextInput
from content.models import BusinessVersion, TextVersion
from content.serializers import (
    BusinessOutput,
    BusinessVersionOutput,
    PageTextOutput,
    RenderedTextOutput,
    TextOutput,
    TextVersionOutput,
    TextVersionRowOutput,
)
from content.texts import edited_text, page_named, preview, shown_text, text_on, text_version, write_text


class BusinessView(OwnerView):
    """``/api/desk/business``."""

    @extend_schema(responses=BusinessOutput)
    def get(self, request: Request) -> Response:
        """Return the business's details."""
        return Response(BusinessOutput.of(edited_business()))

    @extend_schema(request=BusinessInput, responses=BusinessOutput)
    def patch(self, request: Request) -> Response:
        """Change the details. All pages, emails and documents use them within half a minute."""
        change_business(by=signed_in(request.user), **self.parse(BusinessInput))
        return Response(BusinessOutput.of(edited_business()))


class BusinessVersionListView(OwnerView):
    """``GET /api/desk/business/versions``."""

    @lists(BusinessVersionOutput)
    def get(self, request: Request) -> Response:
        """Return one page of the changes, newest first."""
        return page_response(request, BusinessVersion.objects.all(), BusinessVersionOutput)


class PageTextView(View):
    """``GET /api/texts/{page}``."""

    permission_classes = [AllowAny]

    @extend_schema(responses=PageTextOutput)
    def get(self, request: Request, page: str) -> Response:
        """Return the content of /faq, /terms or /privacy."""
        return Response(PageTextOutput.of(shown_text(text_on(page_named(page)))))


class TextView(OwnerView):
    """``/api/desk/texts/{page}``."""

    @extend_schema(responses=TextOutput)
    def get(self, request: Request, page: str) -> Response:
        """Return a page's newest text."""
        return Response(TextOutput.of(edited_text(page_named(page))))

    @extend_schema(request=TextInput, responses=TextOutput)
    def put(self, request: Request, page: str) -> Response:
        """Add a version of a page's text, which the page shows within half a minute."""
        write_text(page=page_named(page), by=signed_in(request.user), **self.parse(TextInput))
        return Response(TextOutput.of(edited_text(page_named(page))))


class TextPreviewView(OwnerView):
    """``POST /api/desk/texts/{page}/preview``."""

    @extend_schema(request=PreviewInput, responses=RenderedTextOutput)
    def post(self, request: Request, page: str) -> Response:
        """Return what the page would show, without saving anything."""
        return Response(RenderedTextOutput.of(preview(page=page_named(page), **self.parse(PreviewInput))))


class TextVersionListView(OwnerView):
    """``GET /api/desk/texts/{page}/versions``."""

    @lists(TextVersionRowOutput)
    def get(self, request: Request, page: str) -> Response:
        """Return one page of the versions, newest first, without the built-in one."""
        return page_response(request, TextVersion.objects.filter(page=page_named(page)), TextVersionRowOutput)


class TextVersionView(OwnerView):
    """``GET /api/desk/texts/{page}/versions/{number}``."""

    @extend_schema(responses=TextVersionOutput)
    def get(self, request: Request, page: str, number: int) -> Response:
        """Return a version, rendered with current details and prices."""
        return Response(TextVersionOutput.of(shown_text(text_version(page_named(page), number))))
