"""Emails as Postmark's inbound webhook reports them (Postmark, "Inbound webhook")."""

import base64
import json
from typing import Any

from rest_framework.test import APIClient

SECRET = "postmark:a-long-password-of-ours"


def report(
    to: str,
    text: str = "",
    *,
    sender: str = "Eleanor Hayes <eleanor@example.com>",
    html: str = "",
    headers: dict[str, str] | None = None,
    return_path: str = "bounces@example.com",
    message_id: str = "<1@example.com>",
    attachments: list[dict[str, Any]] | None = None,
    subject: str = "Re: Your price is ready",
) -> dict[str, Any]:
    """Return the webhook's JSON for an email."""
    name, _, address = sender.rpartition("<")
    full = {"Name": name.strip(), "Email": address.rstrip(">"), "MailboxHash": ""}
    given = {"Message-ID": message_id, **(headers or {})}
    return {
        "MessageStream": "inbound",
        "From": sender,
        "FromFull": full,
        "To": to,
        "ToFull": [{"Name": "", "Email": to, "MailboxHash": ""}],
        "OriginalRecipient": to,
        "Subject": subject,
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": "Mon, 23 Nov 2026 10:11:12 -0500",
        "TextBody": text,
        "HtmlBody": html,
        "Headers": [
            {"Name": "Return-Path", "Value": f"<{return_path}>"},
            *({"Name": name, "Value": value} for name, value in given.items()),
        ],
        "Attachments": attachments or [],
    }


def picture(name: str = "porch.jpg") -> dict[str, Any]:
    """Return the webhook's JSON for an attached picture."""
    content = base64.b64encode(b"\xff\xd8\xff" * 100_000).decode()
    return {"Name": name, "Content": content, "ContentType": "image/jpeg", "ContentLength": 300_000, "ContentID": ""}


def post_email(body: dict[str, Any], secret: str | None = SECRET) -> int:
    """Send a webhook as Postmark does; return the status of the response."""
    client: Any = APIClient(raise_request_exception=False)
    given = {"Authorization": f"Basic {base64.b64encode(secret.encode()).decode()}"} if secret else {}
    response = client.generic(
        "POST", "/api/webhooks/email", json.dumps(body), content_type="application/json", headers=given
    )
    return int(response.status_code)
