"""Staff can preview messages, without scripts, requests, links and codes."""

import re
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from notifications.composing import mime_bytes
from notifications.layout import Email, EmailPicture, Recipient, render_email
from notifications.models import Message, MessageStatus
from notifications.tests.factories import make_failed_message
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import run_queue

HOSTILE = '<script>alert(1)</script><img src="https://evil.example/x.png" onerror="alert(2)">'


def _email(**changes: Any) -> Message:
    """Create a planned message that was composed and sent."""
    mail = render_email(
        Email(
            **{
                "to": Recipient("eleanor@example.com", "Eleanor Hayes"),
                "subject": "News",
                "paragraphs": ["Your price is ready."],
                "action": ("Review your quote", "/my-services"),
                **changes,
            }
        )
    )
    return _message(mime_bytes(mail))


def _message(raw: bytes, **changes: Any) -> Message:
    return make_failed_message(
        **{"about_kind": "quote", "about_id": make_quote().id, "occasion": "once", "raw": raw, **changes}
    )


def _with_html(page: str, **changes: Any) -> Message:
    raw = b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()
    return _message(raw, **changes)


def _preview(client: APIClient, message: Message) -> dict[str, Any]:
    response = client.get(f"/api/desk/messages/{message.id}")
    assert response.status_code == 200, response.content
    return response.json()["preview"]  # type: ignore[no-any-return]


def _page(client: APIClient, message: Message | Quote) -> Any:
    return client.get(f"/api/desk/messages/{message.id}/html")


def test_message_is_shown_as_text_and_as_a_page(admin_client: APIClient) -> None:
    message = _email()
    preview = _preview(admin_client, message)
    assert (preview["state"], preview["hasHtml"], preview["attachments"]) == ("shown", True, [])
    assert "Hi Eleanor,\n\nYour price is ready." in preview["text"].replace("\r\n", "\n")
    page = _page(admin_client, message)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "Your price is ready." in page.text
    assert "<!doctype html>" in page.text.lower()


def test_attachments_are_listed_and_pictures_embedded(admin_client: APIClient) -> None:
    picture = EmailPicture(b"\xff\xd8\xff\xe0 a picture", "A house with warm lights", "/my-services")
    message = _email(picture=picture, attachments=[("invoice.pdf", b"%PDF-1.7 x", "application/pdf")])
    preview = _preview(admin_client, message)
    assert preview["attachments"] == [{"name": "invoice.pdf", "size": 10}]
    page = _page(admin_client, message).text
    assert 'src="data:image/jpeg;base64,/9j/' in page
    assert 'alt="A house with warm lights"' in page
    assert "cid:" not in page


def test_preview_page_has_closed_policy(admin_client: APIClient) -> None:
    headers = _page(admin_client, _email()).headers
    policy = dict(part.partition(" ")[::2] for part in headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "sandbox": "",
        "default-src": "'none'",
        "img-src": "data:",
        "style-src": "'unsafe-inline'",
        "form-action": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'self'",
    }
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in headers["Cache-Control"]


def test_policy_of_desk_pages_is_unchanged(admin_client: APIClient) -> None:
    policy = admin_client.get("/admin").headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.django_db(transaction=True)
def test_script_in_name_is_plain_text(guest: APIClient, admin_client: APIClient) -> None:
    guest.post("/api/quotes", quote_body(fullName=HOSTILE, comments=HOSTILE), format="json")
    run_queue()
    for message in Message.objects.all():
        page = _page(admin_client, message)
        assert "<script" not in page.text
        assert "<img" not in re.sub(r'<img src="data:[^>]*>', "", page.text)
    names = {row["customerName"] for row in admin_client.get("/api/desk/messages?q=eleanor").json()}
    assert names == {HOSTILE}, "in JSON, which the client writes as text"


