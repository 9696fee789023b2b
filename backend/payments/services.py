"""What staff do with payments."""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from payments.models import Payment, PaymentAssignee, PaymentStatus


@transaction.atomic
def assign_payment(*, payment_id: UUID, by: User, kind: PaymentAssignee, to: UUID) -> Payment:
    """Record what a payment is for that belongs to nothing yet: the row ``to`` of ``kind``, which exists.

    Raises Http404, and Conflict if that is known, or no money has come in.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    if payment.reference or payment.assigned_at:
        raise Conflict("This payment already belongs to something. Reload the page to see what.")
    if payment.status != PaymentStatus.SUCCEEDED:
        raise Conflict("This payment hasn't gone through, so there's nothing to assign.")
    payment.assigned_kind, payment.assigned_id = kind, to
    payment.assigned_at, payment.assigned_by = timezone.now(), by
    payment.save(update_fields=["assigned_kind", "assigned_id", "assigned_at", "assigned_by", "updated_at"])
    return Payment.objects.for_desk().get(id=payment_id)
