"""Strangers can't flood a mailbox: emails are limited per recipient and kind, by hour and by day."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.email_kinds import Cause, EmailKind
from notifications.limits import recipient_key
from notifications.models import Message, MessageStatus
from notifications.tests.factories import job_statuses, queue_email
from quotes.tests.factories import quote_body
from testing.helpers import delivered, end_waits, in_threads, run_queue, text_of
from trees.tests.factories import tree_order_body

pytestmark = pytest.mark.django_db(transaction=True)

CONFIRMATION = EmailKind("confirmation", Cause.STRANGER)
VICTIM = "victim@example.com"


@pytest.fixture(autouse=True)
def _limits_are_on(settings: Any) -> None:
    settings.THROTTLES = True
    settings.ACCOUNT_RATE_LIMITS = False  # allauth's own limits, which would interfere


def _request_quote(client: APIClient, number: int, **body: Any) -> Any:
    """Request a quote, each time from another IP address."""
    request = quote_body(email=VICTIM) | body
    response = client.post("/api/quotes", request, format="json", REMOTE_ADDR=f"192.0.2.{number}")
    assert response.status_code == 201
    return response


def _statuses(**filters: Any) -> list[str]:
    """Return the statuses of messages to customers."""
    messages = Message.objects.filter(**filters).exclude(kind__startswith="office-")
    return list(messages.order_by("id").values_list("status", flat=True))


def _age(hours: float) -> None:
    Message.objects.update(created_at=F("created_at") - dt.timedelta(hours=hours))


def test_eleventh_confirmation_within_an_hour_is_skipped_and_its_row_says_why(guest: APIClient, tmp_path: Path) -> None:
    responses = [_request_quote(guest, number) for number in range(12)]
    assert len(delivered(tmp_path)) == 10
    assert _statuses() == [MessageStatus.SENT] * 10 + [MessageStatus.SKIPPED] * 2
    skipped = Message.objects.filter(kind="quote-requested", status=MessageStatus.SKIPPED).latest("id")
    assert skipped.error == "Not sent: this address has already received 10 emails of this kind within one hour."
    assert (skipped.kind, skipped.recipients, bytes(skipped.raw)) == ("quote-requested", [VICTIM], b"")
    assert job_statuses(skipped) == ["succeeded"]
    assert len({frozenset(response.json()) for response in responses}) == 1, "the response does not show it"
    assert len({frozenset(response.headers) for response in responses}) == 1


def test_message_sent_again_does_not_count_twice(guest: APIClient, admin_client: APIClient) -> None:
    for number in range(10):
        _request_quote(guest, number)
    run_queue()
    last = Message.objects.filter(kind="quote-requested").latest("id")
    Message.objects.filter(id=last.id).update(status=MessageStatus.FAILED, failed_at=timezone.now(), sent_at=None)
    assert admin_client.post(f"/api/desk/messages/{last.id}/send-again").status_code == 200
    run_queue()
    assert _statuses() == [MessageStatus.SENT] * 10


def test_tree_orders_have_their_own_limit(guest: APIClient, tmp_path: Path) -> None:
    for number in range(11):
        _request_quote(guest, number)
    for number in range(11):
        body = tree_order_body(customerEmail=VICTIM)
        guest.post("/api/tree-orders", body, format="json", REMOTE_ADDR=f"198.51.100.{number}")
    run_queue()
    assert _statuses(kind="quote-requested").count("sent") == 10
    assert _statuses(kind="tree-order-received").count("sent") == 10


def test_other_recipients_are_not_limited(guest: APIClient) -> None:
    for number in range(11):
        _request_quote(guest, number)
    _request_quote(guest, 12, email="eleanor@example.com")
    run_queue()
    assert _statuses(recipients=["eleanor@example.com"]) == [MessageStatus.SENT]


def test_allowance_returns_after_an_hour_but_not_beyond_the_day(guest: APIClient) -> None:
    for _ in range(4):
        for _ in range(11):
            queue_email(VICTIM, kind=CONFIRMATION)
        _age(hours=1.5)
    assert _statuses().count(MessageStatus.QUEUED) == 30
    _age(hours=24)
    assert queue_email(VICTIM, kind=CONFIRMATION).status == MessageStatus.QUEUED


def test_limit_holds_for_concurrent_requests() -> None:
    in_threads(16, lambda number: queue_email(VICTIM, kind=CONFIRMATION).id)
    assert sorted(_statuses()) == [MessageStatus.QUEUED] * 10 + [MessageStatus.SKIPPED] * 6


@pytest.mark.parametrize("cause", [Cause.STAFF, Cause.PAYMENT, Cause.ACCOUNT])
def test_email_caused_by_owner_is_never_skipped(cause: Cause) -> None:
    for _ in range(30):
        queue_email(VICTIM, kind=EmailKind("confirmation", cause))
    assert set(_statuses()) == {MessageStatus.QUEUED}
    assert queue_email(VICTIM, kind=CONFIRMATION).status == MessageStatus.QUEUED, (
        "and these do not count toward the limit"
    )


# According to their help pages.
_PLUS_IS_AN_ALIAS = [
    "outlook.com", "hotmail.com", "live.com", "icloud.com", "me.com", "mac.com", "fastmail.com", "proton.me",
    "protonmail.com", "pm.me",
]  # fmt: skip


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("Eleanor@Example.COM", "eleanor@example.com"),
        ("eleanor+trees@example.com", "eleanor+trees@example.com"),
        ("Ele.Anor+trees@GoogleMail.com", "eleanor@gmail.com"),
        ("e.hayes+1@icloud.com", "e.hayes@icloud.com"),
        *((f"e.hayes+{n}@{domain}", f"e.hayes@{domain}") for n, domain in enumerate(_PLUS_IS_AN_ALIAS)),
        ("nobody", "nobody"),
    ],
)
def test_aliases_of_a_mailbox_share_its_limit(address: str, key: str) -> None:
    assert recipient_key(address) == key


def test_limits_are_off_with_the_throttles(settings: Any) -> None:
    settings.THROTTLES = False
    for _ in range(12):
        queue_email(VICTIM, kind=CONFIRMATION)
    assert set(_statuses()) == {MessageStatus.QUEUED}


def test_price_from_staff_arrives_after_a_flood(guest: APIClient, admin_client: APIClient, tmp_path: Path) -> None:
    for number in range(12):
        quote = _request_quote(guest, number).json()
    for amount in range(1, 13):
        changes = {"quoteAmount": f"{1000 + amount}.00", "status": "reviewed"}
        admin_client.patch(f"/api/quotes/{quote['id']}", changes, format="json")
        end_waits()
        run_queue()
    assert _statuses(kind="quote-priced") == [MessageStatus.SENT] * 12


def _ask_for_code(email: str, client: Client | None = None) -> Any:
    page = (client or Client()).post("/accounts/login/code/", {"email": email})
    assert page.status_code == 302
    return page


def _member(email: str, **fields: Any) -> User:
    user = User.objects.create_user(email, "correct horse", **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def test_third_requested_code_is_sent(tmp_path: Path) -> None:
    _member("eleanor@example.com")
    for _ in range(3):
        _ask_for_code("eleanor@example.com")
    emails = delivered(tmp_path)
    assert len(emails) == 3
    assert len({text_of(email) for email in emails}) == 3, "each with a different code"


@pytest.mark.parametrize(("is_admin", "kind"), [(False, "login-code"), (True, "login-code"), (None, "unknown-account")])
def test_codes_a_stranger_requests_are_limited_and_the_page_stays_the_same(is_admin: bool | None, kind: str) -> None:
    if is_admin is not None:
        _member(VICTIM, role="owner" if is_admin else None)
    pages = [_ask_for_code(VICTIM) for _ in range(12)]
    assert _statuses(kind=kind) == [MessageStatus.QUEUED] * 10 + [MessageStatus.SKIPPED] * 2
    assert {bytes(row.raw) for row in Message.objects.filter(status=MessageStatus.SKIPPED)} == {b""}, "no code is kept"
    assert len({(page["Location"], page.content) for page in pages}) == 1


def _add_addresses(user: User, times: int) -> None:
    client = Client()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": "correct horse"})
    for _ in range(times):
        client.post("/accounts/email/", {"action_add": "", "email": VICTIM})
        EmailAddress.objects.filter(email=VICTIM).delete()


def test_verification_codes_a_customer_sends_to_a_third_person_are_limited() -> None:
    _add_addresses(_member("eleanor@example.com"), 12)
    assert _statuses(kind="email-confirmation") == [MessageStatus.QUEUED] * 10 + [MessageStatus.SKIPPED] * 2


def test_administrators_own_requests_are_not_limited() -> None:
    _add_addresses(_member("ada@example.com", role="owner"), 12)
    assert _statuses(kind="email-confirmation", cause=Cause.STAFF) == [MessageStatus.QUEUED] * 12
