"""The HTML part of account emails: the words of allauth's text templates, in the layout of all other emails.

So each of these emails has one template, and both parts say the same.
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
    """Return the HTML for the rendered ``text``: greeting, paragraphs and signature, with blank lines between them.

    A code and a link are known by being values of ``context``, which the text template was rendered with.
    """
    greeting, *paragraphs, _ = text.strip().split("\n\n")  # the layout has a signature of its own
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
