"""Messages about visits. They are stored as messages about the quote; the occasion starts with the visit's ID."""

import datetime as dt
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.days import day_and_time, in_words, midnight, time_of_day
from common.email_kinds import Cause, EmailKind
from jobs.calendar import as_calendar
from jobs.models import Job, JobKind, JobStatus
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, EmailDay
from notifications.models import AboutKind, Message
from notifications.told import is_too_late_to_remind, latest_told
from quotes.models import QuoteStatus
from quotes.texts import quote_text, recipient_of

# No email about a visit that is marked as done this long after it took place.
MAX_DONE_EMAIL_AGE = dt.timedelta(days=7)
# Nor about one that is canceled this long after the day that the customer knows, unless they have paid a deposit.
MAX_CANCELED_EMAIL_AGE = dt.timedelta(days=7)

_NO_DAY = "no day"
_MINUTE = "%Y-%m-%dT%H:%M"
# What the customer reads when the last visit of a kind is done.
_DONE = {
    JobKind.INSTALLATION: ("Your lights are up", "Your holiday lights are installed. Enjoy the season!"),
    JobKind.SERVICE: ("Your service visit is done", "Our visit is done, and your lights are in order."),
    JobKind.TAKEDOWN: ("Your lights are down", "Your holiday lights are down. Thank you for a bright season!"),
}


def was_told(job: Job) -> bool:
    """Return whether the customer was notified of this visit."""
    return latest_told(visit_news, job.quote_id, thing=job.id) is not None


def reminder_occasion(job: Job) -> str:
    """Return the occasion of the reminder for the visit's current day."""
    return f"{job.id} {_instant(job)}"


@message_kind(EmailKind("visit-news", Cause.STAFF), AboutKind.QUOTE)
def visit_news(message: Message) -> Email:
    """Tell the customer that a visit is set, moved or canceled, compared to the last email about it. Skipped if it has
    taken place, unless they still expect it on a later day.
    """
    job = _job(message)
    told = latest_told(visit_news, job.quote_id, thing=job.id, but=message.id)
    known = ((told and told.tells) or {}).get("day", _NO_DAY)
    now = _NO_DAY if job.status in JobStatus.CALLED_OFF else _instant(job)
    if now == known:
        raise Skip("Nothing has changed since the last email.")
    if job.status in JobStatus.CALLED_OFF:
        if not _is_expected(known):
            _skip_if_old_news(job, known)
    elif job.status == JobStatus.COMPLETED:
        raise Skip("The visit has taken place.")
    elif job.scheduled_date and job.scheduled_date < timezone.now():
        if not _is_expected(known) or _is_same_day(job.scheduled_date, _parsed(known)):
            raise Skip("The visit has taken place.")
        return _no_longer_expected(job, known)
    if now == _NO_DAY:
        return _canceled(job, known)
    return _set_or_moved(job, known)


def _is_expected(known: str) -> bool:
    """Return whether the customer still expects us. On the day itself, they may be waiting for a crew that is late."""
    return known != _NO_DAY and timezone.localdate(_parsed(known)) >= timezone.localdate()


def _skip_if_old_news(job: Job, known: str) -> None:
    """Raise Skip if the customer doesn't have to hear that a visit was canceled after its day."""
    others = Job.objects.filter(quote=job.quote_id, kind=job.kind).exclude(id=job.id)
    instead = Q(status=JobStatus.COMPLETED) | Q(status__in=JobStatus.OPEN, scheduled_date__isnull=False)
    if others.filter(instead).exists():
        raise Skip("The visit is canceled, and another one took its place.")
    latest = timezone.localdate() - MAX_CANCELED_EMAIL_AGE
    if timezone.localdate(_parsed(known)) < latest and not job.quote.deposit_paid_at:
        raise Skip("The visit is canceled, and its day was more than a week ago.")


def _is_same_day(one: dt.datetime, other: dt.datetime) -> bool:
    return timezone.localdate(one) == timezone.localdate(other)


