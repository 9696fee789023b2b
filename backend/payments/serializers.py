"""Payments and Stripe events in the API."""

from rest_framework import serializers

from common.outputs import Dollars, Output
from payments.models import EventState, PaymentMethod, PaymentStatus, RefundStatus


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
    amount = Dollars()
    amountReceived = Dollars(source="amount_received")
    amountRefunded = Dollars(source="amount_refunded")
    status = serializers.ChoiceField(choices=PaymentStatus.choices)
    failureMessage = serializers.CharField(source="failure_message")
    disputed = serializers.BooleanField()
    disputeLost = serializers.BooleanField(source="is_lost")
    stripePaymentIntentId = serializers.CharField(source="stripe_payment_intent_id")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class PaidOutput(Output):
    """A payment that a customer made by card (with its brand and last four digits) or that staff recorded.

    ``reversed``: a recorded payment that does not count, such as a bounced check. ``disputed``: the customer's bank
    wants a card payment back, or got it back; ``disputeLost``: it got it back for good. ``receiptUrl``: a path on this
    site.
    """

    id = serializers.UUIDField()
    paidAt = serializers.DateTimeField(source="paid_at")
    description = serializers.CharField(source="what")
    amount = Dollars(source="paid")
    amountRefunded = Dollars(source="refunded")
    method = serializers.ChoiceField(choices=PaymentMethod.choices)
    cardBrand = serializers.CharField(source="brand")
    cardLast4 = serializers.CharField(source="last4")
    cardWallet = serializers.CharField(source="wallet")
    reversed = serializers.BooleanField()
    disputed = serializers.BooleanField()
    disputeLost = serializers.BooleanField(source="dispute_lost")
    receiptUrl = serializers.CharField(source="receipt_path", allow_null=True)


class SavedCardOutput(Output):
    """A card that Stripe keeps for a customer. ``paysStorage``: their storage plan is charged to it each month."""

    id = serializers.CharField()
    brand = serializers.CharField()
    last4 = serializers.CharField()
    expMonth = serializers.IntegerField(source="exp_month")
    expYear = serializers.IntegerField(source="exp_year")
    expired = serializers.BooleanField()
    paysStorage = serializers.BooleanField(source="pays_storage")


class RefundOutput(Output):
    """A refund. ``requestedBy`` is blank if the product requested it; ``error`` is why Stripe or the bank rejected
    it.
    """

    id = serializers.UUIDField()
    amount = Dollars()
    reason = serializers.CharField()
    status = serializers.ChoiceField(choices=RefundStatus.choices)
    error = serializers.CharField()
    requestedBy = serializers.CharField(source="requested_by_name")
    createdAt = serializers.DateTimeField(source="created_at")


class DeskPaymentOutput(PaymentOutput):
    """A payment as administrators see it, with its refunds and what staff assigned it to.

    ``receiptEmail`` and ``payerName``: what the payer entered in the card form. ``bankDeadline``: when the bank needs a
    response to its dispute. ``refundable``: the amount that can be refunded, 0 if it is disputed.
    ``amountRefunding``: requested refunds that Stripe has not confirmed. ``refundFailed``: the amount of failed
    refunds, until it is refunded again or kept (``kept…``).
    """

    amountRefunding = Dollars(source="amount_refunding")
    refundable = Dollars(source="offered_refund")
    refundFailed = Dollars(source="refund_failed")
    keptAt = serializers.DateTimeField(source="kept_at", allow_null=True)
    keptBy = serializers.CharField(source="kept_by_name")
    keptReason = serializers.CharField(source="kept_reason")
    refunds = RefundOutput(many=True)

    receiptEmail = serializers.CharField(source="receipt_email")
    payerName = serializers.CharField(source="payer_name")
    bankDeadline = serializers.DateTimeField(source="bank_deadline", allow_null=True)
    assignedQuoteId = serializers.UUIDField(source="assigned_quote_id", allow_null=True)
    assignedTreeOrderId = serializers.UUIDField(source="assigned_tree_order_id", allow_null=True)
    assignedUserId = serializers.UUIDField(source="assigned_user_id", allow_null=True)
    assignedAt = serializers.DateTimeField(source="assigned_at", allow_null=True)
    assignedBy = serializers.CharField(source="assigned_by_name")


class KeptOutput(Output):
    """The part of a payment that was owed back and is now kept, in US dollars."""

    amountKept = Dollars()


class ReceivedPaymentOutput(Output):
    """A payment on an invoice or a tree order.

    ``disputed``: the customer's bank wants a card payment back, or got it back; ``disputeLost``: it got it back for
    good. ``takenBackAt``: when a recorded payment was reversed. ``amountOwed``: the part that is owed back.
    ``amountKept``: the part that was owed back until staff kept it. ``cardPaymentId``: the card payment behind it.
    ``refundable``: how much of that can still be refunded. ``createdAt``: when it was received.
    """

    id = serializers.UUIDField()
    cardPaymentId = serializers.UUIDField(source="payment_id", allow_null=True)
    refundable = Dollars(source="offered_refund")
    amount = Dollars()
    amountRefunded = Dollars(source="amount_refunded")
    method = serializers.ChoiceField(choices=PaymentMethod.choices)
    note = serializers.CharField()
    disputed = serializers.BooleanField()
    disputeLost = serializers.BooleanField(source="dispute_lost")
    recordedBy = serializers.CharField(source="recorded_by_name")
    takenBackAt = serializers.DateTimeField(source="taken_back_at", allow_null=True)
    takenBackBy = serializers.CharField(source="taken_back_by_name")
    takenBackNote = serializers.CharField(source="taken_back_note")
    amountOwed = Dollars(source="amount_owed")
    amountKept = Dollars(source="amount_kept")
    keptAt = serializers.DateTimeField(source="kept_at", allow_null=True)
    keptBy = serializers.CharField(source="kept_by_name")
    keptReason = serializers.CharField(source="kept_reason")
    createdAt = serializers.DateTimeField(source="received_at")


class StripeEventOutput(Output):
    """A Stripe event and its outcome."""

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
    """The state of an event, which the worker processes."""

    state = serializers.ChoiceField(choices=EventState.choices)
