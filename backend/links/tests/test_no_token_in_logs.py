"""Logs never contain a link's token, even if they contain the path of a request."""

import logging
from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from links.tests.factories import make_link, open_link
from quotes.tests.factories import make_quote


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the product's own handler writes."""
    console: Any = logging.getLogger().handlers
    handler = next(each for each in console if any("Token" in type(rule).__name__ for rule in each.filters))
    written: list[str] = []
    monkeypatch.setattr(handler, "emit", lambda record: written.append(handler.format(record)))
    return written


def test_server_error_is_logged_without_the_token(
    guest: APIClient, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(token: str) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("links.pages.resource_of", fail)
    guest.raise_request_exception = False
    link = make_link(make_quote())
    assert open_link(guest, link).status_code == 500
    assert [line for line in lines if "/f/…" in line]
    assert link.token not in "".join(lines)


def test_opened_link_is_not_logged(guest: APIClient, lines: list[str]) -> None:
    quote = make_quote()
    link = make_link(quote)
    open_link(guest, link)
    guest.post(f"/api/quotes/{quote.id}/opened")
    guest.get(f"/f/{link.token}x")
    assert link.token not in "".join(lines)


def test_development_server_logs_no_token() -> None:
    loggers: Any = settings.LOGGING["loggers"]
    assert "no_link_tokens" in loggers["django.server"]["filters"]
