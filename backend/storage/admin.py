"""The storage app in the back office."""

from django.contrib import admin
from django.forms import ChoiceField, ModelForm
from django.http import HttpRequest

from accounts.models import Address, AddressStatus
from common.admin import OnlyChanged, ReadOnly
from storage.models import StorageSubscription
from storage.stored_items import record_items


@admin.register(StorageSubscription)
class StorageSubscriptionAdmin(ReadOnly):
    """Read-only: changes go through the services, which also update Stripe."""

    list_display = ["created_at", "user", "plan", "monthly_amount", "status", "current_period_end", "ends_at"]
    list_filter = ["status", "plan"]
    search_fields = ["stripe_subscription_id", "user__email"]
    list_select_related = ["user"]


class _StoredItemsForm(ModelForm):
    """Only asks whether we store items: whether a plan covers the address follows from the plan."""

    status = ChoiceField(
        label="Items",
        choices=[(AddressStatus.ACTIVE, "Nothing in storage"), (AddressStatus.ITEMS_IN_STORAGE, "Items in storage")],
        help_text="While we store items from an address, its customer can't delete it, remove it from the plan, or "
        "erase their data.",
    )


@admin.register(Address)
class StoredItemsAdmin(OnlyChanged):
    """Addresses, where staff record that items were picked up or returned."""

    form = _StoredItemsForm
    list_display = ["street", "city", "user", "status"]
    list_filter = ["status"]
    search_fields = ["street", "city", "user__email"]
    list_select_related = ["user"]
    fields = ["user", "street", "city", "state", "zip_code", "status"]
    readonly_fields = ["user", "street", "city", "state", "zip_code"]

    def save_model(self, request: HttpRequest, obj: Address, form: ModelForm, change: bool) -> None:
        """Record what staff chose."""
        record_items(address_id=obj.id, in_storage=obj.status == AddressStatus.ITEMS_IN_STORAGE)
