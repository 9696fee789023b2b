"""Request bodies for the owner's content."""

from typing import Annotated

from pydantic import AfterValidator, Field

from common.inputs import ONCE, Change, Changes, Email, Form, Instant, Items, Text
from common.opening_hours import in_words
from common.unset import UNSET
from common.web_addresses import is_web_address
from texts.numbers import e164

# The ``updatedAt`` of the newest version that the editor saw; null if there was none.
SeenNewest = Annotated[Instant, Field(alias="updatedAt")]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _check_phone(text: str) -> str:
    if e164(text) is None:
        raise ValueError("Enter a phone number, such as (603) 555-0148")
    return text


def _check_hours(text: str) -> str:
    in_words(text)
    return text


def _check_web_address(text: str) -> str:
    if text and not is_web_address(text):
        raise ValueError("Enter a web address, such as https://example.com/page")
    return text


def _check_city(text: str) -> str:
    if "," in text or "\n" in text:
        raise ValueError("Enter each city separately")
    return text


ONE_LINE = AfterValidator(_on_one_line)
WebAddress = Annotated[str, Text(500), AfterValidator(_check_web_address)]
City = Annotated[str, Text(60, 1, "Enter the name of a city"), AfterValidator(_check_city)]

Markdown = Annotated[str, Text(50_000, 1, "Write something")]


class BusinessInput(Changes):
    """Changes to the business's details. Those that may be blank are not shown anywhere while they are."""

    seen: SeenNewest
    name: Change[Annotated[str, Text(60, 1, "Enter the name"), ONE_LINE]] = UNSET
    phone: Change[Annotated[str, Text(30, 1, "Enter the phone number"), ONE_LINE, AfterValidator(_check_phone)]] = UNSET
    email: Change[Annotated[str, Email(message="Valid email is required")]] = UNSET
    address: Change[Annotated[str, Text(200), ONE_LINE]] = UNSET
    cities: Change[Annotated[list[City], Items(30, 1), ONCE]] = UNSET
    opening_hours: Change[Annotated[str, Text(200), ONE_LINE, AfterValidator(_check_hours)]] = UNSET
    license: Change[Annotated[str, Text(200), ONE_LINE]] = UNSET
    reviews_url: Change[WebAddress] = UNSET
    photos_url: Change[WebAddress] = UNSET
    instagram_url: Change[WebAddress] = UNSET
    facebook_url: Change[WebAddress] = UNSET
    privacy_url: Change[WebAddress] = UNSET
    terms_url: Change[WebAddress] = UNSET


class TextInput(Form):
    """A new text for a page, in Markdown."""

    seen: SeenNewest
    markdown: Markdown


class PreviewInput(Form):
    """An unsaved text."""

    markdown: Markdown
