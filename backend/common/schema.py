"""What drf-spectacular needs to be told about this API's own field types, errors and headers."""

from typing import Any

from drf_spectacular import openapi
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import build_basic_type
from drf_spectacular.types import OpenApiTypes

from common import fields


class StrictFieldSchema(OpenApiSerializerFieldExtension):
    """OpenAPI types of the strict input fields."""

    target_class = "common.fields._Strict"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: openapi.AutoSchema, direction: str) -> dict[str, Any]:
        """The JSON schema of ``self.target``."""
        field = self.target
        if isinstance(field, fields.Choice):
            return {"type": "string", "enum": list(field.choices)}
        if isinstance(field, fields.Email):
            return {"type": "string", "format": "email", "maxLength": field.max_length}
        if isinstance(field, fields.Text):
            lengths = {"maxLength": field.max_length, "minLength": field.min_length or None}
            return {"type": "string", **{key: value for key, value in lengths.items() if value}}
        if isinstance(field, fields.WholeNumber):
            return {"type": "integer", "minimum": field.low, "maximum": field.high}
        if isinstance(field, fields.TextList):
            return {"type": "array", "items": {"type": "string"}, "maxItems": field.max_items}
        if isinstance(field, fields.Day):
            return {"type": "string", "description": "YYYY-MM-DD, or an instant of that day in America/New_York"}
        basic = {fields.YesNo: OpenApiTypes.BOOL, fields.Money: OpenApiTypes.DECIMAL}
        return build_basic_type(basic.get(type(field), OpenApiTypes.STR)) or {}


class AutoSchema(openapi.AutoSchema):
    """Operation ids without the ``api_`` prefix."""

    def get_operation_id(self) -> str:
        return str(super().get_operation_id()).removeprefix("api_")
