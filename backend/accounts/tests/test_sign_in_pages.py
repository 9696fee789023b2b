"""The pages under /accounts/: their markup, and the ways to sign in and out."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, override_settings

from accounts.models import User
from accounts.templatetags.frame import asset
from testing.helpers import delivered, newest_code, run_queue, totp_code

PASSWORD = "correct horse"
NEW_PASSWORD = "a long enough secret"

ANONYMOUS = ["login/", "signup/", "login/code/", "password/reset/", "password/reset/done/", "inactive/",
             "3rdparty/login/cancelled/", "3rdparty/login/error/"]  # fmt: skip
SIGNED_IN = ["email/", "password/change/", "2fa/", "2fa/webauthn/", "sessions/", "logout/", "reauthenticate/",
             "3rdparty/"]  # fmt: skip
# These require a recent confirmation.
CONFIRMED = ["2fa/totp/activate/", "2fa/webauthn/add/"]
SECOND_STEP = ["2fa/totp/deactivate/", "2fa/recovery-codes/", "2fa/recovery-codes/generate/", "2fa/reauthenticate/"]

pytestmark = pytest.mark.usefixtures("built_client")


class Page(HTMLParser):
    """A parsed page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self._open: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        runs = tag == "style" or (tag == "script" and found.get("type") != "application/json")
        self._open = tag if runs else None

    def handle_endtag(self, tag: str) -> None:
        self._open = None

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.inline.append(data)

    def all(self, tag: str, **attrs: str) -> list[dict[str, str | None]]:
        return [found for name, found in self.tags if name == tag and attrs.items() <= found.items()]


def assert_well_made(html: str) -> None:
    """Assert one h1, noindex, our stylesheet, and nothing that the content security policy would block."""
    page = Page(html)
    assert len(page.all("h1")) == 1
    assert page.all("meta", name="robots", content="noindex")
    assert page.all("link", rel="stylesheet", href="/assets/root-0a1B_-c2.css")
    assert page.inline == []
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert page.all("main", id="main")
    assert page.all("a", href="#main")
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids)), "duplicate id"
    for field in page.all("input"):
        if field.get("type") not in {"hidden", "radio", "checkbox"}:
            assert page.all("label", **{"for": str(field["id"])}), f"{field['name']} has no label"


@pytest.fixture
def signed_in(verified: User) -> Client:
    return sign_in(verified)


@pytest.fixture
def second_step(verified: User) -> str:
    """The customer has an authenticator app with this secret, and recovery codes."""
    secret: str = generate_totp_secret()
    TOTP.activate(verified, secret)
    RecoveryCodes.activate(verified)
    return secret


def sign_in(user: User) -> Client:
    client = Client(headers={"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"})
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/api/auth/user").status_code == 200


@pytest.mark.parametrize("path", ANONYMOUS)
def test_public_account_page_is_rendered(client: Client, db: None, path: str) -> None:
    response = client.get(f"/accounts/{path}")
    assert response.status_code == (401 if path.endswith("error/") else 200)
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert_well_made(response.content.decode())


def test_side_navigation_marks_the_current_page(signed_in: Client) -> None:
    signed_in.post("/accounts/reauthenticate/", {"password": PASSWORD})
    below = {"2fa/totp/activate": "2fa", "2fa/webauthn/add": "2fa/webauthn"}
    for path in ("email", "password/change", "2fa", "2fa/webauthn", "sessions", *below):
        page = signed_in.get(f"/accounts/{path}/").content.decode()
        marked = re.findall(r'<a href="([^"]+)" aria-current="page"', page)
        assert marked == [f"/accounts/{below.get(path, path)}/"]


@pytest.mark.parametrize("path", SIGNED_IN)
def test_own_account_page_is_rendered(signed_in: Client, path: str) -> None:
    response = signed_in.get(f"/accounts/{path}")
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]
    assert_well_made(response.content.decode())


@pytest.mark.parametrize("path", CONFIRMED)
def test_page_that_changes_sign_in_asks_for_confirmation_first(signed_in: Client, path: str) -> None:
    assert signed_in.get(f"/accounts/{path}").headers["Location"].startswith("/accounts/reauthenticate/")
    response = signed_in.post(f"/accounts/reauthenticate/?next=/accounts/{path}", {"password": PASSWORD}, follow=True)
    assert response.redirect_chain == [(f"/accounts/{path}", 302)]
    assert_well_made(response.content.decode())


