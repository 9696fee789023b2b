"""Emails about tree orders."""

import datetime as dt

from django.utils import timezone

from common.business import business
from common.calendars import CalendarEvent, calendar_file
from common.days import in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from common.response_deadlines import within_24_hours
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, EmailDay, new_link_email
from notifications.models import AboutKind, Message
from notifications.office import News, office_kind
from notifications.told import is_too_late_to_remind, latest_told
from payments.emails import disputed_words
from trees.models import TreeOrder, TreeOrderStatus
from trees.texts import recipient_of, tree_text

VIEW = ("View your order", FOLLOW)
_ANOTHER_DAY = "Need another day? Call us or reply to this email. Didn't order a tree? You can ignore this email."


@message_kind(EmailKind("tree-order-received", Cause.STRANGER), AboutKind.TREE_ORDER)
def tree_order_received(message: Message) -> Email:
    """Confirm the order to the customer, without the address and the notes: a stranger can enter anyone's email
    address in the form.
    """
    order = TreeOrder.objects.get(id=message.row_id)
    if order.is_called_off:
        raise Skip("The order is canceled.")
    waits_for_call = order.answered_at is None and order.status in TreeOrderStatus.OPEN
    within = within_24_hours(order.respond_by)
    call = f" We'll call you {within} to confirm the delivery date and time." if waits_for_call else ""
    return Email(
        to=recipient_of(order),
        subject=f"Your Christmas tree order: {dollars(order.total_amount)}",
        paragraphs=[
            f"Thanks for your order!{call}",
            ("" if order.amount_paid or order.is_paying else "You haven't been charged. ") + to_pay(order),
        ],
        facts=[*_summary(order), *paid(order)],
        total=due(order),
        action=action_of(order),
        closing=f"Need to change something? Reply to this email or {'tell us when we call' if call else 'call us'}.",
        text=tree_text(
            order,
            f"Thanks for your tree order! We'll call you {within} to confirm the day. Follow it here:",
        )
        if call
        else None,
    )


@message_kind(EmailKind("tree-order-link", Cause.STRANGER), AboutKind.TREE_ORDER)
def tree_order_link(message: Message) -> Email:
    """Send the new private link that someone requested for the customer's address."""
    order = TreeOrder.objects.get(id=message.row_id)
    return new_link_email(
        to=recipient_of(order),
        what="your Christmas tree order",
        facts=[*_summary(order), *paid(order)],
        total=due(order),
    )


@message_kind(EmailKind("tree-day", Cause.STAFF), AboutKind.TREE_ORDER)
def tree_day(message: Message) -> Email:
    """Tell the customer that the delivery day was set, moved or withdrawn, or that the order is canceled or reinstated.

    The calendar file has the same UID each time, so that it moves or removes the event in the customer's calendar.
    """
    order = _locked(message)
    latest = latest_told(tree_day, order.id, thing=order.id, but=message.id)
    told = (latest.tells or {}) if latest else {}
    if told == _tells(order):
        raise Skip("The customer knows this already.")
    told_day = dt.date.fromisoformat(told["day"]) if told.get("day") else None
    if order.status in TreeOrderStatus.CALLED_OFF:
        return _canceled(order, told_day)
    if order.status not in TreeOrderStatus.UNDELIVERED:
        raise Skip(f"The order is {order.get_status_display().lower()}.")
    if order.scheduled_delivery_date is None:
        if told.get("status") in TreeOrderStatus.CALLED_OFF:
            return _reinstated(order)
        return _day_withdrawn(order, told_day)
    return _day_set(order, order.scheduled_delivery_date, told_day)


