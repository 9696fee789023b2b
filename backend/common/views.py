"""Base classes of the API's views."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypeVar

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.inputs import Input
from common.outputs import Output
from common.permissions import Admin, Owner, admin_refusal, is_admin
from common.proof_of_work import new_challenge


class View(APIView):
    """A view parses, calls one service and responds.

    ``method_permissions`` has the methods whose permission differs from ``permission_classes``.
    """

    method_permissions: dict[str, type[BasePermission]] = {}

    def get_permissions(self) -> Sequence[Any]:
        own = self.method_permissions.get(self.request.method or "")
        return [own()] if own else super().get_permissions()

    def parse(self, form: type[Input]) -> dict[str, Any]:
        """Return the request body as validated values by model field name, without nulls, which mean the default.

        Raises ValidationError (400) with a message per field.
        """
        return form.parse(self.request.data).given()


def file_response(
    content: bytes | str | Iterable[str], content_type: str, name: str, *, inline: bool = False
) -> HttpResponseBase:
    """Return a file named ``name``, which the browser saves, or shows if it is ``inline``. Other iterables than bytes
    and text are sent as they are generated.
    """
    response = HttpResponse if isinstance(content, bytes | str) else StreamingHttpResponse
    disposition = f'{"inline" if inline else "attachment"}; filename="{name}"'
    return response(content, content_type=content_type, headers={"Content-Disposition": disposition})


class AnonymousView(View):
    """A view for anyone, which ignores sessions."""

    permission_classes = [AllowAny]
    authentication_classes = []


class AdminView(View):
    """A view for administrators only."""

    permission_classes = [Admin]


class OwnerView(View):
    """A view for owners only."""

    permission_classes = [Owner]


class _Owned(Protocol):
    def owned_by(self, user: Any) -> Self: ...
    def listed(self) -> Self: ...


Rows = TypeVar("Rows", bound=_Owned)


def rows_in_scope(request: Request, rows: Rows) -> Rows:
    """Return the caller's own rows, or with ``?scope=admin`` everyone's (403 for non-administrators)."""
    scope = request.query_params.get("scope")
    if scope is None:
        return rows.owned_by(request.user)
    if scope != "admin":
        raise ValidationError({"scope": ["Must be admin"]})
    if not is_admin(request):
        raise PermissionDenied(admin_refusal(request))
    return rows.listed()


class ChallengeParametersOutput(Output):
    """The parameters of a challenge."""

    algorithm = serializers.CharField()
    nonce = serializers.CharField()
    salt = serializers.CharField()
    cost = serializers.IntegerField()
    keyLength = serializers.IntegerField(source="key_length")
    keyPrefix = serializers.CharField(source="key_prefix")
    keySignature = serializers.CharField(source="key_signature")
    expiresAt = serializers.IntegerField(source="expires_at")


class ChallengeOutput(Output):
    """An ALTCHA proof-of-work challenge, version 2."""

    parameters = ChallengeParametersOutput()
    signature = serializers.CharField()


class ChallengeView(AnonymousView):
    """``GET /api/challenge``."""

    @extend_schema(responses=ChallengeOutput)
    def get(self, request: Request) -> Response:
        """Return a challenge. Its solution allows one write beyond the overall limit within five minutes."""
        return Response(ChallengeOutput.of(new_challenge()))


class NotFoundView(AnonymousView):
    """Any path under ``/api/`` without a route: 404 in the API's own shape, for any method."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Respond before the handler of any method is looked up."""
        raise NotFound("Not found")
