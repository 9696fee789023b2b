"""What each status, and each kind of visit, means across the product: tables of what is true for which of them."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from common.statuses import Status
from invoices.models import Invoice, InvoiceStatus
from invoices.tests.factories import make_invoice
from jobs.models import Job, JobKind, JobStatus
from notifications.models import Message
from payments.models import Payment
from payments.states import SubscriptionStatus
from payments.tests.factories import make_payment
from quotes.models import Quote, QuoteStatus
from quotes.tests.factories import make_quote
from storage.models import StorageSubscription
from storage.tests.factories import make_address
from testing.payments import StripeSandbox
from trees.models import TreeOrder, TreeOrderStatus
from trees.tests.factories import make_tree_order

DAY = dt.timedelta(days=1)
# Nothing about any of these rows is due at another time of the day.
NOON = eastern(dt.date(2026, 11, 24), dt.time(12))
TODAY = NOON.date()

Fact = tuple[str, str, Callable[["World", str], bool]]


class World:
    """A customer and an administrator, and rows of any status."""

    def __init__(self, customer: User, customer_client: APIClient, admin_client: APIClient) -> None:
        self.customer, self.own, self.desk = customer, customer_client, admin_client

    def get(self, path: str) -> Any:
        return self.desk.get(f"/api/{path}").json()

    def post(self, path: str, **body: Any) -> int:
        return int(self.desk.post(f"/api/{path}", body, format="json").status_code)

    def patch(self, path: str, **body: Any) -> int:
        return int(self.desk.patch(f"/api/{path}", body, format="json").status_code)

    def is_next(self, row: Any) -> bool:
        return str(row.id) in [item["subjectId"] for item in self.own.get("/api/whats-next").json()]

    def is_listed(self, row: Any, path: str) -> bool:
        return str(row.id) in [each["id"] for each in self.get(path)]

    def is_due(self, row: Any, kind: str) -> bool:
        return self.is_listed(row, f"desk/queue?kind={kind}")

    def is_awaited(self, make: Callable[[], Any]) -> bool:
        """Return whether one more row without a first response counts among those who wait for it."""
        before = self.get("desk/promise")["open"]
        make()
        return bool(self.get("desk/promise")["open"] > before)

    def is_told(self, row: Any, kind: str) -> bool:
        return Message.objects.filter(about_id=row.id, kind=kind).exists()

    def quote(self, status: str, **changes: Any) -> Quote:
        given = {"status": status, "quote_amount": "500.00", "created_at": NOON, **changes}
        return make_quote(user=self.customer, **given)

    def invoice(self, status: str, **changes: Any) -> Invoice:
        return make_invoice(**{"user": self.customer, "status": status, "due_date": TODAY, **changes})

    def visit(self, status: str, quote: Quote | None = None, **changes: Any) -> Job:
        quote = quote or self.quote("service_scheduled", has_visit=True)
        job: Job = Job.objects.create(
            **{"quote": quote, "user": self.customer, "status": status, "scheduled_date": NOON + DAY, **changes}
        )
        return job

    def tree(self, status: str, **changes: Any) -> TreeOrder:
        return make_tree_order(
            **{
                "user": self.customer, "status": status, "scheduled_delivery_date": TODAY + 3 * DAY, "created_at": NOON,
                **changes,
            }
        )  # fmt: skip

    def plan(self, status: str, **changes: Any) -> StorageSubscription:
        StorageSubscription.objects.all().delete()
        row: StorageSubscription = StorageSubscription.objects.create(
            **{
                "user": self.customer, "plan": "business", "monthly_amount": 45, "status": status, "started_at": NOON,
                "created_at": NOON, **changes,
            }
        )  # fmt: skip
        return row


@pytest.fixture
def world(customer: User, customer_client: APIClient, admin_client: APIClient) -> World:
    return World(customer, customer_client, admin_client)


def _check(world: World, statuses: type[Status] | type[JobKind], facts: list[Fact]) -> None:
    with time_machine.travel(NOON, tick=False):
        found = {fact: {status for status in statuses.values if holds(world, status)} for fact, _, holds in facts}
    assert found == {fact: set(expected.split()) for fact, expected, _ in facts}


def _has_answer(world: World, status: str) -> bool:
    world.post(f"quotes/{(quote := world.quote(status)).id}/calls", outcome="reached")
    return Quote.objects.get(id=quote.id).answered_at is not None


def _counts_tries(world: World, status: str) -> bool:
    world.post(f"quotes/{(quote := world.quote(status)).id}/calls", outcome="voicemail")
    return Quote.objects.get(id=quote.id).tries == 1


def _shows_reply(world: World, status: str) -> bool:
    quote = world.quote(status)
    world.post(f"quotes/{quote.id}/comments", content="We can come on Friday.")
    return world.is_next(quote)


def _is_unbilled(world: World, status: str) -> bool:
    quote = world.quote(status)
    world.patch(f"jobs/{world.visit('scheduled', quote).id}", status="completed")
    return Quote.objects.get(id=quote.id).unbilled_since is not None


def _adds_one(world: World, step: str, status: str, **changes: Any) -> bool:
    before = world.get("analytics/season")["funnel"][step]
    world.quote(status, **changes)
    return bool(world.get("analytics/season")["funnel"][step] == before + 1)


def _adds_acceptance_of_source(world: World, status: str) -> bool:
    def accepted() -> int:
        return sum(source["accepted"] for source in world.get("analytics/season")["sources"])

    before = accepted()
    world.quote(status, heard_from="neighbor")
    return accepted() == before + 1


def _step(world: World, status: str) -> str:
    progress = world.own.get(f"/api/quotes/{world.quote(status).id}").json()["progress"]
    return str(progress and progress["step"])


def _is_silent(world: World, status: str) -> bool:
    quote = world.quote("pending")
    with time_machine.travel(NOON - 5 * DAY, tick=False):
        world.patch(f"quotes/{quote.id}", status=status)
    return world.is_due(quote, "silent")


def _is_unscheduled(world: World, **changes: Any) -> bool:
    Job.objects.all().delete()
    world.visit("scheduled", world.quote(**changes), scheduled_date=None)
    return bool(world.get("desk/queue/counts")["unscheduled"])


def _takedown_is_unscheduled(world: World, status: str) -> bool:
    Job.objects.all().delete()
    world.visit("scheduled", world.quote(status, has_visit=True), kind="takedown", scheduled_date=None)
    return bool(world.get("desk/queue/counts")["unscheduled"])


def _keeps_its_address(world: World, status: str) -> bool:
    address = make_address(world.customer, city="Kittery", state="ME", zip_code="03904")
    world.quote(status, address=address)
    return bool(world.own.delete(f"/api/addresses/{address.id}").status_code == 409)


def test_quote_is_what_the_table_says_in_each_status(world: World) -> None:
    _check(
        world,
        QuoteStatus,
        [
            (
                "can be let go",
                "pending quoting reviewed",
                lambda world, status: world.post(f"quotes/{world.quote(status).id}/let-go") == 200,
            ),
            (
                "reaching the customer is the response",
                "pending quoting reviewed approved service_scheduled",
                _has_answer,
            ),
            ("a try counts", "pending quoting reviewed approved service_scheduled", _counts_tries),
            (
                "its address in another state can't be deleted",
                "pending quoting reviewed approved service_scheduled",
                _keeps_its_address,
            ),
            ("is requested for its customer", "pending", lambda world, status: _step(world, status) == "requested"),
            ("is priced for its customer", "quoting reviewed", lambda world, status: _step(world, status) == "priced"),
            (
                "is accepted for its customer",
                "approved service_scheduled",
                lambda world, status: _step(world, status) == "accepted",
            ),
            (
                "is done for its customer",
                "complete complete_storage",
                lambda world, status: _step(world, status) == "done",
            ),
            (
                "counts once as quoted",
                "pending quoting reviewed approved service_scheduled complete complete_storage rejected",
                lambda world, status: _adds_one(world, "quoted", status),
            ),
            (
                "counts as quoted without a price",
                "approved service_scheduled complete complete_storage",
                lambda world, status: _adds_one(world, "quoted", status, quote_amount=None),
            ),
            (
                "counts as accepted",
                "approved service_scheduled complete complete_storage",
                lambda world, status: _adds_one(world, "accepted", status),
            ),
            (
                "counts as scheduled",
                "service_scheduled complete complete_storage",
                lambda world, status: _adds_one(world, "scheduled", status),
            ),
            (
                "counts as completed",
                "complete complete_storage",
                lambda world, status: _adds_one(world, "completed", status),
            ),
            (
                "counts for where its customer heard of us",
                "approved service_scheduled complete complete_storage",
                _adds_acceptance_of_source,
            ),
            (
                "waits for the first response",
                "pending quoting reviewed",
                lambda world, status: world.is_awaited(lambda: world.quote(status)),
            ),
            (
                "waits for a price",
                "pending quoting reviewed",
                lambda world, status: world.is_due(world.quote(status, quote_amount=None), "quote"),
            ),
            ("waits for an answer", "quoting reviewed", _is_silent),
            (
                "waits for a day",
                "approved service_scheduled",
                lambda world, status: world.is_due(world.quote(status, accepted_at=NOON), "accepted"),
            ),
            (
                "its takedown waits for a day",
                "approved service_scheduled rejected",
                lambda world, status: world.is_due(
                    world.quote(status, accepted_at=NOON, has_visit=True, takedown_from=NOON - DAY), "accepted"
                ),
            ),
            (
                "its visit is unscheduled",
                "pending quoting reviewed complete complete_storage rejected",
                lambda world, status: _is_unscheduled(world, status=status),
            ),
            (
                "another visit is unscheduled",
                "pending quoting reviewed approved service_scheduled complete complete_storage rejected",
                lambda world, status: _is_unscheduled(world, status=status, has_visit=True),
            ),
            (
                "its takedown is unscheduled",
                "pending quoting reviewed complete complete_storage",
                _takedown_is_unscheduled,
            ),
            (
                "a reply is in My Services",
                "pending quoting reviewed approved service_scheduled",
                _shows_reply,
            ),
            (
                "work that is done has to be invoiced",
                "approved service_scheduled complete complete_storage",
                _is_unbilled,
            ),
            (
                "can be invoiced",
                "pending quoting reviewed approved service_scheduled complete complete_storage",
                lambda world, status: (
                    world.post("invoices", quoteId=str(world.quote(status).id), amount="100.00") == 201
                ),
            ),
            (
                "can be scheduled",
                "pending quoting reviewed approved service_scheduled complete complete_storage",
                lambda world, status: world.post("jobs", quoteId=str(world.quote(status).id)) == 201,
            ),
            (
                "can be changed together with others",
                "pending quoting reviewed rejected",
                lambda world, status: _changes_in_bulk(world, world.quote(status)),
            ),
        ],
    )


def _changes_in_bulk(world: World, quote: Quote) -> bool:
    status = "pending" if quote.status == "rejected" else "rejected"
    world.post("quotes/bulk-status", ids=[str(quote.id)], status=status)
    return Quote.objects.get(id=quote.id).status == status


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
    _check(
        world,
        InvoiceStatus,
        [
            (
                "can be changed",
                "draft",
                lambda world, status: world.patch(f"invoices/{world.invoice(status).id}", description="Wreaths") == 200,
            ),
            (
                "can be sent",
                "draft",
                lambda world, status: world.post(f"invoices/{world.invoice(status).id}/send") == 200,
            ),
            (
                "can be canceled",
                "draft sent overdue",
                lambda world, status: world.post(f"invoices/{world.invoice(status).id}/cancel") == 200,
            ),
            ("the customer is told that it is canceled", "sent overdue", _tells_cancellation),
            (
                "takes a check",
                "sent overdue",
                lambda world, status: (
                    world.post(f"invoices/{world.invoice(status).id}/record-payment", method="check") == 200
                ),
            ),
            ("an acceptance is billed beside it", "cancelled", _is_billed_beside_it),
            ("takes a card", "sent overdue", _takes_card),
            (
                "takes a card for the deposit",
                "sent overdue",
                lambda world, status: _takes_card(world, status, part="first"),
            ),
            ("takes a payment that was assigned to its quote", "sent overdue", _takes_assigned_payment),
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


def _is_next_visit(world: World, status: str) -> bool:
    job = world.visit(status)
    return bool(world.own.get(f"/api/quotes/{job.quote_id}").json()["progress"]["visit"])


def _delays_the_invoice(world: World, status: str) -> bool:
    job = world.visit(status)
    world.patch(f"jobs/{world.visit('scheduled', job.quote).id}", status="completed")
    return Quote.objects.get(id=job.quote_id).unbilled_since is None


def _delays_completion(world: World, status: str) -> bool:
    job = world.visit(status, kind="takedown")
    world.patch(f"jobs/{world.visit('scheduled', job.quote, kind='takedown').id}", status="completed")
    return Quote.objects.get(id=job.quote_id).status == "service_scheduled"


def _is_called_off(world: World, status: str) -> bool:
    job = world.visit(status, kind="service")
    world.patch(f"quotes/{job.quote_id}", status="rejected")
    job.refresh_from_db()
    return job.status != status


def _keeps_the_takedown(world: World, status: str) -> bool:
    job = world.visit(status)
    takedown = world.visit("scheduled", job.quote, kind="takedown")
    world.patch(f"quotes/{job.quote_id}", status="rejected")
    takedown.refresh_from_db()
    return takedown.status == "scheduled"


def _counts_as_visit(world: World, status: str) -> bool:
    job = world.visit("cancelled", world.quote("service_scheduled"))
    world.patch(f"jobs/{job.id}", status=status, notes="Snow")
    return bool(Quote.objects.get(id=job.quote_id).has_visit)


def _is_taken_down(world: World, status: str) -> bool:
    takedown = world.visit(status, kind="takedown")
    path = f"/api/jobs/{world.visit('scheduled', takedown.quote).id}"
    return not world.desk.patch(path, {"status": "completed"}, format="json").json()["offersTakedown"]


def test_visit_is_what_the_table_says_in_each_status(world: World) -> None:
    _check(
        world,
        JobStatus,
        [
            (
                "is next for its customer",
                "scheduled in_progress",
                lambda world, status: world.is_next(world.visit(status)),
            ),
            ("is its quote's next one", "scheduled in_progress", _is_next_visit),
            (
                "was not marked the day after",
                "scheduled in_progress",
                lambda world, status: world.is_listed(
                    world.visit(status, scheduled_date=NOON - DAY), "jobs?scope=admin&pastUnmarked=true"
                ),
            ),
            ("the work isn't invoiced before it", "scheduled in_progress", _delays_the_invoice),
            ("the quote isn't complete before it", "scheduled in_progress", _delays_completion),
            ("is canceled with its quote", "scheduled", _is_called_off),
            ("its lights come down even if the quote is rejected", "in_progress completed", _keeps_the_takedown),
            ("counts as a visit with a day", "scheduled in_progress completed", _counts_as_visit),
            ("no other takedown is suggested", "scheduled in_progress completed", _is_taken_down),
            (
                "is off the customer's calendar",
                "cancelled",
                lambda world, status: (
                    b"CANCELLED" in world.own.get(f"/api/jobs/{world.visit(status).id}/calendar.ics").content
                ),
            ),
        ],
    )


def _needs_takedown_beside(world: World, kind: str) -> bool:
    job = world.visit("scheduled", kind=kind)
    world.patch(f"jobs/{world.visit('scheduled', job.quote).id}", status="completed")
    return Quote.objects.get(id=job.quote_id).takedown_from is not None


def _suggests_takedown_beside(world: World, kind: str) -> bool:
    job = world.visit("scheduled", kind=kind)
    path = f"/api/jobs/{world.visit('scheduled', job.quote).id}"
    return bool(world.desk.patch(path, {"status": "completed"}, format="json").json()["offersTakedown"])


def _suggests_takedown_after(world: World, kind: str) -> bool:
    path = f"/api/jobs/{world.visit('scheduled', kind=kind).id}"
    return bool(world.desk.patch(path, {"status": "completed"}, format="json").json()["offersTakedown"])


def _delays_completion_of(world: World, kind: str) -> bool:
    job = world.visit("scheduled", kind=kind)
    world.patch(f"jobs/{world.visit('scheduled', job.quote, kind='takedown').id}", status="completed")
    return Quote.objects.get(id=job.quote_id).status == "service_scheduled"


def _delays_invoice_of(world: World, kind: str) -> bool:
    job = world.visit("scheduled", kind=kind)
    world.patch(f"jobs/{world.visit('scheduled', job.quote).id}", status="completed")
    return Quote.objects.get(id=job.quote_id).unbilled_since is None


def _after(world: World, kind: str) -> Quote:
    job = world.visit("scheduled", kind=kind)
    world.patch(f"jobs/{job.id}", status="completed")
    return Quote.objects.get(id=job.quote_id)


def _keeps_others(world: World, kind: str) -> bool:
    job = world.visit("completed", kind=kind)
    takedown = world.visit("scheduled", job.quote, kind="takedown")
    world.patch(f"quotes/{job.quote_id}", status="rejected")
    takedown.refresh_from_db()
    return takedown.status == "scheduled"


def _can_be_scheduled_while_lights_are_up(world: World, kind: str) -> bool:
    quote = world.quote("rejected", has_visit=True, takedown_from=NOON - DAY)
    return world.post("jobs", quoteId=str(quote.id), kind=kind) == 201


def test_visit_is_what_the_table_says_for_each_kind(world: World) -> None:
    _check(
        world,
        JobKind,
        [
            ("a takedown is still missing beside it", "installation service", _needs_takedown_beside),
            ("a takedown is suggested beside it", "installation service", _suggests_takedown_beside),
            ("a takedown is suggested after it", "installation", _suggests_takedown_after),
            (
                "a takedown is missing after it",
                "installation",
                lambda world, kind: bool(_after(world, kind).takedown_from),
            ),
            (
                "the quote is complete after it",
                "takedown",
                lambda world, kind: _after(world, kind).status == "complete",
            ),
            ("the quote isn't complete before it", "takedown", _delays_completion_of),
            (
                "can be planned for a rejected quote whose lights are up",
                "takedown",
                _can_be_scheduled_while_lights_are_up,
            ),
            # A takedown completes the quote, whose work then counts as done.
            (
                "the work is to be invoiced after it",
                "installation takedown",
                lambda world, kind: bool(_after(world, kind).unbilled_since),
            ),
            ("the work isn't invoiced before it", "installation", _delays_invoice_of),
            ("once it is done, its lights come down even if the quote is rejected", "installation", _keeps_others),
        ],
    )


def _tells_the_day(world: World, status: str) -> bool:
    order = world.tree(status, scheduled_delivery_date=None)
    world.patch(f"tree-orders/{order.id}", scheduledDeliveryDate=f"{TODAY + 3 * DAY}")
    told, reminded = (world.is_told(order, kind) for kind in ("tree-day", "tree-tomorrow"))
    assert told == reminded
    return told


def _counts_tries_of_tree(world: World, status: str) -> bool:
    world.post(f"tree-orders/{(order := world.tree(status)).id}/calls", outcome="voicemail")
    return TreeOrder.objects.get(id=order.id).tries == 1


def _is_on_day_sheet(world: World, status: str) -> bool:
    order = world.tree(status)
    sheet = world.get(f"tree-orders/day-sheet?day={TODAY + 3 * DAY}")
    return str(order.id) in [each["id"] for town in sheet["towns"] for each in town["orders"]]


def test_tree_order_is_what_the_table_says_in_each_status(world: World) -> None:
    undelivered, uncanceled = "pending confirmed scheduled", "pending confirmed scheduled delivered"
    _check(
        world,
        TreeOrderStatus,
        [
            ("is next for its customer", undelivered, lambda world, status: world.is_next(world.tree(status))),
            (
                "was not marked the day after",
                undelivered,
                lambda world, status: world.is_listed(
                    world.tree(status, scheduled_delivery_date=TODAY - DAY), "tree-orders?scope=admin&pastUnmarked=true"
                ),
            ),
            ("the customer is told its day", undelivered, _tells_the_day),
            (
                "waits for the first response",
                "pending",
                lambda world, status: world.is_awaited(lambda: world.tree(status)),
            ),
            ("waits for a call", "pending", lambda world, status: world.is_due(world.tree(status), "tree_order")),
            (
                "waits for a day",
                "confirmed scheduled",
                lambda world, status: world.is_due(world.tree(status, scheduled_delivery_date=None), "tree_day"),
            ),
            (
                "waits for a day after the call",
                undelivered,
                lambda world, status: world.is_due(
                    world.tree(status, scheduled_delivery_date=None, answered_at=NOON), "tree_day"
                ),
            ),
            ("a try counts", uncanceled, _counts_tries_of_tree),
            ("is on the list of its day", uncanceled, _is_on_day_sheet),
            (
                "is on the list of unpaid ones",
                uncanceled,
                lambda world, status: world.is_listed(world.tree(status), "tree-orders?scope=admin&unpaid=1"),
            ),
            (
                "is hauled away in January",
                uncanceled,
                lambda world, status: world.is_listed(
                    world.tree(status, include_disposal=True), "tree-orders?scope=admin&disposal=1"
                ),
            ),
            (
                "takes cash",
                uncanceled,
                lambda world, status: (
                    world.post(f"tree-orders/{world.tree(status).id}/record-payment", method="cash") == 200
                ),
            ),
        ],
    )


def _takes_address(world: World, status: str) -> bool:
    row, address = world.plan(status), make_address(world.customer)
    path = f"/api/storage-subscriptions/{row.id}/addresses"
    code = world.own.post(path, {"addressId": str(address.id)}, format="json").status_code
    return bool(code in (200, 201))


def _tells_office(world: World, status: str, change: Callable[[World, Any, Any], Any]) -> bool:
    row, address = world.plan(status), make_address(world.customer, status="subscribed")
    row.addresses.add(address)
    change(world, row, address)
    return world.is_told(row, "office-storage")


def _remove(world: World, row: Any, address: Any) -> None:
    world.own.delete(f"/api/storage-subscriptions/{row.id}/addresses/{address.id}")


def _goes_on(world: World, status: str) -> bool:
    world.plan(status)
    body = {"plan": "business"}
    assert world.own.post("/api/create-subscription", body, format="json").status_code == 200
    return StorageSubscription.objects.count() == 1


def _move(world: World, row: Any, address: Any) -> None:
    world.own.patch(f"/api/addresses/{address.id}", {"street": "8 Court Street"}, format="json")


def test_storage_plan_is_what_the_table_says_in_each_status(world: World, stripe_sandbox: StripeSandbox) -> None:
    live = "active past_due canceling"
    _check(
        world,
        SubscriptionStatus,
        [
            ("takes another address", live, _takes_address),
            (
                "the office is told of an address less",
                live,
                lambda world, status: _tells_office(world, status, _remove),
            ),
            (
                "the office is told that an address moved",
                live,
                lambda world, status: _tells_office(world, status, _move),
            ),
            ("is next for its customer", f"{live} incomplete", lambda world, status: world.is_next(world.plan(status))),
            (
                "covers what is stored",
                live,
                lambda world, status: _shown(world, status)["active"],
            ),
            ("subscribing goes on with it", f"{live} incomplete", _goes_on),
            ("is revenue of this month", live, _is_revenue_of_this_month),
            ("is revenue", "active past_due", lambda world, status: _revenue(world, status)["mrr"] > 0),
            ("is revenue until it ends", "canceling", lambda world, status: _revenue(world, status)["canceling"] > 0),
        ],
    )


def _is_revenue_of_this_month(world: World, status: str) -> bool:
    world.plan(status)
    return bool(world.get("analytics/season")["revenueByMonth"][-1]["storage"])


def _shown(world: World, status: str) -> dict[str, Any]:
    world.plan(status)
    [found] = world.own.get("/api/storage-subscriptions").json()
    return dict(found)


def _revenue(world: World, status: str) -> dict[str, float]:
    world.plan(status)
    found: dict[str, float] = world.get("analytics/mrr")
    return found
