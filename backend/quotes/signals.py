"""Signals about quotes for other apps. Each is sent in the transaction of the change, with the quote locked and saved.

Receivers get ``quote`` and ``by``, who made the change: a user, or the holder of a private link.
"""

from django.dispatch import Signal

# The customer accepted, or the office did so for them. Receivers also get ``acceptance``. Not sent when staff set the
# status by hand.
quote_accepted = Signal()

# The acceptance no longer holds: there is a new revision or price, or staff reopened the quote.
quote_repriced = Signal()

# A quote that was not accepted before has changed and is open: it waits for a price or for the customer's answer.
quote_open = Signal()

# The last price was undone, so that the acceptance before it holds again.
quote_reinstated = Signal()

# The status or the price has changed, or its change was undone. Sent after all signals above and below, except for
# quote_accepted.
quote_changed = Signal()

# The customer declined, or staff rejected the quote or undid the price that had reopened it.
quote_closed = Signal()

# No longer declined or rejected.
quote_reopened = Signal()
