"""Each delivery attempt sends a copy of the email with a new link. The stored email has a placeholder."""

import base64
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.mail import EmailMultiAlternatives
from rest_framework.test import APIClient

from links.delivery import PLACEHOLDER_PATH, insert_link, insert_link_into_text, placeholder
from links.models import Link
from links.services import hash_of
from notifications.composing import mime_bytes
from notifications.layout import Email, EmailPicture, Recipient, render_email
from quotes.models import Quote
from quotes.tests.factories import make_quote

MESSAGE = UUID("01a20000-0000-7000-8000-000000000001")
PDF = b"%PDF-1.7\r\n\x00\xff\n" * 300


@pytest.fixture
def quote(db: None) -> Quote:
    return make_quote()


def _composed(action: tuple[str, str] | None = ("Review your quote", PLACEHOLDER_PATH)) -> bytes:
    """Return an email that uses every feature of the layout."""
    email = Email(
        to=Recipient("eleanor@example.com", "Élodie"),
        subject="Your price — ready for your “look” with a subject that is so long that it has to be folded somewhere",
        paragraphs=["Your quote is ready. Clips, not staples — every bulb straight. " * 4],
        quoted="x" * 5000,
        action=action,
        attachments=[("INV-2026-00001.pdf", PDF, "application/pdf")],
        picture=EmailPicture(
            content=b"\xff\xd8\xff" + bytes(range(256)), description="Premium", path="/?look=p-warm-w"
        ),
        unsubscribe_url="https://example.com/u/1",
    )
    return mime_bytes(render_email(email))


def _insert(raw: bytes, quote: Quote, kind: str = "quote") -> bytes:
    return insert_link(raw, about_kind=kind, about_id=quote.id, message_id=MESSAGE)


def _parts(raw: bytes) -> dict[str, Any]:
    """Return the contents of an email by media type."""
    email = message_from_bytes(raw, policy=default)
    assert isinstance(email, EmailMessage)
    return {part.get_content_type(): part.get_content() for part in email.walk() if not part.is_multipart()}


def _token(raw: bytes) -> str:
    text = str(_parts(raw)["text/plain"])
    return text.partition("/f/")[2].split()[0]


def test_text_and_html_have_the_same_new_link(quote: Quote, guest: APIClient) -> None:
    parts = _parts(_insert(_composed(), quote))
    token = parts["text/plain"].partition("/f/")[2].split()[0]
    for kind in ("text/plain", "text/html"):
        assert "/f/…" not in parts[kind]
        assert f"http://127.0.0.1:8000/f/{token}" in parts[kind]
    assert parts["text/html"].count(token) == parts["text/html"].count('href="http://127.0.0.1:8000/f/')
    response = guest.get(f"/f/{token}")
    assert (response.status_code, response["Location"]) == (302, f"/follow/quotes/{quote.id}")


def test_inserting_a_link_changes_nothing_else(quote: Quote) -> None:
    before = _composed()
    after = _insert(before, quote)
    old, new = (message_from_bytes(raw, policy=default) for raw in (before, after))
    assert [part.get_content_type() for part in new.walk()] == [part.get_content_type() for part in old.walk()]
    assert [(name, str(value)) for name, value in new.items()] == [(name, str(value)) for name, value in old.items()]
    url = f"{placeholder()[:-1]}{_token(after)}"
    for kind, content in _parts(before).items():
        expected = content.replace(placeholder(), url) if kind.startswith("text/") else content
        actual = _parts(after)[kind]
        if isinstance(actual, str):
            expected, actual = expected.split(), actual.split()
        assert actual == expected, kind


def test_email_with_a_link_has_valid_line_lengths_and_ends(quote: Quote) -> None:
    lines = _insert(_composed(), quote).split(b"\r\n")
    assert all(len(line) <= 998 and b"\n" not in line and b"\r" not in line for line in lines)
    assert _insert(_composed(), quote).decode("ascii")


def test_each_delivery_attempt_has_its_own_link(quote: Quote) -> None:
    tokens = [_token(_insert(_composed(), quote)) for _ in range(3)]
    assert len(set(tokens)) == 3
    rows = Link.objects.filter(token_hash__in=map(hash_of, tokens), source="message", message_id=MESSAGE)
    assert rows.count() == 3


def test_stored_email_has_no_token(quote: Quote) -> None:
    raw = _composed()
    _insert(raw, quote)
    assert _parts(raw)["text/plain"].count(placeholder()) == 1


@pytest.mark.parametrize("kind", ["payment", "", "customer"])
def test_message_about_something_without_links_is_unchanged(kind: str, quote: Quote) -> None:
    raw = _composed()
    assert _insert(raw, quote, kind) == raw
    assert insert_link(raw, about_kind="quote", about_id=None, message_id=MESSAGE) == raw
    text = placeholder()
    assert insert_link_into_text(text, about_kind=kind, about_id=quote.id, message_id=MESSAGE) == text
    assert insert_link_into_text(text, about_kind="quote", about_id=None, message_id=MESSAGE) == text
    assert not Link.objects.exists()


def test_message_without_the_placeholder_is_unchanged(quote: Quote) -> None:
    raw = _composed(("View your request", "/my-services"))
    assert _insert(raw, quote) == raw
    assert insert_link_into_text("See you!", about_kind="quote", about_id=quote.id, message_id=MESSAGE) == "See you!"
    assert not Link.objects.exists()


def test_placeholder_in_an_attachment_is_not_replaced(quote: Quote) -> None:
    email = EmailMultiAlternatives("News", "Nothing to open", to=["eleanor@example.com"])
    email.attach("notes.txt", f"See {placeholder()}", "text/plain")
    raw = mime_bytes(email)
    assert _insert(raw, quote) == raw


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
def test_placeholder_is_replaced_in_any_encoding(encoding: str, quote: Quote) -> None:
    text = f"Open {placeholder()} now.\r\n".encode()
    encoded = {"base64": base64.encodebytes(text), "quoted-printable": text.replace("…".encode(), b"=E2=80=A6")}
    head = f"Subject: Hi\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    sent = _insert(head.encode() + encoded.get(encoding, text), quote)
    assert _token(sent)
    assert _parts(sent)["text/plain"].split()[2] == "now."


def test_link_to_an_erased_quote_opens_nothing(guest: APIClient, quote: Quote) -> None:
    sent = insert_link(_composed(), about_kind="quote", about_id=uuid4(), message_id=MESSAGE)
    assert guest.get(f"/f/{_token(sent)}").status_code == 404