def _set_or_moved(job: Job, known: str) -> Email:
    assert job.scheduled_date  # checked by the caller
    visit, day = job.get_kind_display().lower(), timezone.localdate(job.scheduled_date)
    when = day_and_time(job.scheduled_date)
    if known != _NO_DAY:
        subject = f"Your {visit} has moved to {when}"
        news = f"Your {visit} has moved from {_in_words(known)} to {when}."
    elif others := _upcoming_words(job):
        subject, news = f"Your {visit} is also {when}", f"Your {visit} is set for {when}, in addition to {others}."
    else:
        subject, news = f"Your {visit} is {when}", f"Your {visit} is set for {when}."
    has_reminder = job.status in JobStatus.UPCOMING and not is_too_late_to_remind(day, timezone.now())
    reminds = "We'll remind you the evening before. " if has_reminder else ""
    return _email(
        job,
        subject=subject,
        headline=f"We'll be there {in_words(day)}",
        paragraphs=[news],
        next_steps=[
            f"{reminds}The calendar file is attached.",
            "Need another day? Write to us on your page or call us.",
        ],
        tells=_instant(job),
    )


def _upcoming_words(job: Job) -> str:
    """Return the days from today on of the other open visits of the same kind that the customer was told of; blank if
    there are none.
    """
    others = _other_visits(job).filter(scheduled_date__gte=midnight(timezone.localdate()))
    return " and ".join(day_and_time(each.scheduled_date) for each in others if each.scheduled_date and was_told(each))


def _canceled(job: Job, known: str) -> Email:
    visit = job.get_kind_display().lower()
    canceled = job.status in JobStatus.CALLED_OFF
    news = _withdrawn(job, visit, known)
    if not canceled:
        news = f"{news} We'll write or call you with the new day."
    elif _needs_another(job):
        news = f"{news} We'll write or call you with another day."
    return _called_off(
        job,
        known,
        subject=f"Your {visit} on {_in_words(known)} is canceled" if canceled else f"Your {visit} needs another day",
        headline=f"Your {visit} is canceled" if canceled else "We need to find another day",
        news=news,
    )


def _needs_another(job: Job) -> bool:
    """Return whether Due now asks for another visit in place of a canceled one (``quotes.models.DAYLESS_QUOTES``)."""
    quote = job.quote
    if job.kind == JobKind.TAKEDOWN:
        is_left = quote.status in QuoteStatus.ACCEPTED or quote.status in QuoteStatus.DECLINED
        return is_left and quote.takedown_from is not None
    return quote.status in QuoteStatus.ACCEPTED and not quote.has_visit


def _no_longer_expected(job: Job, known: str) -> Email:
    """Say that nobody comes on the day that the customer knows: the visit was moved to an earlier one, now past."""
    assert job.scheduled_date  # checked by the caller
    visit, day = job.get_kind_display().lower(), _in_words(known)
    return _called_off(
        job,
        known,
        subject=f"Your {visit} on {day} won't take place",
        headline=f"We won't come on {in_words(timezone.localdate(_parsed(known)))}",
        news=f"The {visit} on {day} won't take place. It was moved to {day_and_time(job.scheduled_date)}.",
    )


def _called_off(job: Job, known: str, *, subject: str, headline: str, news: str) -> Email:
    """Cancel the event on the day that the customer knows, even if the visit itself isn't canceled."""
    job.scheduled_date, job.status = _parsed(known), JobStatus.CANCELLED  # not saved
    return _email(
        job,
        subject=subject,
        headline=headline,
        paragraphs=[news],
        next_steps=["Questions? Write to us on your page or call us."],
        tells=_NO_DAY,
    )


def _withdrawn(job: Job, visit: str, known: str) -> str:
    """Return what became of the day that the customer knows."""
    day, today = timezone.localdate(_parsed(known)), timezone.localdate()
    if job.status in JobStatus.BEGUN and day <= today:
        return f"The rest of your {visit} is still to be done."
    if day < today:
        return f"We didn't come on {_in_words(known)} as planned."
    return f"The {visit} on {_in_words(known)} won't take place."


@message_kind(EmailKind("visit-tomorrow", Cause.STAFF), AboutKind.QUOTE)
def visit_tomorrow(message: Message) -> Email:
    """Remind the customer on the evening before a visit, or on its day if no email could be sent before."""
    job = _job(message)
    if job.status not in JobStatus.UPCOMING:
        raise Skip(f"The visit is {job.get_status_display().lower()}.")
    if job.scheduled_date is None or message.occasion != reminder_occasion(job):
        raise Skip("The visit has moved.")
    if job.scheduled_date < timezone.now():
        raise Skip("The visit has taken place.")
    told = latest_told(visit_news, job.quote_id, thing=job.id)
    if told is None or told.tells != {"day": _instant(job)}:
        raise Skip("The email about this day has not been sent yet and says the same.")
    if is_too_late_to_remind(timezone.localdate(job.scheduled_date), told.sent_at or timezone.now()):
        raise Skip("The email about this day was sent less than an hour before the reminder.")
    day = "Today" if timezone.localdate(job.scheduled_date) == timezone.localdate() else "Tomorrow"
    visit, when = job.get_kind_display().lower(), time_of_day(job.scheduled_date)
    # Lights that are taken down don't need power.
    needs = "the driveway" if job.kind == JobKind.TAKEDOWN else "an outside outlet on and the driveway"
    return _email(
        job,
        subject=f"{day} at {when}: your {visit}",
        headline=f"See you {day.lower()} at {when}",
        paragraphs=[f"A reminder: your {visit} is {day_and_time(job.scheduled_date)}."],
        next_steps=[f"Please leave {needs} clear.", "Can't make it? Call us right away."],
    )


