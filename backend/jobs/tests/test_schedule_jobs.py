"""Staff schedule, move and complete jobs."""

from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from jobs.models import Job
from quotes.models import Quote, QuoteComment
from quotes.tests.factories import make_quote
from testing.helpers import in_threads

KEY = {"HTTP_IDEMPOTENCY_KEY": "visit-form-0001"}


def _schedule(client: APIClient, quote: Quote | str, headers: Any = None, **body: Any) -> Any:
    quote_id = str(quote.id) if isinstance(quote, Quote) else quote
    return client.post("/api/jobs", {"quoteId": quote_id, **body}, format="json", **(headers or {}))


def _patch(client: APIClient, job: str, **body: Any) -> Any:
    return client.patch(f"/api/jobs/{job}", body, format="json")


def _shown(client: APIClient, query: str) -> list[str]:
    response = client.get(f"/api/jobs?scope=admin&{query}")
    assert response.status_code == 200, response.content
    return [row["notes"] for row in response.json()]


def test_new_job_is_visible_to_the_customer(
    customer: User, admin_client: APIClient, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer, status="approved", quote_amount="500.00", street_address="41 Marcy St")
    response = _schedule(admin_client, quote, scheduledDate="2026-12-01T14:00:00Z", notes="Long ladder")
    assert response.status_code == 201
    job = response.json()
    assert (job["kind"], job["status"], job["userId"]) == ("installation", "scheduled", str(customer.id))
    assert job["notes"] == "Long ladder"
    assert job["quote"]["fullName"] == "Eleanor Hayes"
    assert job["quote"]["phone"] == "603-555-0172"
    assert job["quote"]["streetAddress"] == "41 Marcy St"
    quote.refresh_from_db()
    assert quote.status == "service_scheduled"
    thread = customer_client.get(f"/api/quotes/{quote.id}/comments").json()
    assert [entry["content"] for entry in thread] == ["Your installation is on the calendar: Tue, Dec 1"]
    [own] = customer_client.get("/api/jobs").json()
    assert customer_client.get(f"/api/jobs/{job['id']}").json() == own, "without the fields for the desk"
    assert own["quote"] == {"servicePackage": "premium", "city": "Portsmouth", "quoteAmount": "500.00"}
    _schedule(admin_client, quote, kind="service")
    assert QuoteComment.objects.count() == 1, "the status is the same as before"


def test_job_can_be_created_without_a_date(admin_client: APIClient) -> None:
    assert _schedule(admin_client, make_quote(), kind="service").json()["scheduledDate"] is None


@pytest.mark.parametrize("quote", ["01890000-0000-7000-8000-000000000000", "x", None, 5])
def test_job_cannot_be_scheduled_for_unknown_quote(admin_client: APIClient, quote: Any) -> None:
    response = admin_client.post("/api/jobs", {"quoteId": quote}, format="json")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["quoteId"]
    assert Job.objects.count() == 0


def test_job_cannot_be_scheduled_for_rejected_quote(admin_client: APIClient) -> None:
    assert _schedule(admin_client, make_quote(status="rejected")).status_code == 409
    assert Job.objects.count() == 0


def test_rejected_quote_takes_only_its_takedown_while_the_lights_are_up(admin_client: APIClient) -> None:
    quote = make_quote()
    installation = _schedule(admin_client, quote, kind="installation", scheduledDate="2026-11-24T14:00:00Z").json()
    assert not _needs_takedown(admin_client, quote)
    _patch(admin_client, installation["id"], status="completed")
    Quote.objects.filter(id=quote.id).update(status="rejected")
    assert _needs_takedown(admin_client, quote)
    assert _schedule(admin_client, quote, kind="service").status_code == 409
    assert _schedule(admin_client, quote, kind="takedown", scheduledDate="2027-01-06T14:00:00Z").status_code == 201
    assert not _needs_takedown(admin_client, quote)


