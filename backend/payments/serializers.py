"""Payments and Stripe's events in the API."""

from rest_framework import serializers

from common.outputs import Output
from payments.models import EventState, PaymentStatus


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


class DeskPaymentOutput(PaymentOutput):
    """A payment as administrators see it, with what staff assigned it to. ``bankDeadline``: until when the bank waits
    for a response to its dispute."""

    bankDeadline = serializers.DateTimeField(source="bank_deadline", allow_null=True)
    assignedQuoteId = serializers.UUIDField(source="assigned_quote_id", allow_null=True)
    assignedTreeOrderId = serializers.UUIDField(source="assigned_tree_order_id", allow_null=True)
    assignedUserId = serializers.UUIDField(source="assigned_user_id", allow_null=True)
    assignedAt = serializers.DateTimeField(source="assigned_at", allow_null=True)
    assignedBy = serializers.CharField(source="assigned_by_name")


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


class WebhookOutput(Output):
    """What became of an event so far; the worker processes it."""

    state = serializers.ChoiceField(choices=EventState.choices)
