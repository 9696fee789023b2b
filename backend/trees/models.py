"""Orders for delivered Christmas trees, and their payments."""

from decimal import Decimal

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Prefetch, Q
from django.db.models.functions import Lower

from accounts.models import OwnedQuerySet, SearchableRows, User
from catalog.catalog import TREE_ADD_ONS, TREE_SIZE_BY_ID, TreeAddOn
from common.attribution.models import Attribution, known_answer
from common.email_addresses import email_key_of, validate_email_address
from common.models import KeptForBooks, Record, newest_first
from common.new_hampshire import is_in_new_hampshire
from common.response_deadlines import ResponseDeadline
from common.search import person_search_columns, search_vector_of
from common.statuses import Badge, Mark, Status, Tone, group
from payments.amounts import is_chargeable
from payments.models import Payment, ReceivedPayment, ReceivedPaymentQuerySet


class TreeSize(models.TextChoices):
    """The catalog's trees."""

    MODEST_6FT = "modest_6ft", TREE_SIZE_BY_ID["modest_6ft"].name
    QUALITY_7_8FT = "quality_7_8ft", TREE_SIZE_BY_ID["quality_7_8ft"].name
    PREMIUM_8_10FT = "premium_8_10ft", TREE_SIZE_BY_ID["premium_8_10ft"].name


class TreeOrderStatus(Status):
    PENDING = "pending", Badge(Tone.AMBER, Mark.RING)
    CONFIRMED = "confirmed", Badge(Tone.BLUE)
    SCHEDULED = "scheduled", Badge(Tone.TEAL, Mark.SQUARE)
    DELIVERED = "delivered", Badge(Tone.EVERGREEN)
    CANCELLED = "cancelled", Badge(Tone.DIM), "Canceled"

    # The customer is waiting for our call, unless they were reached already.
    OPEN = group(PENDING)
    # We have confirmed the order to the customer.
    AGREED = group(CONFIRMED, SCHEDULED, DELIVERED)
    CALLED_OFF = group(CANCELLED)
    # Not delivered yet, or not marked as delivered.
    UNDELIVERED = group(PENDING, CONFIRMED, SCHEDULED)


# Conditions of partial indexes (see common.literals).
# The customer has not been reached yet.
WAITING_ORDERS = Q(answered_at=None, status__in=TreeOrderStatus.OPEN)
UNDELIVERED_ORDERS = Q(status__in=TreeOrderStatus.UNDELIVERED)
# The customer was reached or the order is confirmed, and it has no delivery day.
DAYLESS_ORDERS = (
    UNDELIVERED_ORDERS
    & Q(scheduled_delivery_date=None)
    & (Q(answered_at__isnull=False) | ~Q(status__in=TreeOrderStatus.OPEN))
)
# Delivered or with a delivery day, and not paid in full.
UNPAID_ORDERS = (
    Q(status__in=[*TreeOrderStatus.UNDELIVERED, TreeOrderStatus.DELIVERED])
    & (Q(scheduled_delivery_date__isnull=False) | Q(status=TreeOrderStatus.DELIVERED))
    & Q(total_amount__gt=F("amount_paid") + F("amount_waived"))
)
# The deadline for setting the delivery day: 24 hours after the last contact, or without one after the confirmation, but
# no later than 9:00 AM Eastern three days before the preferred day. Converting to UTC and back makes the expression
# immutable, which a generated column requires.
_CHOOSE_DAY_BY = """
    LEAST(
        (COALESCE(reached_at, answered_at, closed_at, created_at) AT TIME ZONE 'UTC' + interval '24 hours')
        AT TIME ZONE 'UTC',
        (preferred_delivery_date - 3 + time '09:00') AT TIME ZONE 'America/New_York'
    )
"""


# The ``purpose`` of card payments on tree orders.
PURPOSE = "tree_order"


class TreeOrderRows(SearchableRows["TreeOrder"]):
    """Manager of tree orders."""

    def for_desk(self) -> OwnedQuerySet["TreeOrder"]:
        """Return the orders with their payments, in two statements."""
        payments = TreePayment.objects.select_related("payment", "recorded_by", "taken_back_by", "kept_by")
        return self.get_queryset().prefetch_related(Prefetch("payments", payments))


