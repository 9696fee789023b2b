"""Payment method domains: where wallets such as Apple Pay may be offered."""

import re

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import page

WALLETS = ("amazon_pay", "apple_pay", "google_pay", "klarna", "link", "paypal")
_DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")


def create(call: Call) -> Json:
    """Register a domain; one that is registered is returned as it is."""
    name = call.params.required("domain_name")
    if not _DOMAIN.fullmatch(name):
        raise invalid(f"Invalid domain name: {name}", param="domain_name")
    enabled = call.params.flag("enabled", True)
    if known := call.store.select("payment_method_domain", domain_name=name):
        return known[0]
    domain = call.new_object("payment_method_domain", "pmd", domain_name=name, enabled=enabled, _refused={})
    return _check_wallets(call, domain)


def update(call: Call) -> Json:
    domain = call.find_by_path("payment_method_domain")
    domain["enabled"] = call.params.flag("enabled", domain["enabled"])
    return call.store.save(domain)


def validate(call: Call) -> Json:
    return _check_wallets(call, call.find_by_path("payment_method_domain"))


def list_all(call: Call) -> Json:
    name, enabled = call.params.text("domain_name"), call.params.flag("enabled")
    return page(
        call, "payment_method_domain", "/v1/payment_method_domains", {"domain_name": name},
        keep=lambda domain: enabled is None or domain["enabled"] == enabled,
    )  # fmt: skip


def refuse_wallet(call: Call, name: str, wallet: str, message: str | None) -> Json:
    """Let a wallet refuse a registered domain from its next validation on; accept it without a ``message``."""
    [domain] = call.store.select("payment_method_domain", domain_name=name)
    domain["_refused"] = {other: why for other, why in domain["_refused"].items() if other != wallet}
    if message:
        domain["_refused"][wallet] = message
    return call.store.save(domain)


def _check_wallets(call: Call, domain: Json) -> Json:
    for wallet in WALLETS:
        why = domain["_refused"].get(wallet)
        domain[wallet] = {"status": "active"}
        if why:
            domain[wallet] = {"status": "inactive", "status_details": {"error_message": why}}
    return call.store.save(domain)
