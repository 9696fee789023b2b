"""The endpoint of the current user."""

from django.contrib.sessions.models import Session
from rest_framework.test import APIClient

from accounts.models import User


def test_signed_out_visitor_gets_401_and_the_csrf_cookie(guest: APIClient) -> None:
    response = guest.get("/api/auth/user")
    assert response.status_code == 401
    assert response.json() == {"message": "Unauthorized"}
    assert "csrftoken" in response.cookies


def test_current_user_is_returned(customer: User, customer_client: APIClient) -> None:
    assert customer_client.get("/api/auth/user").json() == {
        "id": str(customer.id),
        "email": "eleanor@example.com",
        "firstName": "Eleanor",
        "lastName": "Hayes",
        "profileImageUrl": "",
        "isAdmin": False,
        "role": None,
        "secondFactorMissing": False,
    }


def test_administrator_is_marked_as_one(admin_client: APIClient) -> None:
    owner = admin_client.get("/api/auth/user").json()
    assert (owner["isAdmin"], owner["role"]) == (True, "owner")


def test_office_staff_are_marked_as_administrators_too(office_client: APIClient) -> None:
    me = office_client.get("/api/auth/user").json()
    assert (me["isAdmin"], me["role"]) == (True, "office")


def test_session_changed_in_the_database_ends_the_sign_in(customer: User, customer_client: APIClient) -> None:
    assert customer_client.get("/api/auth/user").status_code == 200
    session = Session.objects.get()
    Session.objects.update(session_data=session.session_data[:-1] + ("A" if session.session_data[-1] != "A" else "B"))
    assert customer_client.get("/api/auth/user").status_code == 401
    Session.objects.update(session_data=session.session_data)
    assert customer_client.get("/api/auth/user").status_code == 200
