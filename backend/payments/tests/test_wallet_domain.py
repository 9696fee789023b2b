"""``manage.py register_wallet_domain`` lets Apple Pay, Google Pay and Link appear in the card form."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from testing.payments import StripeSandbox

FILE = "/.well-known/apple-developer-merchantid-domain-association"


@pytest.fixture(autouse=True)
def _site(db: None, settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"


def _register() -> str:
    out = StringIO()
    call_command("register_wallet_domain", stdout=out)
    return out.getvalue()


def _domains(stripe_sandbox: StripeSandbox) -> list[dict[str, Any]]:
    return stripe_sandbox.objects("payment_method_domain")


def test_domain_is_registered_once(stripe_sandbox: StripeSandbox) -> None:
    printed = _register()
    [domain] = _domains(stripe_sandbox)
    assert (domain["domain_name"], domain["enabled"]) == ("lights.example", True)
    assert "Registered: lights.example" in printed
    for wallet in ("Apple Pay", "Google Pay", "Link"):
        assert f"{wallet}: ready." in printed
    assert "Already registered, and checked again: lights.example" in _register()
    assert _domains(stripe_sandbox) == [domain]


def test_disabled_domain_is_enabled(stripe_sandbox: StripeSandbox) -> None:
    _register()
    [domain] = _domains(stripe_sandbox)
    with stripe_sandbox.store.transaction():
        stripe_sandbox.store.save(stripe_sandbox.store.require(domain["id"]) | {"enabled": False})
    _register()
    assert [each["enabled"] for each in _domains(stripe_sandbox)] == [True]


def test_refused_wallet_is_named_with_its_reason_and_checked_again(stripe_sandbox: StripeSandbox) -> None:
    _register()
    stripe_sandbox.refuse_wallet("lights.example", "apple_pay", "The file is missing.")
    printed = _register()
    assert "Apple Pay: not ready. Stripe says: The file is missing." in printed
    assert "Apple Pay: ready." not in printed
    assert "Google Pay: ready." in printed
    stripe_sandbox.refuse_wallet("lights.example", "apple_pay", None)
    assert "Apple Pay: ready." in _register()


def test_apple_pay_file_is_served(stripe_sandbox: StripeSandbox, client: Client) -> None:
    assert client.get(FILE).status_code == 404
    _register()
    response = client.get(FILE)
    assert (response.status_code, response["Content-Type"]) == (200, "text/plain")
    assert response.content.startswith(b"7B22")


def test_missing_file_does_not_stop_other_wallets(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_FILES_BASE = f"{stripe_sandbox.url}/nowhere"
    printed = _register()
    assert "Stripe's file for Apple Pay could not be fetched" in printed
    assert "Google Pay: ready." in printed


@pytest.mark.parametrize("address", ["http://lights.example", "https://localhost", "https://127.0.0.1:8000"])
def test_address_without_public_https_is_rejected(stripe_sandbox: StripeSandbox, settings: Any, address: str) -> None:
    settings.SITE_URL = address
    with pytest.raises(CommandError, match="public https address"):
        _register()
    assert _domains(stripe_sandbox) == []


def test_command_fails_without_keys(stripe_sandbox: StripeSandbox, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY = ""
    with pytest.raises(CommandError, match="not set up"):
        _register()