@pytest.mark.parametrize("path", SECOND_STEP)
def test_second_step_page_is_rendered(verified: User, second_step: str, path: str) -> None:
    client = sign_in(verified)
    client.post("/accounts/2fa/authenticate/", {"code": totp_code(second_step)})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    response = client.get(f"/accounts/{path}")
    assert response.status_code == 200
    assert_well_made(response.content.decode())


def test_passkeys_can_be_renamed_and_removed(verified: User) -> None:
    key = Authenticator.objects.create(
        user=verified, type=Authenticator.Type.WEBAUTHN, data={"name": "My <b>phone</b>", "credential": {}}
    )
    client = Client()
    client.force_login(verified)
    assert "My &lt;b&gt;phone&lt;/b&gt;" in client.get("/accounts/2fa/webauthn/").content.decode()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for page in ("edit", "remove"):
        assert_well_made(client.get(f"/accounts/2fa/webauthn/keys/{key.pk}/{page}/").content.decode())
    client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/edit/", {"name": "Work laptop"})
    assert b"Work laptop" in client.get("/accounts/2fa/webauthn/").content
    client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/")
    assert not Authenticator.objects.exists()


def test_google_is_offered_if_it_is_configured(client: Client, signed_in: Client) -> None:
    google = {"google": {"APPS": [{"client_id": "id", "secret": "secret"}]}}
    assert b"Google" not in client.get("/accounts/login/").content
    with override_settings(SOCIALACCOUNT_PROVIDERS=google):
        page = client.get("/accounts/login/").content.decode()
        assert "Continue with Google" in page
        assert_well_made(page)
        assert_well_made(client.get("/accounts/google/login/").content.decode())
        assert b"Continue with Google" in signed_in.get("/accounts/3rdparty/").content
    assert b"Google" not in signed_in.get("/accounts/email/").content


@pytest.mark.parametrize("name", ["403", "404", "429", "500"])
def test_error_page_needs_neither_request_nor_database(name: str) -> None:
    assert_well_made(render_to_string(f"{name}.html"))


def test_account_pages_work_without_a_built_client(client: Client, db: None, settings: Any) -> None:
    settings.CLIENT_BUILD_DIR = Path("/nowhere")
    assert client.get("/accounts/login/").status_code == 200


def test_asset_url_changes_with_a_new_build(settings: Any) -> None:
    page = settings.CLIENT_BUILD_DIR / "index.html"
    assert asset("root.css") == "/assets/root-0a1B_-c2.css"
    page.write_text('<link href="/assets/root-Zz9-_8yY.css">')
    os.utime(page, ns=(1, 1))
    assert asset("root.css") == "/assets/root-Zz9-_8yY.css"
    assert asset("missing.css") == ""


def test_rejected_form_lists_its_errors(client: Client, db: None) -> None:
    response = client.post("/accounts/signup/", {"email": "eleanor@", "password1": NEW_PASSWORD})
    page = Page(response.content.decode())
    assert "Two things need another look: first name and email." in response.content.decode()
    [email] = page.all("input", name="email")
    assert email["aria-invalid"] == "true"
    assert page.all("p", id=str(email["aria-describedby"]))
    assert [field["name"] for field in page.all("input") if "autofocus" in field] == ["first_name"]


@pytest.mark.django_db(transaction=True)
def test_sign_up_with_the_emailed_code_works(client: Client, tmp_path: Path) -> None:
    form = {"first_name": "Eleanor", "last_name": "Hayes", "email": "eleanor@example.com", "password1": NEW_PASSWORD}
    response = client.post("/accounts/signup/?next=/subscribe", form, follow=True)
    assert_well_made(response.content.decode())
    assert not is_signed_in(client)

    wrong = client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    assert "That code isn&#x27;t right." in wrong.content.decode()
    assert_well_made(wrong.content.decode())

    first = newest_code(tmp_path)
    again = client.post("/accounts/confirm-email/", {"action": "resend"}, follow=True)
    assert "A new code is on its way." in again.content.decode()
    second = newest_code(tmp_path)
    assert first != second

    welcome = client.post("/accounts/confirm-email/", {"code": second})
    assert welcome.headers["Location"] == "/subscribe", "where they wanted to go"
    user = client.get("/api/auth/user").json()
    assert (user["firstName"], user["lastName"]) == ("Eleanor", "Hayes")
    assert 'role="status"' not in client.get("/accounts/email/").content.decode(), "no leftover message"