def _needs_takedown(client: APIClient, quote: Quote) -> bool:
    return bool(client.get(f"/api/quotes/{quote.id}").json()["needsTakedown"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "cleaning"}, "kind"),
        ({"scheduledDate": "2026-12-01"}, "scheduledDate"),
        ({"scheduledDate": "2026-12-01T09:00:00"}, "scheduledDate"),
        ({"scheduledDate": "soon"}, "scheduledDate"),
        ({"scheduledDate": "2026-12-01T14:00:00Z\x00"}, "scheduledDate"),
        ({"scheduledDate": 5}, "scheduledDate"),
        ({"notes": "a\x00b"}, "notes"),
        ({"notes": "x" * 5001}, "notes"),
    ],
)
def test_bad_input_is_a_400(admin_client: APIClient, body: dict[str, Any], field: str) -> None:
    response = _schedule(admin_client, make_quote(), **body)
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]


def test_unknown_kind_is_refused_with_the_known_ones(admin_client: APIClient) -> None:
    response = _schedule(admin_client, make_quote(), kind="cleaning")
    assert response.status_code == 400
    known = "'installation' | 'service' | 'takedown'"
    assert response.json()["errors"] == {"kind": [f"Invalid enum value. Expected {known}, received 'cleaning'"]}


@pytest.mark.django_db(transaction=True)
def test_repeated_form_creates_one_job(admin: User) -> None:
    quote = make_quote()

    def send(_: int) -> str:
        client = APIClient()
        client.force_login(admin)
        return str(_schedule(client, quote, KEY).json()["id"])

    assert len(set(in_threads(4, send))) == 1
    assert Job.objects.count() == 1
    assert QuoteComment.objects.count() == 1


@pytest.mark.parametrize("new", ["scheduled", "in_progress", "completed", "cancelled"])
@pytest.mark.parametrize("old", ["scheduled", "in_progress", "completed", "cancelled"])
def test_any_status_can_change_to_any_other(admin_client: APIClient, old: str, new: str) -> None:
    job = Job.objects.create(quote=make_quote(), status=old)
    assert _patch(admin_client, str(job.id), status=new).json()["status"] == new


def test_job_can_be_moved_and_unscheduled(admin_client: APIClient) -> None:
    job = _schedule(admin_client, make_quote(), scheduledDate="2026-12-01T14:00:00Z").json()
    moved = _patch(admin_client, job["id"], scheduledDate="2026-12-02T09:30:00-05:00").json()
    assert moved["scheduledDate"] == "2026-12-02T14:30:00Z"
    assert _patch(admin_client, job["id"], scheduledDate=None).json()["scheduledDate"] is None


def test_outdated_change_is_a_conflict(admin_client: APIClient) -> None:
    job = _schedule(admin_client, make_quote()).json()
    _patch(admin_client, job["id"], notes="Ladder", updatedAt=job["updatedAt"])
    assert _patch(admin_client, job["id"], notes="Rope", updatedAt=job["updatedAt"]).status_code == 409
    assert Job.objects.get().notes == "Ladder"


@pytest.mark.parametrize(
    ("add_ons", "status"),
    [([], "complete"), (["wreaths"], "complete"), (["storage"], "complete_storage"),
     (["Off-Season STORAGE"], "complete_storage"), (["timers", "Off-Season Storage"], "complete_storage")],
)  # fmt: skip
def test_completed_takedown_completes_its_quote(admin_client: APIClient, add_ons: list[str], status: str) -> None:
    quote = make_quote(add_ons=add_ons)
    job = _schedule(admin_client, quote, kind="takedown").json()
    _patch(admin_client, job["id"], status="completed")
    quote.refresh_from_db()
    assert quote.status == status


def test_takedown_of_two_days_completes_its_quote_on_the_last(admin_client: APIClient) -> None:
    quote = make_quote(status="approved")
    days = ["2027-01-06T14:00:00Z", "2027-01-07T14:00:00Z"]
    jobs = [_schedule(admin_client, quote, kind="takedown", scheduledDate=day).json()["id"] for day in days]
    _schedule(admin_client, quote, kind="takedown")  # nobody has set a day
    _schedule(admin_client, quote, kind="service", scheduledDate=days[1])
    for job, status in zip(jobs, ["service_scheduled", "complete"], strict=True):
        _patch(admin_client, job, status="completed")
        quote.refresh_from_db()
        assert quote.status == status


