"""Fixtures that all backend tests share.

Users: ``customer``, ``outsider`` (another customer, to find access bugs), ``admin``, who is an owner,
and ``office``. Each has an API client, and so does a ``guest``. Tests run on a real PostgreSQL (``make test`` starts
one).
"""

import gc
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import login
from django.db import connection
from django.http import HttpRequest
from django.test import TransactionTestCase, override_settings
from rest_framework.test import APIClient

from accounts.models import Role, User
from accounts.sessions import SessionStore
from content.current import NOTHING, set_content
from stripe_sandbox.tests.request_shapes import checked_sandbox
from testing.database import copy_migrated, delete_all_rows
from testing.payments import StripeSandbox

# The slowest files (see ``pytest --durations=0``) start first, so that the run doesn't wait for them at its end. Those
# that mostly wait for processes come one at a time, since several at once would leave the processors idle. An outdated
# list only costs time.
_LONGEST = [
    "test_seasons", "test_worker_outages", "test_journeys", "test_balance_agrees", "test_fuzz",
    "test_slow_clients", "test_backup", "test_storage_emails", "test_cancel_a_paid_tree", "test_replaced_invoices",
    "test_access", "test_failed_refunds", "test_reconciliation", "test_texts",
    "test_stalled_jobs", "test_subscribe", "test_change_subscription", "test_checkout", "test_pay_by_card",
    "test_quote_news",
    "test_web_outages", "test_make_run", "test_rehearsal", "test_connections", "test_emails", "test_unbilled_work",
    "test_embedded_database", "test_load_demo",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests for a run on several processes. pytest-django has put tests without a database last."""
    place = {name: index for index, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


# Modules are never garbage, and collecting while they load takes time.
gc.disable()


def pytest_collection_finish() -> None:
    """Exclude everything loaded so far from garbage collection.

    The collector still runs as often as before: it closes the database connections that threads leave behind.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 5, 5)  # at the default, a tenth of the time goes there


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Copy and empty the database faster than Django does."""
    creation = connection.creation
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(creation, "create_test_db", partial(copy_migrated, creation.create_test_db))
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_all_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests(django_test_environment: None) -> Iterator[None]:
    """Settings that differ in all tests, set once."""
    with override_settings(
        # Each API client creates its own middleware, which would list all files of the web client's build.
        WHITENOISE_ROOT=None,
        # Tests exceed the limits. The throttles' own tests turn them on.
        THROTTLES=False,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # a fast one
        # Use the outbox, as in production. Django's test runner would keep emails in memory.
        EMAIL_BACKEND="notifications.backends.OutboxBackend",
    ):
        yield


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    """Write emails and other files to the test's own folder."""
    settings.DATA_DIR = tmp_path
    settings.UPLOADS_URL = (tmp_path / "uploads").as_uri()


@pytest.fixture(autouse=True)
def _own_content() -> None:
    """Start without content from owners, and don't query for any: that would throw off tests that count queries."""
    set_content(NOTHING)


@pytest.fixture
def customer(db: None) -> User:
    return User.objects.create_user("eleanor@example.com", "correct horse", first_name="Eleanor", last_name="Hayes")


@pytest.fixture
def outsider(db: None) -> User:
    return User.objects.create_user("oscar@example.com", "correct horse", first_name="Oscar", last_name="Outside")


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("ada@example.com", "correct horse", first_name="Ada", last_name="Admin")


@pytest.fixture
def office(db: None) -> User:
    return User.objects.create_user("olive@example.com", "correct horse", first_name="Olive", role=Role.OFFICE)


def client_of(user: User | None = None) -> APIClient:
    """Return an API client with a session of ``user``, or without one."""
    client = APIClient()
    if user:
        # Like ``force_login``, which first creates another session and so runs twice as many statements.
        request = HttpRequest()
        request.session = SessionStore()
        login(request, user, settings.AUTHENTICATION_BACKENDS[0])
        request.session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)
    return client


@pytest.fixture
def guest(db: None) -> APIClient:
    return client_of()


@pytest.fixture
def customer_client(customer: User) -> APIClient:
    return client_of(customer)


@pytest.fixture
def outsider_client(outsider: User) -> APIClient:
    return client_of(outsider)


@pytest.fixture
def admin_client(admin: User) -> APIClient:
    return client_of(admin)


@pytest.fixture
def stripe_sandbox(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeSandbox]:
    """An empty Stripe sandbox with card payment set up, over real HTTP. Its webhooks wait for ``deliver``.

    A request with an unknown parameter, or one of the wrong type, fails its test. Each page of a list has one object,
    so that code which reads only the first page fails, too.
    """
    monkeypatch.setattr("stripe.HTTPClient.INITIAL_DELAY", 0.01)  # retries don't wait
    monkeypatch.setattr("stripe.HTTPClient.MAX_DELAY", 0.05)
    # In a test that shifts the time and takes a minute on a busy machine, disputes would be lost at a random step.
    monkeypatch.setattr("stripe_sandbox.clock.EVERY", threading.TIMEOUT_MAX)
    with checked_sandbox(StripeSandbox) as sandbox:
        settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = "sk_test_sandbox", "pk_test_sandbox"
        settings.STRIPE_WEBHOOK_SECRET = sandbox.webhooks.secret
        sandbox.store.most_per_page = 1
        settings.STRIPE_API_BASE, settings.STRIPE_JS_URL = sandbox.url, f"{sandbox.url}/stripe.js"
        settings.STRIPE_FILES_BASE = sandbox.url
        settings.STRIPE_CONCURRENT_REQUESTS = 50  # tests use more threads than a web process
        yield sandbox


@pytest.fixture
def office_client(office: User) -> APIClient:
    return client_of(office)
