"""Who is signed in."""

from rest_framework.test import APIClient

from accounts.models import User


def test_nobody_is_a_401_and_still_gets_the_csrf_cookie(guest: APIClient) -> None:
    answer = guest.get("/api/auth/user")
    assert answer.status_code == 401
    assert answer.json() == {"message": "Unauthorized"}
    assert "csrftoken" in answer.cookies


def test_the_user_of_the_session(customer: User, customer_client: APIClient) -> None:
    assert customer_client.get("/api/auth/user").json() == {
        "id": str(customer.id),
        "email": "eleanor@example.com",
        "firstName": "Eleanor",
        "lastName": "Hayes",
        "profileImageUrl": "",
        "isAdmin": False,
        "secondFactorMissing": False,
    }


def test_the_administrator_is_known_as_one(admin_client: APIClient) -> None:
    assert admin_client.get("/api/auth/user").json()["isAdmin"] is True
