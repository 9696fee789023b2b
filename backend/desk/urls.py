"""URL routes for the desk."""

from django.urls import path

from desk import views
from desk.installation import InstallationView
from desk.money import views as money_views
from desk.questions import (
    QuestionNoReplyNeededView,
    QuestionView,
)
from desk.services import ABOUT_INQUIRY, ABOUT_QUOTE, ABOUT_TREE_ORDER
from desk.texts_off import TextsOffView
from invoices.models import Invoice
from invoices.serializers import InvoiceOutput
from jobs.models import Job
from jobs.serializers import JobOutput
from quotes.models import Quote
from quotes.serializers import DeskQuoteOutput
from trees.models import TreeOrder
from trees.serializers import DeskTreeOrderOutput

urlpatterns = [
    path("desk/queue", views.QueueView.as_view()),
    path("desk/queue/counts", views.QueueCountsView.as_view()),
    path("desk/customers", views.CustomerListView.as_view()),
    path("desk/customers/<str:key>", views.CustomerView.as_view()),
    path("desk/questions/<uuid:inquiry_id>", QuestionView.as_view()),
    path("desk/questions/<uuid:inquiry_id>/calls", views.CallListView.as_view(about=ABOUT_INQUIRY)),
    path("desk/questions/<uuid:inquiry_id>/no-reply-needed", QuestionNoReplyNeededView.as_view()),
    path("desk/saved-replies", views.SavedReplyListView.as_view()),
    path("desk/saved-replies/<uuid:reply_id>", views.SavedReplyView.as_view()),
    path("desk/search", views.SearchView.as_view()),
    path("desk/installation", InstallationView.as_view()),
    path("desk/past-unmarked", views.PastUnmarkedView.as_view()),
    path("desk/money", money_views.MoneyView.as_view()),
    path("desk/money/due", money_views.AgingView.as_view()),
    path("desk/money/export.csv", money_views.ExportView.as_view()),
    path("desk/money/export-summary", money_views.ExportSummaryView.as_view()),
    path("desk/payouts", money_views.PayoutListView.as_view()),
    path("desk/payouts/<uuid:payout_id>/entries", money_views.PayoutEntryListView.as_view()),
    path("desk/messages", views.MessageListView.as_view()),
    path("desk/messages/summary", views.MessageSummaryView.as_view()),
    path("desk/messages/<uuid:message_id>", views.MessageView.as_view()),
    path("desk/messages/<uuid:message_id>/html", views.MessageHtmlView.as_view()),
    path("desk/messages/<uuid:message_id>/send-again", views.MessageSendAgainView.as_view()),
    path("desk/disputes", money_views.DisputeListView.as_view()),
    path("payments/<uuid:card_payment_id>/dispute-answer", money_views.DisputeAnswerView.as_view()),
    path("payments/<uuid:card_payment_id>/dispute-accept", money_views.DisputeAcceptView.as_view()),
    path("payments/<uuid:card_payment_id>/assign", views.PaymentAssignView.as_view()),
    path("payments/<uuid:card_payment_id>/suggestions", views.PaymentSuggestionsView.as_view()),
    path("texts/off", TextsOffView.as_view()),
    path("quotes/<uuid:quote_id>/calls", views.CallListView.as_view(about=ABOUT_QUOTE)),
    path("tree-orders/<uuid:order_id>/calls", views.CallListView.as_view(about=ABOUT_TREE_ORDER)),
    path("quotes/<uuid:quote_id>/history", views.HistoryView.as_view(model=Quote, output=DeskQuoteOutput)),
    path("jobs/<uuid:job_id>/history", views.HistoryView.as_view(model=Job, output=JobOutput)),
    path("tree-orders/<uuid:order_id>/history", views.HistoryView.as_view(model=TreeOrder, output=DeskTreeOrderOutput)),
    path("invoices/<uuid:invoice_id>/history", views.HistoryView.as_view(model=Invoice, output=InvoiceOutput)),
]