def test_completed_takedown_completes_its_quote_only_once(admin_client: APIClient) -> None:
    quote = make_quote()
    job = _schedule(admin_client, quote, kind="takedown").json()
    _patch(admin_client, job["id"], status="completed")
    admin_client.patch(
        f"/api/quotes/{quote.id}", {"status": "service_scheduled"}, format="json"
    )  # someone has to fix a bulb
    for change in ({"notes": "One clip is missing"}, {"status": "completed"}):
        _patch(admin_client, job["id"], **change)
    quote.refresh_from_db()
    assert quote.status == "service_scheduled"


def test_takedown_of_a_completed_quote_adds_no_thread_line(admin_client: APIClient) -> None:
    quote = make_quote()
    job = _schedule(admin_client, quote, kind="takedown").json()
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "complete"}, format="json")
    _patch(admin_client, job["id"], status="completed")
    assert [entry.comment for entry in quote.thread.order_by("id")] == [
        "Status changed to Service Scheduled",
        "Status changed to Complete",
    ]


def test_other_jobs_do_not_complete_the_quote(admin_client: APIClient) -> None:
    quote = make_quote()
    for kind in ("installation", "service"):
        _patch(admin_client, _schedule(admin_client, quote, kind=kind).json()["id"], status="completed")
    quote.refresh_from_db()
    assert quote.status == "service_scheduled"


def test_completed_visit_without_a_day_counts_as_a_visit(admin_client: APIClient) -> None:
    quote = make_quote()
    job = _schedule(admin_client, quote, kind="installation").json()
    quote.refresh_from_db()
    assert (quote.has_visit, quote.takedown_from) == (False, None)
    _patch(admin_client, job["id"], status="completed")
    quote.refresh_from_db()
    assert quote.has_visit
    assert quote.takedown_from is not None, "so that the office schedules it"
    repaired = make_quote()
    _patch(admin_client, _schedule(admin_client, repaired, kind="service").json()["id"], status="completed")
    repaired.refresh_from_db()
    assert (repaired.has_visit, repaired.takedown_from) == (True, None)


@time_machine.travel("2026-12-03T20:00:00Z", tick=True)
def test_two_staff_members_who_schedule_the_same_quote_plan_one_visit(admin_client: APIClient) -> None:
    quote = make_quote(status="approved")
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    days = ["2026-12-01T14:00:00Z", "2026-12-02T14:00:00Z"]
    first, second = [_schedule(admin_client, quote, scheduledDate=day, updatedAt=seen) for day in days]
    assert (first.status_code, second.status_code) == (201, 409)
    assert second.json()["message"].startswith("Someone else just changed this")
    assert Job.objects.count() == 1
    now = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    assert _schedule(admin_client, quote, scheduledDate=days[1], updatedAt=now).status_code == 201, "on purpose"


def test_visit_without_a_day_is_counted_on_the_desk_unless_its_quote_is_in_the_queue(admin_client: APIClient) -> None:
    def counted() -> tuple[int, int]:
        counts = admin_client.get("/api/desk/queue/counts").json()
        return counts["kinds"]["accepted"], counts["unscheduled"]

    quote = make_quote(status="approved")
    installation = _schedule(admin_client, quote).json()
    assert counted() == (1, 0), "the quote's row says so"
    day = "2026-12-01T14:00:00Z"
    _patch(admin_client, installation["id"], scheduledDate=day)
    takedown = _schedule(admin_client, quote, kind="takedown").json()
    assert counted() == (0, 0), "a takedown can wait until after the holidays"
    _patch(admin_client, takedown["id"], scheduledDate="2027-01-06T14:00:00Z")
    _patch(admin_client, installation["id"], scheduledDate=None)
    assert counted() == (0, 1), "called off, such as for snow"
    _patch(admin_client, installation["id"], scheduledDate=day, status="completed")
    service = _schedule(admin_client, quote, kind="service").json()
    assert counted() == (0, 1)
    _patch(admin_client, service["id"], status="cancelled")
    assert counted() == (0, 0)
    Job.objects.create(quote=make_quote(status="quoting"), kind="takedown")
    assert counted() == (0, 1), "the queue's row of that quote is about its price"


