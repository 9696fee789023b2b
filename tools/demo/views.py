"""The demo's outbox, where newcomers find emails with codes."""

import datetime as dt
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

NEWEST = 50


@dataclass(frozen=True)
class OutboxMessage:
    """A message as shown on the page; ``subject`` is empty for a text message."""

    recipient: str
    subject: str
    text: str
    written: dt.datetime


@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """Show the newest messages, or those ``?to=`` one recipient. Only in the demo, whose addresses aren't real."""
    folder: Path = settings.DATA_DIR / "outbox"
    to = request.GET.get("to", "")
    files = sorted(
        (file for file in folder.glob("*") if file.suffix in {".eml", ".txt"} and to in file.name), reverse=True
    )
    return render(request, "demo/outbox.html", {"messages": [_read(file) for file in files[:NEWEST]], "folder": folder})


def _read(file: Path) -> OutboxMessage:
    written = dt.datetime.fromtimestamp(file.stat().st_mtime, timezone.get_current_timezone())
    if file.suffix == ".txt":
        recipient = file.stem.split("-", 3)[-1]
        return OutboxMessage(recipient, "", file.read_text(encoding="utf-8", errors="replace"), written)
    message = BytesParser(EmailMessage, policy=policy.default).parsebytes(file.read_bytes())
    body = message.get_body(preferencelist=("plain",))
    return OutboxMessage(message["To"] or "", message["Subject"] or "", body.get_content() if body else "", written)
