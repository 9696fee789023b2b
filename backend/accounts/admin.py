"""Users in the back office."""

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from accounts import security_log
from accounts.models import Address, User
from accounts.services import end_sessions
from accounts.signals import contact_changed


class AddressInline(admin.TabularInline):
    """Show a user's saved addresses read-only: the service keeps exactly one of them the default."""

    model = Address
    fields = readonly_fields = ("label", "street", "city", "state", "zip_code", "status", "is_default")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """Accounts and who is an administrator. Passwords can only be set by their owners."""

    list_display = ["email", "first_name", "last_name", "has_admin_role", "is_active", "created_at"]
    list_filter = ["has_admin_role", "is_active"]
    search_fields = ["email", "first_name", "last_name"]
    fields = ["email", "first_name", "last_name", "has_admin_role", "is_active", "last_login"]
    readonly_fields = ["email", "last_login"]
    inlines = [AddressInline]
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Save, and tell the apps that keep a copy of the name."""
        super().save_model(request, obj, form, change)
        contact_changed.send(sender=User, user=obj)
        if "has_admin_role" in form.changed_data:
            security_log.record_administrator(obj)
            if obj.has_admin_role:
                end_sessions(user=obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False
