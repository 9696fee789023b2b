"""What staff may see of a message: its text, its HTML without active content, and its attachments' names."""

import base64
import email
import html
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser

from django.db import models

from notifications.models import Channel, Message, MessageStatus

# For a self-contained page (CSP Level 3): no scripts, no origin, no requests, and framed only by the desk.
PREVIEW_POLICY = "; ".join(
    [
        "sandbox",
        "default-src 'none'",
        "img-src data:",
        "style-src 'unsafe-inline'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    ]
)
_ACTIVE_TAGS = {"meta", "script", "iframe", "object", "embed", "form", "base", "link", "noscript", "template"}
_URL_ATTRIBUTES = {"href", "srcset", "action", "formaction", "background", "ping"}
# The token at the end of a URL. What it opens is only for the recipient.
_TOKEN = re.compile(r"(?<=[/=])[\w~:.-]{32,}")


class PreviewState(models.TextChoices):
    """``private``: never shown, since it may contain a code or a link to sign in. ``unwritten``: it has no text,
    because it is not composed yet or was skipped. ``deleted``: its text is no longer kept.
    """

    SHOWN = "shown"
    PRIVATE = "private"
    UNWRITTEN = "unwritten"
    DELETED = "deleted"


@dataclass(frozen=True)
class Attachment:
    """A file of an email. ``size`` is in bytes."""

    name: str
    size: int


@dataclass(frozen=True)
class Preview:
    """The content of a message as far as it is shown; ``html`` is blank if it has none."""

    state: PreviewState
    text: str = ""
    html: str = ""
    attachments: list[Attachment] = field(default_factory=list)

    @property
    def has_html(self) -> bool:
        return bool(self.html)


def preview_message(message: Message) -> Preview:
    """Return what staff may see of ``message``."""
    # Closed by default: account emails contain codes and are never planned.
    if not message.is_planned:
        return Preview(PreviewState.PRIVATE)
    raw = bytes(message.raw)
    if not raw:
        written = message.recipient and message.status in {MessageStatus.SENT, MessageStatus.FAILED}
        return Preview(PreviewState.DELETED if written else PreviewState.UNWRITTEN)
    if message.channel == Channel.SMS:
        return Preview(PreviewState.SHOWN, text=raw.decode(errors="replace"))
    return _preview_email(email.message_from_bytes(raw, policy=default))


def _preview_email(mail: EmailMessage) -> Preview:
    text, page = "", ""
    pictures: dict[str, str] = {}
    files: list[EmailMessage] = []
    for part in mail.walk():
        kind, is_file = part.get_content_type(), part.get_content_disposition() == "attachment"
        if part.is_multipart():
            continue
        if kind == "text/plain" and not is_file:
            text = _without_tokens(part.get_content())
        elif kind == "text/html" and not is_file:
            page = part.get_content()
        elif part["Content-ID"] and part.get_content_maintype() == "image":
            pictures[part["Content-ID"].strip("<> ")] = _data_url(part)
        else:
            files.append(part)
    return Preview(
        PreviewState.SHOWN,
        text=text,
        html=_inert(page, pictures) if page else "",
        attachments=[_attachment(part) for part in files],
    )


def _without_tokens(text: str) -> str:
    return _TOKEN.sub("…", text)


def _attachment(part: EmailMessage) -> Attachment:
    return Attachment(part.get_filename() or part.get_content_type(), len(_content(part)))


def _content(part: EmailMessage) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _data_url(part: EmailMessage) -> str:
    return f"data:{part.get_content_type()};base64,{base64.b64encode(_content(part)).decode()}"


def _inert(page: str, pictures: dict[str, str]) -> str:
    """Return an email's HTML with its pictures embedded, and without scripts, links and other URLs."""
    writer = _InertWriter(pictures)
    writer.feed(page)
    writer.close()
    return "".join(writer.written)


class _InertWriter(HTMLParser):
    """Copies HTML without active content and links. PREVIEW_POLICY forbids the same, except links, which would open
    within the preview.
    """

    def __init__(self, pictures: dict[str, str]) -> None:
        super().__init__(convert_charrefs=False)
        self.written: list[str] = []
        self._pictures = pictures
        self._within = ""  # the element whose content is being skipped

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self._within = tag
        if tag not in _ACTIVE_TAGS and not self._within:
            kept = "".join(self._attribute(name, value or "") for name, value in attrs)
            self.written.append(f"<{tag}{kept}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _ACTIVE_TAGS and not self._within:
            self.written.append(f"</{tag}>")
        if tag == self._within:
            self._within = ""

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.written.append(_without_tokens(data))

    def handle_entityref(self, name: str) -> None:
        self.written.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.written.append(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def _attribute(self, name: str, value: str) -> str:
        if name in _URL_ATTRIBUTES or name.startswith("on"):
            return ""
        if name == "src":
            value = self._pictures.get(value.removeprefix("cid:"), "")
        return f' {name}="{html.escape(value)}"'
