"""The HTML part of account emails: the text of allauth's templates in the layout of all other emails.

Each email has only a text template, so both parts always say the same.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string

from common.business import business_details

_BUTTONS = {"password_reset_url": "Set a new password", "signup_url": "Create an account", "staff_url": "Sign in"}


class _Block(NamedTuple):
    """A paragraph, a code, or a paragraph that ends in a link."""

    text: str = ""
    code: str = ""
    url: str = ""
    label: str = ""


def html_part(subject: str, text: str, context: dict[str, Any]) -> str:
    """Return the HTML for the rendered ``text``: greeting, paragraphs and signature, separated by blank lines.

    Codes and links are recognized because they are values in ``context``, which the text was rendered with.
    """
    greeting, *paragraphs, _ = text.strip().split("\n\n")  # the layout has its own signature
    blocks = [_block(paragraph, context) for paragraph in paragraphs]
    closing = blocks.pop().text if blocks and not blocks[-1].url else ""
    return render_to_string(
        "accounts/email.html",
        {
            "subject": subject,
            "headline": subject,
            "preheader": blocks[0].text if blocks else closing,
            "greeting": greeting,
            "blocks": blocks,
            "closing": closing,
            "business": business_details(),
            "site_url": settings.SITE_URL,
            "to_customer": True,
        },
    )


def _block(paragraph: str, context: dict[str, Any]) -> _Block:
    if paragraph == context.get("code"):
        return _Block(code=paragraph)
    for name, label in _BUTTONS.items():
        if (url := context.get(name)) and paragraph.endswith(f"\n{url}"):
            return _Block(text=paragraph.removesuffix(f"\n{url}"), url=url, label=label)
    return _Block(text=paragraph)
