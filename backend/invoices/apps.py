"""The invoices app."""

from collections.abc import Callable
from typing import Any

from django.apps import AppConfig


class InvoicesConfig(AppConfig):
    """Register claims of guests' invoices, card payments, private links, and the signals of quotes."""

    name = "invoices"

    def ready(self) -> None:
        from accounts.claims import register_claims
        from invoices import card, payment_emails
        from invoices.history import pdf_path, recorded_payments
        from invoices.models import PURPOSE, Invoice
        from invoices.private_links import INVOICES
        from invoices.services import keep_owed
        from links.models import LinkKind
        from links.resources import register
        from payments.hooks import Purpose, register_owned, register_purpose, register_recorded_payments

        register_claims(Invoice, field="bill_to_email")
        # Our own receipt says what is still due (invoices.payment_emails). Stripe's would be a second one.
        register_purpose(
            PURPOSE,
            Purpose(
                due=card.payable_amount,
                settle=card.record_card_payment,
                own_receipt=True,
                plan_refund_email=card.tell_refund,
                keep=keep_owed,
                resolve_assignee=card.adopts,
                customer=card.billed_customer,
                after_loss=payment_emails.after_loss,
            ),
        )
        register_owned(PURPOSE, lambda user: Invoice.objects.owned_by(user).values("id"))
        register_recorded_payments(PURPOSE, recorded_payments, pdf_path)
        register(LinkKind.INVOICE, INVOICES)
        _connect_quote_signals()


def _connect_quote_signals() -> None:
    from invoices import acceptances
    from invoices.unbilled import follow_work
    from jobs.signals import visits_changed
    from quotes import signals

    handlers = {
        signals.quote_accepted: acceptances.bill_acceptance,
        signals.quote_repriced: acceptances.withdraw_invoice,
        signals.quote_open: acceptances.hold_payments,
        signals.quote_closed: acceptances.close_invoice,
        signals.quote_reopened: acceptances.reopen_invoices,
        signals.quote_reinstated: acceptances.reinstate_invoice,
        signals.quote_changed: follow_work,
        visits_changed: follow_work,
    }
    for signal, handler in handlers.items():
        signal.connect(_receiver_of(handler), weak=False, dispatch_uid="invoices")


def _receiver_of(handler: Callable[[Any], object]) -> Callable[..., None]:
    def receive(quote: Any, **kwargs: Any) -> None:
        handler(quote)

    return receive
