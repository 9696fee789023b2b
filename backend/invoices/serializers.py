"""Outputs of invoices."""

from rest_framework import serializers

from common.outputs import Dollars, Output
from invoices.models import InvoiceStatus
from quotes.deposits import StateCheck


class InvoiceOutput(Output):
    """An invoice. ``amountDue`` is never negative; ``dueNow`` is the part to pay now: ``firstAmount`` until it is paid,
    and the rest once ``dueDate`` is set. ``overpaid`` is what the business owes the customer. ``amountDisputed`` is the
    part of ``amountPaid`` that the customer's bank wants back, or got back; ``amountLost`` is what it has returned to
    the customer for good. ``awaitsYes``: it was canceled because the price changed, and its payments will count on the
    invoice that replaces it. ``staffDecide``: whether to refund what was paid, because the job won't happen.
    """

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    quoteId = serializers.UUIDField(source="quote_id", allow_null=True)
    invoiceNumber = serializers.CharField(source="invoice_number")
    amount = Dollars()
    firstAmount = Dollars(source="first_amount", allow_null=True)
    firstDueDate = serializers.DateField(source="first_due_date", allow_null=True)
    fromAcceptance = serializers.BooleanField(source="from_acceptance")
    amountPaid = Dollars(source="amount_paid", max_digits=12)
    amountDue = Dollars(source="amount_due")
    dueNow = Dollars(source="due_now")
    amountRefunded = Dollars(source="amount_refunded", max_digits=12)
    amountDisputed = Dollars(source="amount_disputed", max_digits=12)
    amountLost = Dollars(source="amount_lost", max_digits=12)
    overpaid = Dollars(max_digits=12)
    status = serializers.ChoiceField(choices=InvoiceStatus.choices)
    awaitsYes = serializers.BooleanField(source="awaits_yes")
    staffDecide = serializers.BooleanField(source="staff_decide")
    replacedById = serializers.UUIDField(source="replaced_by_id", allow_null=True)
    dueDate = serializers.DateField(source="due_date", allow_null=True)
    sentAt = serializers.DateTimeField(source="sent_at", allow_null=True)
    paidDate = serializers.DateTimeField(source="paid_date", allow_null=True)
    description = serializers.CharField()
    billToName = serializers.CharField(source="bill_to_name")
    billToAddress = serializers.CharField(source="bill_to_address")
    billToEmail = serializers.CharField(source="bill_to_email")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class FailedSendingOutput(Output):
    """An invoice that was not sent, and why."""

    id = serializers.UUIDField()
    message = serializers.CharField()


class BatchSendOutput(Output):
    """The result for each invoice."""

    sent = serializers.ListField(child=serializers.UUIDField())
    failed = FailedSendingOutput(many=True)


class QuoteBilledOutput(Output):
    """How much of a quote is on invoices, not counting canceled ones, in US dollars. ``accepted`` is null before
    acceptance. ``stateCheck``: the work is in another state (``outside``) or may be (``unknown``); other states tax it,
    and acceptance creates no invoice there. ``depositPercent`` is the share that is due at acceptance; 0 if it creates
    no invoice, such as while the quote has another one.
    """

    accepted = Dollars(allow_null=True)
    billed = Dollars(max_digits=12)
    unbilled = Dollars(max_digits=12)
    stateCheck = serializers.ChoiceField(source="state_check", choices=StateCheck.choices)
    depositPercent = serializers.IntegerField(source="deposit_percent")
