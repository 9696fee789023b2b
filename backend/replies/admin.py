"""Inbound messages and inquiries in the back office, read-only."""

from django.contrib import admin

from common.admin import ReadOnly, ReadOnlyInline
from replies.models import Inbound, Inquiry, InquiryEntry


@admin.register(Inbound)
class InboundAdmin(ReadOnly):
    """Texts, emails and missed calls, including ignored ones and the reason."""

    list_display = ["created_at", "kind", "sender", "state", "note"]
    list_filter = ["kind", "state"]
    search_fields = ["sender"]


class EntryInline(ReadOnlyInline):
    """The entries of an inquiry, read-only."""

    model = InquiryEntry
    fields = readonly_fields = ("created_at", "kind", "words")


@admin.register(Inquiry)
class InquiryAdmin(ReadOnly):
    """Questions of people without an open quote."""

    list_display = ["created_at", "sender", "name", "answered_at", "closed_at", "closed_by"]
    list_select_related = ["closed_by"]
    search_fields = ["sender", "name"]
    inlines = [EntryInline]
