"""Template filters for emails."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*"
_UNBROKEN = re.compile(
    rf"\b(?:{_DAY},? )?{_MONTH} \d{{1,2}}\b(?:, \d{{4}}\b)?"  # Tue, Dec 1 and December 1, 2026
    r"|\b\d{1,2}:\d{2} [AP]M\b"
    r"|\(\d{3}\) \d{3}-\d{4}|\bINV-[\d-]+\d"
)
_TOO_WIDE = re.compile(r"\S{25,}")  # for a phone


@register.filter
def email_text(text: str) -> SafeString:
    """Escape ``text`` as HTML. Dates, times, phone and invoice numbers don't break across lines, and words wider than a
    phone's screen do.
    """
    escaped = _TOO_WIDE.sub(r'<span style="word-break:break-all">\g<0></span>', str(conditional_escape(text)))
    return mark_safe(_UNBROKEN.sub(_unbroken, escaped))  # noqa: S308  # escaped above


def _unbroken(match: re.Match[str]) -> str:
    kept = match[0].replace(" ", "&nbsp;")
    return f'<span style="white-space:nowrap">{kept}</span>' if "-" in kept else kept


@register.filter
def vml_width(label: str) -> int:
    """Return the width in pixels of a button with this label, which Outlook for Windows can't determine itself."""
    return min(540, 56 + 10 * len(label))