def test_preview_removes_active_content(admin_client: APIClient) -> None:
    message = _with_html(
        f"<p onclick=alert(1)>Hi &amp; &#8217;</p>{HOSTILE}<a href='https://evil.example'>Here</a>"
        "<iframe src='https://evil.example'></iframe><meta http-equiv=refresh content='0;url=//evil.example'>"
        "<form action=//evil.example><input></form><base href=//evil.example><link rel=stylesheet href=//evil.example>"
        "<style>p{color:red}</style><img src='data:image/png;base64,AA=='><td background=//evil.example>x</td>"
        "<object data=//evil.example></object><embed src=//evil.example><template></template><noscript></noscript>"
        "<img srcset='//evil.example 2x'><button formaction=//evil.example>Go</button><a ping=//evil.example>x</a>"
    )
    page = _page(admin_client, message).text
    assert "<p>Hi &amp; &#8217;</p>" in page
    assert "<a>Here</a>" in page
    assert "<style>p{color:red}</style>" in page
    for word in (
        "alert", "script", "evil", "href", "iframe", "<form", "<base", "<link", "onclick", "refresh", "<embed",
        "<object", "<template",
    ):  # fmt: skip
        assert word not in page.replace('content="0;url=//evil.example"', ""), word


def test_account_email_is_never_shown(customer: User, guest: APIClient, admin_client: APIClient) -> None:
    guest.post("/accounts/login/code/", {"email": customer.email})
    message = Message.objects.get()
    assert bytes(message.raw)
    for status in MessageStatus.values:
        Message.objects.update(status=status, failed_at=timezone.now())
        assert _preview(admin_client, message) == {"state": "private", "text": "", "hasHtml": False, "attachments": []}
        assert _page(admin_client, message).status_code == 404
    [row] = admin_client.get("/api/desk/messages").json()
    code = re.search(rb"^([A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{6})\r?$", bytes(message.raw), re.MULTILINE)
    assert code
    assert code[1].decode() not in str(row)


@pytest.mark.parametrize("path", ["/f/", "/unsubscribe/", "/unsubscribe?token="])
def test_private_address_is_never_shown(admin_client: APIClient, path: str) -> None:
    token = "q7Zk3vW1-xA_9bT2mLr8sYd0uEoPhGf5cN4iJ6tKwRz"
    message = _email(action=("Open", f"{path}{token}"), paragraphs=[f"It is at http://testserver{path}{token}."])
    for shown in (_preview(admin_client, message)["text"], _page(admin_client, message).text):
        assert token not in shown
        assert f"{path}…" in shown


@pytest.mark.parametrize("status", [MessageStatus.SENT, MessageStatus.FAILED])
def test_preview_of_deleted_content_says_so(admin_client: APIClient, status: str) -> None:
    failed_at = timezone.now() if status == MessageStatus.FAILED else None
    message = _message(b"", content_until=None, status=status, failed_at=failed_at)
    assert _preview(admin_client, message)["state"] == "deleted"
    assert _page(admin_client, message).status_code == 404


@pytest.mark.parametrize("status", [MessageStatus.QUEUED, MessageStatus.SKIPPED])
def test_preview_of_unwritten_message_says_so(admin_client: APIClient, status: str) -> None:
    message = _message(b"", content_until=None, status=status, failed_at=None, recipients=[])
    assert _preview(admin_client, message)["state"] == "unwritten"


def test_preview_of_message_that_was_never_written_says_so(admin_client: APIClient) -> None:
    message = _message(b"", content_until=None, recipients=[])
    assert _preview(admin_client, message)["state"] == "unwritten"
    assert admin_client.get(f"/api/desk/messages/{message.id}").json()["canBeSentAgain"] is True


def test_text_message_is_shown(admin_client: APIClient) -> None:
    message = _message("We're on our way ❄".encode(), channel="sms")
    preview = _preview(admin_client, message)
    assert (preview["text"], preview["hasHtml"]) == ("We're on our way ❄", False)


def test_unknown_message_is_not_found(admin_client: APIClient) -> None:
    quote = make_quote()
    assert admin_client.get(f"/api/desk/messages/{quote.id}").status_code == 404
    assert _page(admin_client, quote).status_code == 404