def test_completed_installation_suggests_a_takedown_in_january(admin_client: APIClient) -> None:
    quote = make_quote()
    Job.objects.create(quote=make_quote(), kind="takedown")  # of another quote
    job = _schedule(admin_client, quote, scheduledDate="2026-12-03T14:00:00Z").json()
    assert _patch(admin_client, job["id"], status="in_progress").json()["offersTakedown"] is False
    done = _patch(admin_client, job["id"], status="completed").json()
    assert done["offersTakedown"] is True
    assert done["suggestedTakedown"] == "2027-01-06T14:00:00Z"  # a Wednesday, nine in the morning
    noted = _patch(admin_client, job["id"], notes="Ladder").json()
    assert (noted["offersTakedown"], noted["suggestedTakedown"]) == (False, None), "only a new status offers it"
    _schedule(admin_client, quote, kind="takedown", scheduledDate=done["suggestedTakedown"])
    assert _patch(admin_client, job["id"], status="completed").json()["offersTakedown"] is False


@pytest.mark.parametrize(
    ("now", "installed", "suggested"),
    [
        ("2027-01-01T03:00:00Z", "2027-01-01T02:00:00Z", "2027-01-06T14:00:00Z"),  # 9 PM on New Year's Eve
        ("2023-12-03T20:00:00Z", "2023-12-02T14:00:00Z", "2024-01-08T14:00:00Z"),  # not on a Saturday
        ("2029-12-03T20:00:00Z", "2029-12-02T14:00:00Z", "2030-01-07T14:00:00Z"),  # nor on a Sunday
        ("2026-11-21T20:00:00Z", "2024-12-02T14:00:00Z", "2027-01-06T14:00:00Z"),  # installed two winters ago
        ("2027-01-06T12:00:00Z", "2026-12-02T14:00:00Z", "2027-01-06T14:00:00Z"),  # today
        ("2027-01-07T12:00:00Z", "2026-12-02T14:00:00Z", "2027-01-08T14:00:00Z"),  # late, but not a year later
        ("2027-01-08T12:00:00Z", "2026-12-02T14:00:00Z", "2027-01-11T14:00:00Z"),  # nor on a weekend
        ("2027-01-02T20:00:00Z", "2027-01-02T14:00:00Z", "2027-01-06T14:00:00Z"),  # installed in January
    ],
)
def test_suggested_takedown_is_a_weekday_morning_after_the_holidays(
    admin_client: APIClient, now: str, installed: str, suggested: str
) -> None:
    with time_machine.travel(now, tick=True):
        job = _schedule(admin_client, make_quote(), scheduledDate=installed).json()
        assert _patch(admin_client, job["id"], status="completed").json()["suggestedTakedown"] == suggested


def test_takedown_is_suggested_again_after_a_cancellation(admin_client: APIClient) -> None:
    quote = make_quote()
    installation = _schedule(admin_client, quote).json()
    takedown = _schedule(admin_client, quote, kind="takedown").json()
    assert _patch(admin_client, installation["id"], status="completed").json()["offersTakedown"] is False
    _patch(admin_client, takedown["id"], status="cancelled")
    assert _patch(admin_client, installation["id"], status="completed").json()["offersTakedown"] is True


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-12-02T04:30:00Z", "2026-12-01"),  # 23:30 in Portsmouth, the next day in UTC
        ("2026-12-01T05:00:00Z", "2026-12-01"),  # its midnight
        ("2026-11-01T04:00:00Z", "2026-11-01"),  # the clocks go back: a day of 25 hours
        ("2026-11-02T04:59:59Z", "2026-11-01"),
        ("2026-11-02T05:00:00Z", "2026-11-02"),
        ("2026-03-08T05:00:00Z", "2026-03-08"),  # the clocks go forward: a day of 23 hours
        ("2026-03-09T03:59:59Z", "2026-03-08"),
        ("2026-03-09T04:00:00Z", "2026-03-09"),
    ],
)
def test_day_filter_is_in_eastern_time(admin_client: APIClient, instant: str, day: str) -> None:
    Job.objects.create(quote=make_quote(), scheduled_date=instant, notes="here")
    assert _shown(admin_client, f"from={day}&to={day}") == ["here"]
    assert _shown(admin_client, f"from={day}") == ["here"]
    assert _shown(admin_client, f"to={day}") == ["here"]
    before = {"2026-12-01": "2026-11-30", "2026-11-02": "2026-11-01", "2026-03-09": "2026-03-08"}.get(day)
    if before:
        assert _shown(admin_client, f"from={before}&to={before}") == []
        assert _shown(admin_client, f"to={before}") == []


