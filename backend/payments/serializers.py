"""Payments and Stripe's events in the API."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from catalog.catalog import CHECKOUT_AMOUNT
from common import fields
from common.fields import Form, Output
from payments.models import EventState, PaymentStatus


@extend_schema_field(OpenApiTypes.NUMBER)
class CheckoutAmount(fields._Strict):
    """The published amount as a JSON number: a client repeats it, and never sets a price."""

    expected = "number"
    types = (int, float)

    def to_internal_value(self, data: Any) -> Any:
        if super().to_internal_value(data) != CHECKOUT_AMOUNT:
            raise serializers.ValidationError(f"The amount must be {CHECKOUT_AMOUNT:.0f}")
        return CHECKOUT_AMOUNT


class PaymentIntentInput(Form):
    """What is to be paid: the published checkout amount, or what is due of an invoice."""

    amount = CheckoutAmount(required=False, allow_null=False)
    invoiceId = fields.Identifier(source="invoice_id", required=False)

    def to_internal_value(self, data: Any) -> Any:
        """The amount of an invoice is ours to know, so none that comes with one is looked at."""
        if data.get("invoiceId") is not None:
            return super().to_internal_value({"invoiceId": data["invoiceId"]})
        if "amount" not in data:
            raise serializers.ValidationError({"amount": [fields.REQUIRED]})
        return super().to_internal_value({"amount": data["amount"]})


class ClientSecretOutput(Output):
    """What Stripe's form in the browser needs to take the payment."""

    clientSecret = serializers.CharField()


class PaymentsConfigOutput(Output):
    """What the browser needs to load Stripe's form."""

    publishableKey = serializers.CharField()
    scriptUrl = serializers.URLField()


class PaymentOutput(Output):
    """A payment by card."""

    id = serializers.UUIDField()
    purpose = serializers.CharField()
    reference = serializers.UUIDField(allow_null=True)
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    description = serializers.CharField()
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    amountReceived = serializers.DecimalField(source="amount_received", max_digits=10, decimal_places=2)
    amountRefunded = serializers.DecimalField(source="amount_refunded", max_digits=10, decimal_places=2)
    status = serializers.ChoiceField(choices=PaymentStatus.choices)
    failureMessage = serializers.CharField(source="failure_message")
    disputed = serializers.BooleanField()
    stripePaymentIntentId = serializers.CharField(source="stripe_payment_intent_id")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class StripeEventOutput(Output):
    """An event of Stripe's and what became of it."""

    id = serializers.UUIDField()
    stripeId = serializers.CharField(source="stripe_id")
    type = serializers.CharField()
    objectId = serializers.CharField(source="object_id")
    state = serializers.ChoiceField(choices=EventState.choices)
    attempts = serializers.IntegerField()
    error = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    processedAt = serializers.DateTimeField(source="processed_at", allow_null=True)
