"""``/api/tree-orders``."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.idempotency import create_once
from common.pagination import answer_page
from common.schema import creates, lists
from common.views import ListCreateView, rows_in_scope
from trees.models import TreeOrder
from trees.serializers import TreeOrderInput, TreeOrderOutput
from trees.services import place_tree_order


class TreeOrderListView(ListCreateView):
    """Everybody may order a tree; the list is the caller's own, or everybody's for an administrator."""

    @lists(TreeOrderOutput, scoped=True)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        return answer_page(request, rows_in_scope(request, TreeOrder.objects.all()), TreeOrderOutput)

    @creates(TreeOrderInput, TreeOrderOutput)
    def post(self, request: Request) -> Response:
        """Order a tree."""
        form = self.parse(TreeOrderInput)
        return create_once(
            request, "tree-orders", lambda: TreeOrderOutput.of(place_tree_order(ordered_by=request.user, **form))
        )
