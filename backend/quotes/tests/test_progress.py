"""Customers see the progress of a quote, the next step and our deadline, which is the same as on the desk."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from jobs.models import Job
from jobs.services import schedule_job
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body

DAY = dt.timedelta(days=1)


@pytest.fixture
def quote(customer: User) -> Quote:
    return make_quote(user=customer)


def _progress(client: APIClient, quote: Quote) -> dict[str, Any]:
    [row] = [each for each in client.get("/api/quotes").json() if each["id"] == str(quote.id)]
    one = client.get(f"/api/quotes/{quote.id}").json()
    assert one["progress"] == row["progress"]
    return row["progress"]  # type: ignore[no-any-return]


def _revise(client: APIClient, quote: Quote, **body: Any) -> None:
    assert client.patch(f"/api/quotes/{quote.id}", body, format="json").status_code == 200


def _due(admin_client: APIClient, kind: str) -> str:
    [row] = admin_client.get(f"/api/desk/queue?kind={kind}").json()
    return str(row["respondBy"])


def _visit(client: APIClient, quote: Quote, when: dt.datetime | None, kind: str = "installation") -> str:
    body = {"quoteId": str(quote.id), "kind": kind, "scheduledDate": when and when.isoformat()}
    return str(client.post("/api/jobs", body, format="json").json()["id"])


def test_new_request_has_a_deadline_for_the_price(guest: APIClient) -> None:
    row = guest.post("/api/quotes", quote_body(), format="json").json()
    by = dt.datetime.fromisoformat(row["createdAt"]) + DAY
    assert row["progress"].items() >= {"step": "requested", "next": "price", "replyBy": None}.items()
    assert dt.datetime.fromisoformat(row["progress"]["by"]) == by


@pytest.mark.parametrize("status", ["pending", "quoting", "reviewed"])
def test_request_without_a_price_waits_for_one(
    customer: User, customer_client: APIClient, admin_client: APIClient, status: str
) -> None:
    quote = make_quote(user=customer, status=status)
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"]) == ("requested", "price")
    assert progress["by"] == _due(admin_client, "quote")


def test_staff_reply_extends_the_deadline_for_the_price(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    Quote.objects.update(created_at=timezone.now() - 3 * DAY)
    assert dt.datetime.fromisoformat(_progress(customer_client, quote)["by"]) < timezone.now()
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "How high is the porch?"}, format="json")
    by = _progress(customer_client, quote)["by"]
    assert dt.datetime.fromisoformat(by) > timezone.now()
    assert by == _due(admin_client, "quote")


def test_request_that_staff_let_go_has_no_deadline(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    admin_client.post(f"/api/quotes/{quote.id}/let-go")
    assert _progress(customer_client, quote).items() >= {"step": "requested", "next": "price", "by": None}.items()


@pytest.mark.parametrize("status", ["quoting", "reviewed"])
def test_priced_quote_waits_for_the_customers_answer(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str
) -> None:
    _revise(admin_client, quote, status=status, quoteAmount="1240.00")
    assert _progress(customer_client, quote) == {
        "step": "priced", "next": "answer", "by": None, "replyBy": None, "visit": None,
    }  # fmt: skip


def test_question_has_a_deadline_for_the_reply(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _revise(admin_client, quote, status="reviewed", quoteAmount="1240.00")
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "With timers?"}, format="json")
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["replyBy"]) == ("priced", _due(admin_client, "question"))
    admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Yes."}, format="json")
    assert _progress(customer_client, quote)["replyBy"] is None


def test_question_has_a_deadline_at_every_step(customer: User, customer_client: APIClient) -> None:
    asked, scheduled = timezone.now(), {"status": "service_scheduled", "has_visit": True}
    steps: list[dict[str, Any]] = [
        {"status": "pending"}, {"status": "approved"}, scheduled, {**scheduled, "takedown_from": asked},
        {"status": "complete"},
    ]  # fmt: skip
    for step in steps:
        make_quote(user=customer, question_at=asked, **step)
    make_quote(user=customer, question_at=asked, **scheduled).jobs.create(scheduled_date=asked + DAY)
    shown = [row["progress"] for row in customer_client.get("/api/quotes").json()]
    assert [each["next"] for each in shown] == ["visit", None, "takedown_day", None, "day", "price"]
    assert {dt.datetime.fromisoformat(each["replyBy"]) for each in shown} == {asked + DAY}


@pytest.mark.parametrize("status", ["approved", "service_scheduled"])
def test_accepted_quote_waits_for_a_day(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str
) -> None:
    _revise(admin_client, quote, status=status)
    _visit(admin_client, quote, None)
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["visit"]) == ("accepted", "day", None)
    assert progress["by"] == _due(admin_client, "accepted")


@pytest.mark.parametrize("change", [{"status": "cancelled"}, {"scheduledDate": None}])
def test_day_that_is_withdrawn_long_after_the_acceptance_is_not_late_at_once(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, change: dict[str, Any]
) -> None:
    _revise(admin_client, quote, status="approved")
    job = _visit(admin_client, quote, timezone.now() + 9 * DAY)
    Quote.objects.update(accepted_at=timezone.now() - 5 * DAY)
    assert admin_client.patch(f"/api/jobs/{job}", change, format="json").status_code == 200
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["by"]) == ("accepted", "day", None)
    Job.objects.all().delete()
    _visit(admin_client, quote, None)
    assert _progress(customer_client, quote)["by"] == _due(admin_client, "accepted"), "it never had a day"


def test_visit_that_is_set_is_shown_with_a_new_price(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _visit(admin_client, quote, timezone.now() + 9 * DAY)
    _revise(admin_client, quote, status="reviewed", quoteAmount="1240.00")
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["visit"]["kind"]) == ("priced", "answer", "installation")
    [item] = [each for each in customer_client.get("/api/whats-next").json() if each["kind"] == "quote_answer"]
    assert item["at"] == progress["visit"]["scheduledDate"]


def test_quote_that_is_reopened_after_its_takedown_needs_a_day_again(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    for kind, day in (("installation", dt.date(2025, 12, 3)), ("takedown", dt.date(2026, 1, 7))):
        job = _visit(admin_client, quote, eastern(day, dt.time(9)), kind)
        assert admin_client.patch(f"/api/jobs/{job}", {"status": "completed"}, format="json").status_code == 200
    assert _progress(customer_client, quote)["step"] == "done"
    _revise(admin_client, quote, status="approved")
    assert _progress(customer_client, quote)["next"] == "day"
    assert _due(admin_client, "accepted")
    job = _visit(admin_client, quote, timezone.now() - 30 * DAY)
    assert admin_client.get("/api/desk/queue?kind=accepted").json() == []
    admin_client.patch(f"/api/jobs/{job}", {"status": "completed"}, format="json")
    assert _progress(customer_client, quote)["next"] == "takedown_day"


def test_response_to_acceptance_has_the_next_step(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    _revise(admin_client, quote, status="reviewed", quoteAmount="1240.00")
    row = customer_client.post(f"/api/quotes/{quote.id}/accept", {"quoteAmount": "1240.00"}, format="json").json()
    assert (row["progress"]["step"], row["progress"]["by"]) == ("accepted", _due(admin_client, "accepted"))


def test_visit_with_a_day_is_the_next_step(customer_client: APIClient, admin_client: APIClient, quote: Quote) -> None:
    later, sooner = timezone.now() + 9 * DAY, timezone.now() + 2 * DAY
    _visit(admin_client, quote, later, "service")
    _visit(admin_client, quote, sooner)
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["by"]) == ("scheduled", "visit", None)
    assert progress["visit"]["kind"] == "installation"
    assert dt.datetime.fromisoformat(progress["visit"]["scheduledDate"]) == sooner


@pytest.mark.parametrize("status", ["cancelled", "completed"])
def test_canceled_or_completed_visit_is_not_next(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, status: str
) -> None:
    job = _visit(admin_client, quote, timezone.now() + DAY)
    later = timezone.now() + 5 * DAY
    _visit(admin_client, quote, later, "service")
    admin_client.patch(f"/api/jobs/{job}", {"status": status}, format="json")
    visit = _progress(customer_client, quote)["visit"]
    assert (visit["kind"], dt.datetime.fromisoformat(visit["scheduledDate"])) == ("service", later)


def test_upcoming_visit_replaces_an_unmarked_past_one(customer_client: APIClient, admin: User, quote: Quote) -> None:
    yesterday_evening = eastern(timezone.localdate() - DAY, dt.time(21))  # in UTC, that is today
    schedule_job(by=admin, quote_id=quote.id, scheduled_date=yesterday_evening)
    assert _progress(customer_client, quote)["visit"]["kind"] == "installation"
    Job.objects.create(quote=quote, kind="takedown", scheduled_date=timezone.now() + 3 * DAY)
    assert _progress(customer_client, quote)["visit"]["kind"] == "takedown"


def test_last_unmarked_past_visit_is_shown(customer_client: APIClient, quote: Quote) -> None:
    Quote.objects.filter(id=quote.id).update(status="service_scheduled", has_visit=True)
    for days, kind in ((9, "installation"), (2, "service"), (5, "installation")):
        Job.objects.create(quote=quote, kind=kind, scheduled_date=timezone.now() - days * DAY)
    Job.objects.create(quote=quote, kind="takedown")
    assert _progress(customer_client, quote)["visit"]["kind"] == "service"


@pytest.mark.parametrize("status", ["scheduled", "in_progress"])
def test_visit_is_next_until_the_end_of_its_day(
    customer_client: APIClient, admin: User, quote: Quote, status: str
) -> None:
    schedule_job(by=admin, quote_id=quote.id, scheduled_date=eastern(timezone.localdate(), dt.time()))
    Job.objects.update(status=status)
    Job.objects.create(quote=quote, kind="takedown", scheduled_date=timezone.now() + 3 * DAY)
    assert _progress(customer_client, quote)["visit"]["kind"] == "installation"


def test_installed_lights_wait_for_a_takedown_day(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    job = _visit(admin_client, quote, dt.datetime(2025, 12, 3, 14, tzinfo=dt.UTC))
    admin_client.patch(f"/api/jobs/{job}", {"status": "completed"}, format="json")
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"]) == ("scheduled", "takedown_day")
    assert progress["by"] == _due(admin_client, "accepted")
    assert progress["by"].startswith("2025-12-27")
    _visit(admin_client, quote, None, "takedown")  # as after it has lost its day
    assert _progress(customer_client, quote) == progress


@pytest.mark.parametrize("kind", ["installation", "service"])
def test_visit_that_lost_its_day_is_next_before_the_takedown(
    customer_client: APIClient, admin_client: APIClient, quote: Quote, kind: str
) -> None:
    job = _visit(admin_client, quote, dt.datetime(2025, 12, 3, 14, tzinfo=dt.UTC))
    admin_client.patch(f"/api/jobs/{job}", {"status": "completed"}, format="json")
    other = _visit(admin_client, quote, None, kind)
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["by"]) == ("scheduled", "day", None)
    [item] = [each for each in customer_client.get("/api/whats-next").json() if each["kind"] == "quote_day"]
    assert item["at"] is None
    admin_client.patch(f"/api/jobs/{other}", {"status": "in_progress"}, format="json")  # the crew is there
    assert _progress(customer_client, quote)["next"] == "takedown_day"


def test_work_that_has_begun_is_not_waiting_for_its_first_day(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    job = _visit(admin_client, quote, None)
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["by"]) == ("accepted", "day", _due(admin_client, "accepted"))
    admin_client.patch(f"/api/jobs/{job}", {"status": "in_progress"}, format="json")
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["by"]) == ("scheduled", "day", None)


def test_rejected_quote_whose_lights_are_up_still_waits_for_its_takedown(
    customer_client: APIClient, admin_client: APIClient, quote: Quote
) -> None:
    job = _visit(admin_client, quote, dt.datetime(2025, 12, 3, 14, tzinfo=dt.UTC))
    for day in (dt.datetime(2025, 12, 9, 14, tzinfo=dt.UTC), None):
        _visit(admin_client, quote, day, "service")
    admin_client.patch(f"/api/jobs/{job}", {"status": "completed"}, format="json")
    _revise(admin_client, quote, status="rejected")
    progress = _progress(customer_client, quote)
    assert (progress["step"], progress["next"], progress["visit"]) == ("scheduled", "takedown_day", None)
    assert progress["by"] == _due(admin_client, "accepted")
    takedown = _visit(admin_client, quote, timezone.now() + 3 * DAY, "takedown")
    progress = _progress(customer_client, quote)
    assert (progress["next"], progress["visit"]["kind"]) == ("visit", "takedown")
    admin_client.patch(f"/api/jobs/{takedown}", {"status": "completed"}, format="json")
    assert _progress(customer_client, quote) is None


@pytest.mark.parametrize("status", ["complete", "complete_storage"])
def test_completed_quote_is_done(customer: User, customer_client: APIClient, status: str) -> None:
    progress = _progress(customer_client, make_quote(user=customer, status=status, quote_amount="1240.00"))
    assert progress == {"step": "done", "next": None, "by": None, "replyBy": None, "visit": None}


def test_declined_quote_has_no_progress(customer: User, customer_client: APIClient) -> None:
    assert _progress(customer_client, make_quote(user=customer, status="rejected")) is None


def test_customers_see_no_desk_fields(customer_client: APIClient, quote: Quote) -> None:
    for row in (customer_client.get("/api/quotes").json()[0], customer_client.get(f"/api/quotes/{quote.id}").json()):
        assert not {"respondBy", "answeredAt", "tries"} & row.keys()