class TreeOrder(KeptForBooks, Record, ResponseDeadline, Attribution):
    """An order for a delivered tree. Prices (US dollars) are the catalog's on the day of the order.

    Delivery dates are calendar days in Eastern time. ``answered_at`` is when the customer was first reached,
    ``reached_at`` when they were last reached, and ``retry_at`` when to try again. ``opened_at`` is when someone last
    opened a private link to the order.

    ``amount_paid`` is the sum of the payments, less ``amount_refunded``. ``amount_kept`` is the part of an overpayment
    that staff decided to keep. ``amount_waived`` was refunded although the order stands, so it isn't due again.
    ``amount_disputed`` is with a bank, which decides about it or has taken it back; ``amount_lost`` is the part that it
    has returned to the customer for good. ``is_paying``: a bank is processing a card payment. The card payments of a
    canceled order are refunded automatically at ``refund_at`` (``amount_refunding`` in total); if that is None, staff
    decide.
    """

    texts_off: bool  # not a column; loaded for the desk

    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="tree_orders", db_index=False
    )
    customer_name = models.CharField(max_length=200)
    customer_email = models.EmailField(max_length=254, validators=[validate_email_address])
    customer_phone = models.CharField(max_length=40)
    address_line1 = models.CharField(max_length=255)
    address_line2 = models.CharField(max_length=255, blank=True)
    city = models.CharField(max_length=100)
    state = models.CharField(max_length=2)
    zip_code = models.CharField(max_length=10)
    tree_size = models.CharField(max_length=20, choices=TreeSize)
    tree_price = models.DecimalField(max_digits=10, decimal_places=2)
    delivery_price = models.DecimalField(max_digits=10, decimal_places=2)
    total_amount = models.DecimalField(max_digits=10, decimal_places=2)
    include_tree_stand = models.BooleanField(default=False)
    include_tree_lights = models.BooleanField(default=False)
    include_wreaths = models.BooleanField(default=False)
    include_disposal = models.BooleanField(default=False)
    text_updates = models.BooleanField(default=False, db_default=False)
    status = models.CharField(max_length=20, choices=TreeOrderStatus, default=TreeOrderStatus.PENDING)
    preferred_delivery_date = models.DateField(null=True, blank=True)
    scheduled_delivery_date = models.DateField(null=True, blank=True)
    notes = models.TextField(blank=True)
    stripe_payment_intent_id = models.CharField(max_length=255, blank=True)
    amount_paid = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_refunded = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_kept = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_waived = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_disputed = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_lost = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    amount_refunding = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)
    is_paying = models.BooleanField(default=False, db_default=False)
    refund_at = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True, editable=False)
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    reached_at = models.DateTimeField(null=True, blank=True, editable=False)
    choose_day_by = models.GeneratedField(
        expression=models.Func(template=" ".join(_CHOOSE_DAY_BY.split()), output_field=models.DateTimeField()),
        output_field=models.DateTimeField(),
        db_persist=True,
    )
    search_vector = models.GeneratedField(
        expression=search_vector_of(*person_search_columns("customer_name", "customer_email", "customer_phone")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    objects = TreeOrderRows()

    class Meta:
        indexes = [
            newest_first("treeorder_new"),
            newest_first("treeorder_user_new", "user"),
            models.Index(fields=["created_at", "id", "city"], name="treeorder_waiting", condition=WAITING_ORDERS),
            models.Index(fields=["choose_day_by", "id", "city"], name="treeorder_dayless", condition=DAYLESS_ORDERS),
            models.Index(fields=["retry_at"], name="treeorder_retry", condition=~Q(retry_at=None)),
            # For the sort orders and filters of the desk's list (trees.filters).
            models.Index(fields=["status", "-created_at", "-id"], name="treeorder_status_new"),
            models.Index(fields=["tree_size", "status", "-created_at", "-id"], name="treeorder_size_new"),
            models.Index(fields=["city", "tree_size", "status", "-created_at", "-id"], name="treeorder_city_new"),
            models.Index(fields=["scheduled_delivery_date", "id"], name="treeorder_delivery"),
            models.Index(fields=["preferred_delivery_date", "id"], name="treeorder_preferred"),
            models.Index(
                fields=["scheduled_delivery_date", "id"], name="treeorder_open_day", condition=UNDELIVERED_ORDERS
            ),
            models.Index(fields=["scheduled_delivery_date", "id"], name="treeorder_unpaid", condition=UNPAID_ORDERS),
            models.Index(Lower("customer_name"), "id", name="treeorder_name"),
            models.Index(fields=["-created_at", "-id"], name="treeorder_disposal", condition=Q(include_disposal=True)),
            GinIndex(fields=["search_vector"], name="treeorder_search", fastupdate=False),
            models.Index(
                email_key_of("customer_email"),
                F("created_at").desc(),
                F("id").desc(),
                name="treeorder_guest_email",
                condition=Q(user=None),
            ),  # accounts.claims
        ]
        constraints = [
            models.CheckConstraint(condition=Q(tree_size__in=TreeSize.values), name="treeorder_size_known"),
            models.CheckConstraint(condition=Q(status__in=TreeOrderStatus.values), name="treeorder_status_known"),
            models.CheckConstraint(
                condition=Q(tree_price__gte=0, delivery_price__gte=0)
                & Q(total_amount__gte=F("tree_price") + F("delivery_price")),
                name="treeorder_total_covers_tree_and_delivery",
            ),
            known_answer("treeorder_heard_from_known"),
            models.CheckConstraint(
                condition=Q(amount_paid__gte=0, amount_refunded__gte=0, amount_kept__gte=0, amount_waived__gte=0),
                name="treeorder_sums_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(refund_at=None) | Q(status__in=TreeOrderStatus.CALLED_OFF),
                name="treeorder_refunding_is_canceled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_tree_size_display()} for {self.customer_name}"

    @property
    def street(self) -> str:
        """Both lines of the street address."""
        return ", ".join(filter(None, [self.address_line1, self.address_line2]))

    @property
    def add_ons(self) -> list[TreeAddOn]:
        """The ordered add-ons, in the catalog's order."""
        return [add_on for add_on in TREE_ADD_ONS if getattr(self, add_on.column)]

    @property
    def payments_in_order(self) -> list["TreePayment"]:
        """Its payments, first one first."""
        return sorted(self.payments.all(), key=lambda payment: (payment.created_at, payment.id))

    @property
    def is_called_off(self) -> bool:
        """Whether it is canceled."""
        return self.status in TreeOrderStatus.CALLED_OFF

    @property
    def staff_decide(self) -> bool:
        """Whether staff decide to refund or keep what was paid, since it was canceled after its day was set."""
        return self.is_called_off and self.refund_at is None

    @property
    def billed(self) -> Decimal:
        """What the customer has to pay in total: 0 once the order is canceled."""
        return Decimal("0.00") if self.is_called_off else self.total_amount - self.amount_waived

    @property
    def amount_due(self) -> Decimal:
        """The unpaid amount: never negative, and 0 on a canceled order."""
        return max(self.billed - self.amount_paid, Decimal("0.00"))

    @property
    def recordable(self) -> Decimal:
        """What staff can record as paid: the unpaid amount, or else what a bank has returned to the customer for good,
        until they pay it again.
        """
        return self.amount_due or max(self.billed - self.amount_paid + self.amount_lost, Decimal("0.00"))

    @property
    def overpaid(self) -> Decimal:
        """What we owe the customer: paid beyond the price, and not refunded, kept or disputed."""
        return max(self.amount_paid - self.amount_kept - self.amount_disputed - self.billed, Decimal("0.00"))

    @property
    def is_taxed_elsewhere(self) -> bool:
        """Whether the tree goes to another state, which may tax the sale."""
        return not is_in_new_hampshire(self.zip_code)

    @property
    def can_pay_online(self) -> bool:
        """Whether the customer can pay what is due by card."""
        return is_chargeable(self.amount_due) and not self.is_taxed_elsewhere


def order_name(order: TreeOrder) -> str:
    """Return the order's name for bank statements and the desk."""
    return f"{order.get_tree_size_display()}, order {order.short_id}"


class DoorMethod(models.TextChoices):
    """How customers pay the driver: a subset of ``PaymentMethod``."""

    CASH = "cash"
    CHECK = "check"


class TreePayment(ReceivedPayment):
    """A payment on a tree order. ``amount_waived`` is the part of a refund that reduces the price instead of becoming
    due again.
    """

    order = models.ForeignKey(TreeOrder, on_delete=models.PROTECT, related_name="payments", db_index=False)
    payment = models.OneToOneField(
        Payment, null=True, blank=True, on_delete=models.PROTECT, related_name="tree_payment"
    )
    amount_waived = models.DecimalField(max_digits=10, decimal_places=2, default=Decimal("0.00"), db_default=0)

    objects = ReceivedPaymentQuerySet["TreePayment"].as_manager()

    class Meta(ReceivedPayment.Meta):
        abstract = False
        indexes = [
            *ReceivedPayment.Meta.indexes,
            models.Index(fields=["order", "created_at", "id"], name="treepayment_of_order"),
        ]
        constraints = [
            *ReceivedPayment.Meta.constraints,
            models.CheckConstraint(
                condition=Q(amount_waived__gte=0, amount_waived__lte=F("amount_refunded")),
                name="treepayment_waived_within_refund",
            ),
        ]
