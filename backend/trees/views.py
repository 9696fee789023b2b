"""``/api/tree-orders``."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common import filters
from common.idempotency import create_once
from common.inputs import REQUIRED
from common.pagination import own_page_response, response_from_reader
from common.permissions import is_admin
from common.schema import IDEMPOTENCY_KEY, creates, either, lists
from common.views import AdminView, View, rows_in_scope
from links.form_links import create_with_link
from links.holders import SignedInOrLinkHolder, acting_on, viewer_for
from links.models import LinkKind
from payments.inputs import TakeBackInput
from trees.day_sheet import day_sheet
from trees.filters import FILTERS, filtered
from trees.inputs import (
    PaymentCodesInput,
    PreferredDayInput,
    TreeOrderChangesInput,
    TreeOrderInput,
    TreeOrderRevisionInput,
    TreePaymentInput,
)
from trees.models import TreeOrder
from trees.payment_codes import create_payment_codes
from trees.recording import record_payment, reverse_payment
from trees.serializers import DaySheetOutput, DeskTreeOrderOutput, PaymentCodeOutput, TreeOrderOutput
from trees.services import change_preferred_day, place_tree_order, revise_tree_order


class TreeOrderListView(View):
    """``GET`` and ``POST /api/tree-orders``. Anyone can order a tree."""

    method_permissions = {"POST": AllowAny}

    @lists(TreeOrderOutput, scoped=True, desk=DeskTreeOrderOutput, filters=FILTERS)
    def get(self, request: Request) -> Response:
        """Return one page, newest first. With ``scope=admin``, it can be filtered, searched and sorted."""
        if "scope" not in request.query_params:
            return own_page_response(request, TreeOrder, TreeOrderOutput)
        listing = filtered(request, rows_in_scope(request, TreeOrder.objects.for_desk()))
        return response_from_reader(request, listing.read, DeskTreeOrderOutput, listing.order)

    @creates(TreeOrderInput, TreeOrderOutput)
    def post(self, request: Request) -> Response:
        """Order a tree."""
        form = self.parse(TreeOrderInput)
        return create_with_link(
            request,
            "tree-orders",
            LinkKind.TREE_ORDER,
            lambda: TreeOrderOutput.of(place_tree_order(ordered_by=request.user, **form)),
        )


class TreeOrderView(View):
    """``GET`` and ``PATCH /api/tree-orders/{id}``, for its owner and administrators."""

    permission_classes = [SignedInOrLinkHolder]

    @extend_schema(responses=either(TreeOrderOutput, DeskTreeOrderOutput))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the order. Administrators also see whether the customer is still waiting for a call."""
        viewer = viewer_for(request, LinkKind.TREE_ORDER, order_id)
        order = get_object_or_404(TreeOrder.objects.visible_to(viewer), id=order_id)
        output = DeskTreeOrderOutput if is_admin(request) else TreeOrderOutput
        return Response(output.of(order))

    @extend_schema(request=TreeOrderChangesInput, responses=either(TreeOrderOutput, DeskTreeOrderOutput))
    def patch(self, request: Request, order_id: UUID) -> Response:
        """Change status, delivery day and notes, as an administrator; or the preferred day, as the customer."""
        if is_admin(request):
            changes = self.parse(TreeOrderRevisionInput)
            return Response(DeskTreeOrderOutput.of(revise_tree_order(order_id=order_id, **changes)))
        preferred = self.parse(PreferredDayInput)
        with acting_on(request, LinkKind.TREE_ORDER, order_id) as viewer:
            return Response(TreeOrderOutput.of(change_preferred_day(order_id=order_id, by=viewer, **preferred)))


class TreeOrderRecordPaymentView(AdminView):
    """``POST /api/tree-orders/{id}/record-payment``."""

    @extend_schema(request=TreePaymentInput, responses=DeskTreeOrderOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, order_id: UUID) -> Response:
        """Record a payment at the door; return the order."""
        form, by = self.parse(TreePaymentInput), signed_in(request.user)
        return create_once(
            request,
            "payments",
            lambda: DeskTreeOrderOutput.of(record_payment(order_id=order_id, by=by, **form)),
            parent_id=order_id,
            status=200,
        )


class TreeOrderPaymentTakeBackView(AdminView):
    """``POST /api/tree-orders/{id}/payments/{paymentId}/take-back``."""

    @extend_schema(request=TakeBackInput, responses=DeskTreeOrderOutput)
    def post(self, request: Request, order_id: UUID, tree_payment_id: UUID) -> Response:
        """Reverse a recorded payment; return the order."""
        form, by = self.parse(TakeBackInput), signed_in(request.user)
        order = reverse_payment(order_id=order_id, payment_id=tree_payment_id, by=by, **form)
        return Response(DeskTreeOrderOutput.of(order))


class DaySheetView(AdminView):
    """``GET /api/tree-orders/day-sheet?day=2026-12-05``."""

    @extend_schema(parameters=[OpenApiParameter("day", OpenApiTypes.DATE, required=True)], responses=DaySheetOutput)
    def get(self, request: Request) -> Response:
        """Return the deliveries of a day by city, what to load, and what to collect."""
        day = filters.day(request, "day")
        if day is None:
            raise ValidationError({"day": [REQUIRED]})
        return Response(DaySheetOutput.of(day_sheet(day)))


class PaymentCodesView(AdminView):
    """``POST /api/tree-orders/payment-codes``."""

    @extend_schema(request=PaymentCodesInput, responses=PaymentCodeOutput(many=True))
    def post(self, request: Request) -> Response:
        """Return a QR code for each of the orders that can be paid online, in no particular order.

        It takes no ``Idempotency-Key``: a stored response would store the links' tokens.
        """
        codes = create_payment_codes(**self.parse(PaymentCodesInput))
        return Response(PaymentCodeOutput.of_each(codes))
