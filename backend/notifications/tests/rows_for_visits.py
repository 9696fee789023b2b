"""Rows for the messages about visits. The quote's preferred day is December 3, the planned one December 9."""

import datetime as dt
from typing import Any

from accounts.models import User
from jobs import emails
from jobs.models import Job
from notifications.tests.rows_for_quotes import quote_of
from notifications.tests.stored_messages import NOW, Planned, account, id_of, stored, was_told

DAY = dt.datetime(2026, 12, 9, 19, 30, tzinfo=dt.UTC)  # 2:30 PM EST
TOLD = "2026-12-04T14:00"  # 9:00 AM EST
TOMORROW = dt.datetime(2026, 11, 18, 14, tzinfo=dt.UTC)  # 9:00 AM EST


def _job(user: User | None, **changes: Any) -> Job:
    quote = quote_of(user, quote_amount="642.30", status="service_scheduled")
    Job.objects.create(quote=quote, kind="takedown", scheduled_date=dt.datetime(2027, 1, 8, 15, tzinfo=dt.UTC))
    return Job.objects.create(**{"id": id_of("job", 5), "quote": quote, "scheduled_date": DAY, **changes})


def _news(job: Job, told: str = "") -> Planned:
    if told:
        was_told(emails.visit_news, job.quote_id, job.id, {"day": told})
    return Planned(emails.visit_news, job.quote_id, f"{job.id} 2")


@stored("visit-news")
def _set() -> Planned:
    return _news(_job(account()))


@stored("visit-news-guest")
def _set_for_guest() -> Planned:
    return _news(_job(None, kind="service"))


@stored("visit-news-today")
def _set_for_today() -> Planned:
    return _news(_job(None, scheduled_date=NOW + dt.timedelta(hours=4)))


@stored("visit-news-another")
def _set_beside_another() -> Planned:
    job = _job(account(), kind="takedown")
    other = Job.objects.create(quote=job.quote, kind="takedown", scheduled_date=TOMORROW)
    was_told(emails.visit_news, job.quote_id, other.id, {})
    return _news(job)


@stored("visit-news-moved")
def _moved() -> Planned:
    return _news(_job(account()), TOLD)


@stored("visit-news-canceled")
def _canceled() -> Planned:
    return _news(_job(account(), status="cancelled"), TOLD)


@stored("visit-news-needs-another-day")
def _needs_another_day() -> Planned:
    return _news(_job(account(), scheduled_date=None), TOLD)


@stored("visit-news-earlier-day-has-passed")
def _earlier_day_has_passed() -> Planned:
    return _news(_job(account(), scheduled_date=NOW - dt.timedelta(days=1)), TOLD)


def _reminder(kind: str) -> Planned:
    job = _job(account(), kind=kind, scheduled_date=TOMORROW)
    was_told(emails.visit_news, job.quote_id, job.id, {"day": "2026-11-18T14:00"})
    return Planned(emails.visit_tomorrow, job.quote_id, emails.reminder_occasion(job))


@stored("visit-tomorrow")
def _installation_tomorrow() -> Planned:
    return _reminder("installation")


@stored("visit-tomorrow-service")
def _reminder_of_service() -> Planned:
    return _reminder("service")


@stored("visit-tomorrow-takedown")
def _takedown_tomorrow() -> Planned:
    return _reminder("takedown")


def _done(kind: str, other: str = "cancelled") -> Planned:
    done = dt.datetime(2026, 11, 16, 14, tzinfo=dt.UTC)
    job = _job(account(), kind=kind, status="completed", scheduled_date=done)
    job.quote.jobs.exclude(id=job.id).update(kind=kind, status=other)
    return Planned(emails.visit_done, job.quote_id, str(job.id))


@stored("visit-done")
def _installed() -> Planned:
    return _done("installation")


@stored("visit-done-another-planned")
def _partly_installed() -> Planned:
    return _done("installation", other="scheduled")


@stored("visit-done-service")
def _serviced() -> Planned:
    return _done("service")


@stored("visit-done-takedown")
def _taken_down() -> Planned:
    return _done("takedown")
