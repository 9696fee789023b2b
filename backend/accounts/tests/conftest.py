"""Fixtures for tests of accounts."""

from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of accounts reads the database."""


@pytest.fixture
def verified(customer: User) -> User:
    """The customer, with a verified address."""
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    return customer


@pytest.fixture
def built_client(settings: Any, tmp_path: Path) -> None:
    """A build of the web client, as far as the server's pages need it."""
    settings.CLIENT_BUILD_DIR = tmp_path / "client"
    settings.CLIENT_BUILD_DIR.mkdir()
    (settings.CLIENT_BUILD_DIR / "index.html").write_text('<link rel="stylesheet" href="/assets/root-0a1B_-c2.css"/>')
