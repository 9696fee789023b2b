"""``/api/create-payment-intent``, ``/api/payments`` and ``/api/stripe``."""

from contextlib import suppress
from uuid import UUID

from django.conf import settings
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import LinkHolder, signed_in
from common import filters
from common.idempotency import create_in_steps
from common.literals import written_out
from common.pagination import page_response
from common.schema import IDEMPOTENCY_KEY, PAGE, lists
from common.views import AdminView, AnonymousView, OwnerView, View, rows_in_scope
from common.webhooks import RawBodyParser
from links.holders import viewer_for
from links.models import LinkKind
from payments import checkout, events, refunds, webhook
from payments.client import NOT_SET_UP, PaymentsUnavailable, client
from payments.hooks import PaymentPart
from payments.inputs import KeepInput, PaymentIntentInput, ReceiptEmailInput, RefundInput
from payments.intents import claim_payment, continue_payment
from payments.models import PAYMENTS_IN_TROUBLE, EventState, Payment, StripeEvent
from payments.receipts import correct_receipt_email
from payments.serializers import (
    ClientSecretOutput,
    DeskPaymentOutput,
    KeptOutput,
    PaymentOutput,
    PaymentsConfigOutput,
    StripeEventOutput,
    WebhookOutput,
)
from payments.services import keep_payment

# The purposes under which the business apps register what has private links.
_PURPOSES = {LinkKind.INVOICE: "invoice", LinkKind.TREE_ORDER: "tree_order"}


class PaymentsConfigView(View):
    """``GET /api/payments/config``."""

    permission_classes = [AllowAny]

    @extend_schema(responses=PaymentsConfigOutput)
    def get(self, request: Request) -> Response:
        """What the browser needs to load Stripe's form; 503 if card payments are not set up."""
        if not (settings.STRIPE_SECRET_KEY and settings.STRIPE_PUBLISHABLE_KEY):
            raise PaymentsUnavailable(NOT_SET_UP)
        return Response({"publishableKey": settings.STRIPE_PUBLISHABLE_KEY, "scriptUrl": settings.STRIPE_JS_URL})


class PaymentListView(View):
    """The caller's card payments, or everyone's for an administrator."""

    @lists(
        PaymentOutput,
        scoped=True,
        desk=DeskPaymentOutput,
        filters={"trouble": "1: only payments that were refunded, are disputed, or whose refund or last card failed"},
    )
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        payments = rows_in_scope(request, Payment.objects.all())
        if filters.flag(request, "trouble"):
            payments = payments.filter(written_out(PAYMENTS_IN_TROUBLE))
        if "scope" in request.query_params:
            return page_response(request, payments.for_desk(), DeskPaymentOutput)
        return page_response(request, payments, PaymentOutput)


class PaymentIntentView(View):
    """``POST /api/create-payment-intent``."""

    permission_classes = [AllowAny]

    @extend_schema(request=PaymentIntentInput, responses={200: ClientSecretOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request) -> Response:
        """Start paying the published amount, or what is due on an invoice or tree order of the caller or of a private
        link: all of it, or an invoice's first part."""
        form = self.parse(PaymentIntentInput)
        invoice, part = form.get("invoice_id"), form.get("part") or PaymentPart.ALL
        kind, reference = (LinkKind.INVOICE, invoice) if invoice else (LinkKind.TREE_ORDER, form.get("tree_order_id"))
        client()  # raises before anything is stored if there are no keys
        viewer = viewer_for(request, kind, reference) if reference else request.user
        purpose = _PURPOSES[kind] if reference else checkout.PURPOSE
        # All guests share one space of idempotency keys, so a link holder's results are kept in another.
        is_holder = isinstance(viewer, LinkHolder)
        return create_in_steps(
            request,
            "payment-intents by link" if is_holder else "payment-intents",
            lambda: claim_payment(purpose=purpose, reference=reference, viewer=viewer, part=part).id,
            lambda payment_id: {
                "clientSecret": continue_payment(payment_id=UUID(payment_id), viewer=viewer, part=part).client_secret
            },
        )


class PaymentReceiptEmailView(AdminView):
    """``POST /api/payments/{id}/receipt-email``."""

    @extend_schema(request=ReceiptEmailInput, responses=DeskPaymentOutput)
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Correct the address that a visitor entered for the receipt. Stripe sends the receipt there."""
        form = self.parse(ReceiptEmailInput)
        client()  # raises before anything is changed if there are no keys
        return Response(DeskPaymentOutput.of(correct_receipt_email(payment_id=card_payment_id, **form)))


class PaymentRefundView(OwnerView):
    """``POST /api/payments/{id}/refund``."""

    @extend_schema(request=RefundInput, responses=DeskPaymentOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Refund a payment or part of it. ``amountRefunded`` follows Stripe."""
        form, by = self.parse(RefundInput), signed_in(request.user)
        client()  # raises before anything is stored if there are no keys
        return create_in_steps(
            request,
            "refunds",
            lambda: refunds.request_refund(payment_id=card_payment_id, by=by, **form).id,
            lambda refund_id: DeskPaymentOutput.of(refunds.send_refund(UUID(refund_id))),
            parent_id=card_payment_id,
        )


class PaymentKeepView(AdminView):
    """``POST /api/payments/{id}/keep``."""

    @extend_schema(request=KeepInput, responses=KeptOutput)
    def post(self, request: Request, card_payment_id: UUID) -> Response:
        """Keep the part of a payment, by card or recorded, that is owed back."""
        form, by = self.parse(KeepInput), signed_in(request.user)
        return Response({"amountKept": keep_payment(payment_id=card_payment_id, by=by, **form)})


class StripeWebhookView(AnonymousView):
    """``POST /api/stripe/webhook``: Stripe's events, authenticated by their signature."""

    parser_classes = [RawBodyParser]

    @extend_schema(
        request=OpenApiTypes.OBJECT,
        responses=WebhookOutput,
        parameters=[
            OpenApiParameter(
                "Stripe-Signature",
                location=OpenApiParameter.HEADER,
                required=True,
                description="Stripe's signature of the body, at most five minutes old",
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Store the event for the worker. Responds with a 5xx if it can't be stored, so that Stripe sends it again."""
        body = request.data if isinstance(request.data, bytes) else b""
        event = webhook.receive(body, request.headers.get("Stripe-Signature"))
        return Response(WebhookOutput.of(event))


class StripeEventListView(AdminView):
    """Stripe events and their outcomes."""

    @extend_schema(
        responses=StripeEventOutput(many=True),
        parameters=[OpenApiParameter("state", enum=EventState.values), *PAGE],
    )
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        rows = StripeEvent.objects.all()
        if state := filters.one_of(request, "state", EventState.values):
            rows = rows.filter(state=state)
        return page_response(request, rows, StripeEventOutput)


class StripeEventProcessView(AdminView):
    """``POST /api/stripe/events/{id}/process``."""

    @extend_schema(request=None, responses=StripeEventOutput)
    def post(self, request: Request, event_id: UUID) -> Response:
        """Process the event again, whatever its state. Responds with 200 even if it fails: the response has the
        error."""
        event = get_object_or_404(StripeEvent, id=event_id)
        with suppress(events.EventFailed):
            events.process(event.id, again=True)
        event.refresh_from_db()
        return Response(StripeEventOutput.of(event))
