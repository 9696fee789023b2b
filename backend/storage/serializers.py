"""Outputs of storage subscriptions."""

from rest_framework import serializers

from accounts.serializers import AddressOutput
from common.outputs import Dollars, Output
from payments.states import SubscriptionStatus
from storage.models import StorageChargeStatus, StoragePlan
from storage.stored_items import StoredItemsStatus


class CardOutput(Output):
    """The part of a card's details that may be shown."""

    brand = serializers.CharField()
    last4 = serializers.CharField()


class StorageSubscriptionOutput(Output):
    """A storage subscription as its customer sees it."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id")
    plan = serializers.ChoiceField(choices=StoragePlan.choices)
    monthlyAmount = Dollars(source="monthly_amount")
    active = serializers.BooleanField()
    status = serializers.ChoiceField(choices=SubscriptionStatus.choices)
    currentPeriodEnd = serializers.DateTimeField(source="current_period_end", allow_null=True)
    endsAt = serializers.DateTimeField(source="ends_at", allow_null=True)
    nextPaymentDiffers = serializers.BooleanField(
        source="next_payment_differs",
        help_text="Whether the next payment also has the difference from a plan change in this month",
    )
    card = CardOutput(allow_null=True)
    addresses = AddressOutput(many=True, source="addresses_in_order")
    startedAt = serializers.DateTimeField(
        source="started_at", allow_null=True, help_text="When the first month was paid"
    )
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class DeskStorageSubscriptionOutput(StorageSubscriptionOutput):
    """A storage subscription as administrators see it, with its customer."""

    customerName = serializers.CharField(source="customer_name")
    customerEmail = serializers.EmailField(source="user.email")
    amountDue = Dollars(
        source="due.amount",
        help_text="While the plan is past due, the payments that failed; otherwise the monthly amount",
    )


class StoredItemsOutput(AddressOutput):
    """A property whose items we fetch, store or return, as administrators see it."""

    itemsStatus = serializers.ChoiceField(source="items_status", choices=StoredItemsStatus.choices)
    customerName = serializers.CharField(source="user.full_name")
    customerEmail = serializers.EmailField(source="user.email")
    plan = serializers.ChoiceField(choices=StoragePlan.choices, allow_null=True)
    planEndsAt = serializers.DateTimeField(
        source="plan_ends_at", allow_null=True, help_text="When the plan ends or ended; null if it continues"
    )


class SubscribedOutput(Output):
    """The subscription, and the client secret for its first payment; null if nothing is due now."""

    clientSecret = serializers.CharField(source="client_secret", allow_null=True)
    subscription = StorageSubscriptionOutput()


class PreviewLineOutput(Output):
    """A line of the next bill; a credit is negative."""

    description = serializers.CharField()
    amount = Dollars()


class PreviewOutput(Output):
    """What changing the plan would cost on the next bill."""

    plan = serializers.ChoiceField(choices=StoragePlan.choices)
    monthlyAmount = Dollars(source="monthly_amount")
    nextPaymentAmount = Dollars(source="next_payment_amount")
    nextPaymentDate = serializers.DateTimeField(source="next_payment_date", allow_null=True)
    lines = PreviewLineOutput(many=True)


class CardUpdateOutput(Output):
    """The client secret for entering another card."""

    clientSecret = serializers.CharField(source="client_secret")


class StorageChargeOutput(Output):
    """A monthly charge. A paid one has a receipt."""

    id = serializers.UUIDField()
    subscriptionId = serializers.UUIDField(source="subscription_id")
    plan = serializers.ChoiceField(choices=StoragePlan.choices)
    amount = Dollars()
    amountRefunded = Dollars(source="amount_refunded")
    status = serializers.ChoiceField(choices=StorageChargeStatus.choices)
    chargedAt = serializers.DateTimeField(source="charged_at")
    hasReceipt = serializers.BooleanField(source="has_receipt")
