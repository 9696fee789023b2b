"""What other apps are told about visits, in the transaction that changes them."""

from django.dispatch import Signal

# Sent with ``quote``, which is locked, when a visit of it was added or changed.
visits_changed = Signal()