def test_jobs_can_be_filtered_searched_and_sorted(admin_client: APIClient) -> None:
    smith = make_quote(full_name="Ada Smith", phone="603-555-0111")
    other = make_quote(full_name="Bob Jones")
    Job.objects.create(quote=smith, kind="takedown", scheduled_date="2027-01-06T14:00:00Z", notes="a")
    Job.objects.create(quote=smith, status="completed", scheduled_date="2026-12-01T14:00:00Z", notes="b")
    Job.objects.create(quote=other, kind="service", notes="c")
    assert _shown(admin_client, "") == ["c", "b", "a"]
    assert _shown(admin_client, "status=completed") == ["b"]
    assert _shown(admin_client, "status=completed,scheduled&kind=service,takedown") == ["c", "a"]
    assert _shown(admin_client, "unscheduled=1") == ["c"]
    assert _shown(admin_client, f"quoteId={smith.id}") == ["b", "a"]
    assert _shown(admin_client, "q=smith") == ["b", "a"]
    assert _shown(admin_client, "q=0111&kind=takedown") == ["a"]
    assert _shown(admin_client, "q=smith&status=completed") == ["b"]
    assert _shown(admin_client, "q=smith&from=2026-12-02") == ["a"]
    assert _shown(admin_client, f"q={str(other.id)[-8:]}") == ["c"]
    assert _shown(admin_client, "ordering=scheduledDate") == ["b", "a", "c"]
    assert _shown(admin_client, "ordering=-scheduledDate") == ["a", "b", "c"]
    assert _shown(admin_client, "ordering=scheduledDate&kind=takedown,installation,service") == ["b", "a", "c"]
    for filters in (
        "status=completed", "kind=service,takedown", "unscheduled=1", f"quoteId={smith.id}", "from=2026-12-02",
        "to=2026-12-31",
    ):  # fmt: skip
        for ordering in ("-createdAt", "scheduledDate"):
            chosen = f"{filters}&ordering={ordering}"
            assert _shown(admin_client, f"q=603&{chosen}") == _shown(admin_client, chosen), chosen


@pytest.mark.parametrize("max_matches", [1, 100])
def test_search_finds_visits_of_the_newest_matching_quotes(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch, max_matches: int
) -> None:
    """This holds both when PostgreSQL scans the quotes in order and when it searches the index."""
    monkeypatch.setattr("common.search_lists.CANDIDATES", 2)
    monkeypatch.setattr("common.search_lists.MAX_CANDIDATE_MATCHES", max_matches)
    quotes = [make_quote(full_name="Ada Smith") for _ in range(3)]
    for quote, notes in zip(reversed(quotes), "cba", strict=True):
        Job.objects.create(quote=quote, notes=notes)
    assert _shown(admin_client, "q=smith") == ["b", "c"]
    assert _shown(admin_client, f"q={quotes[0].id}") == ["a"]


@pytest.mark.parametrize("visits", [2, 20])
def test_search_within_a_week_takes_a_constant_number_of_queries(
    admin_client: APIClient, visits: int, django_assert_num_queries: Any
) -> None:
    for _ in range(visits):
        Job.objects.create(quote=make_quote(), scheduled_date="2026-12-01T14:00:00Z", notes="a")
    with django_assert_num_queries(4):  # session, user, matching quotes, visits
        assert len(_shown(admin_client, "q=eleanor&from=2026-11-30&to=2026-12-06")) == visits


@pytest.mark.parametrize(
    "query", ["status=x", "kind=x", "from=soon", "to=2026-13-01", "unscheduled=yes", "quoteId=x", "q=%00", "ordering=x"]
)
def test_bad_filter_is_a_400(admin_client: APIClient, query: str) -> None:
    response = admin_client.get(f"/api/jobs?scope=admin&{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


def test_account_claims_a_guests_jobs_with_their_quote(admin_client: APIClient, customer: User) -> None:
    job = _schedule(admin_client, make_quote(email="Eleanor@example.com")).json()
    assert (job["userId"], job["user"]) == (None, None)
    EmailAddress.objects.create(user=customer, email=customer.email, verified=True, primary=True)
    Client().post("/accounts/login/", {"login": customer.email, "password": "correct horse"})
    assert Job.objects.get().user == customer
