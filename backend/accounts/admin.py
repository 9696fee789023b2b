"""People in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import Address, User


class AddressInline(admin.TabularInline):
    """The saved addresses below a user."""

    model = Address
    extra = 0


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """Who has an account, and who is an administrator. Passwords are set by their owners only."""

    list_display = ["email", "first_name", "last_name", "is_admin", "is_active", "created_at"]
    list_filter = ["is_admin", "is_active"]
    search_fields = ["email", "first_name", "last_name"]
    fields = ["email", "first_name", "last_name", "is_admin", "is_active", "last_login"]
    readonly_fields = ["email", "last_login"]
    inlines = [AddressInline]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False
