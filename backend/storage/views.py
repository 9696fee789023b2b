"""``/api/storage-subscriptions``."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.pagination import answer_page
from common.schema import lists
from common.views import View, rows_in_scope
from storage.models import StorageSubscription
from storage.serializers import StorageSubscriptionOutput


class StorageSubscriptionListView(View):
    """The caller's storage subscriptions, or everybody's for an administrator."""

    @lists(StorageSubscriptionOutput, scoped=True)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        subscriptions = rows_in_scope(request, StorageSubscription.objects.prefetch_related("addresses"))
        return answer_page(request, subscriptions, StorageSubscriptionOutput)
