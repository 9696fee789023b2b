"""Recorded payments on tree orders, for the customer's payment history (``payments.history``)."""

from typing import Any

from django.db.models import F, QuerySet, Value

from accounts.models import User
from payments.history import as_recorded
from trees.models import PURPOSE, TreeOrder, TreePayment


def recorded_payments(user: User) -> QuerySet[Any]:
    """Return the cash and check payments on the user's tree orders."""
    rows = TreePayment.objects.filter(order__in=TreeOrder.objects.owned_by(user))
    return as_recorded(rows, what=Value("Christmas tree delivery"), subject=PURPOSE, subject_id=F("order_id"))
