"""URL routes for the desk."""

from django.urls import path

from desk.installation import InstallationView
from desk.money.views import (
    AgingView,
    DisputeAcceptView,
    DisputeAnswerView,
    DisputeListView,
    ExportSummaryView,
    ExportView,
    MoneyView,
    PayoutEntryListView,
    PayoutListView,
)
from desk.questions import (
    QuestionNoReplyNeededView,
    QuestionView,
)
from desk.services import ABOUT_INQUIRY, ABOUT_QUOTE, ABOUT_TREE_ORDER
from desk.texts_off import TextsOffView
from desk.views import (
    CallListView,
    CustomerListView,
    CustomerView,
    HistoryView,
    MessageHtmlView,
    MessageListView,
    MessageSendAgainView,
    MessageSummaryView,
    MessageView,
    PastUnmarkedView,
    PaymentAssignView,
    PaymentSuggestionsView,
    QueueCountsView,
    QueueView,
    SavedReplyListView,
    SavedReplyView,
    SearchView,
)
from invoices.models import Invoice
from invoices.serializers import InvoiceOutput
from jobs.models import Job
from jobs.serializers import JobOutput
from quotes.models import Quote
from quotes.serializers import DeskQuoteOutput
from trees.models import TreeOrder
from trees.serializers import DeskTreeOrderOutput

urlpatterns = [
    path("desk/queue", QueueView.as_view()),
    path("desk/queue/counts", QueueCountsView.as_view()),
    path("desk/customers", CustomerListView.as_view()),
    path("desk/customers/<str:key>", CustomerView.as_view()),
    path("desk/questions/<uuid:inquiry_id>", QuestionView.as_view()),
    path("desk/questions/<uuid:inquiry_id>/calls", CallListView.as_view(about=ABOUT_INQUIRY)),
    path("desk/questions/<uuid:inquiry_id>/no-reply-needed", QuestionNoReplyNeededView.as_view()),
    path("desk/saved-replies", SavedReplyListView.as_view()),
    path("desk/saved-replies/<uuid:reply_id>", SavedReplyView.as_view()),
    path("desk/search", SearchView.as_view()),
    path("desk/installation", InstallationView.as_view()),
    path("desk/past-unmarked", PastUnmarkedView.as_view()),
    path("desk/money", MoneyView.as_view()),
    path("desk/money/due", AgingView.as_view()),
    path("desk/money/export.csv", ExportView.as_view()),
    path("desk/money/export-summary", ExportSummaryView.as_view()),
    path("desk/payouts", PayoutListView.as_view()),
    path("desk/payouts/<uuid:payout_id>/entries", PayoutEntryListView.as_view()),
    path("desk/messages", MessageListView.as_view()),
    path("desk/messages/summary", MessageSummaryView.as_view()),
    path("desk/messages/<uuid:message_id>", MessageView.as_view()),
    path("desk/messages/<uuid:message_id>/html", MessageHtmlView.as_view()),
    path("desk/messages/<uuid:message_id>/send-again", MessageSendAgainView.as_view()),
    path("desk/disputes", DisputeListView.as_view()),
    path("payments/<uuid:card_payment_id>/dispute-answer", DisputeAnswerView.as_view()),
    path("payments/<uuid:card_payment_id>/dispute-accept", DisputeAcceptView.as_view()),
    path("payments/<uuid:card_payment_id>/assign", PaymentAssignView.as_view()),
    path("payments/<uuid:card_payment_id>/suggestions", PaymentSuggestionsView.as_view()),
    path("texts/off", TextsOffView.as_view()),
    path("quotes/<uuid:quote_id>/calls", CallListView.as_view(about=ABOUT_QUOTE)),
    path("tree-orders/<uuid:order_id>/calls", CallListView.as_view(about=ABOUT_TREE_ORDER)),
    path("quotes/<uuid:quote_id>/history", HistoryView.as_view(model=Quote, output=DeskQuoteOutput)),
    path("jobs/<uuid:job_id>/history", HistoryView.as_view(model=Job, output=JobOutput)),
    path("tree-orders/<uuid:order_id>/history", HistoryView.as_view(model=TreeOrder, output=DeskTreeOrderOutput)),
    path("invoices/<uuid:invoice_id>/history", HistoryView.as_view(model=Invoice, output=InvoiceOutput)),
]