@pytest.mark.django_db(transaction=True)
def test_sign_up_code_can_be_sent_again_twice(client: Client, tmp_path: Path) -> None:
    form = {"email": "eleanor@example.com", "first_name": "E", "password1": NEW_PASSWORD}
    client.post("/accounts/signup/?next=https://evil.example", form)
    codes = {newest_code(tmp_path)}
    for _ in range(3):
        page = client.post("/accounts/confirm-email/", {"action": "resend"}, follow=True).content.decode()
        codes.add(newest_code(tmp_path))
    assert len(codes) == 3
    assert "A new code is on its way." not in page
    welcome = client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert welcome.headers["Location"] == "/", "not another site"


@pytest.mark.django_db(transaction=True)
def test_sign_up_code_asked_for_too_often_is_not_sent_and_not_promised(
    client: Client, tmp_path: Path, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "1/m/key"}
    client.post("/accounts/signup/", {"email": "eleanor@example.com", "first_name": "E", "password1": NEW_PASSWORD})
    page = client.post("/accounts/confirm-email/", {"action": "resend"}, follow=True).content.decode()
    assert "Please wait a minute before you ask for another code." in page
    assert "A new code is on its way." not in page
    assert len(delivered(tmp_path)) == 1


@pytest.mark.parametrize(
    ("start", "confirm"),
    [
        ("/accounts/login/code/", "/accounts/login/code/confirm/"),
        ("/accounts/signup/", "/accounts/confirm-email/"),
        ("/accounts/password/reset/", "/accounts/password/reset/confirm/"),
    ],
)
def test_code_page_does_not_reveal_whether_the_account_exists(verified: User, start: str, confirm: str) -> None:
    """Not after a wrong code, a new code, or too many wrong codes either."""
    tries = [{"code": "WRONG1"}, {"action": "resend"}, {"code": "WRONG2"}, {"code": "WRONG3"}, {"code": "WRONG4"}]
    seen = []
    for email in (verified.email, "nobody@example.com"):
        client = Client()
        client.post(start, {"email": email, "first_name": "E", "password1": NEW_PASSWORD})
        responses = [client.post(confirm, form, follow=True) for form in tries]
        pages = [re.sub(r'value="[^"]*"', "", each.content.decode().replace(email, "EMAIL")) for each in responses]
        seen.append([(each.redirect_chain, page) for each, page in zip(responses, pages, strict=True)])
    assert seen[0] == seen[1]


@pytest.mark.django_db(transaction=True)
def test_an_address_gets_three_codes_a_minute(client: Client, tmp_path: Path) -> None:
    form = {"email": "eleanor@example.com", "first_name": "E", "password1": NEW_PASSWORD}
    for _ in range(3):
        assert client.post("/accounts/signup/", form).status_code == 302
    run_queue()
    assert len(delivered(tmp_path)) == 3
    page = client.post("/accounts/confirm-email/", {"action": "resend"}, follow=True).content.decode()
    assert "Please wait a minute before you ask for another code." in page
    assert Client().post("/accounts/signup/", form).status_code == 429
    run_queue()
    assert len(delivered(tmp_path)) == 3
    client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert is_signed_in(client)


def test_too_many_wrong_codes_end_a_sign_up_with_a_reason(client: Client, db: None) -> None:
    client.post("/accounts/signup/", {"email": "new@example.com", "first_name": "E", "password1": NEW_PASSWORD})
    for number in range(3):
        response = client.post("/accounts/confirm-email/", {"code": f"WRONG{number}"}, follow=True)
    assert response.redirect_chain == [("/accounts/login/", 302)]
    assert "Too many" in response.content.decode()


