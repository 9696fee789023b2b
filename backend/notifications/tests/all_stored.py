"""All stored messages: the modules that are imported here register the rows of theirs."""

from notifications.tests import (  # noqa: F401
    rows_for_invoices,
    rows_for_office,
    rows_for_payments,
    rows_for_quotes,
    rows_for_storage,
    rows_for_trees,
    rows_for_visits,
)
from notifications.tests.stored_messages import STORED

__all__ = ["STORED"]
