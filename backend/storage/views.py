"""``/api/create-subscription``, ``/api/storage-subscriptions``, ``/api/stored-items`` and ``/api/storage-charges``."""

from uuid import UUID

from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Address, signed_in
from accounts.serializers import AddressOutput
from common import filters
from common.idempotency import create_in_steps
from common.pagination import page_response
from common.permissions import Admin
from common.schema import IDEMPOTENCY_KEY, lists
from common.views import View, rows_in_scope
from payments.client import client
from payments.states import BillOutcome, SubscriptionStatus
from payments.subscriptions import receipt_url
from storage import changes
from storage.inputs import PlanInput, PropertyInput, StoredItemsInput, SubscriptionInput
from storage.models import StorageCharge, StorageSubscription
from storage.serializers import (
    CardUpdateOutput,
    DeskStorageSubscriptionOutput,
    PreviewOutput,
    StorageChargeOutput,
    StorageSubscriptionOutput,
    StoredItemsOutput,
    SubscribedOutput,
)
from storage.stored_items import StoredItemsStatus, properties_with_items, record_items
from storage.subscribing import begin_subscription, finish_subscription


class CreateSubscriptionView(View):
    """``POST /api/create-subscription``."""

    @extend_schema(request=SubscriptionInput, responses={200: SubscribedOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request) -> Response:
        """Subscribe, or change the plan. A repeated request returns the same client secret."""
        form, user = self.parse(SubscriptionInput), signed_in(request.user)
        client()  # without Stripe's keys, nothing is created
        return create_in_steps(
            request,
            "subscriptions",
            lambda: begin_subscription(user=user, **form).id,
            lambda row: SubscribedOutput.of(finish_subscription(user=user, subscription_id=UUID(row), **form)),
        )


class StorageSubscriptionListView(View):
    """``GET /api/storage-subscriptions``."""

    @lists(
        StorageSubscriptionOutput,
        scoped=True,
        desk=DeskStorageSubscriptionOutput,
        filters={"status": "One or more of the statuses"},
    )
    def get(self, request: Request) -> Response:
        """Return one page, newest first. With ``scope=admin``, each subscription includes its customer."""
        subscriptions = rows_in_scope(
            request, StorageSubscription.objects.without_abandoned().prefetch_related("addresses")
        )
        if statuses := filters.chosen(request, "status", SubscriptionStatus.values):
            subscriptions = subscriptions.filter(status__in=statuses)
        if "scope" not in request.query_params:
            return page_response(request, subscriptions, StorageSubscriptionOutput)
        on_desk = subscriptions.select_related("user").prefetch_related("charges")
        return page_response(request, on_desk, DeskStorageSubscriptionOutput)


class _OwnSubscriptionView(View):
    """Base class for views that change a subscription of the signed-in user."""

    def respond(self, subscription_id: UUID) -> Response:
        """Respond with the subscription as it is now."""
        row = StorageSubscription.objects.prefetch_related("addresses").get(id=subscription_id)
        return Response(StorageSubscriptionOutput.of(row))


class StorageSubscriptionCancelView(_OwnSubscriptionView):
    """``POST /api/storage-subscriptions/{id}/cancel``."""

    @extend_schema(request=None, responses=StorageSubscriptionOutput)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        """Cancel at the end of the paid period; ``endsAt`` says when that is."""
        changes.cancel_subscription(user=signed_in(request.user), subscription_id=subscription_id)
        return self.respond(subscription_id)


class StorageSubscriptionResumeView(_OwnSubscriptionView):
    """``POST /api/storage-subscriptions/{id}/resume``."""

    @extend_schema(request=None, responses=StorageSubscriptionOutput)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        """Undo the cancellation."""
        changes.resume_subscription(user=signed_in(request.user), subscription_id=subscription_id)
        return self.respond(subscription_id)


class StorageSubscriptionPreviewChangeView(View):
    """``POST /api/storage-subscriptions/{id}/preview-change``."""

    @extend_schema(request=PlanInput, responses=PreviewOutput)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        """Return what changing the plan would cost, without changing anything."""
        preview = changes.preview_change(
            user=signed_in(request.user), subscription_id=subscription_id, **self.parse(PlanInput)
        )
        return Response(PreviewOutput.of(preview))


class StorageSubscriptionUpdateCardView(View):
    """``POST /api/storage-subscriptions/{id}/update-card``."""

    @extend_schema(request=None, responses=CardUpdateOutput)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        """Return the client secret for entering another card."""
        secret = changes.update_card(user=signed_in(request.user), subscription_id=subscription_id)
        return Response({"clientSecret": secret})


class StorageSubscriptionAddressesView(_OwnSubscriptionView):
    """``POST /api/storage-subscriptions/{id}/addresses``."""

    @extend_schema(request=PropertyInput, responses=StorageSubscriptionOutput)
    def post(self, request: Request, subscription_id: UUID) -> Response:
        """Add a property."""
        form = self.parse(PropertyInput)
        changes.attach_property(user=signed_in(request.user), subscription_id=subscription_id, **form)
        return self.respond(subscription_id)


class StorageSubscriptionAddressView(_OwnSubscriptionView):
    """``DELETE /api/storage-subscriptions/{id}/addresses/{addressId}``."""

    @extend_schema(responses={200: StorageSubscriptionOutput})
    def delete(self, request: Request, subscription_id: UUID, address_id: UUID) -> Response:
        """Remove a property."""
        changes.detach_property(user=signed_in(request.user), subscription_id=subscription_id, address_id=address_id)
        return self.respond(subscription_id)


class StoredItemsListView(View):
    """``GET /api/stored-items``."""

    @lists(StoredItemsOutput, scoped=True, filters={"status": "One or more of the statuses"})
    def get(self, request: Request) -> Response:
        """Return one page of the properties whose items we fetch, store or return, newest first."""
        statuses = filters.chosen(request, "status", StoredItemsStatus.values)
        properties = properties_with_items(rows_in_scope(request, Address.objects.all()), statuses)
        return page_response(request, properties, StoredItemsOutput)


class StoredItemsView(View):
    """``PATCH /api/stored-items/{addressId}``."""

    permission_classes = [Admin]

    @extend_schema(request=StoredItemsInput, responses=AddressOutput)
    def patch(self, request: Request, address_id: UUID) -> Response:
        """Record that the items from a property were picked up or returned. Its customer gets an email."""
        return Response(AddressOutput.of(record_items(address_id=address_id, **self.parse(StoredItemsInput))))


class StorageChargeListView(View):
    """``GET /api/storage-charges``."""

    @lists(StorageChargeOutput)
    def get(self, request: Request) -> Response:
        """Return one page of the caller's own charges, newest first."""
        charges = StorageCharge.objects.owned_by(request.user).with_refunds()
        return page_response(request, charges, StorageChargeOutput)


class StorageChargeReceiptView(View):
    """``GET /api/storage-charges/{id}/receipt``."""

    @extend_schema(responses={302: OpenApiResponse(description="To Stripe's page")})
    def get(self, request: Request, charge_id: UUID) -> HttpResponseRedirect:
        """Redirect to Stripe's page with the receipt. Its address expires, so it is fetched each time."""
        paid = StorageCharge.objects.owned_by(request.user).filter(outcome=BillOutcome.PAID)
        url = receipt_url(get_object_or_404(paid, id=charge_id).stripe_invoice_id)
        if not url:
            raise Http404
        return HttpResponseRedirect(url)
