"""What each status and each kind of a visit means across the product."""

from typing import Any

from config.tests.status_tables import DAY, NOON, World, check
from jobs.models import Job, JobKind, JobStatus
from quotes.models import Quote


def _is_next_visit(world: World, status: str) -> bool:
    job = world.visit(status)
    return bool(world.own.get(f"/api/quotes/{job.quote_id}").json()["progress"]["visit"])


def _quote_of(job: Job) -> Quote:
    return Quote.objects.get(id=job.quote_id)


def _delays_invoice(world: World, **visit: Any) -> bool:
    job = world.visit(**visit)
    world.beside(job)
    return _quote_of(job).unbilled_since is None


def _delays_completion(world: World, **visit: Any) -> bool:
    job = world.visit(**visit)
    world.beside(job, kind="takedown")
    return _quote_of(job).status == "service_scheduled"


def _keeps_takedown(world: World, **visit: Any) -> bool:
    job = world.visit(**visit)
    takedown = world.visit(quote=job.quote, kind="takedown")
    world.patch(f"quotes/{job.quote_id}", status="rejected")
    takedown.refresh_from_db()
    return takedown.status == "scheduled"


def _suggests_takedown_beside(world: World, **visit: Any) -> bool:
    return bool(world.beside(world.visit(**visit))["offersTakedown"])


def _is_called_off(world: World, status: str) -> bool:
    job = world.visit(status, kind="service")
    world.patch(f"quotes/{job.quote_id}", status="rejected")
    job.refresh_from_db()
    return job.status != status


def _counts_as_visit(world: World, status: str) -> bool:
    job = world.visit("cancelled", world.quote("service_scheduled"))
    world.patch(f"jobs/{job.id}", status=status, notes="Snow")
    return bool(Quote.objects.get(id=job.quote_id).has_visit)


def test_visit_is_what_the_table_says_in_each_status(world: World) -> None:
    check(
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
            (
                "the work isn't invoiced before it",
                "scheduled in_progress",
                lambda world, status: _delays_invoice(world, status=status),
            ),
            (
                "the quote isn't complete before it",
                "scheduled in_progress",
                lambda world, status: _delays_completion(world, status=status, kind="takedown"),
            ),
            ("is canceled with its quote", "scheduled", _is_called_off),
            (
                "its lights come down even if the quote is rejected",
                "in_progress completed",
                lambda world, status: _keeps_takedown(world, status=status),
            ),
            ("counts as a visit with a day", "scheduled in_progress completed", _counts_as_visit),
            (
                "no other takedown is suggested",
                "scheduled in_progress completed",
                lambda world, status: not _suggests_takedown_beside(world, status=status, kind="takedown"),
            ),
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
    job = world.visit(kind=kind)
    world.beside(job)
    return _quote_of(job).takedown_from is not None


def _after(world: World, kind: str) -> Quote:
    job = world.visit(kind=kind)
    world.complete(job)
    return _quote_of(job)


def _can_be_scheduled_while_lights_are_up(world: World, kind: str) -> bool:
    quote = world.quote("rejected", has_visit=True, takedown_from=NOON - DAY)
    return world.post("jobs", quoteId=str(quote.id), kind=kind) == 201


def test_visit_is_what_the_table_says_for_each_kind(world: World) -> None:
    check(
        world,
        JobKind,
        [
            ("a takedown is still missing beside it", "installation service", _needs_takedown_beside),
            (
                "a takedown is suggested beside it",
                "installation service",
                lambda world, kind: _suggests_takedown_beside(world, kind=kind),
            ),
            (
                "a takedown is suggested after it",
                "installation",
                lambda world, kind: world.complete(world.visit(kind=kind))["offersTakedown"],
            ),
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
            (
                "the quote isn't complete before it",
                "takedown",
                lambda world, kind: _delays_completion(world, kind=kind),
            ),
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
            (
                "the work isn't invoiced before it",
                "installation",
                lambda world, kind: _delays_invoice(world, kind=kind),
            ),
            (
                "once it is done, its lights come down even if the quote is rejected",
                "installation",
                lambda world, kind: _keeps_takedown(world, status="completed", kind=kind),
            ),
        ],
    )
