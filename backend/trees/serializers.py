"""Outputs of tree orders."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from common.attribution.serializers import AttributionOutput
from common.outputs import Dollars, Output
from payments.serializers import ReceivedPaymentOutput
from texts.services import phones_with_texts_off
from trees.models import TreeOrder, TreeOrderStatus, TreeSize


class TreeOrderOutput(Output):
    """A tree order as its customer sees it. ``amountPaid`` is the sum of the payments, less ``amountRefunded``;
    ``amountDisputed`` is the part of ``amountPaid`` that the customer's bank wants back, or got back; ``amountLost`` is
    what it has returned to the customer for good. ``overpaid`` is what we owe the customer. ``amountRefunding`` is the
    part of it that is refunded to the card automatically after a cancellation. ``paying``: a bank is processing a card
    payment. ``canPayOnline``: ``amountDue`` can be paid by card; outside New Hampshire it can't.
    """

    id = serializers.UUIDField()
    userId = serializers.UUIDField(source="user_id", allow_null=True)
    customerName = serializers.CharField(source="customer_name")
    customerEmail = serializers.EmailField(source="customer_email")
    customerPhone = serializers.CharField(source="customer_phone")
    addressLine1 = serializers.CharField(source="address_line1")
    addressLine2 = serializers.CharField(source="address_line2")
    city = serializers.CharField()
    state = serializers.CharField()
    zipCode = serializers.CharField(source="zip_code")
    treeSize = serializers.ChoiceField(source="tree_size", choices=TreeSize.choices)
    treePrice = Dollars(source="tree_price")
    deliveryPrice = Dollars(source="delivery_price")
    totalAmount = Dollars(source="total_amount")
    amountPaid = Dollars(source="amount_paid")
    amountRefunded = Dollars(source="amount_refunded")
    amountDisputed = Dollars(source="amount_disputed")
    amountLost = Dollars(source="amount_lost")
    amountDue = Dollars(source="amount_due")
    overpaid = Dollars()
    amountRefunding = Dollars(source="amount_refunding")
    paying = serializers.BooleanField(source="is_paying")
    canPayOnline = serializers.BooleanField(source="can_pay_online")
    includeTreeStand = serializers.BooleanField(source="include_tree_stand")
    includeTreeLights = serializers.BooleanField(source="include_tree_lights")
    includeWreaths = serializers.BooleanField(source="include_wreaths")
    includeDisposal = serializers.BooleanField(source="include_disposal")
    textUpdates = serializers.BooleanField(source="text_updates")
    status = serializers.ChoiceField(choices=TreeOrderStatus.choices)
    preferredDeliveryDate = serializers.DateField(source="preferred_delivery_date", allow_null=True)
    scheduledDeliveryDate = serializers.DateField(source="scheduled_delivery_date", allow_null=True)
    notes = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class DeskTreeOrderOutput(AttributionOutput, TreeOrderOutput):
    """A tree order as administrators see it, with the deadline for reaching the customer, when they were reached, and
    the number of tries since then. ``openedAt`` is when someone last opened a private link to the order. ``refundAt``
    is when the card payments of a canceled order are refunded automatically; null: staff decide. ``textsOff``: the
    customer wants no texts to ``customerPhone``. ``recordable`` is what staff can record as paid: what is due, or else
    what a bank has returned.
    """

    answeredAt = serializers.DateTimeField(source="answered_at", allow_null=True)
    respondBy = serializers.DateTimeField(source="respond_by")
    tries = serializers.IntegerField()
    openedAt = serializers.DateTimeField(source="opened_at", allow_null=True)
    refundAt = serializers.DateTimeField(source="refund_at", allow_null=True)
    stripePaymentIntentId = serializers.CharField(source="stripe_payment_intent_id")
    recordable = Dollars()
    payments = ReceivedPaymentOutput(many=True, source="payments_in_order")
    textsOff = serializers.BooleanField(source="texts_off")

    @classmethod
    def of(cls, row: TreeOrder) -> dict[str, Any]:
        """Return an order."""
        return cls.of_each([row])[0]

    @classmethod
    def of_each(cls, rows: Iterable[TreeOrder]) -> list[dict[str, Any]]:
        """Return several orders, loading in one statement whose texts are off."""
        orders = list(rows)
        off = phones_with_texts_off(order.customer_phone for order in orders)
        for order in orders:
            order.texts_off = order.customer_phone in off
        return super().of_each(orders)


class TownOutput(Output):
    """The deliveries in one city."""

    town = serializers.CharField()
    orders = DeskTreeOrderOutput(many=True)


class DayTotalsOutput(Output):
    """How many of each tree and add-on to load, and what to collect: the amount and the number of orders. Orders whose
    card payment a bank is processing are counted separately, in ``ordersPaying``.
    """

    sizes = serializers.DictField(child=serializers.IntegerField())
    addOns = serializers.DictField(source="add_ons", child=serializers.IntegerField())
    orders = serializers.IntegerField()
    toCollect = Dollars(source="to_collect", max_digits=12)
    ordersToCollect = serializers.IntegerField(source="orders_to_collect")
    ordersPaying = serializers.IntegerField(source="orders_paying")


class DaySheetOutput(Output):
    """The deliveries of a day by city."""

    day = serializers.DateField()
    towns = TownOutput(many=True)
    totals = DayTotalsOutput()


class PaymentCodeOutput(Output):
    """A QR code that opens an order's payment page: the private link, the number of squares per side, and an SVG path
    of the dark ones.
    """

    orderId = serializers.UUIDField(source="order_id")
    url = serializers.URLField()
    size = serializers.IntegerField()
    path = serializers.CharField()
