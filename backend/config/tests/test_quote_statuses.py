"""What each status of a quote means across the product."""

from typing import Any

import time_machine

from config.tests.status_tables import DAY, NOON, World, check
from jobs.models import Job
from quotes.models import Quote, QuoteStatus
from storage.tests.factories import make_address


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
    world.complete(world.visit(quote=quote))
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
    check(
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
