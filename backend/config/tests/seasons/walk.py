"""How a season goes."""

from collections.abc import Callable
from contextlib import suppress
from itertools import cycle

from config.tests.journeys.replies import WITH_REPLIES
from config.tests.journeys.steps import work
from config.tests.seasons import customers, messages, money, office
from config.tests.seasons.season import NothingToDo, Season
from desk.tasks import plan_morning_email
from invoices.tasks import mark_overdue, release_unanswered
from payments.reconciliation import reconcile
from testing.journey import Journey
from testing.payments import StripeSandbox

STEPS = 240
# At first people only ask and order.
_FIRST_STEPS = 16
# After how many steps time passes.
_EVERY = 9

_ACTIONS = [*customers.ACTIONS, *office.ACTIONS, *money.ACTIONS, *messages.ACTIONS]
_OF_CUSTOMERS = [
    "quotes", "tree-orders", "invoices", "jobs", "whats-next", "payment-history", "storage-subscriptions",
    "storage-charges", "addresses", "payment-methods",
]  # fmt: skip
_OF_THE_OFFICE = [
    "desk/queue?limit=200", "desk/queue/counts", "desk/promise", "desk/customers?limit=200", "desk/money",
    "desk/money/due", "desk/disputes", "desk/past-unmarked", "desk/messages?limit=200&status=failed,skipped",
    "desk/messages/summary", "quotes?scope=admin&limit=200", "quotes?scope=admin&unbilled=1&limit=200",
    "tree-orders?scope=admin&limit=200", "tree-orders?scope=admin&unpaid=1&limit=200",
    "tree-orders?scope=admin&unanswered=1&limit=200", "invoices?scope=admin&limit=200",
    "invoices?scope=admin&overpaid=1&limit=200", "jobs?scope=admin&limit=200", "payments?scope=admin&limit=200",
    "payments?scope=admin&trouble=1&limit=200", "storage-subscriptions?scope=admin&limit=200", "analytics/mrr",
    "analytics/quotes", "analytics/season", "analytics/subscriptions", "desk/payouts",
]  # fmt: skip


@WITH_REPLIES
def live_season(journey: Journey, sandbox: StripeSandbox, number: int) -> None:
    """Let everybody do what is drawn for them."""
    season = Season(journey, sandbox, number)
    journey.show_only_news()
    of_customers = [(person, f"/api/{path}") for person in season.accounts for path in _OF_CUSTOMERS]
    of_the_office = [(season.owner, f"/api/{path}") for path in _OF_THE_OFFICE]
    season.remember_pages([*of_customers, *of_the_office])
    looks = cycle([("What customers see now", of_customers), ("What the office sees now", of_the_office)])
    for step in range(STEPS):
        season.start_step(step)
        with suppress(NothingToDo):
            _draw_action(season, step)(season)
        if step % _EVERY == _EVERY - 1:
            _pass_time(season)
            season.look(*next(looks))
    _close(season)


def _close(season: Season) -> None:
    """Download what there is after the season."""
    season.owner.get("/api/quotes/export.csv")
    season.owner.get("/api/desk/money/export.csv?from=2031-11-18&to=2032-02-28")
    season.owner.get("/api/desk/money/export-summary?from=2031-11-18&to=2032-02-28")


def _draw_action(season: Season, step: int) -> Callable[[Season], None]:
    """Draw an action by its weight, so that one more or less changes few draws (weighted rendezvous hashing)."""
    actions = customers.BEGINNINGS if step < _FIRST_STEPS else _ACTIONS
    return max(actions, key=lambda given: season.share(given[1].__name__) ** (1 / given[0]))[1]


def _pass_time(season: Season) -> None:
    minutes = season.draw([3, 11, 95, 480, 1440, 1500, 2880, 5760], "minutes")
    season.journey.later(minutes=minutes)
    with season.journey.step("The schedule's jobs run"):
        mark_overdue(0)
        release_unanswered(0)
        plan_morning_email(0)
        reconcile()
    work(season.journey)