def _day_set(order: TreeOrder, day: dt.date, told_day: dt.date | None) -> Email:
    if day < timezone.localdate():
        if told_day is None or told_day < timezone.localdate():
            raise Skip("The delivery day has passed.")
        return _no_longer_expected(order, day, told_day)
    words, before = in_words(day), told_day and in_words(told_day)
    news = f"has moved from {before} to {words}" if before else f"is set for {words}"
    return Email(
        to=recipient_of(order),
        subject=f"Your tree now arrives {words}" if before else f"Your tree arrives {words}",
        paragraphs=[f"Your Christmas tree delivery {news}.", to_pay(order)],
        day=EmailDay(day, place=_place(order), details=_what(order)),
        action=action_of(order),
        next_steps=[
            "The calendar file is attached."
            if is_too_late_to_remind(day, timezone.now())
            else "We'll remind you the evening before. The calendar file is attached."
        ],
        closing=_ANOTHER_DAY,
        attachments=[_calendar(order, day)],
        tells=_tells(order),
        text=tree_text(order, f"Your Christmas tree delivery {news}."),
    )


def _no_longer_expected(order: TreeOrder, day: dt.date, told_day: dt.date) -> Email:
    """Say that no tree comes on the day that the customer knows: it was moved to an earlier one, now past."""
    news = f"won't arrive on {in_words(told_day)}. Its delivery was moved to {in_words(day)}"
    return Email(
        to=recipient_of(order),
        subject=f"Your tree no longer arrives {in_words(told_day)}",
        paragraphs=[f"Your Christmas tree {news}."],
        action=VIEW,
        next_steps=["Haven't got your tree? Call us or reply to this email."],
        attachments=[_calendar(order, told_day, canceled=True)],
        tells=_tells(order),
        text=tree_text(order, f"Your Christmas tree {news}."),
    )


def _day_withdrawn(order: TreeOrder, told_day: dt.date | None) -> Email:
    if told_day is None:
        raise Skip("The customer was never told a day.")
    day, has_passed = in_words(told_day), told_day < timezone.localdate()
    news = f"didn't arrive on {day} as planned" if has_passed else f"won't arrive on {day} after all"
    return Email(
        to=recipient_of(order),
        subject=f"Your tree didn't arrive on {day}" if has_passed else f"Your tree no longer arrives {day}",
        paragraphs=[f"Your Christmas tree {news}. Your order still stands."],
        action=VIEW,
        next_steps=["We'll email you as soon as there's a new delivery day."],
        closing="Is there a day that suits you? Call us or reply to this email.",
        attachments=[_calendar(order, told_day, canceled=True)],
        tells=_tells(order),
        text=tree_text(order, f"Your Christmas tree {news}. We'll tell you the new day."),
    )


def _reinstated(order: TreeOrder) -> Email:
    return Email(
        to=recipient_of(order),
        subject="Your Christmas tree order is on again",
        paragraphs=["Your order for a Christmas tree is no longer canceled.", to_pay(order)],
        facts=[*_summary(order), *paid(order)],
        total=due(order),
        action=action_of(order),
        next_steps=["We'll email you as soon as there's a delivery day."],
        closing="Think this is wrong? Please call us or reply to this email.",
        tells=_tells(order),
        text=tree_text(
            order, "Your order for a Christmas tree is no longer canceled. We'll tell you the delivery day."
        ),
    )


def _canceled(order: TreeOrder, told_day: dt.date | None) -> Email:
    off = _what_became_of(order, told_day) if told_day else ""
    return Email(
        to=recipient_of(order),
        subject="Your Christmas tree order is canceled",
        paragraphs=[
            f"Your order for a Christmas tree ({dollars(order.total_amount)}) is canceled.{off}",
            *_money(order),
        ],
        action=VIEW,
        closing="Think this is wrong? Please call us or reply to this email.",
        attachments=[_calendar(order, told_day, canceled=True)] if told_day else [],
        tells=_tells(order),
        text=tree_text(order, f"Your order for a Christmas tree is canceled.{off}"),
    )


