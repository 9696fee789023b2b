"""What accounts tell the apps above them."""

from django.dispatch import Signal

# Sent with ``user`` and ``email`` when it is certain that the user reads mail at ``email``: when the address has been
# verified, and at each sign-in after that. Apps with rows made by guests join them to the user.
guest_rows_may_be_claimed = Signal()

# Sent with ``user`` after their name or their primary email address has changed, in the transaction that changed it.
contact_changed = Signal()
