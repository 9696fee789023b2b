"""Fixtures for the tests of the outbox."""

from collections.abc import Iterator
from typing import Any

import pytest

from config import env
from notifications import smtp
from testing.mail_server import MailServer, mail_server


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """A real mail server on loopback that the product delivers to. Timeouts are long, for busy machines; tests of a
    timeout set their own."""
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 300.0)
    with mail_server() as running:
        url = f"smtp+plain://127.0.0.1:{running.port}"
        settings.DELIVERY_BACKEND, settings.DELIVERY_OPTIONS = env.mail(url, development=True)
        settings.DELIVERY_OPTIONS["timeout"] = 300
        yield running
