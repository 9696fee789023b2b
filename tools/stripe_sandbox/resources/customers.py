"""Customers."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json
from stripe_sandbox.lists import page
from stripe_sandbox.params import Params

_TEXTS = ("description", "email", "name", "phone")
_ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


def create(call: Call) -> Json:
    customer = call.new_object(
        "customer", "cus", address=None, balance=0, currency=None, customer_account=None, default_source=None,
        delinquent=False, description=None, discount=None, email=None, invoice_prefix="",
        invoice_settings={
            "custom_fields": None, "default_payment_method": None, "footer": None, "rendering_options": None,
        },
        metadata={}, name=None, next_invoice_sequence=1, phone=None, preferred_locales=[], shipping=None,
        tax_exempt="none", test_clock=None,
    )  # fmt: skip
    customer["invoice_prefix"] = customer["id"][-8:].upper()
    _read(call, customer)
    call.emit("customer.created", customer)
    return customer


def retrieve(call: Call) -> Json:
    """Return the customer; if it was deleted, only that fact."""
    found = call.store.get(call.path["id"])
    return found if found and is_deleted(found) else call.find_by_path("customer")


def update(call: Call) -> Json:
    customer = call.find_by_path("customer")
    before = call.snapshot(customer)
    _read(call, customer)
    call.emit("customer.updated", customer, before)
    return customer


def list_all(call: Call) -> Json:
    email = call.params.text("email")
    return page(call, "customer", "/v1/customers", {"email": email}, keep=lambda one: not is_deleted(one))


def is_deleted(found: Json) -> bool:
    """Return whether this customer was deleted."""
    return found["object"] == "customer" and bool(found.get("deleted"))


def address(given: Params | None) -> Json | None:
    """Return an address as Stripe stores it."""
    return {name: given.text(name) for name in _ADDRESS} if given else None


def _read(call: Call, customer: Json) -> None:
    params = call.params
    for name in _TEXTS:
        if name in params:
            customer[name] = params.text(name)
    if "address" in params:
        customer["address"] = address(params.child("address"))
    customer["metadata"] = params.metadata(customer["metadata"])
    if settings := params.child("invoice_settings"):
        customer["invoice_settings"]["default_payment_method"] = call.find_default_card(settings, customer["id"])
