"""What other apps follow of a quote. Each is sent in the transaction that changes it, with the quote locked and saved.

Receivers get ``quote`` and ``by``, who changed it: a user, or the holder of a private link.
"""

from django.dispatch import Signal

# Accepted by its customer, or by the office for them; also with ``acceptance``. Not sent if staff set the status by
# hand.
quote_accepted = Signal()

# After a yes, there is a new revision or price, or staff put it back to wait for the customer: the yes no longer holds.
quote_repriced = Signal()

# One that was not accepted changed, and waits for a price or for its customer's answer; also after a decline.
quote_open = Signal()

# The last price was undone, so that an earlier yes holds again.
quote_reinstated = Signal()

# Set to complete: the work is done.
quote_completed = Signal()

# Declined by its customer, or rejected by staff.
quote_closed = Signal()

# No longer declined or rejected.
quote_reopened = Signal()
