"""Responses about links."""

from rest_framework import serializers

from common.outputs import Output
from links.models import LinkSource


class LinkOutput(Output):
    """A private link as administrators see it. Its token is not stored, so no one can see it.

    ``openedAt`` is when a person last opened it; scanners don't count. ``validUntil`` is null if the link was withdrawn
    or its resource no longer exists. ``messageId`` is the message that it was sent in.
    """

    id = serializers.UUIDField()
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)
    invoiceId = serializers.UUIDField(source="invoice_id", allow_null=True)
    source = serializers.ChoiceField(choices=LinkSource.choices)  # type: ignore[assignment]  # as is Field.source
    messageId = serializers.UUIDField(source="message_id", allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    firstOpenedAt = serializers.DateTimeField(source="first_opened_at", allow_null=True)
    openedAt = serializers.DateTimeField(source="last_opened_at", allow_null=True)
    openCount = serializers.IntegerField(source="open_count")
    withdrawnAt = serializers.DateTimeField(source="withdrawn_at", allow_null=True)
    validUntil = serializers.DateTimeField(source="valid_until", allow_null=True)
