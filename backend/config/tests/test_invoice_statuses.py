"""What each status of an invoice means across the product."""

from config.tests.status_tables import TODAY, World, check
from invoices.models import Invoice, InvoiceStatus
from payments.models import Payment
from payments.tests.factories import make_payment
from testing.payments import StripeSandbox


def _takes_assigned_payment(world: World, status: str) -> bool:
    quote, payment = world.quote("approved"), make_payment(amount=100, amount_received=100)
    invoice = world.invoice(status, quote=quote)
    world.post(f"payments/{payment.id}/assign", quoteId=str(quote.id))
    return Payment.objects.get(id=payment.id).reference == invoice.id


def _is_billed_beside_it(world: World, status: str) -> bool:
    quote = world.quote("reviewed")
    world.invoice(status, quote=quote)
    world.own.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "500.00"}, format="json")
    return Invoice.objects.filter(quote=quote, from_acceptance=True).exists()


def _tells_cancellation(world: World, status: str) -> bool:
    world.post(f"invoices/{(invoice := world.invoice(status)).id}/cancel")
    return world.is_told(invoice, "invoice-canceled")


def _takes_card(world: World, status: str, **part: str) -> bool:
    invoice = world.invoice(
        status, quote=world.quote("approved"), from_acceptance=True, first_amount=125, first_due_date=TODAY
    )
    body = {"invoiceId": str(invoice.id), **part}
    return bool(world.own.post("/api/create-payment-intent", body, format="json").status_code == 200)


def test_invoice_is_what_the_table_says_in_each_status(world: World, stripe_sandbox: StripeSandbox) -> None:
    check(
        world,
        InvoiceStatus,
        [
            (
                "can be changed",
                "draft",
                lambda world, status: world.patch(f"invoices/{world.invoice(status).id}", description="Wreaths") == 200,
            ),
            ("the customer is told that it is canceled", "sent overdue", _tells_cancellation),
            ("an acceptance is billed beside it", "cancelled", _is_billed_beside_it),
            ("takes a card", "sent overdue", _takes_card),
            (
                "takes a card for the deposit",
                "sent overdue",
                lambda world, status: _takes_card(world, status, part="first"),
            ),
            ("takes a payment that was assigned to its quote", "sent paid overdue", _takes_assigned_payment),
            ("is next for its customer", "sent overdue", lambda world, status: world.is_next(world.invoice(status))),
            (
                "is due this week",
                "sent overdue",
                lambda world, status: world.is_listed(world.invoice(status), "invoices?scope=admin&due=this_week"),
            ),
            (
                "something is due now",
                "sent overdue",
                lambda world, status: world.get(f"invoices/{world.invoice(status).id}")["dueNow"] != "0.00",
            ),
            (
                "something is due",
                "draft sent overdue",
                lambda world, status: world.get(f"invoices/{world.invoice(status).id}")["amountDue"] != "0.00",
            ),
        ],
    )
