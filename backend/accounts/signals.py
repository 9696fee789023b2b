"""Signals for the apps that depend on accounts."""

from django.dispatch import Signal

# Sent with ``user`` and ``email`` when the user has shown that they read email at ``email``: when the address is
# verified, and at each sign-in after that. Apps with rows made by guests join them to the user.
guest_rows_may_be_claimed = Signal()

# Sent with ``user`` after their name or their primary email address has changed, in the transaction that changed it.
contact_changed = Signal()
