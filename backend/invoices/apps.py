"""The invoices app."""

from collections.abc import Callable
from typing import Any

from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Register the claim of a guest's invoices by a customer's account, card payments of invoices, their private links,
    and what happens to the invoice of an accepted quote.
    """

    name = "invoices"

    def ready(self) -> None:
        from accounts.claims import claim
        from accounts.signals import guest_rows_may_be_claimed
        from invoices import card
        from invoices.history import pdf_path, recorded_payments
        from invoices.models import PURPOSE, Invoice
        from invoices.private_links import INVOICES
        from invoices.services import keep_owed
        from links.models import LinkKind
        from links.resources import register
        from payments.hooks import register_owned, register_purpose, register_recorded_payments

        def take_over(user: Any, email: str, **kwargs: Any) -> None:
            claim(Invoice.objects.all(), user=user, email=email, field="bill_to_email")

        guest_rows_may_be_claimed.connect(take_over, weak=False, dispatch_uid="invoices")
        # Our own receipt names the invoice and what is still due, and goes to the customer's address (invoices.emails);
        # Stripe's would be a second receipt for the same payment.
        register_purpose(
            PURPOSE,
            due=card.payable_amount,
            settle=card.record_card_payment,
            own_receipt=True,
            plan_refund_email=card.tell_refund,
            keep=keep_owed,
            resolve_assignee=card.adopts,
        )
        register_owned(PURPOSE, lambda user: Invoice.objects.owned_by(user).values("id"))
        register_recorded_payments(PURPOSE, recorded_payments, pdf_path)
        register(LinkKind.INVOICE, INVOICES)
        _follow_quotes()


def _follow_quotes() -> None:
    from invoices import acceptances
    from invoices.due_dates import follow_work
    from jobs.signals import visits_changed
    from quotes import signals

    followed = {
        signals.quote_accepted: acceptances.bill_acceptance,
        signals.quote_repriced: acceptances.withdraw_invoice,
        signals.quote_open: acceptances.await_yes,
        signals.quote_closed: acceptances.close_invoice,
        signals.quote_reopened: acceptances.reopen_invoices,
        signals.quote_reinstated: acceptances.reinstate_invoice,
        signals.quote_completed: follow_work,
        visits_changed: follow_work,
    }
    for signal, follow in followed.items():
        signal.connect(_with_quote(follow), weak=False, dispatch_uid="invoices")


def _with_quote(follow: Callable[[Any], object]) -> Callable[..., None]:
    def receive(quote: Any, **kwargs: Any) -> None:
        follow(quote)

    return receive
