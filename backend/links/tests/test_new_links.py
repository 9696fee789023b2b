"""The form "Email me a new link": same response for every address, and links only to what is still open."""

import datetime as dt
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.claims import rows_of_address
from accounts.models import User
from common.statuses import Status
from invoices.models import InvoiceStatus
from invoices.private_links import INVOICES
from invoices.tests.factories import make_invoice
from links.delivery import insert_link, placeholder
from links.models import Link
from links.resources import MAX_NEW_LINKS
from notifications.models import Message
from quotes.models import Quote, QuoteStatus
from quotes.private_links import QUOTES
from quotes.tests.factories import make_quote
from testing.helpers import run_queue
from trees.models import TreeOrderStatus
from trees.private_links import TREE_ORDERS
from trees.tests.factories import make_tree_order

pytestmark = pytest.mark.django_db(transaction=True)  # the worker has its own connection

ADDRESS = "eleanor@example.com"


def _ask(client: APIClient, email: str = ADDRESS) -> Any:
    return client.post("/f/", {"email": email})


def _sent() -> list[tuple[str, str, str]]:
    """Send what is queued, and return the kind, recipient and subject's ID of each email that was sent."""
    run_queue()
    sent = Message.objects.filter(status="sent").order_by("created_at", "id")
    return [(message.kind, message.recipient, str(message.about_id)) for message in sent]


def test_each_open_row_of_the_address_gets_an_email(guest: APIClient) -> None:
    quote, order, invoice = make_quote(), make_tree_order(), make_invoice()
    someone = "someone@example.com"
    make_quote(email=someone), make_tree_order(customer_email=someone), make_invoice(bill_to_email=someone)
    assert _ask(guest, "Eleanor@Example.com").status_code == 200
    assert sorted(_sent()) == [
        ("invoice-link", ADDRESS, str(invoice.id)),
        ("quote-link", ADDRESS, str(quote.id)),
        ("tree-order-link", ADDRESS, str(order.id)),
    ]


@pytest.mark.parametrize(
    ("make", "column", "statuses", "expected"),
    [
        (make_quote, "email", QuoteStatus, "pending quoting reviewed approved service_scheduled"),
        (make_tree_order, "customer_email", TreeOrderStatus, "pending confirmed scheduled delivered"),
        (make_invoice, "bill_to_email", InvoiceStatus, "sent overdue"),
    ],
)
def test_row_gets_an_email_while_something_is_left_to_do(
    guest: APIClient, make: Any, column: str, statuses: type[Status], expected: str
) -> None:
    for status in statuses.values:
        make(**{"status": status, column: f"{status}@example.com"})
        assert _ask(guest, f"{status}@example.com").status_code == 200
    assert sorted(to.partition("@")[0] for _, to, _ in _sent()) == sorted(expected.split())


def test_delivered_tree_gets_an_email_until_it_is_paid(guest: APIClient) -> None:
    order = make_tree_order(status="delivered")
    make_tree_order(status="delivered", amount_paid=100)
    _ask(guest)
    assert _sent() == [("tree-order-link", ADDRESS, str(order.id))]


def test_email_has_a_link_that_works(guest: APIClient) -> None:
    quote = make_quote()
    _ask(guest)
    _sent()
    message = Message.objects.get()
    sent = insert_link(
        bytes(message.raw), about_kind=message.about_kind, about_id=message.about_id, message_id=message.id
    )
    token = sent.decode().replace("=\r\n", "").partition("/f/")[2].split()[0].strip('"')
    assert placeholder().encode() not in sent
    assert guest.get(f"/f/{token[:43]}")["Location"] == f"/follow/quotes/{quote.id}"


def test_only_the_newest_rows_get_an_email(guest: APIClient) -> None:
    quotes = [make_quote() for _ in range(7)]
    _ask(guest)
    assert {id_ for _, _, id_ in _sent()} == {str(quote.id) for quote in quotes[2:]}


def test_finished_rows_do_not_keep_open_ones_from_getting_an_email(guest: APIClient) -> None:
    quote, order, invoice = make_quote(), make_tree_order(), make_invoice()
    for _ in range(MAX_NEW_LINKS):
        make_quote(status="complete"), make_tree_order(status="cancelled"), make_invoice(status="paid")
    _ask(guest)
    assert {id_ for _, _, id_ in _sent()} == {str(row.id) for row in (quote, order, invoice)}


def test_links_to_an_accounts_rows_go_to_its_verified_address(guest: APIClient, customer: User) -> None:
    EmailAddress.objects.create(user=customer, email="ellie@example.com", verified=True, primary=True)
    quote = make_quote(user=customer, email="typo@example.com")
    order = make_tree_order(user=customer, customer_email="typo@example.com")
    invoice = make_invoice(user=customer, bill_to_email="typo@example.com")
    _ask(guest, "ellie@example.com")
    assert sorted(_sent()) == [
        ("invoice-link", "ellie@example.com", str(invoice.id)),
        ("quote-link", "ellie@example.com", str(quote.id)),
        ("tree-order-link", "ellie@example.com", str(order.id)),
    ]


