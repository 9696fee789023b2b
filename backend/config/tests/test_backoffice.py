"""Django's own admin site, for the administrators."""

import pytest
from django.test import Client

from accounts.models import User
from invoices.tests.factories import make_invoice
from quotes.tests.factories import make_quote

PAGES = [
    "", "accounts/user/", "quotes/quote/", "jobs/job/", "trees/treeorder/", "storage/storagesubscription/",
    "invoices/invoice/", "notifications/message/", "desk/call/",
    "auditlog/logentry/",
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_an_administrator_opens_every_list(admin: User, page: str, client: Client) -> None:
    make_quote(user=admin)
    client.force_login(admin)
    assert client.get(f"/backoffice/{page}").status_code == 200


def test_a_customer_and_a_stranger_are_sent_to_sign_in(customer: User, client: Client) -> None:
    assert client.get("/backoffice/").status_code == 302
    client.force_login(customer)
    assert client.get("/backoffice/quotes/quote/").status_code == 302


def test_a_quote_can_be_opened_with_its_thread(admin: User, client: Client) -> None:
    client.force_login(admin)
    assert client.get(f"/backoffice/quotes/quote/{make_quote().id}/change/").status_code == 200


def test_an_invoice_can_be_looked_at_with_its_payments_but_not_changed(admin: User, client: Client) -> None:
    client.force_login(admin)
    page = f"/backoffice/invoices/invoice/{make_invoice().id}/change/"
    assert client.get(page).status_code == 200
    assert client.post(page, {"amount": "1"}).status_code == 403


def test_its_own_login_form_is_no_way_around_the_sign_in_pages(admin: User, client: Client) -> None:
    """Django's form knows neither the rate limits nor the second step (allauth documentation, "Admin")."""
    form = {"username": admin.email, "password": "correct horse"}
    answer = client.post("/backoffice/login/?next=/backoffice/", form)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert client.get("/api/auth/user").status_code == 401
