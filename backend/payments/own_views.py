"""``/api/payment-history``, receipts and ``/api/payment-methods``: customers' own payments and cards."""

from uuid import UUID

from django.http import HttpResponseRedirect
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.pagination import response_from_reader
from common.schema import PAGE
from common.views import View
from payments.history import history_of
from payments.inputs import SavedCardSessionInput
from payments.receipts import receipt_url
from payments.saved_cards import open_session, remove_card, saved_cards
from payments.serializers import ClientSecretOutput, PaidOutput, SavedCardOutput


class PaymentHistoryView(View):
    """``GET /api/payment-history``."""

    @extend_schema(responses=PaidOutput(many=True), parameters=PAGE)
    def get(self, request: Request) -> Response:
        """One page of the caller's payments by card, check and cash, latest first."""
        history = history_of(signed_in(request.user))
        return response_from_reader(request, history.read, PaidOutput, history.order)


class PaymentReceiptView(View):
    """``GET /api/payments/{id}/receipt``."""

    @extend_schema(responses={302: OpenApiResponse(description="To Stripe's page")})
    def get(self, request: Request, card_payment_id: UUID) -> HttpResponseRedirect:
        """Redirect to Stripe's page with the receipt of one of the caller's payments."""
        return HttpResponseRedirect(receipt_url(signed_in(request.user), card_payment_id))


class SavedCardListView(View):
    """``GET /api/payment-methods``."""

    @extend_schema(responses=SavedCardOutput(many=True))
    def get(self, request: Request) -> Response:
        """The cards that Stripe keeps for the caller, newest first."""
        return Response(SavedCardOutput.of_each(saved_cards(signed_in(request.user))))


class SavedCardView(View):
    """``DELETE /api/payment-methods/{id}``."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, method_id: str) -> Response:
        """Remove one of the caller's cards; 409 for one that pays for storage."""
        remove_card(signed_in(request.user), method_id)
        return Response(status=204)


class SavedCardSessionView(View):
    """``POST /api/payment-methods/session``."""

    @extend_schema(request=SavedCardSessionInput, responses=ClientSecretOutput)
    def post(self, request: Request) -> Response:
        """Let Stripe's form for one of the caller's payments offer their saved cards, and to save another one."""
        form = self.parse(SavedCardSessionInput)
        return Response({"clientSecret": open_session(signed_in(request.user), form["payment_intent_id"])})
