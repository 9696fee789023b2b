"""``/api/invoices``."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.pagination import answer_page
from common.schema import lists
from common.views import View, rows_in_scope
from invoices.models import Invoice
from invoices.serializers import InvoiceOutput


class InvoiceListView(View):
    """The caller's invoices from the moment they are sent, or everybody's for an administrator."""

    @lists(InvoiceOutput, scoped=True)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        return answer_page(request, rows_in_scope(request, Invoice.objects.all()), InvoiceOutput)
