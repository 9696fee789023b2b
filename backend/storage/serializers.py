"""Storage subscriptions in the API."""

from rest_framework import serializers

from accounts.serializers import AddressOutput
from common.fields import Output
from storage.models import StoragePlan


class StorageSubscriptionOutput(Output):
    """A storage subscription as its customer sees it."""

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id")
    plan = serializers.ChoiceField(choices=StoragePlan.choices)
    monthlyAmount = serializers.DecimalField(source="monthly_amount", max_digits=10, decimal_places=2)
    active = serializers.BooleanField()
    addresses = AddressOutput(many=True)
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")
