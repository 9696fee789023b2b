"""Request bodies of POST (``Form``) and PATCH (``Changes``) requests."""

from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, ErrorDetails
from rest_framework import exceptions

from common.inputs.errors import REQUIRED, message_of
from common.unset import Unset

T = TypeVar("T")


class Input(BaseModel):
    """A request body. Keys are the fields' names in camelCase; unknown ones are ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", loc_by_alias=False)

    @classmethod
    def parse(cls, body: object) -> Self:
        """Validate ``body``. Raise ValidationError (400) with the messages of each field, keyed by its JSON name."""
        try:
            return cls.model_validate(body)
        except ValidationError as error:
            errors: dict[str, list[str]] = {}
            for detail in error.errors(include_url=False):
                name, message = cls._explain(detail)
                errors.setdefault(name, []).append(message)
            raise exceptions.ValidationError(errors) from None

    def given(self) -> dict[str, Any]:
        """Return the fields in the body as keyword arguments for a service, which knows the defaults of the others."""
        return self.model_dump(exclude_unset=True)

    @classmethod
    def _explain(cls, detail: ErrorDetails) -> tuple[str, str]:
        """Return the JSON name of the field that an error belongs to, and its message."""
        field = cls.model_fields[str(detail["loc"][0])]
        own = (message for rule in field.metadata if (message := getattr(rule, "message", None)))
        is_missing = detail["type"] == "missing" and len(detail["loc"]) == 1
        return field.alias or "", next(own, REQUIRED) if is_missing else message_of(detail)


class Form(Input):
    """The body of a POST: null counts as left out wherever a field may be left out."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, body: object) -> object:
        if not isinstance(body, dict):
            return body
        optional = {field.alias for field in cls.model_fields.values() if not field.is_required()}
        return {key: value for key, value in body.items() if value is not None or key not in optional}


class Changes(Input):
    """The body of a PATCH: each field is a ``Change``, and what is left out stays as it is. Null is rejected unless the
    field's type says ``| None``."""

    partial: ClassVar = True  # makes drf-spectacular add "Patched" to the schema's name


class _WithoutUnset:
    """``UNSET`` is never sent: the schema of a ``Change`` is that of its value."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        value, *others = (each for each in get_args(source) if each is not Unset)
        for other in others:
            value |= other
        return handler.generate_schema(value)


Change = Annotated[T | Unset, _WithoutUnset()]
