"""Outputs of the desk."""

from rest_framework import serializers

from accounts.serializers import AddressOutput
from common.outputs import Dollars, Output
from desk.customers import CustomerKind
from desk.message_preview import PreviewState
from desk.models import CallChannel, CallOutcome, QueueKind
from invoices.serializers import InvoiceOutput
from jobs.serializers import DeskJobOutput
from looks.serializers import LookOutput
from notifications.models import Channel, Delivery, MessageStatus
from payments.serializers import DeskPaymentOutput
from quotes.deposits import StateCheck
from quotes.serializers import DeskQuoteOutput, StoredDesign
from replies.models import InboundKind
from storage.serializers import StorageSubscriptionOutput
from texts.models import CommunicationPreference
from texts.serializers import TextConsentOutput
from trees.serializers import DeskTreeOrderOutput


class CallOutput(Output):
    """A call, text message or email to a customer, and when to try again."""

    id = serializers.UUIDField()
    outcome = serializers.ChoiceField(choices=CallOutcome.choices)
    channel = serializers.ChoiceField(choices=CallChannel.choices)
    note = serializers.CharField()
    retryAt = serializers.DateTimeField(source="retry_at", allow_null=True)
    authorName = serializers.CharField(source="author_name")
    createdAt = serializers.DateTimeField(source="created_at")


class PriceRangeOutput(Output):
    """A range in whole US dollars."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()


class QueueDepositOutput(Output):
    """The deposit of an accepted quote. ``isRefunded``: it was paid and refunded in full, so it isn't due either."""

    amount = Dollars()
    isPaid = serializers.BooleanField(source="is_paid")
    isRefunded = serializers.BooleanField(source="is_refunded")


class QueueItemOutput(Output):
    """Someone who is waiting for the business. Fields that don't apply to the kind are null. ``id`` is the ID of the
    quote, tree order, payment or message, or of a question without a quote; ``customerKey`` is the key of the
    customer's page. ``question`` is the newest unanswered comment, text, email or missed call; ``otherSender``: the
    address or number that it came from, if it isn't one of the customer's. ``wantsNoTexts``: the question seems to
    ask for no more texts, and the number may still be texted. ``amountPaid`` and ``amountDue`` are those of a tree
    order. ``hasLines``: ``amount`` is the sum of a proposal's lines. ``updatedAt`` of a quote also changes when
    either side writes about it. ``stateCheck``: the work may be (``unknown``) or is (``outside``) in another state,
    which taxes it. ``needsTakedown``: a quote waits for the day of its takedown rather than of its first visit, also if
    it was rejected since. ``terms`` are the accepted terms, if staff have to refund a payment or keep it."""

    kind = serializers.ChoiceField(choices=QueueKind.choices, source="place.kind")
    id = serializers.UUIDField(source="place.id")
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)
    invoiceId = serializers.UUIDField(source="invoice_id", allow_null=True)
    paymentId = serializers.UUIDField(source="payment_id", allow_null=True)
    messageId = serializers.UUIDField(source="message_id", allow_null=True)
    customerKey = serializers.CharField(source="customer_key", allow_null=True)
    customerName = serializers.CharField(source="customer_name")
    email = serializers.EmailField(allow_null=True)
    phone = serializers.CharField(allow_null=True)
    communicationPreference = serializers.ChoiceField(
        source="communication_preference", choices=CommunicationPreference.choices, allow_null=True
    )
    city = serializers.CharField(allow_null=True)
    streetAddress = serializers.CharField(source="street_address", allow_null=True)
    summary = serializers.CharField()
    question = serializers.CharField(allow_null=True)
    otherSender = serializers.CharField(source="other_sender")
    wantsNoTexts = serializers.BooleanField(source="wants_no_texts")
    textsOff = serializers.BooleanField(source="texts_off", help_text="The customer wants no texts to ``phone``")
    squareFootage = serializers.IntegerField(source="square_footage", allow_null=True)
    design = StoredDesign(allow_null=True)
    look = LookOutput(allow_null=True)
    estimate = PriceRangeOutput(allow_null=True)
    amount = Dollars(allow_null=True)
    amountPaid = Dollars(source="amount_paid", allow_null=True)
    amountDue = Dollars(source="amount_due", allow_null=True)
    hasLines = serializers.BooleanField(source="has_lines")
    deposit = QueueDepositOutput(allow_null=True)
    needsTakedown = serializers.BooleanField(source="needs_takedown")
    stateCheck = serializers.ChoiceField(source="state_check", choices=StateCheck.choices)
    terms = serializers.CharField(allow_null=True)
    status = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    respondBy = serializers.DateTimeField(source="place.respond_by")
    tries = serializers.IntegerField()
    lastTriedAt = serializers.DateTimeField(source="last_tried_at", allow_null=True)
    retryAt = serializers.DateTimeField(source="retry_at", allow_null=True)
    updatedAt = serializers.DateTimeField(source="updated_at")


