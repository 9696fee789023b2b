"""Emails about visits: scheduled, moved, canceled, the evening before, and completed."""

import datetime as dt
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import time_machine
import vobject
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import day_and_time, in_words
from jobs.emails import visit_news
from jobs.models import Job, JobKind
from notifications.models import Message, MessageStatus
from notifications.tests.stored_messages import was_told
from notifications.told import evening_before
from quotes.models import Quote
from quotes.tests.factories import make_quote
from testing.helpers import delivered, end_waits, in_threads, run_queue, text_of

pytestmark = pytest.mark.django_db(transaction=True)

UNCHANGED = "Nothing has changed since the last email."
ADDRESS = "eleanor@example.com"  # of the account, unlike the one on the request
IN_FIVE_DAYS, IN_NINE_DAYS = dt.timedelta(days=5), dt.timedelta(days=9)


@pytest.fixture
def quote(customer: User) -> Quote:
    """A quote whose email address has a typo, of a customer with an account. Someone else has a visit, too."""
    other = make_quote(full_name="Oscar Outside", email="oscar@example.com", status="service_scheduled")
    Job.objects.create(quote=other, scheduled_date=_at(IN_NINE_DAYS))
    return make_quote(
        user=customer, email="typo@example.com", status="approved", quote_amount="1140.00",
        street_address="52 Islington Street", city="Dover",
    )  # fmt: skip


def _at(wait: dt.timedelta) -> dt.datetime:
    """Return 9:00 PM Eastern on the day after ``wait``. In UTC, that is the next day."""
    day = timezone.localdate() + wait
    return timezone.make_aware(dt.datetime.combine(day, dt.time(21)))


def _schedule(client: APIClient, quote: Quote, day: dt.datetime | None, **fields: Any) -> Job:
    body = {"quoteId": str(quote.id), "scheduledDate": day.isoformat() if day else None, **fields}
    response = client.post("/api/jobs", body, format="json")
    assert response.status_code == 201, response.content
    return Job.objects.get(id=response.json()["id"])


def _change(client: APIClient, job: Job, **changes: Any) -> None:
    if isinstance(changes.get("scheduledDate"), dt.datetime):
        changes["scheduledDate"] = changes["scheduledDate"].isoformat()
    assert client.patch(f"/api/jobs/{job.id}", changes, format="json").status_code == 200


def _words_of_html(email: EmailMessage) -> str:
    html = email.get_body(("html",))
    assert html
    return " ".join(html.get_content().replace("\xa0", " ").replace("&nbsp;", " ").split())


def _event(email: EmailMessage) -> Any:
    """Return the event of the attached calendar file, parsed by a different library than the one that wrote it."""
    [file] = [part for part in email.iter_attachments() if part.get_filename() == "visit.ics"]
    return vobject.readOne(str(file.get_content())).vevent


def _subjects(tmp_path: Path) -> list[str]:
    emails = delivered(tmp_path)
    assert all((email["To"], text_of(email)[:12]) == (ADDRESS, "Hi Eleanor,\n") for email in emails)
    return [email["Subject"] for email in emails]


def _reasons_for_no_text() -> list[str]:
    """Return why each email about visits was not texted, too. Blank if the email has no text."""
    return list(Message.objects.filter(kind__startswith="visit").values_list("not_texted", flat=True))


def _reasons(kind: str) -> list[tuple[str, str]]:
    return list(Message.objects.filter(kind=kind).order_by("id").values_list("status", "error"))


