"""Optional fields of a request or order that say where it came from."""

from typing import Annotated

from pydantic import BeforeValidator, WithJsonSchema

from common.attribution.models import MAX_LENGTH, HeardFrom
from common.inputs import Choice, Form, printable


def _parameter(value: object) -> str:
    return printable(value)[:MAX_LENGTH].strip() if isinstance(value, str) else ""


def _object_or_none(value: object) -> object:
    return value if isinstance(value, dict) else None


Parameter = Annotated[str, BeforeValidator(_parameter), WithJsonSchema({"type": "string", "maxLength": MAX_LENGTH})]


class CampaignInput(Form):
    """The campaign parameters of the link that brought the customer here (``utm_source`` and so on).

    Anyone can write such a link, and the customer can't correct it. So a bad parameter never rejects their request: it
    is truncated, unprintable characters are removed, and a value that is not text counts as missing.
    """

    source: Parameter = ""
    medium: Parameter = ""
    name: Parameter = ""
    content: Parameter = ""
    term: Parameter = ""


HeardFromAnswer = Annotated[HeardFrom, Choice()]
Campaign = Annotated[CampaignInput | None, BeforeValidator(_object_or_none)]
