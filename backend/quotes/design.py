"""What a customer drew up before asking: style, colour, what is lit, and the estimate as it was shown to them."""

from typing import Any

import orjson
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from common import fields
from common.fields import Form, Output

LARGEST = 4096


class FormList(fields._Strict):
    """A list of objects of one shape."""

    expected = "array"
    types = (list,)

    def __init__(self, *, form: type[Form], max_items: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.form, self.max_items = form, max_items

    def to_internal_value(self, data: Any) -> list[dict[str, Any]]:
        members = super().to_internal_value(data)
        if len(members) > self.max_items:
            raise serializers.ValidationError(f"Array must contain at most {self.max_items} element(s)")
        return [self.form.validate_body(member) for member in members]


class FormListSchema(OpenApiSerializerFieldExtension):
    """The OpenAPI type of a FormList."""

    target_class = FormList
    priority = 1  # before what all strict fields have in common

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """Return the JSON schema of ``self.target``."""
        member = auto_schema.resolve_serializer(self.target.form(), direction).ref
        return {"type": "array", "items": member, "maxItems": self.target.max_items}


class _Strict(Form):
    """Knows its keys: another one is a mistake."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := set(data) - set(self.fields)):
            raise serializers.ValidationError(f"Unknown key: {min(unknown)[:100]}")
        return super().to_internal_value(data)


class ShownLineInput(_Strict):
    """A line of the estimate."""

    label = fields.Text(max_length=200)  # type: ignore[assignment]  # a field of that name, not Field.label
    low = fields.WholeNumber(low=0, high=10_000_000, required=False)
    high = fields.WholeNumber(low=0, high=10_000_000, required=False)


class ShownEstimateInput(_Strict):
    """The estimate that was on the customer's screen (see ``quotes.estimate``), in whole US dollars."""

    low = fields.WholeNumber(low=0, high=10_000_000, required=False)
    high = fields.WholeNumber(low=0, high=10_000_000, required=False)
    currency = fields.Text(max_length=3, required=False)
    lines = FormList(form=ShownLineInput, max_items=30, required=False)
    excludes = fields.TextList(max_items=20, max_length=300, required=False)


class DesignInput(_Strict):
    """The design."""

    style = fields.Text(max_length=100, required=False)  # type: ignore[assignment]  # as is Field.style
    colour = fields.Text(max_length=100, required=False)
    lit = fields.TextList(max_items=20, max_length=100, required=False)
    estimate = ShownEstimateInput(required=False, allow_null=True)


@extend_schema_field(DesignInput())
class DesignField(fields._Strict):
    """A design of at most 4 kB; unknown keys are refused, unlike those of a request's body."""

    expected = "object"
    types = (dict,)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        design = super().to_internal_value(data)
        if len(orjson.dumps(design)) > LARGEST:
            raise serializers.ValidationError(f"A design must be at most {LARGEST} bytes")
        checked: dict[str, Any] = _without_gaps(DesignInput.validate_body(design))
        return checked


def _without_gaps(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_gaps(each) for key, each in value.items() if each not in (None, "", [])}
    return [_without_gaps(each) for each in value] if isinstance(value, list) else value


class ShownLineOutput(Output):
    """A line of the estimate."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label
    low = serializers.IntegerField(required=False)
    high = serializers.IntegerField(required=False)


class ShownEstimateOutput(Output):
    """An estimate as it was shown, in whole US dollars."""

    low = serializers.IntegerField(required=False)
    high = serializers.IntegerField(required=False)
    currency = serializers.CharField(required=False)
    lines = ShownLineOutput(many=True, required=False)
    excludes = serializers.ListField(child=serializers.CharField(), required=False)


class DesignOutput(Output):
    """A design as it was drawn up; what was left open is missing."""

    style = serializers.CharField(required=False)  # type: ignore[assignment]  # as is Field.style
    colour = serializers.CharField(required=False)
    lit = serializers.ListField(child=serializers.CharField(), required=False)
    estimate = ShownEstimateOutput(required=False)


@extend_schema_field(DesignOutput())
class KeptDesign(serializers.JSONField):
    """The design of a row, as it is kept."""
