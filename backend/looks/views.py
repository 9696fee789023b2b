"""``/api/looks``: pictures of looks."""

from functools import lru_cache

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from common.compression import best_coding, compress
from common.views import AnonymousView
from looks.drawing import version
from looks.look import Look, parse_code
from looks.pictures import CARD, PREVIEW, THUMBNAIL, stored_jpeg, svg

_FOREVER = "max-age=31536000, public, immutable"
_SIZES = {"card.svg": CARD, "thumbnail.jpg": THUMBNAIL, "preview.jpg": PREVIEW}


class LookPictureView(AnonymousView):
    """``GET /api/looks/{code}/{name}``. Looks are public: they don't reveal whose they are."""

    @extend_schema(
        parameters=[
            OpenApiParameter("code", location="path", description="Package, bulbs and add-ons, such as p-warm-wt"),
            OpenApiParameter("name", location="path", enum=list(_SIZES)),
            OpenApiParameter(
                "v", description="The version of the drawing. With the current one, the picture is cached forever"
            ),
        ],
        responses={(200, "image/svg+xml"): OpenApiTypes.BINARY, (200, "image/jpeg"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str, name: str) -> HttpResponse:
        """Return one of the pictures. An invalid code responds with 404."""
        look = parse_code(code)
        if look is None or name not in _SIZES:
            raise Http404
        coding = best_coding(request.headers.get("Accept-Encoding", "")) if name.endswith(".svg") else "identity"
        etag = f'"{coding}-{version()}-{code}-{name}"'  # as in common.spa
        unchanged = get_conditional_response(request._request, etag=etag)
        response = unchanged or _picture(look, name, coding)
        response["ETag"] = etag
        current = request.query_params.get("v") == version()
        response["Cache-Control"] = _FOREVER if current else "public, max-age=3600"
        if name.endswith(".svg"):
            response["Vary"] = "Accept-Encoding"
        return response


def _picture(look: Look, name: str, coding: str) -> HttpResponse:
    if name.endswith(".jpg"):
        return HttpResponse(stored_jpeg(look, _SIZES[name]), content_type="image/jpeg")
    response = HttpResponse(_svg_by_coding(look, name)[coding], content_type="image/svg+xml")
    if coding != "identity":
        response["Content-Encoding"] = coding
    # An SVG that is opened directly is a document. This one loads nothing.
    response["Content-Security-Policy"] = "default-src 'none'"
    return response


@lru_cache(maxsize=64)
def _svg_by_coding(look: Look, name: str) -> dict[str, bytes]:
    return compress(svg(look, _SIZES[name]).encode())
