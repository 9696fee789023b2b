"""Error messages for invalid values."""

from pydantic_core import ErrorDetails

REQUIRED = "Required"
UNPRINTABLE = "This text contains a character that can't be displayed. Delete it and try again."

_JSON_TYPES = {bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object"}
_EXPECTED = {
    "string_type": "string",
    "uuid_type": "string",
    "bool_type": "boolean",
    "int_type": "number",
    "float_type": "number",
    "list_type": "array",
    "model_type": "object",
}
_MESSAGES = {
    "missing": REQUIRED,
    "string_unicode": UNPRINTABLE,
    "greater_than_equal": "Number must be greater than or equal to {ge}",
    "less_than_equal": "Number must be less than or equal to {le}",
    "too_short": "Array must contain at least {min_length} element(s)",
    "too_long": "Array must contain at most {max_length} element(s)",
    "uuid_parsing": "Invalid uuid",
}


def message_of(detail: ErrorDetails) -> str:
    """Return the message for an error that pydantic found."""
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "extra_forbidden":
        return f"Unknown key: {str(detail['loc'][-1])[:100]}"
    if kind == "int_type" and isinstance(value, float):
        return "Expected integer, received float"
    if kind in _EXPECTED:
        return wrong_type(_EXPECTED[kind], value)
    return _MESSAGES[kind].format(**context)


def wrong_type(expected: str, value: object) -> str:
    """Return the message for a value that isn't of the JSON type ``expected``."""
    name = "null" if value is None else _JSON_TYPES.get(type(value), "unknown")
    return f"Expected {expected}, received {name}"
