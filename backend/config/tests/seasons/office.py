"""What the office does: it answers, plans, records and bills."""

from typing import Any

from config.tests.seasons.season import Season
from desk.customer_keys import customer_key
from invoices.models import Invoice, InvoicePayment, InvoiceStatus
from jobs.models import Job, JobStatus
from notifications.models import Message
from payments.models import Payment
from quotes.models import Quote, QuoteStatus
from replies.models import Inquiry
from testing.journey import Person
from trees.models import TreeOrder, TreeOrderStatus, TreePayment

_LINES = [
    {"text": "Roofline", "quantity": "1", "unit": "flat", "unitPrice": "542.80", "cost": "210.00"},
    {"text": "Wreaths", "quantity": 5, "unit": "piece", "unitPrice": "38.00"},
    {"text": "Discount", "quantity": "1", "unit": "flat", "unitPrice": "-99.00"},
    {"text": "Smart timer", "quantity": "1", "unit": "piece", "unitPrice": "25.00", "optional": True},
    {"text": "Candles", "quantity": "8", "unit": "piece", "unitPrice": "6.505", "optional": True, "cost": "30"},
    {"text": "Small tree", "quantity": "1", "unit": "flat", "unitPrice": "80", "choice": "Tree"},
    {"text": "Tall tree", "quantity": "1", "unit": "flat", "unitPrice": "120", "choice": "Tree", "suggested": True},
]
_OUTCOMES = ["reached", "reached", "voicemail", "no_answer", "wrong_number"]


def _seen(person: Person, path: str) -> Any:
    return person.client.get(path).json()


def name_price(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.OPEN)
    changes = season.filled(updatedAt=quote.updated_at.isoformat())
    status = season.draw(["reviewed", "reviewed", "reviewed", "quoting"], "status")
    season.staff().patch(f"/api/quotes/{quote.id}", status=status, quoteAmount=season.dollars(150, 2500), **changes)


def write_proposal(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.OPEN)
    person, path = season.staff(), f"/api/quotes/{quote.id}"
    lines = [*_LINES[:1], *season.some(_LINES[1:5], 0.5, "lines"), *(_LINES[5:] if season.happens(0.3, "tree") else [])]
    more = season.filled(validUntil=season.day(0, 12), note="Any weekday works.")
    person.put(f"{path}/lines", lines=lines, updatedAt=_seen(person, path)["updatedAt"], **more)
    if season.happens(0.8, "send"):
        person.patch(path, status="reviewed")


def change_status(season: Season) -> None:
    quote = season.row(Quote)
    season.staff().patch(f"/api/quotes/{quote.id}", status=season.draw(list(QuoteStatus), "status"))


def change_statuses(season: Season) -> None:
    ids = sorted({str(season.row(Quote).id), str(season.row(Quote, lambda each: each.status == "pending").id)})
    season.staff().post("/api/quotes/bulk-status", ids=ids, status=season.draw(list(QuoteStatus), "status"))


def set_aside(season: Season) -> None:
    """Settle a quote's row of the queue in some way."""
    quote, path = (
        season.row(Quote),
        season.draw(["let-go", "no-reply-needed", "undo-price", "no-invoice-needed"], "how"),
    )
    body = {"reason": "Paid in cash"} if path == "no-invoice-needed" else {}
    season.staff().post(f"/api/quotes/{quote.id}/{path}", **body)


def answer(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.question_at is not None)
    season.staff().post(f"/api/quotes/{quote.id}/comments", content=season.draw(["Sure.", "We will look."], "words"))


def _call(season: Season, path: str) -> None:
    outcome = season.draw(_OUTCOMES, "outcome")
    more = season.filled(note="In the evening", channel=season.draw(["phone", "text", "email"], "channel"))
    later = {"retryAt": season.moment(1, 6)} if outcome != "reached" and season.happens(0.5, "retry") else {}
    season.staff().post(f"{path}/calls", outcome=outcome, **more, **later)


def call_about_quote(season: Season) -> None:
    _call(season, f"/api/quotes/{season.row(Quote, lambda each: each.status not in QuoteStatus.SETTLED).id}")


def call_about_tree(season: Season) -> None:
    _call(season, f"/api/tree-orders/{season.row(TreeOrder, lambda each: each.status in TreeOrderStatus.OPEN).id}")


def answer_question(season: Season) -> None:
    question = season.row(Inquiry, lambda each: each.answered_at is None)
    path = f"/api/desk/questions/{question.id}"
    if season.happens(0.3, "aside"):
        season.staff().post(f"{path}/no-reply-needed")
    else:
        _call(season, path)


def plan_visit(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.AGREED)
    more = season.filled(notes="Bring the long ladder.", kind=season.draw(["service", "takedown"], "kind"))
    dated = {"scheduledDate": season.moment(0, 9)} if season.happens(0.8, "dated") else {}
    season.staff().post("/api/jobs", quoteId=str(quote.id), **more, **dated)


def change_visit(season: Season) -> None:
    job = season.row(Job, lambda each: each.status in JobStatus.OPEN)
    change = season.draw(["day", "status", "status", "notes", "no day"], "change")
    changes = {
        "day": {"scheduledDate": season.moment(0, 9)},
        "status": {"status": season.draw(["completed", "completed", *JobStatus], "status")},
        "notes": {"notes": "Dog in the yard."},
        "no day": {"scheduledDate": None},
    }
    season.staff().patch(f"/api/jobs/{job.id}", **changes[change])


