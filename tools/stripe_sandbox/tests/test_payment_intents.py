"""One-time payments."""

import pytest
import stripe

from stripe_sandbox.tests.shop import Shop, expect_error

STATES = "requires_payment_method"


def test_new_intent_requires_payment_method(shop: Shop) -> None:
    intent = shop.intent(metadata={"reference": "42"}, customer=shop.customer)
    assert (intent.status, intent.amount, intent.amount_received) == (STATES, 59900, 0)
    assert intent.metadata.reference == "42"
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert shop.api.payment_intents.retrieve(intent.id).to_dict() == intent.to_dict()


def test_valid_card_pays_intent(shop: Shop) -> None:
    intent = shop.paid_intent()
    assert (intent.status, intent.amount_received, intent.last_payment_error) == ("succeeded", 59900, None)
    charge = shop.api.charges.retrieve(intent.latest_charge)
    assert (charge.paid, charge.amount, charge.payment_intent) == (True, 59900, intent.id)
    assert charge.payment_method_details.card.last4 == "4242"
    assert shop.events() == [
        "payment_intent.created", "charge.succeeded", "charge.updated", "payment_intent.succeeded",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "code", "decline_code", "message"),
    [
        ("pm_card_chargeDeclined", "card_declined", "generic_decline", "Your card was declined."),
        (
            "pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds",
            "Your card has insufficient funds.",
        ),
        ("pm_card_chargeCustomerFail", "card_declined", "generic_decline", "Your card was declined."),
    ],
)  # fmt: skip
def test_declined_intent_can_be_paid_with_another_card(
    shop: Shop, card: str, code: str, decline_code: str, message: str
) -> None:
    intent = shop.intent()
    error = expect_error(stripe.CardError, shop.api.payment_intents.confirm, intent.id, {"payment_method": card})
    assert (error.http_status, error.code, error.error.decline_code) == (402, code, decline_code)
    assert error.user_message == message
    declined = shop.api.payment_intents.retrieve(intent.id)
    assert (declined.status, declined.payment_method, declined.amount_received) == (STATES, None, 0)
    assert declined.last_payment_error.message == message
    assert shop.api.charges.retrieve(declined.latest_charge).status == "failed"
    paid = shop.api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"})
    assert (paid.status, paid.last_payment_error) == ("succeeded", None)
    assert shop.events()[1:] == [
        "charge.failed", "payment_intent.payment_failed", "charge.succeeded", "charge.updated",
        "payment_intent.succeeded",
    ]  # fmt: skip


def test_intent_succeeds_after_authentication(shop: Shop) -> None:
    intent = shop.intent()
    request = shop.api.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_authenticationRequired", "return_url": "https://shop.example/done?a=1"}
    )
    assert request.status == "requires_action"
    assert request.next_action.redirect_to_url.return_url == "https://shop.example/done?a=1"
    assert shop.sandbox.authenticate(intent.id)["status"] == "succeeded"
    assert "payment_intent.requires_action" in shop.events()
    assert shop.events()[-1] == "payment_intent.succeeded"


def test_intent_fails_without_authentication(shop: Shop) -> None:
    intent = shop.intent()
    shop.api.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_authenticationRequired", "use_stripe_sdk": True}
    )
    shop.sandbox.authenticate(intent.id, success=False)
    failed = shop.api.payment_intents.retrieve(intent.id)
    assert (failed.status, failed.next_action) == (STATES, None)
    assert failed.last_payment_error.code == "payment_intent_authentication_failure"


def test_off_session_payment_cannot_be_authenticated(shop: Shop) -> None:
    error = expect_error(
        stripe.CardError, shop.api.payment_intents.confirm, shop.intent().id,
        {"payment_method": "pm_card_authenticationRequired", "off_session": True},
    )  # fmt: skip
    assert error.code == "authentication_required"


