"""What drf-spectacular needs to be told about this API's own field types, errors and headers."""

from typing import Any, Literal

from drf_spectacular import openapi
from drf_spectacular.authentication import SessionScheme as BaseSessionScheme
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import build_basic_type, build_choice_field
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers

from common import fields
from common.permissions import Anyone


class StrictFieldSchema(OpenApiSerializerFieldExtension):
    """OpenAPI types of the strict input fields."""

    target_class = "common.fields._Strict"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: openapi.AutoSchema, direction: str) -> dict[str, Any]:
        """The JSON schema of ``self.target``."""
        field = self.target
        if isinstance(field, fields.Choice):
            return build_choice_field(serializers.ChoiceField(choices=list(field.choices.items())))
        if isinstance(field, fields.Email):
            return {"type": "string", "format": "email", "maxLength": field.max_length}
        if isinstance(field, fields.Text):
            lengths = {"maxLength": field.max_length, "minLength": field.min_length or None}
            return {"type": "string", **{key: value for key, value in lengths.items() if value}}
        if isinstance(field, fields.WholeNumber):
            return {"type": "integer", "minimum": field.low, "maximum": field.high}
        if isinstance(field, fields.TextList):
            return {"type": "array", "items": {"type": "string"}, "maxItems": field.max_items}
        if isinstance(field, fields.IdentifierList):
            return {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": field.max_items}
        if isinstance(field, fields.Day):
            return {"type": "string", "description": "YYYY-MM-DD, or an instant of that day in America/New_York"}
        if isinstance(field, fields.Money):  # a JSON number is taken too, but loses cents in careless clients
            return {"type": "string", "format": "decimal"}
        basic = {
            fields.YesNo: OpenApiTypes.BOOL,
            fields.Instant: OpenApiTypes.DATETIME,
            fields.Identifier: OpenApiTypes.UUID,
        }
        return build_basic_type(basic.get(type(field), OpenApiTypes.STR)) or {}


class SessionScheme(BaseSessionScheme):
    """The session cookie, as OpenAPI's security scheme."""

    target_class = "common.authentication.SessionAuthentication"
    priority = 1


class AutoSchema(openapi.AutoSchema):
    """Operation ids without the ``api_`` prefix; components named for the thing (Quote, QuoteRequest)."""

    def get_operation_id(self) -> str:
        return str(super().get_operation_id()).removeprefix("api_")

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the security of the operation: with a session or without one where it is open to anyone."""
        needed: list[dict[str, Any]] = super().get_auth()
        is_open = any(isinstance(permission, Anyone) for permission in self.view.get_permissions())
        return [*needed, {}] if is_open and needed else needed

    def get_serializer_name(self, serializer: Any, direction: Literal["request", "response"]) -> str:
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Input").removesuffix("Output")


def add_errors(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: every operation may answer the one error shape."""
    result["components"]["schemas"]["Error"] = {
        "type": "object",
        "description": "What went wrong; `errors` only where fields are at fault, keyed by their JSON names.",
        "properties": {
            "message": {"type": "string"},
            "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        },
        "required": ["message"],
    }
    error = {
        "description": "An error",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = error
    return result


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    location=OpenApiParameter.HEADER,
    description="8 to 128 characters. The same key with the same body answers the first result again.",
)
PAGE = [
    OpenApiParameter("limit", int, description="Rows a page, 1 to 200 (50)"),
    OpenApiParameter("cursor", description="From the Link header of the page before"),
]
_SCOPE = OpenApiParameter("scope", enum=["admin"], description="Everybody's rows, for administrators")


def either(*outputs: Any, many: bool = False) -> Any:
    """Describe a response that is one of ``outputs``, depending on who asks."""
    name = "Or".join(output.__name__.removesuffix("Output") for output in outputs)
    return PolymorphicProxySerializer(name, list(outputs), resource_type_field_name=None, many=many)


def lists(output: Any, *, scoped: bool = False, desk: Any = None, filters: dict[str, str] | None = None) -> Any:
    """Decorate a handler that returns a keyset page of ``output``; ``scoped`` if it takes ``scope=admin``, and with it
    the ``filters`` (names and what they take). ``desk``: the output of ``scope=admin``, if it has more fields."""
    rows = either(output, desk, many=True) if desk else output(many=True)
    taken = [OpenApiParameter(name, description=text) for name, text in (filters or {}).items()]
    return extend_schema(responses=rows, parameters=[*PAGE, *([_SCOPE] if scoped else []), *taken])


def creates(form: Any, output: Any) -> Any:
    """Decorates a handler that creates an ``output`` from a ``form``, once per idempotency key."""
    return extend_schema(request=form, responses={201: output}, parameters=[IDEMPOTENCY_KEY])
