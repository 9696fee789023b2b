"""Opening a private link: the page, the cookie, and who doesn't need one."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from links.cookies import cookie_name
from links.models import Link, LinkKind
from links.tests.factories import make_link, open_link
from quotes.tests.factories import make_quote
from trees.tests.factories import make_tree_order


@pytest.mark.parametrize(
    ("make", "path"), [(make_quote, "quotes"), (make_tree_order, "tree-orders"), (make_invoice, "invoices")]
)
def test_link_redirects_to_its_page(make: Any, path: str, guest: APIClient) -> None:
    row = make()
    response = open_link(guest, make_link(row))
    assert (response.status_code, response["Location"]) == (302, f"/follow/{path}/{row.id}")
    assert guest.get(f"/api/{path}/{row.id}").json()["id"] == str(row.id)


def test_link_sets_its_cookie_and_the_csrf_cookie(guest: APIClient) -> None:
    quote = make_quote()
    link = make_link(quote)
    cookies = open_link(guest, link).cookies
    cookie = cookies[cookie_name(LinkKind.QUOTE, quote.id)]
    assert cookie.value == link.token
    assert (cookie["httponly"], cookie["max-age"]) == (True, 120 * 24 * 3600), "as long as a link can be valid"
    assert (cookie["samesite"], cookie["path"], cookie["secure"]) == ("Lax", "/", "")
    assert cookies["csrftoken"].value


def test_cookie_is_bound_to_the_host_outside_of_development(guest: APIClient, settings: Any) -> None:
    settings.DEVELOPMENT, settings.SESSION_COOKIE_SECURE = False, True
    quote = make_quote()
    cookie = open_link(guest, make_link(quote)).cookies[f"__Host-link-quote-{quote.id.hex}"]
    assert cookie["secure"]
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    assert guest.get(f"/api/quotes/{quote.id}").status_code == 200


def test_link_is_not_cached_indexed_or_sent_as_referrer(guest: APIClient) -> None:
    found, unknown = open_link(guest, make_link(make_quote())), guest.get(f"/f/{'x' * 43}")
    for response in (found, unknown):
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"
    assert found["Referrer-Policy"] == "no-referrer"
    assert unknown["Referrer-Policy"] == "strict-origin"  # the form on this page has to be sent with our origin


def test_only_the_hash_of_the_token_is_stored(db: None) -> None:
    link = make_link(make_quote())
    assert link.token not in str(Link.objects.values().get())
    assert len(bytes(link.row.token_hash)) == 32


def test_tokens_have_256_random_bits(db: None) -> None:
    quote = make_quote()
    tokens = {make_link(quote).token for _ in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {43}


def test_browser_holds_several_links_at_once(guest: APIClient) -> None:
    quote, order = make_quote(), make_tree_order()
    open_link(guest, make_link(quote))
    open_link(guest, make_link(order))
    assert guest.get(f"/api/quotes/{quote.id}").status_code == 200
    assert guest.get(f"/api/tree-orders/{order.id}").status_code == 200


def test_new_link_replaces_the_oldest_cookie(guest: APIClient) -> None:
    quotes = [make_quote() for _ in range(12)]
    for quote in quotes:
        open_link(guest, make_link(quote))
    held = [cookie.value for name, cookie in guest.cookies.items() if name.startswith("link-") and cookie.value]
    assert len(held) == 10
    statuses = [guest.get(f"/api/quotes/{quote.id}").status_code for quote in quotes]
    assert statuses == [404, 404] + [200] * 10


def test_only_link_cookies_are_replaced(guest: APIClient) -> None:
    for number in range(10):
        guest.cookies[f"other-{number}"] = "kept"
    quotes = [make_quote() for _ in range(10)]
    for quote in quotes:
        open_link(guest, make_link(quote))
    open_link(guest, make_link(quotes[-1]))  # a second link to a quote replaces its first
    assert [cookie.value for name, cookie in guest.cookies.items() if name.startswith("other-")] == ["kept"] * 10
    assert {guest.get(f"/api/quotes/{quote.id}").status_code for quote in quotes} == {200}


def test_signed_in_owner_gets_no_link_cookie(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
    response = open_link(customer_client, make_link(quote))
    assert response.status_code == 302
    assert set(response.cookies) == {"csrftoken"}
    path = f"/api/quotes/{quote.id}"
    customer_client.post(f"{path}/comments", {"content": "When?"}, format="json")
    assert customer_client.get(f"{path}/comments").json()[0]["authorName"] == "Eleanor"
    assert customer_client.post(f"{path}/opened").status_code == 204
    assert customer_client.post(f"/api/quotes/{make_quote().id}/opened").status_code == 404


def test_owner_acts_as_owner_after_signing_in(customer: User, guest: APIClient) -> None:
    quote = make_quote(user=customer, full_name="Nell H.", status="reviewed", quote_amount="500.00")
    open_link(guest, make_link(quote))
    guest.force_login(customer)
    path = f"/api/quotes/{quote.id}"
    assert guest.post(f"{path}/comments", {"content": "When?"}, format="json").json()["authorName"] == "Eleanor"
    assert guest.post(f"{path}/accept", {"quoteAmount": "500.00"}, format="json").status_code == 200
    quote.refresh_from_db()
    assert quote.accepted_by == "Eleanor Hayes"


def test_link_stays_valid_after_an_account_claims_the_quote(customer: User, guest: APIClient) -> None:
    quote = make_quote()
    open_link(guest, make_link(quote))
    type(quote).objects.update(user=customer)
    assert guest.get(f"/api/quotes/{quote.id}").status_code == 200


def test_another_signed_in_customer_can_use_a_link(outsider_client: APIClient) -> None:
    quote = make_quote()
    open_link(outsider_client, make_link(quote))
    path = f"/api/quotes/{quote.id}"
    assert outsider_client.get(path).status_code == 200
    written = outsider_client.post(f"{path}/comments", {"content": "When?"}, format="json").json()
    assert (written["authorName"], written["isStaffComment"]) == ("Eleanor Hayes", False)


def test_administrator_gets_no_link_cookie(admin_client: APIClient) -> None:
    quote = make_quote()
    link = make_link(quote)
    response = open_link(admin_client, link)
    assert response.status_code == 302
    assert set(response.cookies) == {"csrftoken"}
    assert admin_client.post(f"/api/quotes/{quote.id}/opened").status_code == 204
    assert link.row.open_count == 0
    assert "respondBy" in admin_client.get(f"/api/quotes/{quote.id}").json()


def test_administrator_without_the_second_step_does_not_count_as_opened(
    admin: User, guest: APIClient, settings: Any
) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    quote = make_quote()
    link = make_link(quote)
    open_link(guest, link)
    guest.force_login(admin)
    assert guest.post(f"/api/quotes/{quote.id}/opened").status_code == 404
    assert link.row.open_count == 0


def test_holder_sees_what_the_owner_sees(customer: User, customer_client: APIClient, guest: APIClient) -> None:
    quote, order, invoice = make_quote(user=customer), make_tree_order(user=customer), make_invoice(user=customer)
    paths = [f"/api/quotes/{quote.id}", f"/api/tree-orders/{order.id}", f"/api/invoices/{invoice.id}"]
    for row, path in zip((quote, order, invoice), paths, strict=True):
        open_link(guest, make_link(row))
        assert guest.get(path).json() == customer_client.get(path).json()
    assert "tries" not in guest.get(paths[0]).json()


def test_link_to_a_quote_opens_its_sent_invoices(guest: APIClient, stripe_sandbox: Any) -> None:
    quote = make_quote()
    sent, draft = make_invoice(quote=quote), make_invoice(quote=quote, status="draft")
    open_link(guest, make_link(quote))
    assert [each["id"] for each in guest.get(f"/api/quotes/{quote.id}").json()["invoices"]] == [str(sent.id)]
    assert guest.get(f"/api/invoices/{sent.id}").status_code == 200
    assert guest.get(f"/api/invoices/{sent.id}/pdf").status_code == 200
    assert open_link(APIClient(), make_link(draft)).status_code == 404
    pay = guest.post("/api/create-payment-intent", {"invoiceId": str(sent.id)}, format="json")
    assert (pay.status_code, list(pay.json())) == (200, ["clientSecret"])
    assert guest.get(f"/api/invoices/{draft.id}").status_code == 404
    refused = guest.post("/api/create-payment-intent", {"invoiceId": str(draft.id)}, format="json")
    assert refused.status_code == 404


def test_quote_lists_its_visits_for_owner_and_holder(
    customer: User, customer_client: APIClient, guest: APIClient
) -> None:
    quote = make_quote(user=customer)
    later = quote.jobs.create(kind="takedown", scheduled_date="2027-01-05T14:00:00Z")
    unset = quote.jobs.create(kind="service")
    first = quote.jobs.create(kind="installation", scheduled_date="2026-12-01T14:00:00Z")
    open_link(guest, make_link(quote))
    for client in (customer_client, guest):
        jobs = client.get(f"/api/quotes/{quote.id}").json()["jobs"]
        assert [job["id"] for job in jobs] == [str(first.id), str(later.id), str(unset.id)]
        assert jobs[0] == {
            "id": str(first.id),
            "kind": "installation",
            "scheduledDate": "2026-12-01T14:00:00Z",
            "status": "scheduled",
        }
