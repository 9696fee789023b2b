"""Inputs and outputs of the desk."""

from rest_framework import serializers

from accounts.serializers import AddressOutput
from common.outputs import Output
from desk.customers import CustomerKind
from desk.models import CallOutcome
from desk.queue import QueueKind
from invoices.serializers import InvoiceOutput
from jobs.serializers import DeskJobOutput
from looks.serializers import LookOutput
from quotes.models import CommunicationPreference
from quotes.serializers import DeskQuoteOutput
from storage.serializers import StorageSubscriptionOutput
from trees.serializers import DeskTreeOrderOutput


class CallOutput(Output):
    """A call to a customer."""

    id = serializers.UUIDField()
    outcome = serializers.ChoiceField(choices=CallOutcome.choices)
    note = serializers.CharField()
    authorName = serializers.CharField(source="author_name")
    createdAt = serializers.DateTimeField(source="created_at")


class PriceRangeOutput(Output):
    """A range in whole US dollars."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()


class QueueItemOutput(Output):
    """A customer who waits for a reply."""

    kind = serializers.ChoiceField(choices=QueueKind.choices)
    id = serializers.UUIDField()
    customerName = serializers.CharField(source="customer_name")
    phone = serializers.CharField()
    email = serializers.EmailField()
    communicationPreference = serializers.ChoiceField(
        source="communication_preference", choices=CommunicationPreference.choices
    )
    summary = serializers.CharField()
    look = LookOutput(allow_null=True)
    city = serializers.CharField()
    estimate = PriceRangeOutput(allow_null=True)
    status = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    dueAt = serializers.DateTimeField(source="respond_by")
    updatedAt = serializers.DateTimeField(source="updated_at")


class ChangeOutput(Output):
    """A changed field. Values are text, null if there was none."""

    field = serializers.CharField()
    # "from" is a Python keyword
    vars()["from"] = serializers.CharField(allow_null=True, source="before")
    to = serializers.CharField(allow_null=True, source="after")


class HistoryEntryOutput(Output):
    """Who changed what, and when. ``by`` is blank for changes by the system."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    changes = ChangeOutput(many=True)


class CustomerRowOutput(Output):
    """Someone who requested a quote or ordered a tree, with an account or as a guest, and how often."""

    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=CustomerKind.choices)
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    name = serializers.CharField()
    email = serializers.EmailField()
    phone = serializers.CharField()
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField(source="tree_orders")
    invoices = serializers.IntegerField()
    lastSeenAt = serializers.DateTimeField(source="last_seen_at", allow_null=True)


class CustomerOutput(Output):
    """Everything about one customer, newest first. ``guestMatches`` are possible duplicates; they are never merged
    automatically.
    """

    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=CustomerKind.choices)
    userId = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    email = serializers.EmailField()
    phone = serializers.CharField()
    lastSeenAt = serializers.DateTimeField(allow_null=True)
    quotes = DeskQuoteOutput(many=True)
    jobs = DeskJobOutput(many=True)
    treeOrders = DeskTreeOrderOutput(many=True)
    invoices = InvoiceOutput(many=True)
    storageSubscriptions = StorageSubscriptionOutput(many=True)
    addresses = AddressOutput(many=True)
    guestMatches = CustomerRowOutput(many=True)
