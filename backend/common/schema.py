"""drf-spectacular's extensions for this API's field types, errors and headers."""

from collections.abc import Sequence
from typing import Any, Literal

from drf_spectacular import openapi
from drf_spectacular.authentication import SessionScheme as BaseSessionScheme
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from common.pagination import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE
from common.permissions import Admin, Owner
from common.unset import UNSET


class RequestJsonSchema(GenerateJsonSchema):
    """JSON schemas of inputs, as drf-spectacular writes those of serializers: without titles and defaults."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False, since titles would only repeat the names."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        """Return the schema of an optional field, which in a form may also be null (``common.inputs``)."""
        value = self.generate_inner(schema["schema"])
        return value if schema.get("default") is UNSET else _or_null(value)

    def nullable_schema(self, schema: core_schema.NullableSchema) -> dict[str, Any]:
        """Return the schema of a value or null."""
        return _or_null(self.generate_inner(schema["schema"]))

    def normalize_name(self, name: str) -> str:
        """Return the name of a nested input's component."""
        return f"{name.removesuffix('Input')}Request"


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type")
    if kind is None:
        return schema if "oneOf" in schema else {"oneOf": [schema, {"type": "null"}]}
    if isinstance(kind, list):
        return schema
    choices = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [kind, "null"], **choices}


class InputSchema(OpenApiSerializerExtension):
    """The OpenAPI component of a request body."""

    target_class = "common.inputs.Input"
    match_subclasses = True
    priority = 1  # before drf-spectacular's own, for any pydantic model

    def get_name(self, auto_schema: openapi.AutoSchema, direction: str) -> str:
        """Return the component's name, to which drf-spectacular adds "Request"."""
        return str(self.target.__name__).removesuffix("Input")

    def map_serializer(self, auto_schema: openapi.AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema. Nested inputs become separate components."""
        schema: dict[str, Any] = self.target.model_json_schema(
            ref_template="#/components/schemas/{model}", schema_generator=RequestJsonSchema
        )
        schema.pop("title")
        for name, nested in schema.pop("$defs", {}).items():
            nested.pop("title", None)
            component = ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=name, schema=nested)
            auto_schema.registry.register_on_missing(component)
        return schema


class SessionScheme(BaseSessionScheme):
    """The session cookie as OpenAPI's security scheme."""

    target_class = "common.authentication.SessionAuthentication"
    priority = 1


class AutoSchema(openapi.AutoSchema):
    """Operation IDs without the ``api_`` prefix, and short component names (Quote, QuoteRequest)."""

    def get_operation_id(self) -> str:
        return str(super().get_operation_id()).removeprefix("api_")

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the operation's security with its roles (OpenAPI 3.1, "Security Requirement"), if it reads sessions.

        A session is optional if the operation is open to anyone.
        """
        roles = _roles(self.view.get_permissions())
        needed = [dict.fromkeys(each, roles) for each in super().get_auth()]
        return needed if any(needed) else []

    def get_serializer_name(self, serializer: Any, direction: Literal["request", "response"]) -> str:
        return str(super().get_serializer_name(serializer, direction)).removesuffix("Output")


def _roles(permissions: Sequence[Any]) -> list[str]:
    """Return the roles of which the session needs one, or none if any session will do."""
    if any(isinstance(permission, Owner) for permission in permissions):
        return ["owner"]
    return ["owner", "office"] if any(isinstance(permission, Admin) for permission in permissions) else []


def add_errors(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the error response to every operation (a postprocessing hook of drf-spectacular)."""
    result["components"]["schemas"]["Error"] = {
        "type": "object",
        "description": "What went wrong. `errors` is only there for invalid fields, by their JSON names.",
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
    for schema in result["components"]["schemas"].values():
        if "oneOf" in schema:  # from ``either``: administrators' responses also match the customer's schema
            schema["anyOf"] = schema.pop("oneOf")
    return result


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 8, "maxLength": 128},
    location=OpenApiParameter.HEADER,
    description="The same key with the same body returns the first response again.",
)
PAGE = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE},
        description=f"Rows per page ({DEFAULT_PAGE_SIZE})",
    ),
    OpenApiParameter("cursor", description="From the Link header of the previous page"),
]
_SCOPE = OpenApiParameter("scope", enum=["admin"], description="Everyone's rows, for administrators")


def either(*outputs: Any, many: bool = False) -> Any:
    """Describe a response that is one of ``outputs``, depending on the caller."""
    name = "Or".join(output.__name__.removesuffix("Output") for output in outputs)
    return PolymorphicProxySerializer(name, list(outputs), resource_type_field_name=None, many=many)


def lists(output: Any, *, scoped: bool = False, desk: Any = None, filters: dict[str, str] | None = None) -> Any:
    """Decorate a handler that returns a keyset page of ``output``.

    ``scoped`` handlers accept ``scope=admin``. ``filters`` are query parameters with their descriptions.
    """
    rows = either(output, desk, many=True) if desk else output(many=True)
    taken = [OpenApiParameter(name, description=text) for name, text in (filters or {}).items()]
    return extend_schema(responses=rows, parameters=[*PAGE, *([_SCOPE] if scoped else []), *taken])


def creates(form: Any, output: Any) -> Any:
    """Decorate a handler that creates an ``output`` from a ``form``, once per idempotency key."""
    return extend_schema(request=form, responses={201: output}, parameters=[IDEMPOTENCY_KEY])
