"""Account emails have the common layout: the text part's words, the code on its own line, and one button."""

import re
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from common.email_kinds import Cause
from notifications.models import Message
from testing.helpers import delivered, newest_code, text_of, totp_code

pytestmark = pytest.mark.django_db(transaction=True)


def _html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def _words_of(html: str) -> str:
    body = re.sub(r"<!--.*?-->", "", html.partition("<h1")[2], flags=re.DOTALL)  # Outlook's own button
    return " ".join(unescape(strip_tags(body)).split())


def _request_code(client: Client) -> None:
    client.post("/accounts/login/code/", {"email": "eleanor@example.com"})


def test_code_has_its_own_line_and_is_large_in_the_html(client: Client, verified: User, tmp_path: Path) -> None:
    _request_code(client)
    code = newest_code(tmp_path)
    [mail] = delivered(tmp_path)
    assert f"\n\n{code}\n\n" in text_of(mail)
    html = _html_of(mail)
    assert re.search(rf'<td class="[^"]*\bcode\b[^>]*font-size:28px[^>]*>{code}</td>', html)
    assert code not in html.partition('role="article"')[0]  # nor in the preview on a locked phone


def test_html_part_has_the_same_text_as_the_text_part(client: Client, verified: User, tmp_path: Path) -> None:
    _request_code(client)
    [mail] = delivered(tmp_path)
    *paragraphs, _signature = text_of(mail).strip().split("\n\n")
    html = _html_of(mail)
    words = _words_of(html)
    assert len(paragraphs) > 3
    assert paragraphs[1] in unescape(html.partition("<h1")[0]), "what a list of emails shows after the subject"
    for paragraph in paragraphs:
        assert paragraph in words


def test_link_in_the_text_is_a_button_in_the_html(client: Client, tmp_path: Path) -> None:
    client.post("/accounts/login/code/", {"email": "nobody@example.com"})
    [mail] = delivered(tmp_path)
    [link] = re.findall(r"^http.*/accounts/signup/$", text_of(mail), re.MULTILINE)
    html = re.sub(r"<!--\[if mso\].*?<!\[endif\]-->", "", _html_of(mail), flags=re.DOTALL)
    assert html.count(link) == 1
    assert re.search(rf'<a class="on-amber" href="{link}"[^>]*>Create an account</a>', html)


def test_notice_goes_to_verified_addresses_only(client: Client, verified: User, outsider: User, tmp_path: Path) -> None:
    for user, email, is_verified in (
        (verified, "work@example.com", True),
        (verified, "not-mine@example.com", False),
        (outsider, outsider.email, True),
    ):
        EmailAddress.objects.create(user=user, email=email, verified=is_verified)
    client.force_login(verified)
    new = {"oldpassword": "correct horse", "password1": "battery staple", "password2": "battery staple"}
    client.post("/accounts/password/change/", new)
    assert sorted(str(mail["To"]) for mail in delivered(tmp_path)) == ["eleanor@example.com", "work@example.com"]


def test_notices_are_not_limited_as_codes_for_strangers_are(client: Client, verified: User) -> None:
    _request_code(client)
    client.force_login(verified)
    client.post("/accounts/reauthenticate/", {"password": "correct horse"})
    secret = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    client.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)})
    causes = dict(Message.objects.values_list("kind", "cause"))
    assert (causes["login-code"], causes["totp-activated"]) == (Cause.STRANGER, Cause.ACCOUNT)


def test_name_in_an_account_email_is_escaped(client: Client, verified: User, tmp_path: Path) -> None:
    verified.first_name = "<b>Eleanor</b>"
    verified.save()
    _request_code(client)
    [mail] = delivered(tmp_path)
    assert "<b>" not in _html_of(mail)
    assert "Hi <b>Eleanor</b>," in _words_of(_html_of(mail))


def test_staff_are_not_told_to_call_their_own_number(client: Client, admin: User, office: User, tmp_path: Path) -> None:
    for user, advice in ((admin, "set a new password now:"), (office, "set a new password now and tell an owner:")):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        client.force_login(user)
        new = {"oldpassword": "correct horse", "password1": "battery staple", "password2": "battery staple"}
        client.post("/accounts/password/change/", new)
        text = text_of(delivered(tmp_path)[-1])
        assert f"If this wasn't you, {advice}\n" in text
        assert "call us" not in text
