"""Signals about visits for other apps, sent in the transaction of the change."""

from django.dispatch import Signal

# A visit of ``quote``, which is locked, was added or changed.
visits_changed = Signal()
