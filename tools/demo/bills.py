"""The demo's invoices: one in every status, one partly paid, and two for card issues (see ``demo.card_issues``).

Amounts are in US dollars.
"""

import datetime as dt
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django.utils import timezone

from accounts.models import User
from demo import people
from demo.days import ago, day
from invoices import billing
from invoices.balance import recompute_balance
from invoices.models import Invoice, InvoiceCounter, InvoicePayment, InvoiceStatus
from payments.models import PaymentMethod
from quotes.models import Quote, QuoteStatus

INSTALLATION = "Holiday light installation"


def load(customer: User, admin: User, others: dict[str, User]) -> None:
    """Create the invoices of Eleanor (the demo customer), a few guests and the ``others`` (by email address), oldest
    first."""
    quotes = {quote.status: quote for quote in Quote.objects.filter(user=customer)}
    last_season = _sent(ago(358), quotes[QuoteStatus.COMPLETE_STORAGE], due=day(-340))
    _check(last_season, last_season.amount, "Check 2041", admin, ago(345))
    books = Quote.objects.get(email="hello@marketsquarebooks.example")
    _cancelled(_sent(ago(30), books, amount=Decimal("500.00"), description="Design visit"))
    guest = Quote.objects.get(email="ml.fitzgerald@example.com")
    _overdue(_sent(ago(20), guest, due=day(-6)))
    _sent(ago(8), quotes[QuoteStatus.SERVICE_SCHEDULED], due=day(14))
    _sent(ago(6), user=others[people.REFUNDED], amount=Decimal("640.00"), due=day(8))
    shop = _sent(ago(5), user=customer, amount=Decimal("310.00"), due=day(10), description="Wreaths for the shop")
    _check(shop, Decimal("150.00"), "Check 2096", admin, ago(2))
    _sent(ago(3), user=others[people.DECLINED], amount=Decimal("295.00"), due=day(11))
    _draft(ago(1), books, amount=Decimal("950.00"), description="Deposit for the storefront display")


def _draft(
    at: dt.datetime,
    quote: Quote | None = None,
    *,
    user: User | None = None,
    amount: Decimal | None = None,
    due: dt.date | None = None,
    description: str = INSTALLATION,
) -> Invoice:
    """Create a draft dated ``at``, with that year's next number. ``amount`` defaults to the quote's."""
    year = timezone.localdate(at).year
    counter, _ = InvoiceCounter.objects.get_or_create(year=year, defaults={"last": 0})
    counter.last += 1
    counter.save()
    owner = quote.user if quote else user
    invoice: Invoice = Invoice.objects.create(
        user=owner,
        quote=quote,
        amount=amount or (quote and quote.quote_amount) or Decimal(0),
        due_date=due,
        created_at=at,
        invoice_number=str(counter),
        details=billing.details(quote, description),
        description=description,
        **asdict(billing.bill_to(quote, owner)),
    )
    return invoice


def _sent(at: dt.datetime, quote: Quote | None = None, **fields: Any) -> Invoice:
    invoice = _draft(at, quote, **fields)
    invoice.status, invoice.sent_at = InvoiceStatus.SENT, at
    invoice.save()
    return invoice


def _check(invoice: Invoice, amount: Decimal, note: str, admin: User, at: dt.datetime) -> None:
    """Record a check received at ``at``."""
    InvoicePayment.objects.create(
        invoice=invoice, method=PaymentMethod.CHECK, amount=amount, note=note, recorded_by=admin, created_at=at
    )
    recompute_balance(invoice, paid_at=at)


def _cancelled(invoice: Invoice) -> None:
    invoice.status = InvoiceStatus.CANCELLED
    invoice.save()


def _overdue(invoice: Invoice) -> None:
    invoice.status = InvoiceStatus.OVERDUE
    invoice.save()
