"""Sign-in, sign-out and their redirects."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from testing.helpers import newest_code

PASSWORD = "correct horse"


def _sign_in(client: Client, next_: str = "/my-services", email: str = "eleanor@example.com") -> Any:
    return client.post("/accounts/login/", {"login": email, "password": PASSWORD, "next": next_})


def test_login_keeps_the_return_path(client: Client, db: None) -> None:
    response = client.get("/api/login?returnTo=/subscribe?plan=business")
    assert response.status_code == 302
    assert response.headers["Location"] == "/accounts/login/?next=%2Fsubscribe%3Fplan%3Dbusiness"


def test_get_started_redirects_to_sign_up_with_the_return_path(client: Client, db: None) -> None:
    response = client.get("/api/login?returnTo=/quote&screen=signup")
    assert response.status_code == 302
    assert response.headers["Location"] == "/accounts/signup/?next=%2Fquote"
    page = client.get(response.headers["Location"]).text
    assert "Create account" in page
    assert '/accounts/login/?next=%2Fquote"' in page


def test_sign_in_redirects_to_the_return_path(client: Client, verified: User) -> None:
    response = _sign_in(client, "/my-services?tab=storage")
    assert response.status_code == 302
    assert response.headers["Location"] == "/my-services?tab=storage"
    assert client.get("/api/auth/user").json()["email"] == verified.email


def test_sign_in_ignores_the_case_of_the_address(client: Client, verified: User) -> None:
    assert _sign_in(client, email="Eleanor@Example.COM").status_code == 302
    assert client.get("/api/auth/user").status_code == 200


@pytest.mark.parametrize(
    "evil",
    [
        "//evil.example", "https://evil.example", "https:evil.example", "https:///evil.example", "/\\evil.example",
        "\\\\evil.example", "/%09/evil.example", "///evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: x=1",
        "\t//evil.example", " //evil.example", "evil.example", "/\t/evil.example", "", "%2F%2Fevil.example",
    ],
)  # fmt: skip
def test_return_path_never_redirects_to_another_site(client: Client, verified: User, evil: str) -> None:
    response = client.get("/api/login", {"returnTo": evil})
    next_ = response.headers["Location"].partition("next=")[2]
    assert next_ in {"%2F", "%2F%2509%2Fevil.example"}
    location = _sign_in(client, evil).headers["Location"]
    assert location.startswith("/")
    assert not re.match(r"/[/\\]", location)
    assert "\r" not in location
    assert "\n" not in location


def test_sign_out_ends_the_session(client: Client, verified: User) -> None:
    _sign_in(client)
    old = client.cookies["sessionid"].value
    response = client.get("/api/logout")
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    client.cookies["sessionid"] = old
    assert client.get("/api/auth/user").status_code == 401


def test_expired_session_is_signed_out(customer_client: APIClient) -> None:
    assert customer_client.get("/api/auth/user").status_code == 200
    Session.objects.update(expire_date=timezone.now() - dt.timedelta(seconds=1))
    assert customer_client.get("/api/auth/user").status_code == 401


def test_deactivated_account_is_signed_out_at_once(customer: User, customer_client: APIClient) -> None:
    customer.is_active = False
    customer.save()
    assert customer_client.get("/api/auth/user").status_code == 401
    page = customer_client.get("/accounts/email/")
    assert (page.status_code, page.headers["Location"]) == (302, "/accounts/login/?next=/accounts/email/")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_cannot_sign_people_out(client: Client, verified: User, site: str) -> None:
    _sign_in(client)
    response = client.get("/api/logout", headers={"Sec-Fetch-Site": site})
    assert response.status_code == 200
    assert b"<form" in response.content
    assert client.get("/api/auth/user").status_code == 200


def test_signed_in_user_is_redirected_at_once(customer_client: APIClient) -> None:
    assert customer_client.get("/api/login?returnTo=/my-services").headers["Location"] == "/my-services"


@pytest.mark.parametrize("path", ["/api/login", "/api/logout"])
def test_login_and_logout_accept_only_get(customer_client: APIClient, path: str) -> None:
    response = customer_client.post(path)
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert set(response.json()) == {"message"}
    assert customer_client.get("/api/auth/user").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("has_password", [True, False])
def test_email_code_signs_in(has_password: bool, client: Client, tmp_path: Path) -> None:
    user = User.objects.create_user("eleanor@example.com", PASSWORD)
    if not has_password:  # as after signing up with Google
        user.set_unusable_password()
        user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)

    client.post("/accounts/login/code/", {"email": user.email})
    client.post("/accounts/login/code/confirm/", {"code": newest_code(tmp_path)})
    assert client.get("/api/auth/user").json()["email"] == user.email
    name = client.patch("/api/auth/user", {"firstName": "Nora"}, content_type="application/json")
    assert name.json()["firstName"] == "Nora"


def test_sign_in_does_not_reveal_whether_an_account_exists(db: None, verified: User) -> None:
    """Status, page and number of emails are the same for known and unknown addresses."""
    from notifications.models import Message

    for path, form in [
        ("/accounts/login/", {"password": "wrong password"}),
        ("/accounts/login/code/", {}),
        ("/accounts/password/reset/", {}),
        ("/accounts/signup/", {"first_name": "E", "password1": "a long enough secret"}),
    ]:
        seen = []
        for email in (verified.email, "nobody@example.com"):
            client = Client()
            before = Message.objects.count()
            response = client.post(path, {**form, "email": email, "login": email}, follow=True)
            page = re.sub(r'(value|content)="[^"]*"', "", response.content.decode().replace(email, "EMAIL"))
            seen.append((response.status_code, response.redirect_chain, page, Message.objects.count() - before))
        assert seen[0] == seen[1], path