def _what_became_of(order: TreeOrder, told_day: dt.date) -> str:
    """Return a sentence about the day that the customer knows; "" if they know that the tree was delivered."""
    if latest_told(tree_delivered, order.id, thing=order.id):
        return ""
    if told_day < timezone.localdate():
        return f" We didn't come on {in_words(told_day)} as planned."
    return f" We won't come on {in_words(told_day)}."


@message_kind(EmailKind("tree-tomorrow", Cause.STAFF), AboutKind.TREE_ORDER)
def tree_tomorrow(message: Message) -> Email:
    """Remind the customer of the delivery at 5:00 PM Eastern on the day before. The occasion is the delivery day."""
    order, day = _locked(message), dt.date.fromisoformat(message.occasion)
    if order.status not in TreeOrderStatus.UNDELIVERED:
        raise Skip(f"The order is {order.get_status_display().lower()}.")
    if order.scheduled_delivery_date != day:
        raise Skip("The delivery was moved to another day.")
    if day <= timezone.localdate():
        raise Skip("The evening before the delivery has passed.")
    told = latest_told(tree_day, order.id, thing=order.id)
    if told is None or told.tells != _tells(order):
        raise Skip("The customer has not been told the delivery day yet; the email that tells it says the same.")
    if is_too_late_to_remind(day, told.sent_at or timezone.now()):
        raise Skip("The customer was told the delivery day less than an hour before.")
    return Email(
        to=recipient_of(order),
        subject="Your Christmas tree arrives tomorrow",
        paragraphs=[f"Your Christmas tree arrives tomorrow, {in_words(day)}.", to_pay(order)],
        day=EmailDay(day, place=_place(order), details=_what(order)),
        action=action_of(order),
        closing="Did something come up? Call us or reply to this email.",
        text=tree_text(order, f"Your Christmas tree arrives tomorrow, {in_words(day)}."),
    )


@message_kind(EmailKind("tree-delivered", Cause.STAFF), AboutKind.TREE_ORDER)
def tree_delivered(message: Message) -> Email:
    """Tell the customer that the tree was delivered."""
    order = _locked(message)
    if order.status != TreeOrderStatus.DELIVERED:
        raise Skip("The order is no longer marked as delivered.")
    if latest_told(tree_delivered, order.id, thing=order.id, but=message.id):
        raise Skip("The customer knows this already.")
    return Email(
        to=recipient_of(order),
        subject="Your Christmas tree was delivered",
        paragraphs=["Your Christmas tree was delivered. Thank you, and enjoy the season!", to_pay(order)],
        facts=[*_summary(order), *paid(order)],
        total=due(order),
        action=action_of(order),
        next_steps=["We'll haul it away in January."] if order.include_disposal else [],
        closing="Is something not right? Call us or reply to this email.",
        tells={"status": order.status},
        text=tree_text(order, "Your Christmas tree was delivered. Thank you, and enjoy the season!"),
    )


def _locked(message: Message) -> TreeOrder:
    """Return the order with its row locked, so that two messages never report the same change."""
    return TreeOrder.objects.select_for_update(of=("self",)).get(id=message.row_id)


def _tells(order: TreeOrder) -> dict[str, str]:
    if order.status in TreeOrderStatus.CALLED_OFF:
        return {"status": order.status, "day": ""}
    return {"status": "open", "day": f"{order.scheduled_delivery_date or ''}"}


def _calendar(order: TreeOrder, day: dt.date, *, canceled: bool = False) -> tuple[str, bytes, str]:
    event = CalendarEvent(
        uid=order.id, starts=day, summary="Christmas tree delivery", location=_place(order),
        changed_at=order.updated_at, canceled=canceled,
    )  # fmt: skip
    return "delivery.ics", calendar_file(event), "text/calendar"


def _place(order: TreeOrder) -> str:
    """Return the delivery address, or for a guest only the city, and only if we serve it. A stranger can enter anyone's
    email address, so no other text that they typed is sent to it.
    """
    if order.user_id:
        return f"{order.street}, {order.city}"
    return order.city if order.city in business().cities else ""


