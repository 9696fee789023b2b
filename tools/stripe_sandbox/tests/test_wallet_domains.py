"""Domains at which wallets such as Apple Pay may be offered."""

import pytest
import stripe

from stripe_sandbox.server import Sandbox
from stripe_sandbox.tests.shop import Shop, expect_error

REFUSED = "The domain association file is missing."


def test_domain_is_registered_once(shop: Shop) -> None:
    domains = shop.api.payment_method_domains
    made = domains.create({"domain_name": "lights.example"})
    assert (made.domain_name, made.enabled, made.apple_pay.status) == ("lights.example", True, "active")
    assert domains.create({"domain_name": "lights.example"}).id == made.id
    domains.create({"domain_name": "www.lights.example"})
    assert [one.id for one in domains.list({"domain_name": "lights.example"}).data] == [made.id]


def test_refused_wallet_becomes_active_after_validation(shop: Shop, sandbox: Sandbox) -> None:
    domains = shop.api.payment_method_domains
    made = domains.create({"domain_name": "lights.example"})
    sandbox.refuse_wallet("lights.example", "apple_pay", REFUSED)
    refused = domains.validate(made.id)
    assert (refused.apple_pay.status, refused.google_pay.status) == ("inactive", "active")
    assert refused.apple_pay.status_details.error_message == REFUSED
    sandbox.refuse_wallet("lights.example", "apple_pay", None)
    assert sandbox.get(made.id)["apple_pay"]["status"] == "inactive"  # until it is validated
    assert domains.validate(made.id).apple_pay.status == "active"


def test_disabled_domain_is_enabled(shop: Shop) -> None:
    domains = shop.api.payment_method_domains
    made = domains.create({"domain_name": "lights.example", "enabled": False})
    assert domains.list({"enabled": True}).data == []
    assert domains.update(made.id, {"enabled": True}).enabled


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "https://lights.example", "lights.example:8000"])
def test_invalid_domain_is_rejected(shop: Shop, name: str) -> None:
    error = expect_error(stripe.InvalidRequestError, shop.api.payment_method_domains.create, {"domain_name": name})
    assert error.param == "domain_name"