def test_rejected_quote_cancels_its_visits_and_notifies_the_customer(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    other = _schedule(admin_client, make_quote(status="approved"), _at(IN_FIVE_DAYS))
    day = _at(IN_NINE_DAYS)
    jobs = [_schedule(admin_client, quote, day), _schedule(admin_client, quote, None, kind="service")]
    repair = Job.objects.create(quote=quote, kind="service", status="in_progress")
    delivered(tmp_path)
    assert admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json").status_code == 200
    for job in jobs:
        job.refresh_from_db()
        assert job.status == "cancelled"
    for job, status in ((other, "scheduled"), (repair, "in_progress")):
        job.refresh_from_db()
        assert job.status == status
    assert _subjects(tmp_path)[-1] == f"Your installation on {day_and_time(day)} is canceled"
    quote.refresh_from_db()
    assert not quote.has_visit, "if it is accepted after all, it needs a day"
    end_waits(dt.timedelta(days=9))
    run_queue()
    assert _reasons("visit-tomorrow")[-1] == ("skipped", "The visit is canceled.")


@pytest.mark.parametrize("status", ["in_progress", "completed"])
def test_rejected_quote_keeps_its_takedown_once_the_installation_has_begun(
    admin_client: APIClient, quote: Quote, status: str
) -> None:
    installation = _schedule(admin_client, quote, _at(-IN_FIVE_DAYS))
    takedown = _schedule(admin_client, quote, _at(IN_NINE_DAYS), kind="takedown")
    _change(admin_client, installation, status=status)
    assert admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json").status_code == 200
    takedown.refresh_from_db()
    assert takedown.status == "scheduled"


def test_rejection_and_visit_change_at_the_same_time_both_succeed(
    admin: User, quote: Quote, admin_client: APIClient
) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))

    def change(number: int) -> int:
        client = APIClient()
        client.force_authenticate(admin)
        if number:
            return int(client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json").status_code)
        return int(client.patch(f"/api/jobs/{job.id}", {"notes": "Long ladder"}, format="json").status_code)

    for _ in range(5):
        Quote.objects.update(status="service_scheduled")
        Job.objects.update(status="scheduled")
        assert in_threads(2, change) == [200, 200]
        job.refresh_from_db()
        assert job.status == "cancelled"


@pytest.mark.parametrize("status", ["approved", "pending", "service_scheduled", "complete"])
def test_scheduled_visit_is_emailed_at_once_for_any_quote_status(
    admin_client: APIClient, quote: Quote, tmp_path: Path, status: str
) -> None:
    Quote.objects.update(status=status)
    day = _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, day)
    [email] = delivered(tmp_path)
    assert email["To"] == ADDRESS
    assert email["Subject"] == f"Your installation is {day_and_time(day)}"
    when = timezone.localtime(day).strftime("%a, %b %-d, 9:00 PM")
    assert f"{when}\n52 Islington Street, Dover\nPremium Installation\n" in text_of(email)
    assert f"be there {in_words(timezone.localdate(day))}" in _words_of_html(email)
    event = _event(email)
    assert (event.uid.value, event.dtstart.value) == (str(job.id), day)
    assert event.location.value == "52 Islington Street, Dover, NH"


