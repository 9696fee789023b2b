"""Tree orders in the API."""

from rest_framework import serializers

from accounts.serializers import ZIP_CODE
from common import fields
from common.fields import Changes, Form, Output
from trees.models import TreeOrderStatus, TreeSize


class TreeOrderInput(Form):
    """The tree order form, with the form's own messages. Prices are not asked for: the server computes them."""

    customerName = fields.Text(
        source="customer_name", min_length=2, max_length=200, message="Name must be at least 2 characters"
    )
    customerEmail = fields.Email(source="customer_email", message="Invalid email address")
    customerPhone = fields.Text(
        source="customer_phone", min_length=10, max_length=40, message="Phone number must be at least 10 digits"
    )
    addressLine1 = fields.Text(
        source="address_line1", min_length=5, max_length=255, message="Please provide a street address"
    )
    addressLine2 = fields.Text(source="address_line2", max_length=255, required=False)
    city = fields.Text(min_length=2, max_length=100, message="City is required")
    state = fields.StateCode(message="State must be 2 characters (e.g., NH)")
    zipCode = fields.Pattern(source="zip_code", regex=ZIP_CODE, message="Invalid ZIP code format")
    treeSize = fields.Choice(source="tree_size", choices=TreeSize.choices)
    preferredDeliveryDate = fields.Day(source="preferred_delivery_date", past=False)
    includeTreeStand = fields.YesNo(source="include_tree_stand", required=False)
    includeTreeLights = fields.YesNo(source="include_tree_lights", required=False)
    includeWreaths = fields.YesNo(source="include_wreaths", required=False)
    includeDisposal = fields.YesNo(source="include_disposal", required=False)
    notes = fields.Text(max_length=2000, required=False)
    website = fields.Honeypot()


class TreeOrderOutput(Output):
    """A tree order as its customer and the administrator see it."""

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
    treePrice = serializers.DecimalField(source="tree_price", max_digits=10, decimal_places=2)
    deliveryPrice = serializers.DecimalField(source="delivery_price", max_digits=10, decimal_places=2)
    totalAmount = serializers.DecimalField(source="total_amount", max_digits=10, decimal_places=2)
    includeTreeStand = serializers.BooleanField(source="include_tree_stand")
    includeTreeLights = serializers.BooleanField(source="include_tree_lights")
    includeWreaths = serializers.BooleanField(source="include_wreaths")
    includeDisposal = serializers.BooleanField(source="include_disposal")
    status = serializers.ChoiceField(choices=TreeOrderStatus.choices)
    preferredDeliveryDate = serializers.DateField(source="preferred_delivery_date", allow_null=True)
    scheduledDeliveryDate = serializers.DateField(source="scheduled_delivery_date", allow_null=True)
    notes = serializers.CharField()
    answeredAt = serializers.DateTimeField(source="answered_at", allow_null=True)
    dueAt = serializers.DateTimeField(source="respond_by")
    callCount = serializers.IntegerField(source="call_count")
    createdAt = serializers.DateTimeField(source="created_at")
    updatedAt = serializers.DateTimeField(source="updated_at")


class TreeOrderRevisionInput(Changes):
    """What an administrator sets; what is left out stays as it is. ``updatedAt`` is the state they saw."""

    updatedAt = fields.Instant(source="seen", allow_null=True)
    status = fields.Choice(choices=TreeOrderStatus.choices)
    scheduledDeliveryDate = fields.Day(source="scheduled_delivery_date", allow_null=True)
    notes = fields.Text(max_length=2000)


class TownOutput(Output):
    """What goes to one town."""

    town = serializers.CharField()
    orders = TreeOrderOutput(many=True)


class DayTotalsOutput(Output):
    """What to load: how many of each tree and each extra."""

    sizes = serializers.DictField(child=serializers.IntegerField())
    addOns = serializers.DictField(child=serializers.IntegerField())
    orders = serializers.IntegerField()


class DaySheetOutput(Output):
    """A delivery day, town by town."""

    day = serializers.DateField()
    towns = TownOutput(many=True)
    totals = DayTotalsOutput()
