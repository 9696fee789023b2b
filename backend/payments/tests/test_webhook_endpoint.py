"""``manage.py sync_stripe_webhook`` registers this site's webhook with exactly the events that are handled."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from payments.client import API_VERSION
from payments.events import HANDLERS
from testing.payments import StripeSandbox


@pytest.fixture(autouse=True)
def _site(db: None, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"


def _sync(*arguments: str) -> str:
    out = StringIO()
    call_command("sync_stripe_webhook", *arguments, stdout=out)
    return out.getvalue()


def _endpoints(stripe_sandbox: StripeSandbox) -> list[dict[str, Any]]:
    return stripe_sandbox.objects("webhook_endpoint")


def test_endpoint_is_created_with_handled_events_and_secret_shown_once(stripe_sandbox: StripeSandbox) -> None:
    printed = _sync()
    [made] = _endpoints(stripe_sandbox)
    assert made["url"] == "https://lights.example/api/stripe/webhook"
    assert made["api_version"] == API_VERSION
    assert sorted(made["enabled_events"]) == sorted(HANDLERS)
    assert "STRIPE_WEBHOOK_SECRET=whsec_" in printed
    again = _sync()
    assert "whsec_" not in again
    assert "Up to date" in again
    assert _endpoints(stripe_sandbox) == [made]


@pytest.mark.parametrize(
    "wrong",
    [
        {"enabled_events": ["invoice.paid", "payout.paid"]},
        {"enabled_events": [*HANDLERS, "customer.created"]},
        {"status": "disabled"},
    ],
    ids=["too few events", "too many events", "turned off"],
)
def test_outdated_endpoint_is_updated(stripe_sandbox: StripeSandbox, wrong: dict[str, Any]) -> None:
    _sync()
    [made] = _endpoints(stripe_sandbox)
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save(made | wrong)
    assert "whsec_" not in _sync()
    [updated] = _endpoints(stripe_sandbox)
    assert (updated["id"], sorted(updated["enabled_events"]), updated["status"]) == (
        made["id"], sorted(HANDLERS), "enabled",
    )  # fmt: skip


def test_endpoint_of_other_site_is_left_alone(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    _sync()
    settings.SITE_URL = "https://staging.lights.example"
    assert "whsec_" in _sync("--remove-others")
    assert len(_endpoints(stripe_sandbox)) == 2


def test_endpoint_of_previous_api_version_is_replaced(stripe_sandbox: StripeSandbox) -> None:
    _sync()
    [old] = _endpoints(stripe_sandbox)
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save(old | {"api_version": "2025-09-30.clover"})
    printed = _sync()
    assert "whsec_" in printed
    assert old["id"] in printed
    assert len(_endpoints(stripe_sandbox)) == 2  # until the site has the new secret, both are needed
    _sync("--remove-others")
    [left] = _endpoints(stripe_sandbox)
    assert left["api_version"] == API_VERSION


def test_command_fails_without_keys(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    with pytest.raises(CommandError, match="not set up"):
        _sync()


def test_rejected_key_is_reported_with_stripes_message(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_wrong"
    with pytest.raises(CommandError, match="Invalid API Key"):
        _sync()


def test_new_secret_replaces_endpoint(stripe_sandbox: StripeSandbox) -> None:
    _sync()
    [lost] = _endpoints(stripe_sandbox)
    assert "STRIPE_WEBHOOK_SECRET=whsec_" in _sync("--new-secret")
    [made] = _endpoints(stripe_sandbox)
    assert made["id"] != lost["id"]