def test_paid_intent_cannot_be_paid_again(shop: Shop) -> None:
    intent = shop.paid_intent()
    for call in (shop.api.payment_intents.confirm, shop.api.payment_intents.cancel):
        error = expect_error(stripe.InvalidRequestError, call, intent.id)
        assert (error.code, error.error.payment_intent.status) == ("payment_intent_unexpected_state", "succeeded")
    error = expect_error(stripe.InvalidRequestError, shop.api.payment_intents.update, intent.id, {"amount": 100})
    assert error.code == "payment_intent_unexpected_state"
    assert len(shop.api.charges.list({"payment_intent": intent.id}).data) == 1


def test_canceled_intent_cannot_be_paid(shop: Shop) -> None:
    intent = shop.intent()
    canceled = shop.api.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
    error = expect_error(
        stripe.InvalidRequestError, shop.api.payment_intents.confirm, intent.id, {"payment_method": "pm_card_visa"}
    )
    assert error.code == "payment_intent_unexpected_state"
    assert shop.api.charges.list().data == []


def test_amount_of_open_intent_can_be_changed(shop: Shop) -> None:
    intent = shop.intent()
    changed = shop.api.payment_intents.update(intent.id, {"amount": 25000, "metadata": {"a": "1"}})
    assert (changed.amount, changed.metadata.to_dict()) == (25000, {"a": "1"})
    assert shop.api.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa"}).amount_received == 25000


def test_slow_payment_is_processing_first(shop: Shop) -> None:
    shop.sandbox.process_next()
    slow = shop.paid_intent()
    assert slow.status == "processing"
    shop.sandbox.finish_processing(slow.id)
    assert shop.api.payment_intents.retrieve(slow.id).status == "succeeded"
    shop.sandbox.process_next()
    failing = shop.paid_intent()
    shop.sandbox.finish_processing(failing.id, success=False)
    assert shop.api.payment_intents.retrieve(failing.id).status == STATES


@pytest.mark.parametrize(
    ("given", "code", "param"),
    [
        ({"amount": 10}, "amount_too_small", "amount"),
        ({"amount": -5}, "parameter_invalid_integer", "amount"),
        ({"amount": "59.90"}, "parameter_invalid_integer", "amount"),
        ({"amount": 100_000_000}, "amount_too_large", "amount"),
        ({"currency": "xyz"}, None, "currency"),
        ({"customer": "cus_nobody"}, "resource_missing", "customer"),
        ({"price": "1"}, "parameter_unknown", "price"),
        ({"payment_method": "pm_nothing"}, "resource_missing", "payment_method"),
    ],
)
def test_invalid_parameters_are_rejected(shop: Shop, given: dict[str, str], code: str | None, param: str) -> None:
    error = expect_error(stripe.InvalidRequestError, shop.intent, **given)
    assert (error.http_status, error.code, error.param) == (400, code, param)
    assert shop.sandbox.objects("payment_intent") == []


def test_confirmation_with_redirects_requires_return_url(shop: Shop) -> None:
    intent = shop.intent(automatic_payment_methods={"enabled": True})
    error = expect_error(
        stripe.InvalidRequestError, shop.api.payment_intents.confirm, intent.id, {"payment_method": "pm_card_visa"}
    )
    assert "return_url" in str(error.user_message)


def test_card_without_customer_can_be_used_once(shop: Shop) -> None:
    method = shop.paid_intent().payment_method
    error = expect_error(
        stripe.InvalidRequestError, shop.api.payment_intents.confirm, shop.intent().id, {"payment_method": method}
    )
    assert error.code == "payment_method_unexpected_state"


def test_card_of_customer_can_be_used_again(shop: Shop) -> None:
    first = shop.paid_intent(customer=shop.customer, setup_future_usage="off_session")
    assert shop.api.payment_methods.retrieve(first.payment_method).customer == shop.customer
    again = shop.intent(customer=shop.customer, payment_method=first.payment_method)
    assert again.status == "requires_confirmation"
    assert shop.api.payment_intents.confirm(again.id, {"off_session": True}).status == "succeeded"
    for stranger in ({}, {"customer": shop.api.customers.create().id}):
        expect_error(stripe.InvalidRequestError, shop.intent, payment_method=first.payment_method, **stranger)
