"""Add to inquiries, respond to them and close them."""

import datetime as dt
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.locks import refuse_if_changed
from replies.models import OPEN_INQUIRIES, InboundKind, Inquiry, InquiryEntry
from replies.people import Known
from replies.threads import senders_of_orders
from trees.models import TreeOrder


@transaction.atomic
def add_to_inquiry(
    *, sender: str, known: Known, kind: InboundKind, words: str, about: TreeOrder | None = None
) -> InquiryEntry:
    """Add what ``sender`` wrote to their open inquiry, or to a new one. Only a new one starts the 24-hour clock.

    ``about`` is the tree order whose email they replied to. The newest such reply decides what the inquiry is about;
    until there is one, it is their open order.
    """
    inquiry = _lock_open(sender) or _create(sender, known)
    inquiry.tree_order = about or inquiry.tree_order or known.tree_order
    inquiry.retry_at = None  # they wrote again, so they are due now
    inquiry.save()
    return InquiryEntry.objects.create(inquiry=inquiry, kind=kind, words=words)


def _lock_open(sender: str) -> Inquiry | None:
    return Inquiry.objects.select_for_update(of=("self",)).filter(OPEN_INQUIRIES, sender=sender).first()


def _create(sender: str, known: Known) -> Inquiry:
    try:
        with transaction.atomic():
            return Inquiry.objects.create(
                sender=sender,
                is_customer=known.is_customer,
                name=known.name,
                email=known.email or ("" if sender.startswith("+") else sender),
                phone=known.phone,
                user=known.user,
            )
    except IntegrityError:  # another worker created it at the same moment
        inquiry = _lock_open(sender)
        if inquiry is None:
            raise
        return inquiry


@transaction.atomic
def record_contact(*, inquiry_id: UUID) -> None:
    """Record that staff reached the sender, which closes the inquiry. Raises Http404."""
    inquiry = _lock(inquiry_id)
    if inquiry.answered_at is None and inquiry.closed_at is None:
        inquiry.answered_at, inquiry.retry_at = timezone.now(), None
        inquiry.save(update_fields=["answered_at", "retry_at", "updated_at"])


@transaction.atomic
def record_try(*, inquiry_id: UUID, retry_at: dt.datetime) -> bool:
    """Count a contact that did not reach the sender, and set when to try again. Return False and change nothing if the
    inquiry is no longer open. Raises Http404.
    """
    _lock(inquiry_id)
    now = timezone.now()
    tried = Inquiry.objects.filter(OPEN_INQUIRIES, id=inquiry_id).update(
        tries=F("tries") + 1, tried_at=Coalesce(F("tried_at"), now), last_tried_at=now, retry_at=retry_at
    )
    return bool(tried)


@transaction.atomic
def set_inquiry_aside(*, inquiry_id: UUID, by: User, seen: dt.datetime | None = None) -> Inquiry:
    """Close an inquiry without a response ("no reply needed"); nothing changes if it is no longer open.

    ``seen`` is the ``updated_at`` that staff saw. Raises Http404, and Conflict if the sender has written since then.
    """
    inquiry = _lock(inquiry_id)
    if inquiry.answered_at is None and inquiry.closed_at is None:
        refuse_if_changed(inquiry.updated_at, seen)
        inquiry.closed_at, inquiry.closed_by, inquiry.retry_at = timezone.now(), by, None
        inquiry.save(update_fields=["closed_at", "closed_by", "retry_at", "updated_at"])
    return inquiry


def record_contact_about(order: TreeOrder) -> None:
    """Close the customer's open inquiries about a tree order, since staff reached them. Somebody else's stay open."""
    senders = senders_of_orders([order])[order.id]
    inquiries = Inquiry.objects.filter(OPEN_INQUIRIES, tree_order=order, sender__in=senders)
    for inquiry_id in inquiries.values_list("id", flat=True):
        record_contact(inquiry_id=inquiry_id)


def _lock(inquiry_id: UUID) -> Inquiry:
    inquiry: Inquiry = get_object_or_404(Inquiry.objects.select_for_update(of=("self",)), id=inquiry_id)
    return inquiry
