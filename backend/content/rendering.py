"""Rendering of the owner's texts from Markdown to the content of a page.

Raw HTML is shown as text, images become links, and links can only go to this site, the web, phone numbers and email
addresses (markdown-it-py, "Security"), so that nothing an owner pastes can run or load anything.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from urllib.parse import quote

from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from common.business import Business
from content.models import TextPage
from content.placeholders import (
    MAY_BE_BLANK,
    blank_placeholders,
    fill_placeholders,
    placeholders,
    unknown_placeholders,
)

_IN_A_TARGET = re.compile(r"%7B(\w+)%7D")  # a placeholder in a link's target, which the parser has encoded
_LINKS_TO = re.compile(r"(https?://|mailto:|tel:|/(?!/)|#)", re.IGNORECASE)
# The owner can link to a longer text elsewhere: the detail with its URL, and the words of the link.
_FULL_TEXTS = {
    TextPage.TERMS: ("terms_url", "our full terms"),
    TextPage.PRIVACY: ("privacy_url", "our full privacy policy"),
}


class _Markdown(MarkdownIt):
    """CommonMark without HTML and images."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.disable(["image", "html_block", "html_inline"])

    def validateLink(self, url: str) -> bool:
        """Return whether a text may link to ``url``."""
        return bool(_LINKS_TO.match(url))


@dataclass(frozen=True)
class Section:
    """A section of the page. ``id`` is the URL fragment that leads to it."""

    id: str
    title: str


@dataclass(frozen=True)
class Question:
    """A question and its answer as plain text."""

    question: str
    answer: str


@dataclass(frozen=True)
class Rendered:
    """The content of a page: its sections as HTML, their table of contents, and the questions it answers."""

    html: str
    sections: tuple[Section, ...]
    questions: tuple[Question, ...]

    @property
    def contents(self) -> str:
        """The items of the table of contents, as HTML."""
        return "".join(
            f'<li><a href="#{section.id}">{html.escape(section.title)}</a></li>' for section in self.sections
        )


def problem_with(page: str, markdown: str, details: Business) -> str | None:
    """Return what is wrong with a text, or None."""
    tokens = _Markdown().parse(markdown)
    if any(token.tag == "h1" for token in tokens):
        return "Start headings with ## instead of #: the page already has a title"
    if not tokens or tokens[0].tag != "h2":
        return "Start with a heading, such as ## Our terms"
    for heading in (text for token, text in pairwise(tokens) if token.type == "heading_open"):
        if problem := _problem_with_heading(_plain(heading)):
            return problem
    if page == TextPage.FAQ and not any(token.tag == "h3" for token in tokens):
        return "Write at least one question, such as ### When do I pay?"
    values = placeholders(details)
    if unknown := unknown_placeholders(markdown, values):
        return f"{unknown[0][:100]} is not a placeholder. Pick one from the list, or remove the braces"
    if blank := blank_placeholders(markdown, values):
        return f"{blank[0][:100]} is empty. Fill it in under Business first, or leave it out"
    return None


def _problem_with_heading(heading: str) -> str | None:
    if not heading:
        return "Write something in each heading"
    if not fill_placeholders(heading, dict.fromkeys(MAY_BE_BLANK, "")).strip():
        return f"The heading {heading[:100]} can be blank. Write something else in it too"
    return None


@lru_cache(maxsize=8)
def render(page: str, markdown: str, details: Business) -> Rendered:
    """Return the content of a page."""
    engine, values = _Markdown(), placeholders(details)
    tokens = [*engine.parse(markdown), *engine.parse(_link_to_full_text(page, details))]
    for token in tokens:
        for child in token.children or []:
            if child.type in {"text", "code_inline"}:
                child.content = fill_placeholders(child.content, values)
            elif child.type == "link_open":
                child.attrSet("href", _fill_target(str(child.attrGet("href")), values))
    sections = _name_sections(tokens)
    _mark_lone_links(tokens)
    parts = [engine.renderer.render(part, engine.options, {}) for part in _split(tokens)]
    return Rendered(
        html="".join(
            f'<section aria-labelledby="{section.id}">{part}</section>'
            for section, part in zip(sections, parts, strict=True)
        ),
        sections=sections,
        questions=tuple(_questions(tokens)),
    )


def _fill_target(target: str, values: dict[str, str]) -> str:
    return _IN_A_TARGET.sub(
        lambda match: quote(values[match[1]], safe="@+()") if match[1] in values else match[0], target
    )


def _link_to_full_text(page: str, details: Business) -> str:
    name, words = _FULL_TEXTS.get(TextPage(page), ("", ""))
    url = getattr(details, name) if name else ""
    target = url.replace("<", "%3C").replace(">", "%3E")
    return f"This page is a summary. Please also read [{words}](<{target}>), which takes precedence." if url else ""


def _name_sections(tokens: list[Token]) -> tuple[Section, ...]:
    """Give each section's heading an ID, and return the sections."""
    sections: dict[str, Section] = {}
    for heading, inline in pairwise(tokens):
        if _starts_section(heading):
            title = _plain(inline)
            wanted = slugify(title) or "section"
            taken = (name for number in range(2, 1000) if (name := f"{wanted}-{number}") not in sections)
            name = wanted if wanted not in sections else next(taken)
            heading.attrSet("id", name)
            sections[name] = Section(name, title)
    return tuple(sections.values())


def _starts_section(token: Token) -> bool:
    """Return whether ``token`` opens a heading of a section, which is not inside a list or a quotation."""
    return token.type == "heading_open" and token.tag == "h2" and token.level == 0


def _split(tokens: list[Token]) -> list[list[Token]]:
    """Return the tokens of each section, starting with its heading."""
    starts = [place for place, token in enumerate(tokens) if _starts_section(token)]
    return [tokens[start:end] for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True)]


def _mark_lone_links(tokens: list[Token]) -> None:
    """Mark paragraphs that consist of a single link, which is styled as a large touch target."""
    for paragraph, inline in pairwise(tokens):
        if paragraph.type == "paragraph_open" and _is_lone_link(inline):
            paragraph.attrSet("class", "lone-link")


def _is_lone_link(inline: Token) -> bool:
    kinds = [child.type for child in inline.children or []]
    return kinds[:1] == ["link_open"] and kinds[-1:] == ["link_close"] and kinds.count("link_open") == 1


def _questions(tokens: list[Token]) -> Iterator[Question]:
    """Yield each question with its answer, without the links under it."""
    question = ""
    answer: list[str] = []
    for opened, inline in pairwise(tokens):
        if opened.type == "heading_open" and opened.tag in {"h2", "h3"}:
            if question and answer:
                yield Question(question, " ".join(answer))
            question, answer = _plain(inline) if opened.tag == "h3" else "", []
        elif opened.type == "paragraph_open" and not _is_lone_link(inline):
            answer.append(_plain(inline))
    if question and answer:
        yield Question(question, " ".join(answer))


def _plain(inline: Token) -> str:
    spaces = {"softbreak", "hardbreak"}
    return "".join(" " if child.type in spaces else child.content for child in inline.children or []).strip()
