"""The worker's part of tree orders: mails."""

from uuid import UUID

from notifications.composing import email_task
from trees import emails
from trees.models import TreeOrder


@email_task
def mail_order(order_id: str) -> None:
    """Tell the customer that we have their order."""
    emails.order_received(TreeOrder.objects.get(id=UUID(order_id)))
