"""The worker's part of tree orders: mails."""

from uuid import UUID

from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from trees import emails
from trees.models import TreeOrder


@app.task(retry=RetryStrategy(max_attempts=6, exponential_wait=5))
@transaction.atomic
def mail_order(order_id: str) -> None:
    """Tell the customer that we have their order."""
    emails.order_received(TreeOrder.objects.get(id=UUID(order_id)))
