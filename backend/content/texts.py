"""Services for the texts of /faq, /terms and /privacy."""

import datetime as dt
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.http import Http404
from rest_framework.exceptions import ValidationError

from accounts.models import User
from common.business import Business, business
from content.current import current_content
from content.models import FIRST, TextPage, TextVersion
from content.placeholders import placeholders
from content.rendering import Rendered, problem_with, render
from content.versions import add_version, raise_if_newer

_FOLDER = Path(__file__).parent / "first_texts"


@dataclass(frozen=True)
class Text:
    """A version of a page's text. Version 1 is built in, without a date and author."""

    page: str
    number: int
    markdown: str
    written_at: dt.datetime | None = None
    by: str | None = None


def page_named(name: str) -> TextPage:
    """Return the page with this path. Raises Http404."""
    try:
        return TextPage(name)
    except ValueError:
        raise Http404 from None


@cache
def first_text(page: TextPage) -> Text:
    """Return the built-in text."""
    return Text(page, FIRST, (_FOLDER / f"{page}.md").read_text(encoding="utf-8").strip())


def text_on(page: TextPage) -> Text:
    """Return the text that the page shows now."""
    stored = current_content().text(page)
    return _text(stored) if stored else first_text(page)


def newest_text(page: TextPage) -> Text:
    """Return the newest version, which the page shows within half a minute."""
    stored = _newest(page)
    return _text(stored) if stored else first_text(page)


def text_version(page: TextPage, number: int) -> Text:
    """Return a version. Raises Http404."""
    if number == FIRST:
        return first_text(page)
    stored = TextVersion.objects.filter(page=page, number=number).first()
    if stored is None:
        raise Http404
    return _text(stored)


def write_text(*, page: TextPage, by: User, markdown: str, seen: dt.datetime | None) -> None:
    """Add a version of a page's text, unless nothing has changed.

    ``seen`` is the ``created_at`` of the newest version that the editor saw, or None for the built-in one. Raises
    Conflict if there is a newer one, and ValidationError for an invalid text.
    """
    check_text(page, markdown)
    newest = _newest(page)
    if markdown == (newest.markdown if newest else first_text(page).markdown):
        return
    raise_if_newer(newest, seen)
    number = (newest.number if newest else FIRST) + 1
    add_version(TextVersion(page=page, number=number, by=by.full_name, markdown=markdown))


def check_text(page: TextPage, markdown: str) -> None:
    """Raise ValidationError if a text is invalid."""
    if problem := problem_with(page, markdown, business()):
        raise ValidationError({"markdown": [problem]})


def rendered(text: Text, details: Business) -> Rendered:
    """Return the content of the page with this text."""
    return render(text.page, text.markdown, details)


@dataclass(frozen=True)
class ShownText:
    """A version with the rendered content of its page."""

    text: Text
    rendered: Rendered


def shown_text(text: Text) -> ShownText:
    """Render a version with the current details of the business."""
    return ShownText(text, rendered(text, business()))


def preview(*, page: TextPage, markdown: str) -> ShownText:
    """Render an unsaved text. Raises ValidationError for an invalid one."""
    check_text(page, markdown)
    return shown_text(Text(page, FIRST, markdown))


@dataclass(frozen=True)
class Placeholder:
    """A placeholder and its current value."""

    name: str
    value: str


@dataclass(frozen=True)
class EditedText:
    """The newest version, and the placeholders it can use."""

    text: Text
    placeholders: list[Placeholder]


def edited_text(page: TextPage) -> EditedText:
    """Return a page's text for its editor."""
    named = placeholders(business())
    return EditedText(newest_text(page), [Placeholder(name, value) for name, value in named.items()])


def _newest(page: TextPage) -> TextVersion | None:
    return TextVersion.objects.filter(page=page).order_by("-number").first()


def _text(stored: TextVersion) -> Text:
    return Text(stored.page, stored.number, stored.markdown, stored.created_at, stored.by)
