"""``manage.py sync_stripe_webhook`` registers this site's webhook with exactly the events that are handled."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from payments.client import API_VERSION
from payments.events import HANDLERS
from testing.payments import Till


@pytest.fixture(autouse=True)
def _site(db: None, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"


def _sync(*arguments: str) -> str:
    out = StringIO()
    call_command("sync_stripe_webhook", *arguments, stdout=out)
    return out.getvalue()


def _endpoints(till: Till) -> list[dict[str, Any]]:
    return till.sandbox.objects("webhook_endpoint")


def test_endpoint_is_created_with_handled_events_and_secret_shown_once(till: Till) -> None:
    printed = _sync()
    [made] = _endpoints(till)
    assert made["url"] == "https://lights.example/api/stripe/webhook"
    assert made["api_version"] == API_VERSION
    assert sorted(made["enabled_events"]) == sorted(HANDLERS)
    assert "STRIPE_WEBHOOK_SECRET=whsec_" in printed
    again = _sync()
    assert "whsec_" not in again
    assert "Up to date" in again
    assert _endpoints(till) == [made]


def test_endpoint_with_other_events_is_updated(till: Till) -> None:
    _sync()
    [made] = _endpoints(till)
    with till.sandbox.store.transaction():
        till.sandbox.store.save(made | {"enabled_events": ["invoice.paid", "payout.paid"], "status": "disabled"})
    assert "whsec_" not in _sync()
    [updated] = _endpoints(till)
    assert (updated["id"], sorted(updated["enabled_events"]), updated["status"]) == (
        made["id"], sorted(HANDLERS), "enabled",
    )  # fmt: skip


def test_endpoint_of_other_site_is_left_alone(till: Till, settings: Any) -> None:
    _sync()
    settings.SITE_URL = "https://staging.lights.example"
    assert "whsec_" in _sync("--remove-others")
    assert len(_endpoints(till)) == 2


def test_endpoint_of_previous_api_version_is_replaced(till: Till) -> None:
    _sync()
    [old] = _endpoints(till)
    with till.sandbox.store.transaction():
        till.sandbox.store.save(old | {"api_version": "2025-09-30.clover"})
    printed = _sync()
    assert "whsec_" in printed
    assert old["id"] in printed
    assert len(_endpoints(till)) == 2  # until the site has the new secret, both are needed
    _sync("--remove-others")
    [left] = _endpoints(till)
    assert left["api_version"] == API_VERSION


def test_without_keys_command_says_so(till: Till, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    with pytest.raises(CommandError, match="not set up"):
        _sync()


def test_key_that_stripe_refuses_is_reported_in_its_words(till: Till, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_wrong"
    with pytest.raises(CommandError, match="Invalid API Key"):
        _sync()
