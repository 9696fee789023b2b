"""The optional keys of a request or order that say where it came from."""

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

    Anyone can write a link, and the customer can't correct one. So a parameter is no reason to refuse their request: it
    is shortened, loses what can't be displayed, and counts as missing if it is no text.
    """

    source: Parameter = ""
    medium: Parameter = ""
    name: Parameter = ""
    content: Parameter = ""
    term: Parameter = ""


HeardFromAnswer = Annotated[HeardFrom, Choice()]
Campaign = Annotated[CampaignInput | None, BeforeValidator(_object_or_none)]
