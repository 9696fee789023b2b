"""``/api/desk/money``, ``/api/desk/payouts``, ``/api/desk/disputes`` and responses to disputes."""

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from accounts.staff.exports import recorded
from common import filters
from common.idempotency import create_in_steps
from common.inputs import FIRST_DAY, LAST_DAY
from common.pagination import page_response, response_from_reader
from common.schema import IDEMPOTENCY_KEY, lists
from common.views import AdminView, OwnerView, file_response
from desk.inputs import DisputeAnswerInput
from desk.money.disputes import accept_dispute, answer_dispute, read_answer, read_disputes
from desk.money.due import read_due
from desk.money.export import Range, as_csv, summarize
from desk.money.months import read_money
from desk.money.payouts import NEWEST_ENTRY, NEWEST_PAYOUT, payouts, read_entries
from desk.money.serializers import (
    AgingOutput,
    DisputeAnswerOutput,
    DisputesOutput,
    ExportSummaryOutput,
    MoneyOutput,
    PayoutEntryOutput,
    PayoutOutput,
)
from payments.client import client
from payments.disputes import send_response
from payments.serializers import DeskPaymentOutput

_DAYS = [
    OpenApiParameter("from", OpenApiTypes.DATE, required=True, description="The first day, Eastern time"),
    OpenApiParameter("to", OpenApiTypes.DATE, required=True, description="The last day, Eastern time"),
]


class MoneyView(AdminView):
    """``GET /api/desk/money``."""

    @extend_schema(responses=MoneyOutput)
    def get(self, request: Request) -> Response:
        """Return what came in by month, and the last comparison with Stripe."""
        return Response(MoneyOutput.of(read_money()))


class AgingView(AdminView):
    """``GET /api/desk/money/due``."""

    @extend_schema(responses=AgingOutput)
    def get(self, request: Request) -> Response:
        """Return what is still to be paid on open invoices and for trees, by due date."""
        return Response(AgingOutput.of(read_due()))


class ExportView(OwnerView):
    """``GET /api/desk/money/export.csv``."""

    @extend_schema(parameters=_DAYS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request) -> HttpResponseBase:
        """Return everything that came in or went out on these days as a CSV file, oldest first."""
        days = _days(request)
        lines = recorded(request, "Money", as_csv(days))
        return file_response(lines, "text/csv; charset=utf-8", f"money-{days.first}-to-{days.last}.csv")


class ExportSummaryView(OwnerView):
    """``GET /api/desk/money/export-summary``."""

    @extend_schema(parameters=_DAYS, responses=ExportSummaryOutput)
    def get(self, request: Request) -> Response:
        """Return the number of lines in the CSV file for these days, and their sum."""
        return Response(ExportSummaryOutput.of(summarize(_days(request))))


class DisputeListView(AdminView):
    """``GET /api/desk/disputes``."""

    @extend_schema(responses=DisputesOutput)
    def get(self, request: Request) -> Response:
        """Return all open disputes; there are only a few at a time."""
        return Response(DisputesOutput.of(read_disputes()))


class DisputeAnswerView(AdminView):
    """``GET`` and ``POST /api/payments/{id}/dispute-answer``."""

    @extend_schema(responses=DisputeAnswerOutput)
    def get(self, request: Request, card_payment_id: UUID) -> Response:
        """Return the evidence that an answer would send to the customer's bank."""
        texts = read_answer(card_payment_id).items()
        return Response({"evidence": [{"name": name, "text": text} for name, text in texts]})

    @extend_schema(request=DisputeAnswerInput, responses=DeskPaymentOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Answer the dispute with the evidence on record; the bank decides."""
        form, by = self.parse(DisputeAnswerInput), signed_in(request.user)
        client()  # raises if Stripe's keys are not set, before anything is stored
        return create_in_steps(
            request,
            "dispute answers",
            lambda: answer_dispute(payment_id=card_payment_id, by=by, **form).id,
            lambda response_id: DeskPaymentOutput.of(send_response(UUID(response_id))),
            parent_id=card_payment_id,
        )


class DisputeAcceptView(OwnerView):
    """``POST /api/payments/{id}/dispute-accept``."""

    @extend_schema(request=None, responses=DeskPaymentOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Accept the dispute, which gives the money up."""
        by = signed_in(request.user)
        client()  # raises if Stripe's keys are not set, before anything is stored
        return create_in_steps(
            request,
            "accepted disputes",
            lambda: accept_dispute(payment_id=card_payment_id, by=by).id,
            lambda response_id: DeskPaymentOutput.of(send_response(UUID(response_id))),
            parent_id=card_payment_id,
        )


class PayoutListView(OwnerView):
    """``GET /api/desk/payouts``."""

    @lists(PayoutOutput)
    def get(self, request: Request) -> Response:
        """Return one page, newest first."""
        return page_response(request, payouts(), PayoutOutput, order=NEWEST_PAYOUT)


class PayoutEntryListView(OwnerView):
    """``GET /api/desk/payouts/{id}/entries``."""

    @lists(PayoutEntryOutput)
    def get(self, request: Request, payout_id: UUID) -> Response:
        """Return one page of a payout's entries, newest first."""
        return response_from_reader(
            request, lambda size, after: read_entries(payout_id, size, after), PayoutEntryOutput, NEWEST_ENTRY
        )


def _days(request: Request) -> Range:
    """Return the days of the query. Raises ValidationError (400)."""
    days = {}
    for name in ("from", "to"):
        day = filters.day(request, name)
        if day is None:
            raise ValidationError({name: ["Please pick a date"]})
        if not FIRST_DAY <= day <= LAST_DAY:
            raise ValidationError({name: [f"Please pick a date between {FIRST_DAY.year} and {LAST_DAY.year}"]})
        days[name] = day
    if days["from"] > days["to"]:
        raise ValidationError({"to": ["Pick a day that is not before the first one"]})
    return Range(days["from"], days["to"])