def plan_tree(season: Season) -> None:
    order = season.row(TreeOrder, lambda each: each.status in TreeOrderStatus.UNDELIVERED)
    status = season.draw(["confirmed", "scheduled", "scheduled", "delivered", "cancelled", "pending"], "status")
    day = {"scheduledDeliveryDate": season.day(0, 8)} if season.happens(0.6, "dated") else {}
    season.staff().patch(f"/api/tree-orders/{order.id}", status=status, **day)


def record_tree_payment(season: Season) -> None:
    order = season.row(TreeOrder, lambda each: each.status not in TreeOrderStatus.CALLED_OFF)
    amount = season.filled(amount=season.dollars(20, 150), note="Check 88")
    method = season.draw(["cash", "check"], "method")
    season.staff().post(f"/api/tree-orders/{order.id}/record-payment", method=method, **amount)


def write_invoice(season: Season) -> None:
    quote = season.row(Quote)
    whose = {"quoteId": str(quote.id)} if season.happens(0.6, "of a quote") else {"userId": _user_id(season)}
    more = season.filled(dueDate=season.day(1, 14), description="Repairs")
    made = season.staff().post("/api/invoices", amount=season.dollars(20, 900), **whose, **more)
    if made and "id" in made and season.happens(0.6, "send"):
        season.staff().post(f"/api/invoices/{made['id']}/send")


def _user_id(season: Season) -> str:
    user = season.draw(season.accounts, "whose").user
    assert user
    return str(user.pk)


def change_invoice(season: Season) -> None:
    invoice = season.row(Invoice, lambda each: each.status not in InvoiceStatus.SETTLED)
    path, person = f"/api/invoices/{invoice.id}", season.staff()
    change = season.draw(["send", "edit", "cancel", "batch-send"], "change")
    if change == "edit":
        person.patch(path, **season.filled(amount=season.dollars(50, 900), dueDate=season.day(1, 14)))
    elif change == "batch-send":
        person.post("/api/invoices/batch-send", ids=[str(invoice.id)])
    else:
        person.post(f"{path}/{change}")


def record_invoice_payment(season: Season) -> None:
    invoice = season.row(Invoice, lambda each: each.status in InvoiceStatus.PAYABLE)
    amount = season.filled(amount=season.dollars(20, 600), note="Check 2041")
    method = season.draw(["cash", "check", "bank_transfer", "other"], "method")
    season.staff().post(f"/api/invoices/{invoice.id}/record-payment", method=method, **amount)


def take_back_payment(season: Season) -> None:
    if season.happens(0.5, "tree"):
        of_tree = season.row(TreePayment)
        path = f"/api/tree-orders/{of_tree.order_id}/payments/{of_tree.id}"
    else:
        of_invoice = season.row(InvoicePayment)
        path = f"/api/invoices/{of_invoice.invoice_id}/payments/{of_invoice.id}"
    season.staff().post(f"{path}/take-back", note="It bounced")


_PAGES: list[tuple[type[Any], list[str]]] = [
    (
        Quote,
        [
            "quotes/{}", "quotes/{}/comments", "quotes/{}/calls", "quotes/{}/history", "quotes/{}/line-sources",
            "quotes/{}/billed", "links?quoteId={}", "invoices?scope=admin&quoteId={}",
        ],
    ),
    (Job, ["jobs/{}", "jobs/{}/history"]),
    (TreeOrder, ["tree-orders/{}", "tree-orders/{}/calls", "tree-orders/{}/history", "links?treeOrderId={}"]),
    (Invoice, ["invoices/{}", "invoices/{}/payments", "invoices/{}/history", "links?invoiceId={}"]),
    (Payment, ["payments/{}/suggestions", "payments/{}/dispute-answer"]),
    (Inquiry, ["desk/questions/{}", "desk/questions/{}/calls"]),
    (Message, ["desk/messages/{}"]),
]  # fmt: skip


def look_closer(season: Season) -> None:
    """Look at all there is about a row."""
    model, paths = season.draw(_PAGES, "what")
    row = season.row(model)
    pages = [(season.owner, f"/api/{path}".format(row.id)) for path in paths]
    season.look(f"Ada (owner) looks at {model.__name__} {row.id}", pages)


def look_at_customer(season: Season) -> None:
    """Look at the page of the customer of a quote or tree order."""
    models: list[type[Any]] = [Quote, TreeOrder]
    row = season.row(season.draw(models, "of"))
    email = row.email if isinstance(row, Quote) else row.customer_email
    key = customer_key(row.user_id, email)
    season.look(f"Ada (owner) looks at the customer {key}", [(season.owner, f"/api/desk/customers/{key}")])


ACTIONS = [
    (14, name_price), (8, write_proposal), (4, change_status), (1, change_statuses), (4, set_aside), (4, answer),
    (4, call_about_quote), (5, call_about_tree), (3, answer_question), (13, plan_visit), (15, change_visit),
    (14, plan_tree), (4, record_tree_payment), (4, write_invoice), (4, change_invoice), (6, record_invoice_payment),
    (3, take_back_payment), (8, look_closer), (3, look_at_customer),
]  # fmt: skip
