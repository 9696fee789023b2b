"""A signed-in customer can save a card, pay with it while present, and remove it."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.errors import DomainError
from invoices.tests.factories import make_invoice
from links.tests.factories import make_link, open_link
from notifications.models import Message
from payments import intents
from payments.models import Payment
from payments.states import Card
from payments.tests.saving import METHODS, client_secret, confirm, open_session, save_card
from testing import cards
from testing.helpers import delivered, end_waits, text_of
from testing.payments import StripeSandbox, run_payments_queue


def _cards(browser: APIClient) -> list[dict[str, Any]]:
    response = browser.get(METHODS)
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()
    return found


def _change(sandbox: StripeSandbox, method: str, **card: int) -> None:
    with sandbox.store.transaction():
        row = sandbox.store.require(method)
        row["card"] |= card
        sandbox.store.save(row)


def _offered(sandbox: StripeSandbox, customer: User) -> list[str]:
    """Return the IDs of the cards that Stripe's form would show to the customer."""
    customer.refresh_from_db()
    methods = sandbox.objects("payment_method", customer=customer.stripe_customer_id)
    return [method["id"] for method in methods if method["allow_redisplay"] == "always"]


def test_card_is_not_saved_unless_asked(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    assert _cards(customer_client) == []
    cards.pay(client_secret(customer_client))
    stripe_sandbox.deliver()
    assert _cards(customer_client) == []
    assert not Message.objects.filter(kind="card-saved").exists()


def test_saved_card_is_listed(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    method = save_card(customer_client, stripe_sandbox)
    unpaid = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json")
    assert unpaid.status_code == 200
    [card] = _cards(customer_client)
    assert card == {
        "id": method, "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": card["expYear"], "expired": False,
        "paysStorage": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("brand", "name"),
    [("visa", "Visa"), ("amex", "American Express"), ("diners", "Diners Club"), ("jcb", "JCB"),
     ("unionpay", "UnionPay")],
)  # fmt: skip
def test_card_has_the_name_that_people_know(brand: str, name: str) -> None:
    assert Card(brand, "4242").name == f"{name} ending in 4242"


@pytest.mark.django_db(transaction=True)
def test_customer_is_emailed_once_about_saved_card(
    customer_client: APIClient, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    stripe_sandbox.set_webhooks(repeat=1)
    save_card(customer_client, stripe_sandbox)
    Payment.objects.update(receipt_email="typo@exmaple.con")  # as entered in the card form
    [email] = delivered(tmp_path)
    assert (email["To"], email["Subject"]) == ("eleanor@example.com", "A card was saved: Visa ending in 4242")
    assert "/my-services?tab=invoices#saved-cards" in text_of(email)


def test_form_offers_saved_cards_for_on_session_use(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    response = open_session(customer_client, client_secret(customer_client))
    assert response.status_code == 200
    [session] = stripe_sandbox.objects("customer_session")
    assert response.json() == {"clientSecret": session["client_secret"]}
    assert session["components"]["payment_element"]["features"] == {
        "payment_method_allow_redisplay_filters": ["always"],
        "payment_method_redisplay": "enabled",
        "payment_method_redisplay_limit": 10,
        "payment_method_remove": "disabled",
        "payment_method_save": "enabled",
        "payment_method_save_usage": "on_session",
    }


def test_saved_card_pays_next_invoice(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    method = save_card(customer_client, stripe_sandbox)
    invoice = make_invoice(user=customer)
    confirm(client_secret(customer_client, {"invoiceId": str(invoice.id)}), payment_method=method)
    stripe_sandbox.deliver()
    invoice.refresh_from_db()
    assert invoice.status == "paid"
    assert Message.objects.filter(kind="card-saved").count() == 1  # only when it was saved, not when it is used


def test_guest_has_no_saved_cards(guest: APIClient, stripe_sandbox: StripeSandbox) -> None:
    secret = client_secret(guest)
    assert open_session(guest, secret).status_code == 401
    assert guest.get(METHODS).status_code == 401


def test_session_is_for_own_payments_only(
    customer_client: APIClient, outsider_client: APIClient, guest: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    for secret in (client_secret(customer_client), client_secret(guest), "pi_nothing_secret_x"):
        assert open_session(outsider_client, secret).status_code == 404
    assert stripe_sandbox.objects("customer_session") == []


def test_private_link_does_not_reveal_saved_cards(
    customer: User, guest: APIClient, outsider_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    """With the client secret of an intent that names a customer, anyone could pay with the customer's saved cards."""
    invoice = make_invoice(user=customer)
    link = make_link(invoice)
    for browser in (guest, outsider_client):
        open_link(browser, link)
        secret = client_secret(browser, {"invoiceId": str(invoice.id)})
        assert stripe_sandbox.get(secret.split("_secret_")[0])["customer"] is None
        assert open_session(browser, secret).status_code in {401, 404}
    confirm(secret, payment_method="pm_card_visa", setup_future_usage="on_session")
    stripe_sandbox.deliver()
    assert Payment.objects.get(status="succeeded").user == customer
    assert not Message.objects.filter(kind="card-saved").exists()


def test_link_holder_never_gets_owners_form(
    customer: User, customer_client: APIClient, guest: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    invoice = make_invoice(user=customer)
    open_link(guest, make_link(invoice))
    own, held = (client_secret(browser, {"invoiceId": str(invoice.id)}) for browser in (customer_client, guest))
    at_stripe = [stripe_sandbox.get(secret.split("_secret_")[0]) for secret in (own, held)]
    assert [(each["customer"] is None, each["status"] == "canceled") for each in at_stripe] == [
        (False, True), (True, False),
    ]  # fmt: skip


def test_owner_and_link_holder_never_share_a_form(
    customer: User, customer_client: APIClient, guest: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    invoice = make_invoice(user=customer)
    open_link(guest, make_link(invoice))
    body = {"invoiceId": str(invoice.id)}
    held = client_secret(guest, body)
    own = client_secret(customer_client, body)
    assert own != held
    assert stripe_sandbox.get(held.split("_secret_")[0])["status"] == "canceled"
    assert open_session(customer_client, own).status_code == 200
    assert client_secret(customer_client, body) == own
    confirm(own, payment_method="pm_card_visa")
    stripe_sandbox.deliver()
    assert len(stripe_sandbox.charges()) == 1


def test_owner_is_asked_to_try_again_while_link_holder_keeps_opening_the_form(
    customer: User,
    customer_client: APIClient,
    guest: APIClient,
    stripe_sandbox: StripeSandbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    invoice = make_invoice(user=customer)
    open_link(guest, make_link(invoice))
    body = {"invoiceId": str(invoice.id)}
    held, cancel = [client_secret(guest, body)], intents._cancel

    def reopened(intent_id: str) -> None:
        cancel(intent_id)
        held.append(client_secret(guest, body))

    monkeypatch.setattr(intents, "_cancel", reopened)
    response = customer_client.post("/api/create-payment-intent", body, format="json")
    assert (response.status_code, "on another device" in response.json()["message"]) == (409, True)
    confirm(held[-1], payment_method="pm_card_visa")
    stripe_sandbox.deliver()
    assert len(stripe_sandbox.charges()) == 1


def test_other_customer_neither_sees_nor_removes_card(
    customer_client: APIClient, outsider_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    method = save_card(customer_client, stripe_sandbox)
    save_card(outsider_client, stripe_sandbox, "pm_card_mastercard")
    assert [card["brand"] for card in _cards(outsider_client)] == ["mastercard"]
    assert outsider_client.delete(f"{METHODS}/{method}").status_code == 404
    assert [card["id"] for card in _cards(customer_client)] == [method]


def test_removed_card_is_gone_at_stripe(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    method = save_card(customer_client, stripe_sandbox)
    assert customer_client.delete(f"{METHODS}/{method}").status_code == 204
    assert _cards(customer_client) == []
    assert stripe_sandbox.get(method)["customer"] is None
    assert customer_client.delete(f"{METHODS}/{method}").status_code == 404
    with pytest.raises(DomainError):
        confirm(client_secret(customer_client), payment_method=method)


@pytest.mark.parametrize("method", ["pm_unknown", "session", "x" * 300])
def test_unknown_card_is_not_found(customer_client: APIClient, stripe_sandbox: StripeSandbox, method: str) -> None:
    save_card(customer_client, stripe_sandbox)
    assert customer_client.delete(f"{METHODS}/{method}").status_code in {404, 405}


def test_card_that_pays_for_storage_cannot_be_removed(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    secret = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").json()
    cards.pay(secret["clientSecret"])
    stripe_sandbox.deliver()
    [card] = _cards(customer_client)
    assert card["paysStorage"]
    refused = customer_client.delete(f"{METHODS}/{card['id']}")
    assert (refused.status_code, "pays for your storage plan" in refused.json()["message"]) == (409, True)
    assert _offered(stripe_sandbox, customer) == []  # it was kept for storage only
    [plan] = customer_client.get("/api/storage-subscriptions").json()
    [subscription] = stripe_sandbox.objects("subscription")
    stripe_sandbox.renew(subscription["id"], success=False)
    assert _cards(customer_client)[0]["paysStorage"], "the bank may pay the month that it declined"
    assert customer_client.delete(f"{METHODS}/{card['id']}").status_code == 409
    update = customer_client.post(f"/api/storage-subscriptions/{plan['id']}/update-card").json()["clientSecret"]
    cards.set_up(update)
    stripe_sandbox.deliver()
    assert customer_client.delete(f"{METHODS}/{card['id']}").status_code == 204


def test_expired_card_is_shown_as_expired_and_not_offered(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    method = save_card(customer_client, stripe_sandbox)
    stripe_sandbox.expire_card(method)
    assert [card["expired"] for card in _cards(customer_client)] == [True]
    today = timezone.localdate()
    _change(stripe_sandbox, method, exp_year=today.year, exp_month=today.month)
    assert [card["expired"] for card in _cards(customer_client)] == [False], "it is valid through its last month"
    stripe_sandbox.expire_card(method)
    secret = client_secret(customer_client)
    open_session(customer_client, secret)
    assert _offered(stripe_sandbox, customer) == []
    with pytest.raises(DomainError, match="expired"):
        confirm(secret, payment_method=method)


def test_card_renewed_by_its_bank_is_offered_again(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    method = save_card(customer_client, stripe_sandbox)
    year = stripe_sandbox.get(method)["card"]["exp_year"]
    stripe_sandbox.expire_card(method)
    open_session(customer_client, client_secret(customer_client))
    _change(stripe_sandbox, method, exp_year=year)
    open_session(customer_client, client_secret(customer_client))
    assert _offered(stripe_sandbox, customer) == [method]


def test_duplicate_card_is_removed(customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    stripe_sandbox.faults.add("503", path="subscriptions", count=None)  # so that the worker's job waits
    save_card(customer_client, stripe_sandbox)
    again = save_card(customer_client, stripe_sandbox)
    assert list(Payment.objects.values_list("status", flat=True)) == ["succeeded"] * 2, "they don't wait for the job"
    stripe_sandbox.faults.clear()
    end_waits()
    run_payments_queue()
    assert [card["id"] for card in _cards(customer_client)] == [again]


def test_card_with_other_expiry_is_no_duplicate(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    replaced = save_card(customer_client, stripe_sandbox)
    _change(stripe_sandbox, replaced, exp_month=stripe_sandbox.get(replaced)["card"]["exp_month"] % 12 + 1)
    newer = save_card(customer_client, stripe_sandbox)
    run_payments_queue()
    assert {card["id"] for card in _cards(customer_client)} == {replaced, newer}


def test_duplicate_card_that_pays_for_storage_is_kept(
    customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    older = save_card(customer_client, stripe_sandbox)
    secret = customer_client.post("/api/create-subscription", {"plan": "consumer"}, format="json").json()
    cards.pay(secret["clientSecret"])
    [subscription] = stripe_sandbox.objects("subscription")
    with stripe_sandbox.store.transaction():  # as the office does in Stripe's dashboard
        stripe_sandbox.store.save(subscription | {"default_payment_method": older})
    newer = save_card(customer_client, stripe_sandbox)
    run_payments_queue()
    assert {older, newer} <= {card["id"] for card in _cards(customer_client)}


def test_new_card_can_be_saved_after_customer_was_deleted(
    customer: User, customer_client: APIClient, stripe_sandbox: StripeSandbox
) -> None:
    save_card(customer_client, stripe_sandbox)
    customer.refresh_from_db()
    opened = client_secret(customer_client)
    stripe_sandbox.delete_customer(customer.stripe_customer_id)
    assert _cards(customer_client) == []
    secret = client_secret(customer_client)
    assert secret != opened, "an intent of a deleted customer can't be paid"
    assert open_session(customer_client, secret).status_code == 200
    method = save_card(customer_client, stripe_sandbox)
    assert [card["id"] for card in _cards(customer_client)] == [method]


def test_saved_cards_return_503_when_stripe_is_down(customer_client: APIClient, stripe_sandbox: StripeSandbox) -> None:
    method = save_card(customer_client, stripe_sandbox)
    secret = client_secret(customer_client)
    stripe_sandbox.faults.add("503", path="payment_methods", count=None)
    assert customer_client.get(METHODS).status_code == 503
    assert customer_client.delete(f"{METHODS}/{method}").status_code == 503
    assert open_session(customer_client, secret).status_code == 503
