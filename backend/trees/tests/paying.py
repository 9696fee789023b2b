"""Helpers for paying for trees, by card in the sandbox and at the door."""

from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from testing import cards
from testing.helpers import end_waits, run_queue
from testing.payments import StripeSandbox
from trees.models import TreeOrder


def ask_to_pay(client: APIClient, order: TreeOrder, **headers: Any) -> Any:
    """Request a card form, as the page does; return the response."""
    return client.post("/api/create-payment-intent", {"treeOrderId": str(order.id)}, format="json", headers=headers)


def open_form(client: APIClient, order: TreeOrder) -> str:
    """Open the card form; return its client secret."""
    response = ask_to_pay(client, order)
    assert response.status_code == 200, response.content
    return str(response.json()["clientSecret"])


def pay_by_card(client: APIClient, order: TreeOrder, sandbox: StripeSandbox) -> None:
    """Pay what is due by card and deliver the webhooks."""
    cards.pay(open_form(client, order))
    sandbox.deliver()


def record(client: APIClient, order: TreeOrder, **body: Any) -> Any:
    """Record a payment at the door; return the response."""
    return client.post(f"/api/tree-orders/{order.id}/record-payment", {"method": "cash", **body}, format="json")


def change(client: APIClient, order: TreeOrder, **body: Any) -> None:
    """Change the order as an administrator."""
    response = client.patch(f"/api/tree-orders/{order.id}", body, format="json")
    assert response.status_code == 200, response.content


def seen(client: APIClient, order: TreeOrder) -> dict[str, Any]:
    """Return the order as the client's user sees it."""
    response = client.get(f"/api/tree-orders/{order.id}")
    assert response.status_code == 200, response.content
    return dict(response.json())


def sums(client: APIClient, order: TreeOrder) -> tuple[str, str, str, str]:
    """Return what is paid, refunded, due and owed back."""
    row = seen(client, order)
    return row["amountPaid"], row["amountRefunded"], row["amountDue"], row["overpaid"]


def cancel(client: APIClient, order: TreeOrder) -> None:
    """Cancel the order as an administrator."""
    change(client, order, status="cancelled")


def after_ten_minutes(sandbox: StripeSandbox) -> None:
    """Run the refunds that are due after ten minutes, and deliver their webhooks."""
    TreeOrder.objects.exclude(refund_at=None).update(refund_at=timezone.now())
    end_waits()
    run_queue()
    sandbox.deliver()