def _what(order: TreeOrder) -> str:
    return ", ".join([order.get_tree_size_display(), *(add_on.name for add_on in order.add_ons)])


def on_desk(order: TreeOrder) -> str:
    """Return the path of an order on the desk, among all orders: the call list has it only until it is called about."""
    return f"/admin?tab=trees&view=all&q={order.short_id}&open={order.id}"


@office_kind("office-ordered", AboutKind.TREE_ORDER)
def office_ordered(message: Message) -> News:
    """Tell the office that someone ordered a tree."""
    order = TreeOrder.objects.get(id=message.row_id)
    facts = f"{order.get_tree_size_display()}, {dollars(order.total_amount)}, {order.city}"
    return News(f"{order.customer_name} ordered a tree", facts, on_desk(order))


def action_of(order: TreeOrder) -> tuple[str, str]:
    """Return the button. It doesn't offer to pay while a bank is processing a payment."""
    return ("View your order or pay", FOLLOW) if order.can_pay_online and not order.is_paying else VIEW


def to_pay(order: TreeOrder) -> str:
    """Return a sentence about what is still to be paid for an active order, and how."""
    if order.is_paying:
        return "Your bank is processing your card payment. We'll email you a receipt when it's through."
    if not order.amount_due:
        return _settled(order)
    rest = dollars(order.amount_due)
    if order.status == TreeOrderStatus.DELIVERED:
        return f"{rest} is still due. You can pay {'online by card, or ' if order.can_pay_online else ''}by check."
    if not order.can_pay_online:
        return f"{rest} is due. When we call you, we'll tell you how you can pay."
    return f"{rest} is due. You can pay online by card, or at delivery by card, check or cash."


def _settled(order: TreeOrder) -> str:
    if order.amount_disputed > order.amount_lost or order.recordable:
        return disputed_words(order.amount_disputed, order.amount_lost)
    return "Your tree is paid in full."


def _money(order: TreeOrder) -> list[str]:
    """Return what happens to the payments on a canceled order."""
    if order.is_paying:
        return ["Your bank is still processing a card payment. If it goes through, we'll email you what happens next."]
    if not order.overpaid:
        return []
    back, rest = order.amount_refunding, order.overpaid - order.amount_refunding
    if not back:
        return [f"We'll contact you about your payment of {dollars(rest)}."]
    refund = f"We'll refund the {dollars(back)} you paid by card and email you when it's on its way."
    return [refund, f"We'll contact you about the other {dollars(rest)} you paid."] if rest else [refund]


def paid(order: TreeOrder) -> list[tuple[str, str]]:
    """Return the price, the payments, the refunds and what a bank has returned, or an empty list before the first
    payment.
    """
    if not order.amount_paid and not order.amount_refunded:
        return []
    refunded = [("Refunded", dollars(order.amount_refunded))] if order.amount_refunded else []
    returned = [("Returned by your bank", dollars(order.amount_lost))] if order.amount_lost else []
    received = order.amount_paid + order.amount_refunded
    return [("Total", dollars(order.total_amount)), ("Paid", dollars(received)), *refunded, *returned]


def due(order: TreeOrder) -> tuple[str, str]:
    """Return what is due, labeled as the total unless ``paid`` lists that: before the first payment."""
    if order.amount_due == order.total_amount and not paid(order):
        return "Total", dollars(order.total_amount)
    return "Due", dollars(order.amount_due)


def _summary(order: TreeOrder) -> list[tuple[str, str]]:
    day = order.preferred_delivery_date
    return [
        (order.get_tree_size_display(), dollars(order.tree_price)),
        ("Delivery", dollars(order.delivery_price)),
        *((add_on.name, dollars(add_on.price)) for add_on in order.add_ons),
        *([("Requested delivery", in_words(day))] if day else []),
        ("Reference", order.short_id),
    ]