@message_kind(EmailKind("visit-done", Cause.STAFF), AboutKind.QUOTE)
def visit_done(message: Message) -> Email:
    """Tell the customer that a visit is done."""
    job = _job(message)
    if job.status != JobStatus.COMPLETED:
        raise Skip(f"The visit is {job.get_status_display().lower()}.")
    if job.scheduled_date and job.scheduled_date < timezone.now() - MAX_DONE_EMAIL_AGE:
        raise Skip("The visit was more than a week ago.")
    headline, news = _done_words(job)
    return Email(
        to=recipient_of(job.quote),
        subject=headline,
        paragraphs=[news],
        action=("View your quote", FOLLOW),
        next_steps=["Something not right? Write to us on your page or call us, and we'll come back."],
        text=quote_text(job.quote, f"{news} Something not right? Tell us here:", replaces_email=True),
    )


def _done_words(job: Job) -> tuple[str, str]:
    """Return the headline and the news of a completed visit: of the whole work, unless another visit for it is open.

    A takedown without a day doesn't keep a quote open (``jobs.services.revise_job``).
    """
    open_days = [each.scheduled_date for each in _other_visits(job)]
    if not open_days or job.quote.status in QuoteStatus.COMPLETED:
        return _DONE[JobKind(job.kind)]
    headline = f"Your {job.kind} visit is done"
    news = f"{headline}."
    upcoming = [day for day in open_days if day and day > timezone.now()]
    if upcoming:
        return headline, f"{news} The next one is {day_and_time(upcoming[0])}."
    return headline, news if all(open_days) else f"{news} We'll write or call you with the day of the next one."


def _other_visits(job: Job) -> QuerySet[Job]:
    """Return the quote's other open visits of the same kind, earliest first, those without a day last."""
    others = Job.objects.filter(quote=job.quote_id, kind=job.kind, status__in=JobStatus.OPEN).exclude(id=job.id)
    return others.order_by("scheduled_date", "id")


def _job(message: Message) -> Job:
    """Return the visit with its row locked, so that two messages never report the same change."""
    visits = Job.objects.select_related("quote__user").select_for_update(of=("self",))
    return visits.get(id=UUID(message.occasion.split()[0]))


def _email(
    job: Job, *, subject: str, headline: str, paragraphs: list[str], next_steps: list[str], tells: str | None = None
) -> Email:
    quote = job.quote
    event = as_calendar(job)
    return Email(
        to=recipient_of(quote),
        subject=subject,
        headline=headline,
        paragraphs=paragraphs,
        day=None if job.status in JobStatus.CALLED_OFF else _calendar_page(job),
        action=("View your quote" if job.status in JobStatus.CALLED_OFF else "See your visit", FOLLOW),
        next_steps=next_steps,
        attachments=[("visit.ics", event, "text/calendar")],
        tells={"day": tells} if tells else None,
        text=quote_text(quote, paragraphs[0]),
    )


def _calendar_page(job: Job) -> EmailDay:
    assert job.scheduled_date  # checked by the caller
    quote = job.quote
    return EmailDay(
        date=timezone.localdate(job.scheduled_date),
        time=time_of_day(job.scheduled_date),
        place=", ".join(filter(None, [quote.street_address, quote.city])),
        details=quote.get_service_package_display(),
    )


def _instant(job: Job) -> str:
    return f"{job.scheduled_date.astimezone(dt.UTC):{_MINUTE}}" if job.scheduled_date else _NO_DAY


def _in_words(instant: str) -> str:
    return day_and_time(_parsed(instant))


def _parsed(instant: str) -> dt.datetime:
    return dt.datetime.strptime(instant, _MINUTE).replace(tzinfo=dt.UTC)
