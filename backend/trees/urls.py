"""URL routes for tree orders."""

from django.urls import path

from trees import views

_one = "tree-orders/<uuid:order_id>"

urlpatterns = [
    path("tree-orders", views.TreeOrderListView.as_view()),
    path("tree-orders/day-sheet", views.DaySheetView.as_view()),
    path("tree-orders/payment-codes", views.PaymentCodesView.as_view()),
    path(_one, views.TreeOrderView.as_view()),
    path(f"{_one}/record-payment", views.TreeOrderRecordPaymentView.as_view()),
    path(f"{_one}/payments/<uuid:tree_payment_id>/take-back", views.TreeOrderPaymentTakeBackView.as_view()),
]
