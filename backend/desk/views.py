"""``/api/desk``, and the calls and the history of quotes, jobs, tree orders and invoices."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common import filters
from common.idempotency import create_once
from common.ordering import OLDEST
from common.outputs import Output
from common.pagination import response_from_reader
from common.permissions import Admin
from common.schema import creates, lists
from common.views import View
from desk.customer_page import read_customer
from desk.customers import NEWEST_CUSTOMER, read_customers
from desk.history import read_history
from desk.inputs import CallInput
from desk.queue import read_queue
from desk.serializers import (
    CallOutput,
    CustomerOutput,
    CustomerRowOutput,
    HistoryEntryOutput,
    QueueItemOutput,
)
from desk.services import log_quote_call, log_tree_order_call
from quotes.models import Quote
from trees.models import TreeOrder


class DeskView(View):
    """Base of the desk's views, which are for administrators only."""

    permission_classes = [Admin]


class QueueView(DeskView):
    """``GET /api/desk/queue``."""

    @lists(QueueItemOutput)
    def get(self, request: Request) -> Response:
        """Return one page of customers who wait for a reply, the earliest deadline first."""
        return response_from_reader(request, read_queue, QueueItemOutput, OLDEST)


class CustomerListView(DeskView):
    """``GET /api/desk/customers``."""

    @lists(CustomerRowOutput, filters={"q": "Beginnings of words of the name, the email address or the phone number"})
    def get(self, request: Request) -> Response:
        """Return one page of customers by last activity. A search has only one page."""
        q = filters.text(request, "q")
        return response_from_reader(
            request, lambda size, after: read_customers(size, after, q), CustomerRowOutput, NEWEST_CUSTOMER
        )


class CustomerView(DeskView):
    """One customer: an account by its ID, a guest by the URL-safe base64 of their email address."""

    @extend_schema(responses=CustomerOutput)
    def get(self, request: Request, key: str) -> Response:
        """Return everything about one customer."""
        return Response(read_customer(key))


class QuoteCallListView(DeskView):
    """The calls about a quote."""

    @extend_schema(responses=CallOutput(many=True))
    def get(self, request: Request, quote_id: UUID) -> Response:
        """Return all calls, newest first."""
        quote = get_object_or_404(Quote, id=quote_id)
        return Response(CallOutput.of_each(_newest(quote.calls)))

    @creates(CallInput, CallOutput)
    def post(self, request: Request, quote_id: UUID) -> Response:
        """Log a call. It counts as a response unless the number was wrong."""
        form, by = self.parse(CallInput), signed_in(request.user)
        return create_once(
            request,
            f"calls of {quote_id}",
            lambda: CallOutput.of(log_quote_call(quote_id=quote_id, by=by, **form)),
        )


class TreeOrderCallListView(DeskView):
    """The calls about a tree order."""

    @extend_schema(responses=CallOutput(many=True))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return all calls, newest first."""
        order = get_object_or_404(TreeOrder, id=order_id)
        return Response(CallOutput.of_each(_newest(order.calls)))

    @creates(CallInput, CallOutput)
    def post(self, request: Request, order_id: UUID) -> Response:
        """Log a call. It counts as a response unless the number was wrong."""
        form, by = self.parse(CallInput), signed_in(request.user)
        return create_once(
            request,
            f"calls of {order_id}",
            lambda: CallOutput.of(log_tree_order_call(order_id=order_id, by=by, **form)),
        )


def _newest(calls: Any) -> Any:
    return calls.select_related("author").order_by("-created_at", "-id")


class HistoryView(DeskView):
    """Base of the views that show who changed what on a row."""

    model: Any = None
    output: type[Output] = Output

    @extend_schema(responses=HistoryEntryOutput(many=True))
    def get(self, request: Request, **ids: UUID) -> Response:
        """Return the newest 200 changes, newest first."""
        (id_,) = ids.values()
        return Response(HistoryEntryOutput.of_each(read_history(self.model, id_, self.output)))
