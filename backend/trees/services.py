"""What the business does with tree orders."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from accounts.models import User, Viewer
from catalog.catalog import TREE_ADD_ONS, TREE_SIZE_BY_ID
from common.locks import lock_unchanged
from common.unset import UNSET, Unset, assign
from trees import emails
from trees.models import TreeOrder, TreeOrderStatus, TreeSize


def compute_prices(tree_size: str, switches: Mapping[str, bool]) -> dict[str, Decimal]:
    """Return the tree, delivery and total prices from the catalog (specification, section 9) by model field name.

    ``switches`` says which add-ons are chosen, such as ``{"include_wreaths": True}``.
    """
    size = TREE_SIZE_BY_ID[tree_size]
    add_ons = sum((add_on.price for add_on in TREE_ADD_ONS if switches.get(add_on.column)), Decimal(0))
    return {
        "tree_price": size.price,
        "delivery_price": size.delivery_price,
        "total_amount": size.price + size.delivery_price + add_ons,
    }


@transaction.atomic(savepoint=False)
def place_tree_order(
    *,
    ordered_by: Viewer,
    customer_name: str,
    customer_email: str,
    customer_phone: str,
    address_line1: str,
    city: str,
    state: str,
    zip_code: str,
    tree_size: TreeSize,
    address_line2: str = "",
    preferred_delivery_date: dt.date | None = None,
    include_tree_stand: bool = False,
    include_tree_lights: bool = False,
    include_wreaths: bool = False,
    include_disposal: bool = False,
    text_updates: bool = False,
    notes: str = "",
) -> TreeOrder:
    """Create a tree order with the catalog's prices, which it keeps when the catalog changes.

    ``ordered_by`` may be signed out.
    """
    add_ons = {
        "include_tree_stand": include_tree_stand,
        "include_tree_lights": include_tree_lights,
        "include_wreaths": include_wreaths,
        "include_disposal": include_disposal,
    }
    order = TreeOrder.objects.create(
        user=ordered_by if ordered_by.is_authenticated else None,
        customer_name=customer_name,
        customer_email=customer_email,
        customer_phone=customer_phone,
        address_line1=address_line1,
        address_line2=address_line2,
        city=city,
        state=state,
        zip_code=zip_code,
        tree_size=tree_size,
        preferred_delivery_date=preferred_delivery_date,
        text_updates=text_updates,
        notes=notes,
        **add_ons,
        **compute_prices(tree_size, add_ons),
    )
    emails.email_tree_order_received.defer(order_id=str(order.id))
    return order


@transaction.atomic
def revise_tree_order(
    *,
    order_id: UUID,
    by: User,
    status: TreeOrderStatus | Unset = UNSET,
    scheduled_delivery_date: dt.date | Unset | None = UNSET,
    notes: str | Unset = UNSET,
    seen: dt.datetime | None = None,
) -> TreeOrder:
    """Change a tree order, as an administrator. Confirming it counts as the response to the customer.

    ``seen`` is the ``updated_at`` that the administrator saw. Raises Http404, and Conflict if the order has changed
    since.
    """
    order = lock_unchanged(TreeOrder.objects.all(), order_id, seen)
    assign(order, status=status, scheduled_delivery_date=scheduled_delivery_date, notes=notes)
    if order.status in TreeOrderStatus.AGREED and order.answered_at is None:
        order.answered_at = timezone.now()
    order.save()
    return order


def record_contact(*, order_id: UUID, counts_as_response: bool) -> None:
    """Count a call to the customer; the first that ``counts_as_response`` keeps the 24-hour promise.

    ``updated_at`` stays as it is, so that open forms with the order do not conflict.
    """
    answered = {"answered_at": Coalesce(F("answered_at"), Now())} if counts_as_response else {}
    TreeOrder.objects.filter(id=order_id).update(call_count=F("call_count") + 1, **answered)
