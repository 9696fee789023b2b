"""Place and change tree orders, and record contacts with their customers."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.own_address import account_of_sender
from catalog.catalog import TREE_ADD_ONS, TREE_SIZE_BY_ID
from common.attribution.models import HeardFrom, attribution_columns
from common.business import business
from common.email_kinds import Cause
from common.errors import Conflict, field_error
from common.inputs.days import PASSED
from common.locks import lock_unchanged
from common.unset import UNSET, Unset, assign
from notifications.planning import plan
from texts.models import ConsentMethod
from texts.services import record_form_consent
from trees import emails, news
from trees.cancellation import set_refund_time
from trees.card import follow_cancellation
from trees.models import TreeOrder, TreeOrderStatus, TreeSize


def compute_prices(tree_size: str, switches: Mapping[str, bool]) -> dict[str, Decimal]:
    """Return the tree, delivery and total prices from the catalog, by column name.

    ``switches`` are the add-ons by column name, such as ``{"include_wreaths": True}``.
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
    heard_from: HeardFrom | None = None,
    campaign: Mapping[str, object] | None = None,
) -> TreeOrder:
    """Create a tree order with the catalog's prices, which it keeps when the catalog changes.

    It belongs to the account of ``ordered_by`` (``account_of_sender``), or to none yet. ``campaign`` is a
    ``CampaignInput``.
    """
    add_ons = {
        "include_tree_stand": include_tree_stand,
        "include_tree_lights": include_tree_lights,
        "include_wreaths": include_wreaths,
        "include_disposal": include_disposal,
    }
    order = TreeOrder(
        user=account_of_sender(ordered_by, customer_email),
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
        **attribution_columns(heard_from, campaign),
    )
    order.save(force_insert=True)  # objects.create would build a queryset first
    _follow_order(order, ordered_by)
    return order


def _follow_order(order: TreeOrder, by: Viewer) -> None:
    """Record the consent to texts, and plan the emails about a new order. The office gets none about its own orders."""
    if order.text_updates:
        phone = order.customer_phone
        record_form_consent(phone=phone, box="treeOrder", method=ConsentMethod.TREE_ORDER_FORM, by=by)
    if isinstance(by, User) and by.is_admin:
        plan(emails.tree_order_received, order.id, cause=Cause.STAFF)
    else:
        plan(emails.tree_order_received, order.id, beside=[emails.office_ordered])


@transaction.atomic
def revise_tree_order(
    *,
    order_id: UUID,
    status: TreeOrderStatus | Unset = UNSET,
    scheduled_delivery_date: dt.date | Unset | None = UNSET,
    notes: str | Unset = UNSET,
    seen: dt.datetime | None = None,
) -> TreeOrder:
    """Change a tree order, as an administrator, and email the customer about the changes.

    This doesn't count as a response to the customer; only a contact that reaches them does.

    ``seen`` is the ``updated_at`` that the administrator saw. Raises Http404, Conflict if the order has changed since,
    and DomainError (400) for a new day in the past, unless the tree has been delivered.
    """
    order = lock_unchanged(TreeOrder.objects.all(), order_id, seen)
    before, was_called_off = news.take_snapshot(order), order.is_called_off
    day_before = order.scheduled_delivery_date
    had_day = order.scheduled_delivery_date is not None or order.status == TreeOrderStatus.DELIVERED
    assign(order, status=status, scheduled_delivery_date=scheduled_delivery_date, notes=notes)
    has_day = order.scheduled_delivery_date is not None
    new_day = order.scheduled_delivery_date if order.scheduled_delivery_date != day_before else None
    if new_day and new_day < timezone.localdate() and order.status != TreeOrderStatus.DELIVERED:
        raise field_error("scheduledDeliveryDate", PASSED)
    set_refund_time(order, was_called_off=was_called_off, staff_decide=had_day or has_day)
    if order.status in TreeOrderStatus.OPEN:
        order.closed_at = None
    elif order.answered_at is None and order.closed_at is None:
        order.closed_at = timezone.now()
    order.save()
    if order.is_called_off != was_called_off:
        follow_cancellation(order)
    news.plan_messages(order, before)
    return order


@transaction.atomic
def change_preferred_day(
    *, order_id: UUID, by: Viewer, preferred_delivery_date: dt.date | Unset | None = UNSET
) -> TreeOrder:
    """Change the preferred delivery day (None for any), as the customer.

    Raises Http404 for someone else's order, and Conflict once the delivery day is set or the order is closed.
    """
    order = get_object_or_404(TreeOrder.objects.owned_by(by).select_for_update(), id=order_id)
    if preferred_delivery_date is UNSET or preferred_delivery_date == order.preferred_delivery_date:
        return order
    if order.status not in TreeOrderStatus.UNDELIVERED:
        raise Conflict(f"This order is {order.get_status_display().lower()}, so its day can't be changed.")
    if order.scheduled_delivery_date:
        raise Conflict(f"We've already set your delivery day. To change it, call us at {business().phone}.")
    assign(order, preferred_delivery_date=preferred_delivery_date)
    order.save()
    return order


@transaction.atomic
def record_contact(*, order_id: UUID) -> None:
    """Record that the customer was reached. The first time counts as the response due within 24 hours.

    Has no effect on a canceled order. ``updated_at`` doesn't change, so that open forms don't conflict.
    """
    orders = TreeOrder.objects.filter(id=order_id).exclude(status__in=TreeOrderStatus.CALLED_OFF)
    now = timezone.now()
    orders.update(
        answered_at=Coalesce(F("answered_at"), now), reached_at=now, tries=0, last_tried_at=None, retry_at=None
    )


@transaction.atomic
def record_try(*, order_id: UUID, retry_at: dt.datetime) -> bool:
    """Record a contact that didn't reach the customer, and when to try again. Return False for a canceled order, which
    doesn't change.
    """
    now = timezone.now()
    orders = TreeOrder.objects.filter(id=order_id).exclude(status__in=TreeOrderStatus.CALLED_OFF)
    tried_at = Case(When(answered_at=None, then=Coalesce(F("tried_at"), now)), default=F("tried_at"))
    return bool(orders.update(tries=F("tries") + 1, tried_at=tried_at, last_tried_at=now, retry_at=retry_at))