def test_response_time_does_not_reveal_whether_an_account_exists(
    verified: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashing the password is slow: sign-up does it either way, and the code page never does."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, *rest: Any) -> str:
        hashed.append(password)
        return encode(self, password, *rest)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    for email in (verified.email, "nobody@example.com"):
        client = Client()
        client.post("/accounts/signup/", {"email": email, "first_name": "E", "password1": NEW_PASSWORD})
        client.post("/accounts/confirm-email/", {"action": "resend"})
        client.post("/accounts/signup/", {"email": email, "first_name": "E", "password1": "short"})
        assert hashed == [NEW_PASSWORD]
        hashed.clear()


@pytest.mark.django_db(transaction=True)
def test_account_emails_come_from_the_business(client: Client, tmp_path: Path, settings: Any) -> None:
    client.post("/accounts/login/code/", {"email": "nobody@example.com"})
    run_queue()
    mail = max((tmp_path / "outbox").glob("*.eml")).read_text()
    for word in (settings.BUSINESS_NAME, settings.BUSINESS_PHONE, settings.BUSINESS_EMAIL):
        assert word in mail.partition("\n\n")[2]


@pytest.mark.django_db(transaction=True)
def test_password_can_be_reset_by_code(client: Client, tmp_path: Path) -> None:
    user = User.objects.create_user("eleanor@example.com", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    response = client.post("/accounts/password/reset/", {"email": user.email}, follow=True)
    assert_well_made(response.content.decode())
    response = client.post("/accounts/password/reset/confirm/", {"code": newest_code(tmp_path)}, follow=True)
    assert_well_made(response.content.decode())
    form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    response = client.post("/accounts/password/reset/complete/", form, follow=True)
    assert "Your password was changed" in response.content.decode()

    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert not is_signed_in(client)
    client.post("/accounts/login/", {"login": user.email, "password": NEW_PASSWORD})
    assert is_signed_in(client)


@pytest.mark.django_db(transaction=True)
def test_added_address_is_confirmed_by_code(customer: User, tmp_path: Path) -> None:
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    client = sign_in(customer)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    response = client.post("/accounts/email/", {"email": "work@example.com", "action_add": "1"}, follow=True)
    assert_well_made(response.content.decode())
    response = client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)}, follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/email/"
    assert "work@example.com is confirmed." in response.content.decode()
    response = client.post("/accounts/email/", {"email": "work@example.com", "action_primary": "1"}, follow=True)
    assert "Your main address was changed." in response.content.decode()
    client.post("/accounts/email/", {"email": "eleanor@example.com", "action_remove": "1"})
    assert [address.email for address in EmailAddress.objects.all()] == ["work@example.com"]


@pytest.mark.django_db(transaction=True)
def test_address_of_ones_other_account_cannot_be_added(customer: User, outsider: User, tmp_path: Path) -> None:
    for user in (customer, outsider):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = sign_in(customer)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": outsider.email, "action_add": "1"})
    response = client.post("/accounts/confirm-email/", {"code": newest_code(tmp_path)})
    assert "Nothing was added: this address has an account of its own." in response.content.decode()
    assert EmailAddress.objects.get(email=outsider.email).user == outsider


def test_second_step_asks_for_the_authenticator_code(signed_in: Client, verified: User) -> None:
    signed_in.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = signed_in.get("/accounts/2fa/totp/activate/").context["form"].secret
    wrong = signed_in.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    assert "One thing needs another look: authenticator code." in wrong.content.decode()
    assert "That code isn&#x27;t right." in wrong.content.decode()
    response = signed_in.post("/accounts/2fa/totp/activate/", {"code": totp_code(secret)}, follow=True)
    assert_well_made(response.content.decode())
    codes = response.context["unused_codes"]
    assert codes[0] in response.content.decode()
    download = signed_in.get("/accounts/2fa/recovery-codes/download/")
    assert set(codes) <= set(download.content.decode().splitlines())

    client = sign_in(verified)
    page = client.get("/accounts/2fa/authenticate/").content.decode()
    assert_well_made(page)
    assert not is_signed_in(client), "the password alone is not enough"
    client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert is_signed_in(client)

    thief = sign_in(verified)
    thief.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not is_signed_in(thief), "a recovery code works once"


