"""Users in the back office."""

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from accounts.models import Address, User
from accounts.signals import contact_changed
from common.admin import OnlyChanged, ReadOnlyInline


class AddressInline(ReadOnlyInline):
    """Saved addresses, read-only, since only the service keeps exactly one of them the default."""

    model = Address
    fields = readonly_fields = ("label", "street", "city", "state", "zip_code", "status", "is_default")


@admin.register(User)
class UserAdmin(OnlyChanged):
    """Accounts. Users set their own passwords. Roles change only on the desk, which keeps at least one owner."""

    list_display = ["email", "first_name", "last_name", "role", "is_active", "created_at"]
    list_filter = ["role", "is_active"]
    search_fields = ["email", "first_name", "last_name"]
    fields = ["email", "first_name", "last_name", "role", "is_active", "last_login"]
    readonly_fields = ["email", "role", "last_login"]
    inlines = [AddressInline]

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Save, and notify the apps that keep a copy of the name."""
        super().save_model(request, obj, form, change)
        contact_changed.send(sender=User, user=obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Return the read-only fields. Staff can't be deactivated here: they are removed on the desk."""
        return [*self.readonly_fields, "is_active"] if obj and obj.has_admin_role else self.readonly_fields

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Allow owners only."""
        return isinstance(request.user, User) and request.user.is_owner
