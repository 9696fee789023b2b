"""Quotes in the back office."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import User
from common.admin import OnlyChanged, ReadOnly, ReadOnlyInline
from quotes.models import Acceptance, Quote, QuoteComment, TermsVersion


class ThreadInline(ReadOnlyInline):
    """The thread, read-only: comments are written on the desk, where they notify the customer."""

    model = QuoteComment
    fields = readonly_fields = ("created_at", "user", "comment_type", "comment")


@admin.register(Quote)
class QuoteAdmin(OnlyChanged):
    """Requests come in through the service, which confirms them. Status and price are read-only: the service that sets
    them also tells the customer.
    """

    list_display = ["created_at", "full_name", "city", "service_package", "status", "quote_amount"]
    list_filter = ["status", "service_package"]
    search_fields = ["full_name", "email", "phone"]
    readonly_fields = ["status", "quote_amount", "design", "estimate", "user", "address"]
    inlines = [ThreadInline]


@admin.register(Acceptance)
class AcceptanceAdmin(ReadOnly):
    """Acceptances, read-only: only the service creates them."""

    list_display = ["created_at", "name", "channel", "amount", "revision", "terms"]
    search_fields = ["name", "quote__full_name", "quote__email"]


@admin.register(TermsVersion)
class TermsAdmin(ReadOnly):
    """Versions of the terms. A new one needs the next number and one sentence per line; it applies to acceptances from
    then on."""

    list_display = ["number", "created_at", "text"]
    ordering = ["-number"]
    fields = ["number", "text"]

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Allow owners only: it is a setting that customers are bound by."""
        return isinstance(request.user, User) and request.user.is_owner