class QuestionEntryOutput(Output):
    """A text, email or missed call of someone without an open quote, as the desk shows it."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=InboundKind.choices)
    words = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")


class QuestionOutput(Output):
    """A question of someone without an open quote. Its ``entries`` are oldest first. ``answeredAt`` is when staff
    responded, ``closedAt`` when they marked it "no reply needed"."""

    id = serializers.UUIDField()
    entries = QuestionEntryOutput(many=True, source="thread")
    answeredAt = serializers.DateTimeField(source="answered_at", allow_null=True)
    closedAt = serializers.DateTimeField(source="closed_at", allow_null=True)


class KindCountsOutput(Output):
    """The number of rows of each kind in the queue."""

    vars().update({kind: serializers.IntegerField() for kind in QueueKind.values})


class QueueCountsOutput(Output):
    """The number of rows in the queue. ``late`` ones are past their deadline. ``unbilled`` is the number of quotes
    whose work is done without an invoice, ``drafts`` of invoices that nobody has sent, and ``unscheduled`` of visits
    that need a day, in any city. All three are not in the queue.
    """

    all = serializers.IntegerField()
    late = serializers.IntegerField()
    kinds = KindCountsOutput()
    unbilled = serializers.IntegerField()
    drafts = serializers.IntegerField()
    unscheduled = serializers.IntegerField()


class ChangeOutput(Output):
    """A changed field. Values are text, null if there was none."""

    field = serializers.CharField()
    # "from" is a Python keyword
    vars()["from"] = serializers.CharField(allow_null=True, source="before")
    to = serializers.CharField(allow_null=True, source="after")


class HistoryEntryOutput(Output):
    """Who changed what, and when. ``by`` is blank for changes by the system."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    changes = ChangeOutput(many=True)


class CustomerRowOutput(Output):
    """Someone with a quote, tree order or storage plan, with an account or as a guest. ``lastSeenAt`` is when they
    requested the last of these.
    """

    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=CustomerKind.choices)
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    name = serializers.CharField()
    email = serializers.EmailField()
    phone = serializers.CharField()
    quotes = serializers.IntegerField()
    treeOrders = serializers.IntegerField(source="tree_orders")
    invoices = serializers.IntegerField()
    storageSubscriptions = serializers.IntegerField(source="plans")
    lastSeenAt = serializers.DateTimeField(source="last_seen_at", allow_null=True)


class CustomerOutput(Output):
    """Everything about one customer, newest first. ``guestMatches`` are possible duplicates; they are never merged
    automatically.
    """

    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=CustomerKind.choices)
    userId = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    email = serializers.EmailField()
    phone = serializers.CharField()
    lastSeenAt = serializers.DateTimeField(allow_null=True)
    quotes = DeskQuoteOutput(many=True)
    jobs = DeskJobOutput(many=True)
    treeOrders = DeskTreeOrderOutput(many=True)
    invoices = InvoiceOutput(many=True)
    payments = DeskPaymentOutput(many=True)
    storageSubscriptions = StorageSubscriptionOutput(many=True)
    addresses = AddressOutput(many=True)
    guestMatches = CustomerRowOutput(many=True)
    textConsents = TextConsentOutput(many=True, help_text="For each of their phone numbers")


