"""Google sign-in against a fake server: only verified addresses count."""

import datetime as dt
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.google.views import GoogleOAuth2Adapter
from django.test import Client
from django.utils import timezone

from accounts.models import User
from quotes.tests.factories import make_quote

PASSWORD = "correct horse"


class Google:
    """Responds to the exchange of a code for a token with an identity that the test chooses."""

    def __init__(self) -> None:
        self.identity: dict[str, Any] = {}
        google = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                body = json.dumps({"access_token": "token", "id_token": google.id_token()}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/token"

    def id_token(self) -> str:
        claims = {
            "iss": "https://accounts.google.com", "aud": "id", "exp": timezone.now() + dt.timedelta(hours=1),
            "sub": "1234567890", "given_name": "Gina", "family_name": "Google", **self.identity,
        }  # fmt: skip
        return jwt.encode(claims, "x" * 32)

    def sign_in(self, client: Client, process: str = "login", **identity: Any) -> str:
        """Go to Google and come back with ``identity``; returns the page where that ends."""
        self.identity = identity
        start = client.post(f"/accounts/google/login/?process={process}")
        state = parse_qs(urlsplit(start.headers["Location"]).query)["state"][0]
        back = client.get("/accounts/google/login/callback/", {"code": "code", "state": state}, follow=True)
        return str(back.content.decode())


@pytest.fixture
def google(settings: Any, monkeypatch: pytest.MonkeyPatch, db: None, tmp_path: Path) -> Iterator[Google]:
    provider = settings.SOCIALACCOUNT_PROVIDERS["google"] | {"APPS": [{"client_id": "id", "secret": "secret"}]}
    settings.SOCIALACCOUNT_PROVIDERS = {"google": provider}
    settings.CLIENT_BUILD_DIR = tmp_path
    (tmp_path / "index.html").write_text("My Services")
    google = Google()
    monkeypatch.setattr(GoogleOAuth2Adapter, "access_token_url", google.url)
    Thread(target=google.server.serve_forever, daemon=True).start()
    yield google
    google.server.shutdown()
    google.server.server_close()


def signed_in_as(client: Client) -> str | None:
    response = client.get("/api/auth/user")
    return response.json()["email"] if response.status_code == 200 else None


def test_verified_identity_opens_a_new_account(google: Google, client: Client) -> None:
    make_quote(email="Gina@example.com")
    google.sign_in(client, email="gina@example.com", email_verified=True)
    assert signed_in_as(client) == "gina@example.com"
    assert EmailAddress.objects.get().verified
    assert len(client.get("/api/quotes").json()) == 1


@pytest.mark.parametrize("claim", [False, None, "", 0])
def test_unverified_identity_opens_no_account(google: Google, client: Client, claim: Any) -> None:
    page = google.sign_in(client, email="gina@example.com", email_verified=claim)
    assert "Google hasn" in page
    assert signed_in_as(client) is None
    assert not User.objects.exists()
    assert client.get("/accounts/3rdparty/signup/").headers["Location"] == "/accounts/login/"


def test_identity_without_an_address_opens_no_account(google: Google, client: Client) -> None:
    assert "Google hasn" in google.sign_in(client)
    assert not User.objects.exists()


def test_unverified_identity_does_not_open_an_account(google: Google, client: Client, verified: User) -> None:
    google.sign_in(client, email=verified.email, email_verified=False)
    assert signed_in_as(client) is None
    assert not SocialAccount.objects.exists()
    verified.refresh_from_db()
    assert verified.check_password(PASSWORD)


def test_unverified_identity_is_not_connected(google: Google, client: Client, verified: User) -> None:
    client.post("/accounts/login/", {"login": verified.email, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = google.sign_in(client, process="connect", email="gina@example.com", email_verified=False)
    assert "Google hasn" in page
    assert not SocialAccount.objects.exists()
    assert signed_in_as(client) == verified.email


def test_identity_that_is_no_longer_verified_cannot_sign_in(google: Google, client: Client, verified: User) -> None:
    SocialAccount.objects.create(user=verified, provider="google", uid="1234567890")
    google.sign_in(client, email=verified.email, email_verified=False)
    assert signed_in_as(client) is None
    google.sign_in(client, email=verified.email, email_verified=True)
    assert signed_in_as(client) == verified.email


def test_verified_identity_opens_the_account_with_its_address(google: Google, client: Client, verified: User) -> None:
    google.sign_in(client, email=verified.email.upper(), email_verified=True)
    assert signed_in_as(client) == verified.email
    assert SocialAccount.objects.get().user == verified


def test_administrator_is_never_connected_by_address(google: Google, client: Client, admin: User) -> None:
    EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
    page = google.sign_in(client, email=admin.email, email_verified=True)
    assert "sign in another way first" in page
    assert signed_in_as(client) is None
    assert not SocialAccount.objects.exists()


def test_administrator_connects_google_on_purpose(google: Google, client: Client, admin: User) -> None:
    EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
    client.post("/accounts/login/", {"login": admin.email, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    google.sign_in(client, process="connect", email=admin.email, email_verified=True)
    assert SocialAccount.objects.get().user == admin
    client.get("/api/logout")
    google.sign_in(client, email=admin.email, email_verified=True)
    assert signed_in_as(client) == admin.email


def test_google_sign_in_resets_an_unverified_account(google: Google, client: Client) -> None:
    user = User.objects.create_user("gina@example.com", PASSWORD, first_name="Not")
    EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
    RecoveryCodes.activate(user)
    SocialAccount.objects.create(user=user, provider="google", uid="the attacker's")
    google.sign_in(client, email=user.email, email_verified=True)
    assert signed_in_as(client) == user.email
    assert SocialAccount.objects.get().uid == "1234567890"
    user.refresh_from_db()
    assert not user.has_usable_password()
    assert user.first_name == ""
    assert not Authenticator.objects.exists()


PICTURE = "https://lh3.googleusercontent.com/a/gina=s96-c"


def picture_of(client: Client) -> str:
    return str(client.get("/api/auth/user").json()["profileImageUrl"])


def test_profile_picture_follows_google(google: Google, client: Client) -> None:
    google.sign_in(client, email="gina@example.com", email_verified=True, picture=PICTURE)
    assert picture_of(client) == PICTURE
    client.get("/api/logout")
    longest = PICTURE.ljust(500, "x")
    google.sign_in(client, email="gina@example.com", email_verified=True, picture=longest)
    assert picture_of(client) == longest
    client.get("/api/logout")
    google.sign_in(client, email="gina@example.com", email_verified=True)
    assert picture_of(client) == ""


@pytest.mark.parametrize(
    "picture",
    [
        PICTURE.replace("https", "http"),
        "https://lh3.googleusercontent.com.evil.example/a.png",
        "https://evil.example/a.png",
        "javascript:alert(1)",
        PICTURE.ljust(501, "x"),
        7,
    ],
)
def test_picture_from_another_host_is_ignored(google: Google, client: Client, picture: Any) -> None:
    google.sign_in(client, email="gina@example.com", email_verified=True, picture=picture)
    assert signed_in_as(client) == "gina@example.com"
    assert picture_of(client) == ""


def test_picture_is_set_and_removed_with_the_connection(google: Google, client: Client, verified: User) -> None:
    client.post("/accounts/login/", {"login": verified.email, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    google.sign_in(client, process="connect", email=verified.email, email_verified=True, picture=PICTURE)
    assert picture_of(client) == PICTURE
    client.post("/accounts/3rdparty/", {"account": SocialAccount.objects.get().pk})
    assert not SocialAccount.objects.exists()
    assert picture_of(client) == ""


def test_picture_cannot_be_set_by_a_request(google: Google, client: Client, verified: User) -> None:
    client.force_login(verified)
    body = {"firstName": "Eleanor", "profileImageUrl": PICTURE}
    assert client.patch("/api/auth/user", body, content_type="application/json").json()["firstName"] == "Eleanor"
    assert picture_of(client) == ""


def test_lookalike_address_at_google_is_refused(google: Google, client: Client) -> None:
    """The Kelvin sign's lower case is an ordinary k."""
    kim = User.objects.create_user("kim@example.com", PASSWORD)
    EmailAddress.objects.create(user=kim, email=kim.email, verified=True, primary=True)
    google.sign_in(client, email="\u212aim@example.com", email_verified=True)
    assert signed_in_as(client) is None
    assert not SocialAccount.objects.exists()
