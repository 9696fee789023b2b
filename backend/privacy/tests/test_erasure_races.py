"""Erasure while something new is stored for the same person: either happens completely or not at all."""

from uuid import UUID

import pytest
from allauth.core.context import request_context
from django.db import IntegrityError, transaction
from django.http import Http404
from django.test import RequestFactory
from rest_framework.test import APIClient

from accounts.models import User
from common.errors import Conflict, DomainError
from jobs.models import Job, JobKind
from jobs.services import schedule_job
from payments.models import Payment
from payments.tests.factories import make_payment
from privacy.erasure import erase_person
from privacy.person import person_of_user
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import confirm_session, in_threads, run_during_transaction

pytestmark = pytest.mark.django_db(transaction=True)


def _erase_in_request(user: User) -> None:
    with request_context(RequestFactory().post("/api/account/erasure")):
        erase_person(person_of_user(user), by=user)


def _erase(user_id: UUID) -> bool:
    user = User.objects.filter(id=user_id).first()
    try:
        if user:
            _erase_in_request(user)
    except Conflict:
        return False
    return True


def test_preview_of_an_erasure_locks_nothing(customer: User, customer_client: APIClient) -> None:
    confirm_session(customer_client, customer)
    assert customer_client.get("/api/account/erasure").json()["email"] == customer.email


def test_request_during_the_erasure_of_its_account_is_refused(customer: User, customer_client: APIClient) -> None:
    with transaction.atomic():
        User.objects.select_for_update().get(id=customer.id)
        request = run_during_transaction(
            lambda: customer_client.post("/api/quotes", quote_body(), format="json").status_code
        )
        _erase_in_request(customer)
    assert request() == 401
    assert not Quote.objects.exists()


def test_erasure_is_refused_while_its_account_is_locked(customer: User) -> None:
    """For example by a new storage plan, which the erasure doesn't see yet."""
    with transaction.atomic():
        User.objects.select_for_update().get(id=customer.id)
        make_quote(user=customer)
        erasure = run_during_transaction(lambda: _erase(customer.id))
    assert not erasure()
    assert Quote.objects.filter(user=customer.id).exists()


def test_concurrent_request_and_erasure(customer: User, customer_client: APIClient) -> None:
    def act(number: int) -> int | bool:
        if number:
            return _erase(customer.id)
        return int(customer_client.post("/api/quotes", quote_body(), format="json").status_code)

    status, erased = in_threads(2, act)
    assert status in {201, 401}
    assert User.objects.filter(id=customer.id).exists() is not erased
    assert Quote.objects.filter(user=customer.id).count() == (0 if erased else 1)
    assert not Quote.objects.exclude(user=customer.id).exists()


def test_concurrent_scheduling_and_erasure(customer: User, admin: User) -> None:
    quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")

    def act(number: int) -> bool:
        if number:
            return _erase(customer.id)
        try:
            schedule_job(quote_id=quote.id, by=admin, kind=JobKind.INSTALLATION, scheduled_date=None, notes="")
        except (Http404, DomainError, IntegrityError):
            return False
        return True

    planned, erased = in_threads(2, act)
    assert planned is not erased or (not planned and not erased)
    assert Job.objects.exists() is planned
    assert Quote.objects.exists() is not erased


def test_concurrent_payment_and_erasure(customer: User) -> None:
    def act(number: int) -> bool:
        if number:
            return _erase(customer.id)
        try:
            make_payment(user_id=customer.id, status="processing", succeeded_at=None)
        except IntegrityError:
            return False
        return True

    paid, erased = in_threads(2, act)
    assert not (paid and erased and Payment.objects.filter(user=customer.id).exists())
    assert User.objects.filter(id=customer.id).exists() is not erased
    assert Payment.objects.exists() is paid


def test_concurrent_erasures_erase_once(customer: User) -> None:
    make_quote(user=customer)
    in_threads(3, lambda _: _erase(customer.id))
    assert not User.objects.filter(id=customer.id).exists()
    assert not Quote.objects.exists()
