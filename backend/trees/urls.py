"""URL routes for tree orders."""

from django.urls import path

from trees.views import (
    DaySheetView,
    PaymentCodesView,
    TreeOrderListView,
    TreeOrderPaymentTakeBackView,
    TreeOrderRecordPaymentView,
    TreeOrderView,
)

urlpatterns = [
    path("tree-orders", TreeOrderListView.as_view()),
    path("tree-orders/day-sheet", DaySheetView.as_view()),
    path("tree-orders/payment-codes", PaymentCodesView.as_view()),
    path("tree-orders/<uuid:order_id>", TreeOrderView.as_view()),
    path("tree-orders/<uuid:order_id>/record-payment", TreeOrderRecordPaymentView.as_view()),
    path(
        "tree-orders/<uuid:order_id>/payments/<uuid:tree_payment_id>/take-back", TreeOrderPaymentTakeBackView.as_view()
    ),
]
