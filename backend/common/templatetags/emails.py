"""What the templates of emails need."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_NO_BREAK_SPACE = "\u00a0"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*"
_UNBROKEN = re.compile(
    rf"\b(?:{_DAY},? )?{_MONTH} \d{{1,2}}\b(?:, \d{{4}}\b)?"  # Tue, Dec 1 and December 1, 2026
    r"|\b\d{1,2}:\d{2} [AP]M\b"
    r"|\(\d{3}\) \d{3}-\d{4}"
)


@register.filter
def unbroken(text: str) -> SafeString:
    """Return ``text`` for HTML, escaped, with dates, times and phone numbers that no line break divides."""
    escaped = str(conditional_escape(text))
    kept = _UNBROKEN.sub(lambda match: match[0].replace(" ", _NO_BREAK_SPACE), escaped)
    return mark_safe(kept)  # noqa: S308  # escaped above


@register.filter
def vml_width(label: str) -> int:
    """Return the width in pixels of a button with this label in Outlook for Windows, which can't measure it."""
    return min(540, 56 + 10 * len(label))