def test_address_on_an_accounts_row_gets_nothing_unless_verified(guest: APIClient, customer: User) -> None:
    make_quote(user=customer, email="typo@example.com")
    EmailAddress.objects.create(user=customer, email="unverified@example.com", verified=False)
    _ask(guest, "typo@example.com")
    _ask(guest, "unverified@example.com")
    assert _sent() == []


def _add_others(row: Model, email_field: str) -> None:
    """Store 3,000 copies of ``row`` for other people, and update PostgreSQL's statistics."""
    table = row._meta.db_table
    changed = {email_field: "'person' || n || '@example.com'", "invoice_number": "'INV-2024-' || lpad(n::text, 5, '0')"}
    columns = [str(each.column) for each in row._meta.concrete_fields if not each.primary_key and not each.generated]
    values = [changed.get(column, column) for column in columns]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM {table}, generate_series(1, 3000) AS n WHERE id = %s",
            [row.pk],
        )
        cursor.execute(f"ANALYZE {table}")


def test_open_rows_are_found_by_an_index(customer: User) -> None:
    EmailAddress.objects.create(user=customer, email=ADDRESS, verified=True)
    with transaction.atomic():
        for resource_type, row in (
            (QUOTES, make_quote()),
            (TREE_ORDERS, make_tree_order()),
            (INVOICES, make_invoice()),
        ):
            _add_others(row, resource_type.email_field)
            for rows in rows_of_address(resource_type.open_rows(), email=ADDRESS, field=resource_type.email_field):
                plan = rows.order_by("-created_at", "-id")[:5].explain()
                assert "_guest_email" in plan or "_user_new" in plan, plan
        transaction.set_rollback(True)


def test_response_does_not_reveal_whether_the_address_is_known(guest: APIClient) -> None:
    make_quote()
    responses = []
    for email in (ADDRESS, "nobody@example.com"):
        with CaptureQueriesContext(connection) as queries:
            response = _ask(guest, email)
        page = response.content.decode().replace(email, "")
        responses.append((response.status_code, page, len(queries)))
    assert responses[0] == responses[1]


def test_worker_looks_up_the_open_rows(guest: APIClient) -> None:
    make_quote()
    _ask(guest)
    assert not Message.objects.exists()
    assert not Link.objects.exists()


@pytest.mark.parametrize("email", ["", "eleanor", "a@b", "a@b@example.com", "x" * 300 + "@example.com"])
def test_invalid_address_is_a_400(email: str, guest: APIClient) -> None:
    response = _ask(guest, email)
    assert response.status_code == 400
    assert 'aria-invalid="true"' in response.content.decode()


def test_form_without_an_address_is_a_400(guest: APIClient) -> None:
    assert guest.post("/f/").status_code == 400


def test_requests_are_throttled(guest: APIClient, settings: Any) -> None:
    settings.THROTTLES = True
    responses = [_ask(guest) for _ in range(11)]
    assert [response.status_code for response in responses] == [200] * 10 + [429]
    assert int(responses[-1]["Retry-After"]) > 0
    assert "a lot of requests" in responses[-1].content.decode()


def test_page_explains_the_limit_of_the_whole_site(guest: APIClient, settings: Any) -> None:
    settings.THROTTLES, settings.THROTTLE_ALL_PER_HOUR = True, 1
    responses = [guest.post("/f/", {"email": ADDRESS}, REMOTE_ADDR=f"203.0.113.{number}") for number in range(2)]
    assert [response.status_code for response in responses] == [200, 429]
    assert "an unusual number of requests" in responses[1].content.decode()


def test_emails_per_mailbox_are_limited(settings: Any, guest: APIClient) -> None:
    settings.THROTTLES = True
    make_quote()
    for number in range(12):
        guest.post("/f/", {"email": ADDRESS}, REMOTE_ADDR=f"203.0.113.{number}")
    assert len(_sent()) == 10
    assert Message.objects.filter(status="skipped").count() == 2


def test_row_whose_links_have_expired_gets_no_email(guest: APIClient) -> None:
    _, commented = make_quote(), make_quote()
    Quote.objects.update(updated_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC), last_word_at=None)
    Quote.objects.filter(id=commented.id).update(last_word_at=timezone.now())  # as a comment does
    _ask(guest)
    assert _sent() == [("quote-link", ADDRESS, str(commented.id))]


def test_page_for_new_links_opens_without_a_link(guest: APIClient) -> None:
    response = guest.get("/f/")
    assert (response.status_code, response["X-Robots-Tag"]) == (200, "noindex")
    assert "Email me a new link" in response.content.decode()
