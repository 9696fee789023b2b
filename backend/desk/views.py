"""``/api/desk``, and the calls and history of quotes, jobs, tree orders and invoices."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common import filters
from common.idempotency import create_once
from common.ordering import NEWEST
from common.outputs import Output
from common.pagination import page_response, response_from_reader
from common.schema import creates, lists
from common.views import AdminView
from desk.customer_page import read_customer
from desk.customers import NEWEST_CUSTOMER, read_customers
from desk.history import read_history
from desk.inputs import CallInput, PaymentAssignmentInput, SavedReplyChangeInput, SavedReplyInput
from desk.message_preview import PREVIEW_POLICY
from desk.models import QueueKind, SavedReply
from desk.outbox import FILTERS as OUTBOX_FILTERS
from desk.outbox import outbox_reader, outbox_rows, read_message, summarize_outbox
from desk.payments import assign_payment, suggest_assignees
from desk.queue.reading import QUEUE_ORDER, QueueFilters, count_queue, read_queue
from desk.saved_replies import change_reply, delete_reply, save_reply
from desk.search import SHORTEST, search_desk
from desk.serializers import (
    CallOutput,
    CustomerOutput,
    CustomerRowOutput,
    HistoryEntryOutput,
    MessageOutput,
    MessageWithPreviewOutput,
    OutboxSummaryOutput,
    PastUnmarkedOutput,
    QueueCountsOutput,
    QueueItemOutput,
    SavedReplyOutput,
    SearchOutput,
    SuggestionOutput,
)
from desk.services import ABOUT_QUOTE, log_call, read_calls
from jobs.filters import past_unmarked_jobs
from jobs.models import Job
from notifications.services import send_again
from payments.serializers import DeskPaymentOutput
from trees.filters import past_unmarked_orders
from trees.models import TreeOrder

_CITY = "The city as the customer wrote it"


class QueueView(AdminView):
    """``GET /api/desk/queue``."""

    @lists(
        QueueItemOutput,
        filters={
            "kind": f"One of {', '.join(QueueKind.values)}",
            "city": _CITY,
            "late": "true: rows that are past their deadline",
        },
    )
    def get(self, request: Request) -> Response:
        """Return one page of everyone who is waiting, earliest deadline first, with those to try again later after all
        others.
        """
        wanted = QueueFilters(
            kind=filters.one_of(request, "kind", QueueKind.values),
            city=filters.text(request, "city"),
            late=filters.one_of(request, "late", ["true", "false"]) == "true",
        )
        return response_from_reader(
            request, lambda size, after: read_queue(size, after, wanted), QueueItemOutput, QUEUE_ORDER
        )


class QueueCountsView(AdminView):
    """``GET /api/desk/queue/counts``."""

    @extend_schema(responses=QueueCountsOutput, parameters=[OpenApiParameter("city", description=_CITY)])
    def get(self, request: Request) -> Response:
        """Return the number of rows in the queue, in total and of each kind."""
        return Response(count_queue(filters.text(request, "city")))


class CustomerListView(AdminView):
    """``GET /api/desk/customers``."""

    @lists(CustomerRowOutput, filters={"q": "Beginnings of words of the name, the email address or the phone number"})
    def get(self, request: Request) -> Response:
        """Return one page of customers by last activity. A search has only one page."""
        q = filters.text(request, "q")
        return response_from_reader(
            request, lambda size, after: read_customers(size, after, q), CustomerRowOutput, NEWEST_CUSTOMER
        )


class CustomerView(AdminView):
    """One customer: an account by its ID, a guest by the URL-safe base64 of their email address."""

    @extend_schema(responses=CustomerOutput)
    def get(self, request: Request, key: str) -> Response:
        """Return everything about one customer."""
        return Response(read_customer(key))


class CallListView(AdminView):
    """The calls about a quote, a tree order or a question without a quote."""

    about = ABOUT_QUOTE

    @extend_schema(responses=CallOutput(many=True))
    def get(self, request: Request, **ids: UUID) -> Response:
        """Return all calls, newest first."""
        (about_id,) = ids.values()
        calls = read_calls(about=self.about, about_id=about_id)
        return Response(CallOutput.of_each(calls.select_related("author").order_by("-created_at", "-id")))

    @creates(CallInput, CallOutput)
    def post(self, request: Request, **ids: UUID) -> Response:
        """Log a call, text or email. Only one that reached the customer counts as a response; the others are tries."""
        (about_id,) = ids.values()
        form, by = self.parse(CallInput), signed_in(request.user)
        return create_once(
            request,
            "calls",
            lambda: CallOutput.of(log_call(about=self.about, about_id=about_id, by=by, **form)),
            parent_id=about_id,
        )


class HistoryView(AdminView):
    """Base of the views that show who changed what on a row."""

    model: Any = None
    output: type[Output] = Output

    @extend_schema(responses=HistoryEntryOutput(many=True))
    def get(self, request: Request, **ids: UUID) -> Response:
        """Return the newest 200 changes, newest first."""
        (id_,) = ids.values()
        return Response(HistoryEntryOutput.of_each(read_history(self.model, id_, self.output)))


class SavedReplyListView(AdminView):
    """``GET`` and ``POST /api/desk/saved-replies``."""

    @lists(SavedReplyOutput)
    def get(self, request: Request) -> Response:
        """Return one page, newest first."""
        return page_response(request, SavedReply.objects.all(), SavedReplyOutput)

    @creates(SavedReplyInput, SavedReplyOutput)
    def post(self, request: Request) -> Response:
        """Save a reply."""
        form = self.parse(SavedReplyInput)
        return create_once(request, "saved replies", lambda: SavedReplyOutput.of(save_reply(**form)))


class SavedReplyView(AdminView):
    """A saved reply."""

    @extend_schema(request=SavedReplyChangeInput, responses=SavedReplyOutput)
    def patch(self, request: Request, reply_id: UUID) -> Response:
        """Change a saved reply."""
        return Response(SavedReplyOutput.of(change_reply(reply_id=reply_id, **self.parse(SavedReplyChangeInput))))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, reply_id: UUID) -> Response:
        """Delete a saved reply."""
        delete_reply(reply_id=reply_id)
        return Response(status=204)


class SearchView(AdminView):
    """``GET /api/desk/search``."""

    @extend_schema(
        responses=SearchOutput,
        parameters=[
            OpenApiParameter(
                "q",
                required=True,
                description="Beginnings of words of a name, an email address, a phone number, an invoice number or a "
                f"short ID; at least {SHORTEST} characters",
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """Find customers, quotes, tree orders and invoices."""
        q = filters.text(request, "q")
        if len(q) < SHORTEST:
            raise ValidationError({"q": [f"Enter at least {SHORTEST} characters"]})
        return Response(SearchOutput.of(search_desk(q)))


class PastUnmarkedView(AdminView):
    """``GET /api/desk/past-unmarked``."""

    @extend_schema(responses=PastUnmarkedOutput)
    def get(self, request: Request) -> Response:
        """Return the number of past visits and deliveries that are still open."""
        jobs, orders = past_unmarked_jobs(Job.objects.all()), past_unmarked_orders(TreeOrder.objects.all())
        return Response({"jobs": jobs.count(), "treeOrders": orders.count()})


class MessageListView(AdminView):
    """``GET /api/desk/messages``."""

    @lists(MessageOutput, filters=OUTBOX_FILTERS)
    def get(self, request: Request) -> Response:
        """Return one page, newest first."""
        return response_from_reader(request, outbox_reader(request), MessageOutput, NEWEST)


class MessageSummaryView(AdminView):
    """``GET /api/desk/messages/summary``."""

    @extend_schema(responses=OutboxSummaryOutput)
    def get(self, request: Request) -> Response:
        """Return the kinds of stored messages, and the settings that are missing for some of them."""
        return Response(summarize_outbox())


class MessageView(AdminView):
    """``GET /api/desk/messages/{id}``."""

    @extend_schema(responses=MessageWithPreviewOutput)
    def get(self, request: Request, message_id: UUID) -> Response:
        """Return a message with its content, as far as staff may see it."""
        return Response(MessageWithPreviewOutput.of(read_message(message_id)))


class MessageHtmlView(AdminView):
    """``GET /api/desk/messages/{id}/html``."""

    @extend_schema(responses={(200, "text/html"): OpenApiTypes.STR})
    def get(self, request: Request, message_id: UUID) -> HttpResponse:
        """Return the HTML of an email for a frame on the desk, without scripts, requests and links."""
        page = read_message(message_id).preview.html
        if not page:
            raise Http404
        return HttpResponse(
            page,
            content_type="text/html; charset=utf-8",
            headers={
                "Content-Security-Policy": PREVIEW_POLICY,
                "X-Frame-Options": "SAMEORIGIN",
                "Referrer-Policy": "no-referrer",
            },
        )


class MessageSendAgainView(AdminView):
    """``POST /api/desk/messages/{id}/send-again``."""

    @extend_schema(request=None, responses=MessageOutput)
    def post(self, request: Request, message_id: UUID) -> Response:
        """Queue a failed message again."""
        [row] = outbox_rows([send_again(message_id=message_id)])
        return Response(MessageOutput.of(row))


class PaymentAssignView(AdminView):
    """``POST /api/payments/{id}/assign``."""

    @extend_schema(request=PaymentAssignmentInput, responses=DeskPaymentOutput)
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Assign a payment to a quote, a tree order or an account."""
        form, by = self.parse(PaymentAssignmentInput), signed_in(request.user)
        return Response(DeskPaymentOutput.of(assign_payment(payment_id=card_payment_id, by=by, **form)))


class PaymentSuggestionsView(AdminView):
    """``GET /api/payments/{id}/suggestions``."""

    @extend_schema(responses=SuggestionOutput(many=True))
    def get(self, request: Request, card_payment_id: UUID) -> Response:
        """Return what the payment may be for, by the email address of its receipt."""
        return Response(SuggestionOutput.of_each(suggest_assignees(card_payment_id)))
