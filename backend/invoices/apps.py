"""The invoices app."""

from typing import Any

from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Lets a customer's account take over what was billed to them as a guest, and invoices be paid by card."""

    name = "invoices"

    def ready(self) -> None:
        from accounts.claims import claim
        from accounts.signals import guest_rows_may_be_claimed
        from invoices import card
        from invoices.models import PURPOSE, Invoice
        from payments.hooks import register_purpose

        def take_over(user: Any, email: str, **kwargs: Any) -> None:
            claim(Invoice.objects.all(), user=user, email=email, field="bill_to_email")

        guest_rows_may_be_claimed.connect(take_over, weak=False, dispatch_uid="invoices")
        # Our own receipt names the invoice and what is still due, and goes to its bill-to address (invoices.emails);
        # one from Stripe would be a second receipt for the same payment.
        register_purpose(PURPOSE, due=card.due, settle=card.settle, own_receipt=True)
