"""What invoices and tree orders do with their payments. The caller has locked the invoice or order."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from payments.models import Payment, ReceivedPayment


def copy_card_payment(row: ReceivedPayment, payment: Payment) -> bool:
    """Copy the amounts and dispute of a card payment into ``row``, unsaved; return whether that changed anything."""
    latest = (payment.amount_received, payment.amount_refunded, payment.disputed, payment.is_lost)
    if not row._state.adding and (row.amount, row.amount_refunded, row.disputed, row.dispute_lost) == latest:
        return False
    row.amount, row.amount_refunded, row.disputed, row.dispute_lost = latest
    if row._state.adding:
        row.created_at = payment.received_at  # revenue counts by it
    return True


def reverse(row: ReceivedPayment, *, by: User, note: str) -> bool:
    """Reverse a recorded payment; return False if it was reversed before. Raises Conflict for a card payment."""
    if row.payment_id is not None:
        raise Conflict("A card payment can't be reversed. Refund it instead.")
    if row.taken_back_at is not None:
        return False
    row.taken_back_at, row.taken_back_by, row.taken_back_note = timezone.now(), by, note
    row.amount_owed, row.owed_since = Decimal("0.00"), None
    row.save(
        update_fields=["taken_back_at", "taken_back_by", "taken_back_note", "amount_owed", "owed_since", "updated_at"]
    )
    return True


def keep(row: ReceivedPayment, *, by: User, reason: str) -> Decimal:
    """Keep the part of a payment that is owed back, and return it (US dollars)."""
    kept = row.amount_owed
    if kept:
        row.amount_kept += kept
        row.kept_at, row.kept_by, row.kept_reason = timezone.now(), by, reason
        row.save(update_fields=["amount_kept", "kept_at", "kept_by", "kept_reason", "updated_at"])
    return kept


def update_amounts_owed(payments: Sequence[ReceivedPayment], overpaid: Decimal) -> None:
    """Spread an overpaid amount (US dollars) over the ``payments`` it is owed back from: cards first, those that were
    stored last first, since only their receipts can say so.

    Nothing is owed back from a disputed payment, since a bank decides about it or has taken it back.
    """
    rest = overpaid
    for payment in sorted(payments, key=lambda each: (each.payment_id is not None, each.id), reverse=True):
        owed = Decimal("0.00") if payment.disputed else min(rest, payment.unrefunded - payment.still_kept)
        rest -= owed
        if owed != payment.amount_owed:
            payment.amount_owed = owed
            payment.owed_since = (payment.owed_since or timezone.now()) if owed else None
            payment.save(update_fields=["amount_owed", "owed_since", "updated_at"])
