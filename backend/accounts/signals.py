"""Signals for the apps that depend on accounts."""

from django.dispatch import Signal

# Sent with ``user`` and ``email`` when ``email`` is verified, and at each sign-in after that. Apps assign the guest
# rows with this address to the user.
guest_rows_may_be_claimed = Signal()

# Sent with ``user`` in the transaction that changed their name or primary email address.
contact_changed = Signal()

# Sent with ``address`` in the transaction that changed where a saved address is.
address_moved = Signal()