def test_several_moves_send_one_email_two_minutes_after_the_last(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    first, last = _at(IN_FIVE_DAYS), _at(IN_NINE_DAYS)
    job = _schedule(admin_client, quote, first)
    assert len(delivered(tmp_path)) == 1
    for days in (6, 7, 8):
        _change(admin_client, job, scheduledDate=_at(dt.timedelta(days=days)))
        end_waits(dt.timedelta(seconds=100))
        assert len(delivered(tmp_path)) == 1, "each move restarts the two minutes"
    _change(admin_client, job, scheduledDate=last)
    end_waits(dt.timedelta(minutes=2))
    email = delivered(tmp_path)[1]
    assert email["Subject"] == f"Your installation has moved to {day_and_time(last)}"
    assert f"from {day_and_time(first)} to {day_and_time(last)}" in text_of(email)
    assert _event(email).uid.value == str(job.id), "so that calendars replace the first event"
    assert len(delivered(tmp_path)) == 2


def test_each_visit_of_a_quote_has_its_own_emails(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    first, second = _at(IN_FIVE_DAYS), _at(IN_NINE_DAYS)
    job = _schedule(admin_client, quote, first)
    _schedule(admin_client, quote, second, kind="takedown")
    assert sorted(_subjects(tmp_path)) == [
        f"Your installation is {day_and_time(first)}", f"Your takedown is {day_and_time(second)}",
    ]  # fmt: skip
    _change(admin_client, job, scheduledDate=second)
    end_waits()
    assert _subjects(tmp_path)[2:] == [f"Your installation has moved to {day_and_time(second)}"]


def test_first_day_of_another_visit_is_in_addition_to_those_that_are_open(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    today, later = timezone.now().replace(second=0, microsecond=0), _at(IN_NINE_DAYS)
    for status, other in (
        ("in_progress", today), ("scheduled", later), ("scheduled", None), ("scheduled", _at(-IN_FIVE_DAYS)),
        ("cancelled", later),
    ):  # fmt: skip
        known = Job.objects.create(quote=quote, status=status, scheduled_date=other)
        was_told(visit_news, quote.id, known.id, {})
    Job.objects.create(quote=quote, kind="takedown", scheduled_date=later)
    Job.objects.create(quote=quote, scheduled_date=later)  # the customer hasn't heard of it yet
    day, moved = _at(IN_FIVE_DAYS), _at(dt.timedelta(days=6))
    job = _schedule(admin_client, quote, day)
    others = f"{day_and_time(today)} and {day_and_time(later)}"
    [email] = delivered(tmp_path)
    assert email["Subject"] == f"Your installation is also {day_and_time(day)}"
    assert f"\nYour installation is set for {day_and_time(day)}, in addition to {others}.\n" in text_of(email)
    _change(admin_client, job, scheduledDate=moved)
    end_waits()
    assert f"\nYour installation has moved from {day_and_time(day)} to {day_and_time(moved)}.\n" in text_of(
        delivered(tmp_path)[1]
    )


def test_only_the_second_of_two_visits_that_are_planned_at_once_is_in_addition(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    first, second = _at(IN_FIVE_DAYS), _at(IN_NINE_DAYS)
    for day in (first, second):
        _schedule(admin_client, quote, day)
    assert _subjects(tmp_path) == [
        f"Your installation is {day_and_time(first)}", f"Your installation is also {day_and_time(second)}",
    ]  # fmt: skip


def test_visit_moved_before_its_first_email_is_emailed_at_once(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    job, last = _schedule(admin_client, quote, _at(IN_FIVE_DAYS)), _at(IN_NINE_DAYS)
    _change(admin_client, job, scheduledDate=last)
    assert _subjects(tmp_path) == [f"Your installation is {day_and_time(last)}"]


def test_customer_does_not_know_a_day_whose_email_failed(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    job, last = _schedule(admin_client, quote, _at(IN_FIVE_DAYS)), _at(IN_NINE_DAYS)
    run_queue()
    Message.objects.filter(kind="visit-news").update(status="failed", sent_at=None, failed_at=timezone.now())
    _change(admin_client, job, scheduledDate=last)
    assert _subjects(tmp_path)[1:] == [f"Your installation is {day_and_time(last)}"]


def test_day_in_an_email_that_was_sent_again_is_not_told_twice(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    job, moved, last = _schedule(admin_client, quote, _at(IN_FIVE_DAYS)), _at(dt.timedelta(days=7)), _at(IN_NINE_DAYS)
    run_queue()
    first = Message.objects.filter(kind="visit-news").get()
    Message.objects.filter(id=first.id).update(status="failed", sent_at=None, failed_at=timezone.now())
    for day in (moved, last):
        _change(admin_client, job, scheduledDate=day)
        run_queue()
    assert admin_client.post(f"/api/desk/messages/{first.id}/send-again").status_code == 200
    told = [f"Your installation is {day_and_time(moved)}", f"Your installation has moved to {day_and_time(last)}"]
    assert _subjects(tmp_path)[1:] == told
    end_waits()
    assert _subjects(tmp_path)[1:] == told
    assert _reasons("visit-news")[-1] == (MessageStatus.SKIPPED, UNCHANGED)


def test_visit_moved_back_sends_no_email(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    run_queue()
    _change(admin_client, job, scheduledDate=_at(IN_NINE_DAYS))
    _change(admin_client, job, scheduledDate=_at(IN_FIVE_DAYS))
    end_waits()
    assert len(delivered(tmp_path)) == 1
    assert _reasons("visit-news")[1] == (MessageStatus.SKIPPED, UNCHANGED)


def test_each_move_after_the_last_email_is_emailed(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    before = _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, before)
    for days in (6, 7, 5):
        run_queue()
        day = _at(dt.timedelta(days=days))
        _change(admin_client, job, scheduledDate=day)
        end_waits()
        assert f"from {day_and_time(before)} to {day_and_time(day)}" in text_of(delivered(tmp_path)[-1])
        before = day
    assert len(delivered(tmp_path)) == 4


def test_canceled_visit_is_emailed_with_a_canceled_event(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    day = _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, day)
    run_queue()
    _change(admin_client, job, status="cancelled")
    email = delivered(tmp_path)[1]
    assert email["Subject"] == f"Your installation on {day_and_time(day)} is canceled"
    assert (_event(email).uid.value, _event(email).status.value) == (str(job.id), "CANCELLED")
    _change(admin_client, job, status="scheduled")
    end_waits()
    assert delivered(tmp_path)[2]["Subject"] == f"Your installation is {day_and_time(day)}"


@pytest.mark.parametrize(
    ("visits", "status", "asks"),
    [
        (["installation"], "service_scheduled", True),
        (["installation", "installation"], "service_scheduled", False),
        (["installation"], "rejected", False),
        (["takedown", "installed"], "service_scheduled", True),
        (["takedown", "installed"], "rejected", True),
        (["takedown", "installed"], "complete", False),
        (["service", "installed"], "service_scheduled", False),
    ],
)
def test_email_about_a_canceled_visit_promises_another_day_only_if_due_now_asks_for_it(
    admin_client: APIClient, quote: Quote, tmp_path: Path, visits: list[str], status: str, asks: bool
) -> None:
    kind, *others = visits
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS), kind=kind)
    for other in others:
        installation = _schedule(admin_client, quote, _at(IN_NINE_DAYS), kind="installation")
        if other == "installed":
            _change(admin_client, installation, status="completed")
    run_queue()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": status}, format="json")
    _change(admin_client, job, status="cancelled")
    [email] = [
        email
        for email in delivered(tmp_path)
        if email["Subject"].startswith(f"Your {job.get_kind_display().lower()} on")
    ]
    assert ("We'll write or call you with another day." in text_of(email)) is asks


@pytest.mark.parametrize(
    ("late", "other", "reason"),
    [
        (dt.timedelta(hours=1), {}, ""),
        (dt.timedelta(days=7), {}, ""),
        (dt.timedelta(days=8), {}, "its day was more than a week ago"),
        (dt.timedelta(days=8), {"deposit": True}, ""),
        (dt.timedelta(days=1), {"kind": "takedown", "status": "completed"}, ""),
        (dt.timedelta(days=1), {"status": "cancelled"}, ""),
        (dt.timedelta(days=1), {"day": False}, ""),
        (dt.timedelta(days=1), {"day": True}, "another one took its place"),
        (dt.timedelta(days=1), {"status": "completed"}, "another one took its place"),
    ],
)
def test_visit_canceled_after_its_time_is_emailed_unless_another_one_took_its_place(
    admin_client: APIClient, quote: Quote, tmp_path: Path, late: dt.timedelta, other: dict[str, Any], reason: str
) -> None:
    day = _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, day)
    run_queue()
    with time_machine.travel(day + late):
        if other.pop("deposit", None):
            Quote.objects.update(deposit_paid_at=timezone.now())
        elif other:
            other = {"scheduled_date": timezone.now() if other.pop("day", None) else None, **other}
            Job.objects.create(quote=quote, **other)
        _change(admin_client, job, status="cancelled")
        run_queue()
    canceled = [] if reason else [f"Your installation on {day_and_time(day)} is canceled"]
    assert _subjects(tmp_path)[1:] == canceled
    skipped = Message.objects.filter(kind="visit-news", status="skipped").values_list("error", flat=True)
    assert [*skipped] == ([f"The visit is canceled, and {reason}."] if reason else [])
    if canceled and late > dt.timedelta(days=1):
        assert f"We didn't come on {day_and_time(day)} as planned." in text_of(delivered(tmp_path)[1])


@pytest.mark.parametrize(("sent", "told"), [(dt.timedelta(days=7), True), (dt.timedelta(days=10), False)])
def test_visit_moved_to_a_day_that_has_passed_calls_off_the_later_day_that_the_customer_knows(
    admin_client: APIClient, quote: Quote, tmp_path: Path, sent: dt.timedelta, told: bool
) -> None:
    known, day = _at(IN_NINE_DAYS), _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, known)
    run_queue()
    _change(admin_client, job, scheduledDate=day)
    with time_machine.travel(_at(sent)):  # after an outage
        end_waits()
        emails = delivered(tmp_path)[1:]
    subjects = [f"Your installation on {day_and_time(known)} won't take place"] if told else []
    assert [email["Subject"] for email in emails] == subjects
    words = f"The installation on {day_and_time(known)} won't take place. It was moved to {day_and_time(day)}."
    for email in emails:
        assert words in text_of(email)
        assert (_event(email).status.value, _event(email).dtstart.value) == ("CANCELLED", known)


def test_unscheduled_visit_is_emailed_after_two_minutes(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    run_queue()
    _change(admin_client, job, scheduledDate=None)
    assert len(delivered(tmp_path)) == 1
    end_waits()
    email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your installation needs another day"
    assert _event(email).status.value == "CANCELLED", "so that calendars remove it"


@pytest.mark.parametrize(
    ("status", "news"),
    [
        ("scheduled", "We didn't come on {} as planned. We'll write or call you with the new day."),
        ("in_progress", "The rest of your installation is still to be done. We'll write or call you with the new day."),
    ],
)
def test_email_about_a_day_that_has_passed_says_what_happened(
    admin_client: APIClient, quote: Quote, tmp_path: Path, status: str, news: str
) -> None:
    day = _at(IN_FIVE_DAYS)
    job = _schedule(admin_client, quote, day)
    run_queue()
    with time_machine.travel(day + dt.timedelta(days=1)):
        _change(admin_client, job, status=status, scheduledDate=None)
        end_waits()
        email = delivered(tmp_path)[1]
    assert email["Subject"] == "Your installation needs another day"
    assert news.format(day_and_time(day)) in text_of(email)


def test_visit_without_a_day_or_canceled_before_the_email_sends_none(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    _schedule(admin_client, quote, None)
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    _change(admin_client, job, status="cancelled")
    end_waits()
    assert delivered(tmp_path) == []


def test_only_a_new_day_of_a_visit_in_progress_is_emailed(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    run_queue()
    _change(admin_client, job, notes="Bring the long ladder")
    _change(admin_client, job, status="in_progress")
    end_waits()
    assert len(delivered(tmp_path)) == 1
    _change(admin_client, job, scheduledDate=_at(IN_NINE_DAYS))  # for the rest of the work
    end_waits()
    assert _subjects(tmp_path)[1:] == [f"Your installation has moved to {day_and_time(_at(IN_NINE_DAYS))}"]
    assert "remind you" not in text_of(delivered(tmp_path)[1])


def test_past_visit_sends_no_email(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    _schedule(admin_client, quote, timezone.now() - dt.timedelta(days=1))
    end_waits()
    assert delivered(tmp_path) == []


def test_reminder_is_sent_at_5_pm_the_day_before(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    Quote.objects.filter(id=quote.id).update(text_updates=True)
    day = _at(IN_FIVE_DAYS)
    _schedule(admin_client, quote, day)
    run_queue()
    reminder = Message.objects.get(kind="visit-tomorrow")
    assert reminder.not_before == evening_before(timezone.localdate(day))
    assert timezone.localtime(reminder.not_before).hour == 17
    end_waits(IN_FIVE_DAYS)
    assert _subjects(tmp_path)[1] == "Tomorrow at 9:00 PM: your installation"
    assert [bool(reason) for reason in _reasons_for_no_text()] == [True, True]


def test_reminder_that_is_sent_on_the_day_itself_says_today(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    day = _at(IN_FIVE_DAYS)
    _schedule(admin_client, quote, day)
    run_queue()
    end_waits(IN_FIVE_DAYS)
    with time_machine.travel(day - dt.timedelta(hours=8)):  # after an outage
        reminder = delivered(tmp_path)[1]
    assert reminder["Subject"] == "Today at 9:00 PM: your installation"
    assert "See you today at 9:00 PM" in _words_of_html(reminder)


def test_reminder_for_the_old_day_of_a_moved_visit_is_skipped(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    run_queue()
    _change(admin_client, job, scheduledDate=_at(IN_NINE_DAYS))
    end_waits()
    run_queue()
    end_waits(IN_FIVE_DAYS)
    run_queue()
    assert _reasons("visit-tomorrow") == [(MessageStatus.SKIPPED, "The visit has moved."), (MessageStatus.QUEUED, "")]
    end_waits(IN_NINE_DAYS)
    assert _subjects(tmp_path)[-1] == "Tomorrow at 9:00 PM: your installation"


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("cancelled", "The visit is canceled."),
        ("in_progress", "The visit is in progress."),
        ("completed", "The visit is completed."),
    ],
)
def test_reminder_of_a_visit_that_is_no_longer_upcoming_is_skipped(
    admin_client: APIClient, quote: Quote, status: str, reason: str
) -> None:
    job = _schedule(admin_client, quote, _at(IN_FIVE_DAYS))
    run_queue()
    _change(admin_client, job, status=status)
    end_waits(IN_FIVE_DAYS)
    run_queue()
    assert _reasons("visit-tomorrow") == [(MessageStatus.SKIPPED, reason)]


def test_reminder_is_skipped_if_the_day_was_emailed_within_the_hour(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    day = _at(IN_FIVE_DAYS)
    _schedule(admin_client, quote, day)
    run_queue()
    Message.objects.update(sent_at=evening_before(timezone.localdate(day)) - dt.timedelta(minutes=59))
    end_waits(IN_FIVE_DAYS)
    assert len(delivered(tmp_path)) == 1
    assert _reasons("visit-tomorrow") == [
        (MessageStatus.SKIPPED, "The email about this day was sent less than an hour before the reminder.")
    ]


def test_email_only_promises_a_reminder_that_can_still_be_sent(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    day = _at(IN_FIVE_DAYS)
    _schedule(admin_client, quote, day)
    run_queue()
    _schedule(admin_client, quote, day)
    with time_machine.travel(evening_before(timezone.localdate(day))):  # after an outage
        run_queue()
    in_time, late = (text_of(email) for email in delivered(tmp_path))
    assert ("remind you" in in_time, "remind you" in late) == (True, False)


def test_visit_scheduled_in_two_hours_has_no_reminder(admin_client: APIClient, quote: Quote) -> None:
    soon = timezone.now() + dt.timedelta(hours=2)
    _schedule(admin_client, quote, soon)
    assert not Message.objects.filter(kind="visit-tomorrow").exists()


@pytest.mark.parametrize(
    ("kind", "subject"),
    [
        ("installation", "Your lights are up"),
        ("service", "Your service visit is done"),
        ("takedown", "Your lights are down"),
    ],
)
def test_completed_visit_is_emailed_once(
    admin_client: APIClient, quote: Quote, tmp_path: Path, kind: str, subject: str
) -> None:
    Quote.objects.filter(id=quote.id).update(text_updates=True)
    job = _schedule(admin_client, quote, None, kind=kind)
    _change(admin_client, job, status="completed")
    assert _subjects(tmp_path) == [subject]
    assert [bool(reason) for reason in _reasons_for_no_text()] == [True]
    _change(admin_client, job, status="scheduled")
    _change(admin_client, job, status="completed")
    assert _subjects(tmp_path) == [subject]


@pytest.mark.parametrize(
    ("wait", "what_follows", "kind"),
    [
        *((IN_NINE_DAYS, " The next one is {}.", kind) for kind in JobKind.values),
        *((-IN_FIVE_DAYS, "", kind) for kind in JobKind.values),
        (None, " We'll write or call you with the day of the next one.", "installation"),
        (None, " We'll write or call you with the day of the next one.", "service"),
    ],
)
def test_email_about_a_completed_visit_says_that_another_one_is_open(
    admin_client: APIClient, quote: Quote, tmp_path: Path, wait: dt.timedelta | None, what_follows: str, kind: str
) -> None:
    job = _schedule(admin_client, quote, None, kind=kind)
    other = Job.objects.create(quote=quote, kind=kind, scheduled_date=_at(wait) if wait else None)
    Job.objects.create(quote=quote, kind=kind, scheduled_date=_at(IN_FIVE_DAYS), status="cancelled")
    _change(admin_client, job, status="completed")
    assert _subjects(tmp_path) == [f"Your {kind} visit is done"]
    when = day_and_time(other.scheduled_date) if other.scheduled_date else ""
    assert f"\nYour {kind} visit is done.{what_follows.format(when)}\n" in text_of(delivered(tmp_path)[0])
    _change(admin_client, other, status="completed", scheduledDate=None)
    assert _subjects(tmp_path)[-1] in ("Your lights are up", "Your service visit is done", "Your lights are down")


def test_takedown_that_completes_the_quote_says_that_the_lights_are_down(
    admin_client: APIClient, quote: Quote, tmp_path: Path
) -> None:
    job = _schedule(admin_client, quote, None, kind="takedown")
    Job.objects.create(quote=quote, kind="takedown")  # nobody set a day, which doesn't keep the quote open
    _change(admin_client, job, status="completed")
    assert _subjects(tmp_path) == ["Your lights are down"]


def test_visit_completed_by_mistake_sends_no_email(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    job = _schedule(admin_client, quote, None)
    _change(admin_client, job, status="completed")
    _change(admin_client, job, status="in_progress")
    assert delivered(tmp_path) == []
    assert _reasons("visit-done") == [(MessageStatus.SKIPPED, "The visit is in progress.")]


def test_completion_of_an_old_visit_sends_no_email(admin_client: APIClient, quote: Quote, tmp_path: Path) -> None:
    job = _schedule(admin_client, quote, timezone.now() - dt.timedelta(days=8))
    _change(admin_client, job, status="completed")
    end_waits()
    assert delivered(tmp_path) == []
    assert _reasons("visit-done") == [(MessageStatus.SKIPPED, "The visit was more than a week ago.")]


@pytest.mark.parametrize(
    ("visit", "evening"),
    [
        ("2026-11-01T14:00:00+00:00", "2026-10-31T21:00:00+00:00"),  # 9 AM EST, after the night the clocks went back
        ("2027-03-14T13:00:00+00:00", "2027-03-13T22:00:00+00:00"),  # 9 AM EDT, after the night they went forward
        ("2026-12-02T04:30:00+00:00", "2026-11-30T22:00:00+00:00"),  # 11:30 PM on December 1
    ],
)
def test_evening_before_is_5_pm_eastern_across_clock_changes(visit: str, evening: str) -> None:
    assert evening_before(timezone.localdate(dt.datetime.fromisoformat(visit))) == dt.datetime.fromisoformat(evening)
