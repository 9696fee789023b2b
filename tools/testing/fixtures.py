"""The cast and the props that all backend tests share.

The cast: ``customer`` and ``outsider`` (another customer, who finds access bugs), ``admin``; and an API client for
each of them and for a ``guest``. Tests run on a real PostgreSQL (``make test`` starts one).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase
from rest_framework.test import APIClient

from accounts.models import User
from stripe_sandbox.tests.request_shapes import checked_sandbox
from testing.payments import StripeSandbox


@pytest.fixture(scope="session", autouse=True)
def _quick_flush() -> Iterator[None]:
    """Empty the tables in a tenth of the time after a test that commits.

    Content types and permissions stay: most of the time went into writing them anew.
    """

    def flush(_: TransactionTestCase) -> None:
        existing = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = [table for table in existing if table not in {"django_content_type", "auth_permission"}]
        statements = connection.ops.sql_flush(no_style(), tables)
        connection.ops.execute_sql_flush(statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush)
        yield


@pytest.fixture(autouse=True)
def _no_client_files(settings: Any) -> None:
    """Each API client makes the middleware anew, which would look at all files of the web client's build."""
    settings.WHITENOISE_ROOT = None


@pytest.fixture(autouse=True)
def _no_throttles(settings: Any) -> None:
    """The tests write more in a minute than a household does; the throttle's own tests turn it on."""
    settings.THROTTLES = False


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Forget what earlier tests counted: flushing the database after a test leaves the cache's table as it is."""
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Hashing that takes no time: what is tested is who gets in, not how long a thief would need."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _real_mail(settings: Any, tmp_path: Path) -> None:
    """Mails go through the outbox, as in the product (Django's test runner would keep them in memory), and from
    there into a folder of this test's own."""
    settings.EMAIL_BACKEND = "notifications.backends.OutboxBackend"
    settings.DATA_DIR = tmp_path


@pytest.fixture
def customer(db: None) -> User:
    return User.objects.create_user("eleanor@example.com", "correct horse", first_name="Eleanor", last_name="Hayes")


@pytest.fixture
def outsider(db: None) -> User:
    return User.objects.create_user("oscar@example.com", "correct horse", first_name="Oscar", last_name="Outside")


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("ada@example.com", "correct horse", first_name="Ada", last_name="Admin")


def _client(user: User | None = None) -> APIClient:
    client = APIClient()
    if user:
        client.force_login(user)
    return client


@pytest.fixture
def guest(db: None) -> APIClient:
    return _client()


@pytest.fixture
def customer_client(customer: User) -> APIClient:
    return _client(customer)


@pytest.fixture
def outsider_client(outsider: User) -> APIClient:
    return _client(outsider)


@pytest.fixture
def admin_client(admin: User) -> APIClient:
    return _client(admin)


@pytest.fixture
def stripe_sandbox(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeSandbox]:
    """Card payment set up with the sandbox for Stripe, empty, over real HTTP. Its webhooks wait for ``deliver``.

    A request with a parameter that Stripe does not publish, or of another type, fails the test that made it.
    """
    monkeypatch.setattr("stripe.HTTPClient.INITIAL_DELAY", 0.01)  # retries happen, without the wait
    monkeypatch.setattr("stripe.HTTPClient.MAX_DELAY", 0.05)
    with checked_sandbox(StripeSandbox) as sandbox:
        settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = "sk_test_sandbox", "pk_test_sandbox"
        settings.STRIPE_WEBHOOK_SECRET = sandbox.webhooks.secret
        settings.STRIPE_API_BASE, settings.STRIPE_JS_URL = sandbox.url, f"{sandbox.url}/stripe.js"
        settings.STRIPE_CONCURRENT_REQUESTS = 50  # the threads of a test are more than those of a web process
        yield sandbox
