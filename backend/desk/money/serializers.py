"""Outputs of the page "Money". Amounts are US dollars, negative for what went out."""

from rest_framework import serializers

from common.outputs import Output
from invoices.ages import Age
from payments.models import BalanceKind, DisputeAction, PayoutStatus


def _money(source: str | None = None) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=14, decimal_places=2, source=source)


class FlowOutput(Output):
    """A sum, and of how many payments, refunds or the like it is."""

    amount = _money()
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
    received = _money()
    net = _money()


class DifferenceOutput(Output):
    """Something that differs from Stripe: a month (``YYYY-MM``), a payment or a payout, by its name and its ID at
    Stripe. ``stripe`` and ``ours`` are net amounts; equal ones consist of different entries."""

    what = serializers.ChoiceField(choices=["month", "payment", "payout"])
    name = serializers.CharField()
    stripeId = serializers.CharField(source="id")
    stripe = _money()
    ours = _money()


class RecountOutput(Output):
    """The last comparison of our copies with Stripe, to the cent. ``differences`` are empty if all ``matches``."""

    checkedAt = serializers.DateTimeField(source="checked_at")
    matches = serializers.BooleanField()
    differences = DifferenceOutput(many=True)


class MoneyOutput(Output):
    """The last six months, oldest first, the one that contains ``today`` last. ``recount`` is null before the first."""

    today = serializers.DateField()
    months = MoneyMonthOutput(many=True)
    recount = RecountOutput(allow_null=True)


class AgedSumOutput(Output):
    """What is due at an age. ``deposits`` can't be overdue. ``treeSum`` is for ``trees`` that have a delivery day or
    were delivered."""

    age = serializers.ChoiceField(source="invoice.age", choices=Age.choices)
    invoices = serializers.IntegerField(source="invoice.invoices")
    deposits = _money(source="invoice.deposits")
    rest = _money(source="invoice.rest")
    trees = serializers.IntegerField()
    treeSum = _money(source="tree_sum")
    together = _money()


class AgingOutput(Output):
    """All that is left to pay. ``invoices`` counts each open invoice once, though its deposit and its rest may have
    different ages."""

    invoices = serializers.IntegerField(source="invoice.invoices")
    deposits = _money(source="invoice.deposits")
    rest = _money(source="invoice.rest")
    trees = serializers.IntegerField()
    treeSum = _money(source="tree_sum")
    together = _money()
    ages = AgedSumOutput(many=True)


class PayoutOutput(Output):
    """A payout to the business's bank. ``arrivesOn`` is the day that Stripe expects or knows; ``complete``: all of its
    ``entries`` are known, which nobody does of one that was made by hand (not ``automatic``)."""

    id = serializers.UUIDField()
    stripeId = serializers.CharField(source="stripe_id")
    amount = _money()
    status = serializers.ChoiceField(choices=PayoutStatus.choices)
    createdAt = serializers.DateTimeField(source="created_at_stripe")
    arrivesOn = serializers.DateField(source="arrives_on")
    failureMessage = serializers.CharField(source="failure_message")
    automatic = serializers.BooleanField()
    complete = serializers.BooleanField()
    entries = serializers.IntegerField()


class PayoutEntryOutput(Output):
    """What a payout contains. ``customerKey`` is null for a guest of whom only the name is known. ``unknown``: Stripe
    has a payment that we don't know."""

    id = serializers.UUIDField()
    stripeId = serializers.CharField(source="named.row.stripe_id")
    kind = serializers.ChoiceField(source="named.row.kind", choices=BalanceKind.choices)
    occurredAt = serializers.DateTimeField(source="occurred_at")
    customer = serializers.CharField(source="named.customer")
    customerKey = serializers.CharField(source="named.customer_key", allow_null=True)
    document = serializers.CharField(source="named.document")
    invoiceId = serializers.UUIDField(source="named.invoice_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="named.tree_order_id", allow_null=True)
    unknown = serializers.BooleanField(source="named.unknown")
    amount = _money("named.row.amount")
    fee = _money("named.row.fee")
    net = _money("named.row.net")


class ExportSummaryOutput(Output):
    """How many lines the accountant's file has for these days, and what they add up to."""

    lines = serializers.IntegerField()
    net = _money()


class ProofOutput(Output):
    """Something on record for the answer to a dispute, and what shows it."""

    kind = serializers.ChoiceField(choices=["acceptance", "visit", "conversation", "delivery"])
    text = serializers.CharField()
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    jobId = serializers.UUIDField(source="job_id", allow_null=True)
    treeOrderId = serializers.UUIDField(source="tree_order_id", allow_null=True)


class DisputeOutput(Output):
    """An open dispute; ``id`` is the payment's. ``deadline``: until when the bank waits for our response, null if it
    has one. ``action`` is what we decided, blank if nothing; ``isSending``: Stripe has not confirmed it; ``refused``:
    Stripe did not take it. ``reason`` is the bank's in plain English. ``proofs`` are what we have on record."""

    id = serializers.UUIDField(source="payment.id")
    amount = _money()
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
    """A text for the customer's bank; ``name`` is Stripe's."""

    name = serializers.CharField()
    text = serializers.CharField()


class DisputeAnswerOutput(Output):
    """What an answer would send."""

    evidence = EvidenceOutput(many=True)