class SavedReplyOutput(Output):
    """A reply that staff often send. The client replaces {name} and {price} in its text with the customer's."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    text = serializers.CharField()


class SearchMatchOutput(Output):
    """A search result. ``key`` is the key of the customer's page; it is also the ``id`` of a customer, who has no
    ``status``."""

    id = serializers.CharField()
    key = serializers.CharField()
    title = serializers.CharField()
    detail = serializers.CharField()
    status = serializers.CharField(allow_null=True)


class SearchOutput(Output):
    """The newest five matches of each type."""

    customers = SearchMatchOutput(many=True)
    quotes = SearchMatchOutput(many=True)
    treeOrders = SearchMatchOutput(many=True, source="tree_orders")
    invoices = SearchMatchOutput(many=True)


class PastUnmarkedOutput(Output):
    """The number of open visits and deliveries whose day was before today (Eastern)."""

    jobs = serializers.IntegerField()
    treeOrders = serializers.IntegerField()


class MessageOutput(Output):
    """A message and its delivery status, without its content. ``to`` and ``subject`` are blank until it is written,
    ``tries`` counts the attempts to deliver it since it was queued, ``reachedAt`` is when staff reached its recipient
    in another way, and ``customerName`` is whom it is about, blank if it is not about a customer.
    """

    id = serializers.UUIDField()
    channel = serializers.ChoiceField(choices=Channel.choices, source="message.channel")
    kind = serializers.CharField(source="message.kind")
    to = serializers.CharField(source="message.recipient")
    subject = serializers.CharField(source="message.subject")
    status = serializers.ChoiceField(choices=MessageStatus.choices, source="message.status")
    error = serializers.CharField(source="message.error")
    notTexted = serializers.CharField(
        source="message.not_texted", help_text="Why an email's recipient, who wants texts, got none; blank otherwise"
    )
    delivery = serializers.ChoiceField(
        choices=[("", "Not reported"), *Delivery.choices], source="message.delivery", help_text="What Twilio reported"
    )
    reportedAt = serializers.DateTimeField(source="message.reported_at", allow_null=True)
    tries = serializers.IntegerField(source="message.attempts")
    canBeSentAgain = serializers.BooleanField(source="can_be_sent_again")
    quoteId = serializers.UUIDField(source="message.quote_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="message.tree_order_id", allow_null=True)
    invoiceId = serializers.UUIDField(source="message.invoice_id", allow_null=True)
    invoiceNumber = serializers.CharField(source="invoice_number", allow_null=True)
    paymentId = serializers.UUIDField(source="message.payment_id", allow_null=True)
    subscriptionId = serializers.UUIDField(source="message.subscription_id", allow_null=True)
    customerName = serializers.CharField(source="customer_name")
    customerKey = serializers.CharField(source="customer_key", allow_null=True)
    createdAt = serializers.DateTimeField(source="created_at")
    notBefore = serializers.DateTimeField(source="message.not_before", allow_null=True)
    attemptedAt = serializers.DateTimeField(source="message.attempted_at", allow_null=True)
    sentAt = serializers.DateTimeField(source="message.sent_at", allow_null=True)
    failedAt = serializers.DateTimeField(source="message.failed_at", allow_null=True)
    reachedAt = serializers.DateTimeField(source="message.reached_at", allow_null=True)


class AttachmentOutput(Output):
    """A file of an email. ``size`` is in bytes."""

    name = serializers.CharField()
    size = serializers.IntegerField()


class MessagePreviewOutput(Output):
    """The content of a message as far as staff may see it. ``hasHtml``: its HTML can be fetched."""

    state = serializers.ChoiceField(choices=PreviewState.choices)
    text = serializers.CharField()
    hasHtml = serializers.BooleanField(source="has_html")
    attachments = AttachmentOutput(many=True)


class MessageWithPreviewOutput(MessageOutput):
    """A message with its content."""

    preview = MessagePreviewOutput()


class OutboxSummaryOutput(Output):
    """The kinds of stored messages, and the missing settings because of which messages were skipped recently."""

    kinds = serializers.ListField(child=serializers.CharField())
    missingSettings = serializers.ListField(child=serializers.CharField())


class SuggestionOutput(Output):
    """A quote, tree order or account (``user``) that a payment may be for. ``label`` is the customer's name."""

    kind = serializers.ChoiceField(choices=["quote", "treeOrder", "user"])
    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    detail = serializers.CharField()
