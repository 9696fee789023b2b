"""Outputs of the page "Money". Amounts are in US dollars, negative for what went out."""

from rest_framework import serializers

from common.outputs import Dollars, Output
from invoices.ages import Age
from payments.models import BalanceKind, DisputeAction, PayoutStatus


class FlowOutput(Output):
    """A sum, and the number of payments, refunds and so on that it consists of."""

    amount = Dollars(max_digits=14)
    count = serializers.IntegerField()


class MoneyMonthOutput(Output):
    """What came in and went out in a month (``YYYY-MM``, Eastern). ``card`` is before Stripe's fees; ``otherMethods``
    are recorded payments that were neither check nor cash; ``reversals`` are recorded payments of earlier months that
    were reversed in this one; ``received`` is what came in, ``net`` the sum of everything."""

    month = serializers.CharField()
    card = FlowOutput()
    check = FlowOutput()
    cash = FlowOutput()
    otherMethods = FlowOutput(source="other_methods")
    refunds = FlowOutput()
    reversals = FlowOutput()
    disputes = FlowOutput()
    fees = FlowOutput()
    adjustments = FlowOutput()
    received = Dollars(max_digits=14)
    net = Dollars(max_digits=14)


class DifferenceOutput(Output):
    """A difference from Stripe: a month (``YYYY-MM``), a payment or a payout, with its name and its ID at Stripe.
    ``stripe`` and ``ours`` are net amounts; if they are equal, their entries differ."""

    what = serializers.ChoiceField(choices=["month", "payment", "payout"])
    name = serializers.CharField()
    stripeId = serializers.CharField(source="id")
    stripe = Dollars(max_digits=14)
    ours = Dollars(max_digits=14)


class RecountOutput(Output):
    """The last comparison of our records with Stripe, to the cent. ``differences`` is empty if everything
    ``matches``.
    """

    checkedAt = serializers.DateTimeField(source="checked_at")
    matches = serializers.BooleanField()
    differences = DifferenceOutput(many=True)


class MoneyOutput(Output):
    """The last six months, oldest first, ending with the current one. ``recount`` is null before the first
    comparison.
    """

    today = serializers.DateField()
    months = MoneyMonthOutput(many=True)
    recount = RecountOutput(allow_null=True)


class AgedSumOutput(Output):
    """The amounts due at an age. ``deposits`` are never overdue. ``treeSum`` is for ``trees`` that have a delivery day
    or were delivered."""

    age = serializers.ChoiceField(source="invoice.age", choices=Age.choices)
    invoices = serializers.IntegerField(source="invoice.invoices")
    deposits = Dollars(source="invoice.deposits", max_digits=14)
    rest = Dollars(source="invoice.rest", max_digits=14)
    trees = serializers.IntegerField()
    treeSum = Dollars(source="tree_sum", max_digits=14)
    together = Dollars(max_digits=14)


class AgingOutput(Output):
    """Everything that is still to be paid. ``invoices`` counts each open invoice once, even if its deposit and the rest
    have different ages. ``unbilled`` is the number of quotes whose work is done without an invoice, and
    ``drafts`` of invoices that nobody has sent."""

    invoices = serializers.IntegerField(source="invoice.invoices")
    deposits = Dollars(source="invoice.deposits", max_digits=14)
    rest = Dollars(source="invoice.rest", max_digits=14)
    trees = serializers.IntegerField()
    treeSum = Dollars(source="tree_sum", max_digits=14)
    together = Dollars(max_digits=14)
    ages = AgedSumOutput(many=True)
    unbilled = serializers.IntegerField()
    drafts = serializers.IntegerField()


class PayoutOutput(Output):
    """A payout to the business's bank. ``arrivesOn`` is the expected or actual day of arrival; ``complete``: all of its
    ``entries`` are known. Stripe does not say what is in a manual payout (not ``automatic``)."""

    id = serializers.UUIDField()
    stripeId = serializers.CharField(source="stripe_id")
    amount = Dollars(max_digits=14)
    status = serializers.ChoiceField(choices=PayoutStatus.choices)
    createdAt = serializers.DateTimeField(source="created_at_stripe")
    arrivesOn = serializers.DateField(source="arrives_on")
    failureMessage = serializers.CharField(source="failure_message")
    automatic = serializers.BooleanField()
    complete = serializers.BooleanField()
    entries = serializers.IntegerField()


class PayoutEntryOutput(Output):
    """An entry of a payout. ``customerKey`` is null if only the payer's name is known. ``unknown``: Stripe has its
    payment, but we don't."""

    id = serializers.UUIDField()
    stripeId = serializers.CharField(source="row.stripe_id")
    kind = serializers.ChoiceField(source="row.kind", choices=BalanceKind.choices)
    occurredAt = serializers.DateTimeField(source="occurred_at")
    customer = serializers.CharField()
    customerKey = serializers.CharField(source="customer_key", allow_null=True)
    document = serializers.CharField()
    invoiceId = serializers.UUIDField(source="invoice_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)
    unknown = serializers.BooleanField()
    amount = Dollars(source="row.amount", max_digits=14)
    fee = Dollars(source="row.fee", max_digits=14)
    net = Dollars(source="row.net", max_digits=14)


class ExportSummaryOutput(Output):
    """The number of lines in the accountant's file for these days, and their sum."""

    lines = serializers.IntegerField()
    net = Dollars(max_digits=14)


class ProofOutput(Output):
    """A piece of evidence for a dispute, and the row that the desk shows for it."""

    kind = serializers.ChoiceField(choices=["acceptance", "visit", "conversation", "delivery"])
    text = serializers.CharField()
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    jobId = serializers.UUIDField(source="job_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)


class DisputeOutput(Output):
    """An open dispute; ``id`` is the payment's. ``deadline`` is the bank's deadline for our response, null once it has
    one. ``action`` is our decision, blank if there is none; ``isSending``: Stripe has not confirmed it yet;
    ``refused``: Stripe rejected it. ``reason`` is the bank's, in plain English. ``proofs`` is the evidence that we have
    on record."""

    id = serializers.UUIDField(source="payment.id")
    amount = Dollars(max_digits=14)
    customer = serializers.CharField()
    customerKey = serializers.CharField(source="customer_key", allow_null=True)
    document = serializers.CharField(source="payment.description")
    invoiceId = serializers.UUIDField(source="invoice_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)
    reason = serializers.CharField()
    deadline = serializers.DateTimeField(allow_null=True)
    action = serializers.ChoiceField(choices=["", *DisputeAction.values])
    isSending = serializers.BooleanField(source="is_sending")
    refused = serializers.BooleanField()
    stripePaymentIntentId = serializers.CharField(source="payment.stripe_payment_intent_id")
    proofs = ProofOutput(many=True)


class DisputesOutput(Output):
    """The open disputes, the earliest deadline first, and how many of this season's were won and lost."""

    open = DisputeOutput(many=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class EvidenceOutput(Output):
    """A text for the customer's bank; ``name`` is Stripe's name for the field."""

    name = serializers.CharField()
    text = serializers.CharField()


class DisputeAnswerOutput(Output):
    """The evidence that an answer would send."""

    evidence = EvidenceOutput(many=True)
