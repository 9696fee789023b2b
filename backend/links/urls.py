"""URL routes for private links."""

from django.urls import path

from links.models import LinkKind
from links.views import LinkListView, LinkWithdrawView, OpenedView

urlpatterns = [
    path("links", LinkListView.as_view()),
    path("links/<uuid:link_id>/withdraw", LinkWithdrawView.as_view()),
    path("quotes/<uuid:quote_id>/opened", OpenedView.as_view(kind=LinkKind.QUOTE)),
    path("tree-orders/<uuid:order_id>/opened", OpenedView.as_view(kind=LinkKind.TREE_ORDER)),
    path("invoices/<uuid:invoice_id>/opened", OpenedView.as_view(kind=LinkKind.INVOICE)),
]