def test_session_can_be_ended_from_another(verified: User, outsider: User) -> None:
    mine, lost, third = sign_in(verified), sign_in(verified), sign_in(verified)
    stranger = Client()
    stranger.force_login(outsider)
    page = mine.get("/accounts/sessions/").content.decode()
    assert page.count("Firefox on Windows") >= 3
    [row] = UserSession.objects.filter(session_key=lost.session.session_key)

    assert stranger.post(f"/accounts/sessions/{row.pk}/end/").status_code == 404
    assert mine.get(f"/accounts/sessions/{row.pk}/end/").status_code == 405
    assert is_signed_in(lost)

    response = mine.post(f"/accounts/sessions/{row.pk}/end/", follow=True)
    assert "Signed out: Firefox on Windows." in response.content.decode()
    assert lost.get("/api/auth/user").status_code == 401
    assert is_signed_in(third)

    mine.post("/accounts/sessions/")
    assert (is_signed_in(mine), is_signed_in(third)) == (True, False)


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0", "Opera on Linux"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome on iPhone"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) FxiOS/140.0 Safari/604.1", "Firefox on iPhone"),
        ("Mozilla/5.0 (X11; CrOS x86_64 16000.0) Chrome/140.0 Safari/537.36", "Chrome on Chromebook"),
        ("Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPad"),
        ("curl/8.0", "Another browser"),
    ],
)
def test_sessions_show_the_name_of_the_browser(verified: User, user_agent: str, name: str) -> None:
    client = Client(headers={"User-Agent": user_agent})
    client.post("/accounts/login/", {"login": verified.email, "password": PASSWORD})
    assert f">{name}</span>" in client.get("/accounts/sessions/").text


def test_current_session_cannot_be_ended_from_the_list(signed_in: Client) -> None:
    signed_in.get("/accounts/sessions/")
    [row] = UserSession.objects.all()
    assert signed_in.post(f"/accounts/sessions/{row.pk}/end/").status_code == 404
    assert is_signed_in(signed_in)


def test_sign_out_page_asks_for_confirmation(signed_in: Client) -> None:
    assert_well_made(signed_in.get("/accounts/logout/").content.decode())
    assert signed_in.post("/accounts/logout/").headers["Location"] == "/"
    assert not is_signed_in(signed_in)


def test_deactivated_account_cannot_sign_in(verified: User) -> None:
    User.objects.update(is_active=False)
    client = sign_in(verified)
    assert not is_signed_in(client)


def test_too_many_attempts_show_our_own_page(client: Client, db: None) -> None:
    for _ in range(21):
        response = client.post("/accounts/signup/", {})
    assert response.status_code == 429
    assert "Too many attempts" in response.content.decode()
    assert_well_made(response.content.decode())


def test_attempts_are_counted_in_the_database(client: Client, db: None, settings: Any) -> None:
    """So limits are shared by all processes and survive restarts."""
    client.post("/accounts/signup/", {})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM common_cache")
        assert cursor.fetchone()[0] > 0


@pytest.mark.django_db(transaction=True)
def test_outbox_page_shows_the_code(client: Client, tmp_path: Path) -> None:
    user = User.objects.create_user("eleanor@example.com", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    assert "No emails yet" in client.get("/demo/outbox").content.decode()
    client.post("/accounts/login/code/", {"email": user.email})
    code = newest_code(tmp_path)
    (tmp_path / "outbox" / "20990101-000000-000000-+16035550172.txt").write_text("The crew comes <b>today</b>")
    response = client.get("/demo/outbox")
    assert code in response.content.decode()
    assert "+16035550172" in response.content.decode()
    assert "<b>today" not in response.content.decode()
    assert_well_made(response.content.decode())


def test_outbox_page_exists_only_in_the_demo(tmp_path: Path) -> None:
    """The path is not even routed."""
    program = (
        "import django; django.setup(); from django.urls import resolve;print(resolve('/demo/outbox').func.__module__)"
    )
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": "lights.example",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing", "EMAIL_URL": "smtp://127.0.0.1",
        "DATA_DIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }  # fmt: skip
    found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "common.spa"
