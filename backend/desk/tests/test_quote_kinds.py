"""What adds a quote to the queue, what removes it, and what does not."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from common.days import eastern
from invoices.models import Invoice
from jobs.models import Job
from quotes.models import Question, Quote
from quotes.tests.factories import make_quote, quote_body
from testing.helpers import in_threads

EASTERN = ZoneInfo("America/New_York")
PRICE = {"quoteAmount": "500.00", "status": "reviewed"}
DAY = dt.timedelta(days=1)


def _kinds(client: APIClient) -> list[str]:
    return [row["kind"] for row in client.get("/api/desk/queue").json()]


def _due(client: APIClient, kind: str) -> dt.datetime:
    [row] = client.get(f"/api/desk/queue?kind={kind}").json()
    return dt.datetime.fromisoformat(row["respondBy"])


def _patch(client: APIClient, quote: Quote, **body: Any) -> None:
    response = client.patch(f"/api/quotes/{quote.id}", body, format="json")
    assert response.status_code == 200, response.content


def _post(client: APIClient, quote: Quote, action: str, **body: Any) -> Any:
    response = client.post(f"/api/quotes/{quote.id}/{action}", body, format="json")
    assert response.status_code in {200, 201}, response.content
    return response.json()


def _say(client: APIClient, quote: Quote, content: str = "Does it include the dormers?") -> None:
    _post(client, quote, "comments", content=content)


def _reach(client: APIClient, quote: Quote) -> None:
    _post(client, quote, "calls", outcome="reached")


def _try(client: APIClient, quote: Quote) -> None:
    _post(client, quote, "calls", outcome="voicemail")


def _at(moment: dt.datetime) -> Any:
    return time_machine.travel(moment, tick=False)


class TestQuote:
    """Open, and the customer has not been told a price."""

    def test_request_waits_for_a_price_for_24_hours(self, guest: APIClient, admin_client: APIClient) -> None:
        quote = guest.post("/api/quotes", quote_body(), format="json").json()
        [row] = admin_client.get("/api/desk/queue").json()
        assert (row["kind"], row["id"], row["createdAt"]) == ("quote", quote["id"], quote["createdAt"])
        assert _due(admin_client, "quote") == dt.datetime.fromisoformat(quote["createdAt"]) + DAY

    @pytest.mark.parametrize(
        ("status", "amount", "is_told"),
        [
            ("pending", None, False),
            ("pending", "500.00", False),  # stored, but the customer can't accept it yet
            ("quoting", None, False),
            ("quoting", "500.00", True),
            ("reviewed", None, False),
            ("reviewed", "500.00", True),
            ("reviewed", "0.00", True),
        ],
    )
    def test_only_a_price_the_customer_was_told_ends_it(
        self, admin_client: APIClient, status: str, amount: str | None, is_told: bool
    ) -> None:
        _patch(admin_client, make_quote(), status=status, quoteAmount=amount)
        assert _kinds(admin_client) == ([] if is_told else ["quote"])

    @pytest.mark.parametrize("status", ["rejected", "approved", "complete", "complete_storage"])
    def test_request_that_is_no_longer_open_does_not_wait_for_a_price(
        self, admin_client: APIClient, status: str
    ) -> None:
        _patch(admin_client, make_quote(), status=status)
        assert "quote" not in _kinds(admin_client)

    @pytest.mark.parametrize("respond", [_say, _reach])
    def test_reply_or_contact_restarts_24_hours(self, admin_client: APIClient, respond: Any) -> None:
        quote = make_quote(created_at=timezone.now() - 2 * DAY)
        with _at(timezone.now()):
            respond(admin_client, quote)
            assert _due(admin_client, "quote") == timezone.now() + DAY

    def test_try_and_note_of_a_status_change_nothing(self, admin_client: APIClient) -> None:
        due = (quote := make_quote()).created_at + DAY
        _try(admin_client, quote)
        _patch(admin_client, quote, status="quoting")
        assert _due(admin_client, "quote") == due
        quote.refresh_from_db()
        assert quote.tries == 1

    def test_let_go_ends_it_until_the_customer_writes(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = make_quote(user=customer, created_at=timezone.now() - 3 * DAY)
        assert _post(admin_client, quote, "let-go")["letGoAt"] is not None
        assert _kinds(admin_client) == []
        _say(customer_client, quote, "Any news?")
        assert sorted(_kinds(admin_client)) == ["question", "quote"]
        assert _due(admin_client, "quote") > timezone.now() + DAY / 2

    def test_declined_quote_that_is_requested_again_starts_new_clock(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = make_quote(user=customer, created_at=timezone.now() - 5 * DAY)
        _patch(admin_client, quote, **PRICE)
        _post(customer_client, quote, "decline")
        assert _kinds(admin_client) == []
        with _at(timezone.now() + DAY):
            _patch(admin_client, quote, status="quoting", quoteAmount=None)
            assert _due(admin_client, "quote") == timezone.now() + DAY

    def test_rejecting_by_mistake_does_not_extend_deadline(self, admin_client: APIClient) -> None:
        due = (quote := make_quote(created_at=timezone.now() - DAY)).created_at + DAY
        _patch(admin_client, quote, status="rejected")
        _patch(admin_client, quote, status="quoting")
        assert _due(admin_client, "quote") == due

    def test_quote_waits_again_after_price_is_removed(self, admin_client: APIClient) -> None:
        quote = make_quote()
        seen = admin_client.patch(f"/api/quotes/{quote.id}", PRICE, format="json").json()["updatedAt"]
        _post(admin_client, quote, "undo-price", updatedAt=seen)
        assert _due(admin_client, "quote") == quote.created_at + DAY
        _patch(admin_client, quote, **PRICE)
        _patch(admin_client, quote, quoteAmount=None)
        assert _due(admin_client, "quote") > quote.created_at + DAY


class TestQuestion:
    """The newest comment by customer or staff is the customer's."""

    @pytest.mark.parametrize("status", ["pending", "reviewed", "approved", "complete", "rejected"])
    def test_comment_by_the_customer_waits_for_a_reply_for_24_hours(
        self, admin_client: APIClient, customer: User, customer_client: APIClient, status: str
    ) -> None:
        quote = make_quote(user=customer, status=status, quote_amount="500.00")
        with _at(timezone.now()):
            _say(customer_client, quote)
            [row] = admin_client.get("/api/desk/queue?kind=question").json()
            assert (row["id"], row["question"]) == (str(quote.id), "Does it include the dormers?")
            assert _due(admin_client, "question") == timezone.now() + DAY

    @pytest.mark.parametrize("respond", [_say, _reach])
    @pytest.mark.parametrize("status", ["reviewed", "rejected"])
    def test_reply_or_contact_ends_it_until_the_next_question(
        self, admin_client: APIClient, customer: User, customer_client: APIClient, respond: Any, status: str
    ) -> None:
        quote = make_quote(user=customer, status=status, quote_amount="500.00")
        _say(customer_client, quote)
        respond(admin_client, quote)
        assert _kinds(admin_client) == []
        _say(customer_client, quote, "And the porch?")
        [row] = admin_client.get("/api/desk/queue").json()
        assert (row["kind"], row["question"]) == ("question", "And the porch?")

    def test_try_price_status_and_answer_do_not_end_it(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = make_quote(user=customer)
        _say(customer_client, quote)
        _try(admin_client, quote)
        _patch(admin_client, quote, **PRICE)
        _post(customer_client, quote, "accept", quoteAmount="500.00")
        assert sorted(_kinds(admin_client)) == ["accepted", "question"]
        [row] = admin_client.get("/api/desk/queue?kind=question").json()
        assert row["question"] == "Does it include the dormers?", "not the line about the acceptance"

    def test_many_comments_are_one_row_with_first_deadline_and_newest_text(
        self, admin_client: APIClient, customer: User, customer_client: APIClient, settings: Any
    ) -> None:
        settings.THROTTLES = False
        quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
        with _at(timezone.now()) as clock:
            first = timezone.now()
            for number in range(100):
                _say(customer_client, quote, f"Comment {number}")
                clock.shift(60)
            [row] = admin_client.get("/api/desk/queue").json()
            assert (row["kind"], row["question"]) == ("question", "Comment 99")
            assert _due(admin_client, "question") == first + DAY
        assert Question.objects.count() == 1

    def test_comment_by_administrator_on_own_quote_counts_as_customers(
        self, admin: User, admin_client: APIClient
    ) -> None:
        _say(admin_client, make_quote(user=admin, status="reviewed", quote_amount="500.00"))
        assert _kinds(admin_client) == ["question"]

    def test_no_reply_needed_is_recorded_with_name_and_time(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
        _say(customer_client, quote, "Thanks!")
        before = timezone.now()
        shown = _post(admin_client, quote, "no-reply-needed")
        assert before <= dt.datetime.fromisoformat(shown["noReplyNeededAt"]) <= timezone.now()
        assert _kinds(admin_client) == []
        [entry] = admin_client.get(f"/api/quotes/{quote.id}/history").json()
        [change] = entry["changes"]
        assert (entry["by"], change["field"], change["from"]) == ("Ada Admin", "noReplyNeededAt", None)
        assert _post(admin_client, quote, "no-reply-needed") == shown, "nothing is left to set aside"

    def test_new_question_is_due_despite_earlier_try(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote, other = make_quote(user=customer), make_quote()
        _try(admin_client, quote)
        _say(customer_client, quote, "Sorry I missed you")
        rows = admin_client.get("/api/desk/queue").json()
        assert [(row["kind"], row["tries"], row["retryAt"]) for row in rows if row["id"] == str(quote.id)] == [
            ("quote", 1, None), ("question", 0, None),
        ]  # fmt: skip
        assert rows[1]["id"] == str(other.id)
        _try(admin_client, quote)
        [row] = admin_client.get("/api/desk/queue?kind=question").json()
        assert (row["tries"], row["retryAt"] is not None) == (1, True)


class TestAccepted:
    """Accepted without a scheduled visit; or installed without a planned takedown as of December 26."""

    def _accepted(self, customer: User, customer_client: APIClient) -> Quote:
        quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")
        _post(customer_client, quote, "accept", quoteAmount="500.00")
        return quote

    def _visit(self, client: APIClient, quote: Quote, **body: Any) -> str:
        response = client.post("/api/jobs", {"quoteId": str(quote.id), **body}, format="json")
        assert response.status_code == 201, response.content
        return str(response.json()["id"])

    def _revise(self, client: APIClient, job: str, **body: Any) -> None:
        assert client.patch(f"/api/jobs/{job}", body, format="json").status_code == 200

    def test_acceptance_waits_for_a_day_for_24_hours(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        with _at(timezone.now()):
            self._accepted(customer, customer_client)
            assert _kinds(admin_client) == ["accepted"]
            assert _due(admin_client, "accepted") == timezone.now() + DAY

    def test_rows_with_paid_deposit_come_first_in_their_list(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        unpaid, paid = (self._accepted(customer, customer_client) for _ in range(2))
        invoice = Invoice.objects.get(quote=paid)
        check = {"method": "check", "amount": "125.00"}
        recorded = admin_client.post(f"/api/invoices/{invoice.id}/record-payment", check, format="json")
        assert recorded.status_code == 200, recorded.content
        first, second = (
            admin_client.get("/api/desk/queue?kind=accepted&limit=1"),
            admin_client.get("/api/desk/queue?kind=accepted"),
        )
        assert [row["id"] for row in first.json()] == [str(paid.id)]
        assert [(row["id"], row["deposit"]) for row in second.json()] == [
            (str(paid.id), {"amount": "125.00", "isPaid": True, "isRefunded": False}),
            (str(unpaid.id), {"amount": "125.00", "isPaid": False, "isRefunded": False}),
        ]
        next_page = first.headers["Link"].partition(">")[0].lstrip("<")
        assert [row["id"] for row in admin_client.get(next_page).json()] == [str(unpaid.id)]
        assert [row["id"] for row in admin_client.get("/api/desk/queue").json()] == [str(unpaid.id), str(paid.id)]

    @pytest.mark.parametrize(
        ("status", "later"), [("approved", "service_scheduled"), ("service_scheduled", "approved")]
    )
    def test_status_set_by_hand_waits_for_a_day(self, admin_client: APIClient, status: str, later: str) -> None:
        quote = make_quote(created_at=timezone.now() - 9 * DAY)
        with _at(timezone.now()) as clock:
            due = timezone.now() + DAY
            _patch(admin_client, quote, status=status)
            assert _kinds(admin_client) == ["accepted"]
            assert _due(admin_client, "accepted") == due
            clock.shift(DAY / 2)
            _patch(admin_client, quote, status=later)
            assert _due(admin_client, "accepted") == due

    def test_only_an_uncanceled_visit_with_a_day_ends_it(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = self._accepted(customer, customer_client)
        due = _due(admin_client, "accepted")
        job = self._visit(admin_client, quote)
        for change, kinds in (
            ({"notes": "Long ladder"}, ["accepted"]),
            ({"scheduledDate": "2026-12-01T14:00:00Z"}, []),
            ({"scheduledDate": None}, ["accepted"]),
            ({"scheduledDate": "2026-12-02T14:00:00Z"}, []),
            ({"status": "cancelled"}, ["accepted"]),
            ({"status": "scheduled"}, []),
        ):
            self._revise(admin_client, job, **change)
            assert _kinds(admin_client) == kinds, change
        self._revise(admin_client, job, status="cancelled")
        assert _due(admin_client, "accepted") == due
        self._visit(admin_client, quote, scheduledDate="2026-12-03T14:00:00Z", kind="service")
        assert _kinds(admin_client) == []

    def test_call_does_not_end_it(self, admin_client: APIClient, customer: User, customer_client: APIClient) -> None:
        quote = self._accepted(customer, customer_client)
        _reach(admin_client, quote)
        assert _kinds(admin_client) == ["accepted"]

    @pytest.mark.parametrize("status", ["reviewed", "rejected", "complete", "complete_storage"])
    def test_quote_that_is_no_longer_accepted_leaves_queue(
        self, admin_client: APIClient, customer: User, customer_client: APIClient, status: str
    ) -> None:
        _patch(admin_client, self._accepted(customer, customer_client), status=status)
        assert _kinds(admin_client) == []

    def test_missing_takedown_is_due_on_december_27(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = self._accepted(customer, customer_client)
        job = self._visit(admin_client, quote, scheduledDate="2026-12-01T14:00:00Z")
        self._revise(admin_client, job, status="completed")
        december = dt.datetime(2026, 12, 26, tzinfo=EASTERN)
        with _at(december - dt.timedelta(seconds=1)):
            assert _kinds(admin_client) == []
        with _at(december):
            assert _kinds(admin_client) == ["accepted"]
            assert _due(admin_client, "accepted") == december + DAY
            [row] = admin_client.get("/api/desk/queue").json()
            assert row["needsTakedown"]
            takedown = self._visit(admin_client, quote, kind="takedown")
            assert _kinds(admin_client) == ["accepted"], "it has no day"
            self._revise(admin_client, takedown, scheduledDate="2027-01-06T14:00:00Z")
            assert _kinds(admin_client) == []
            self._revise(admin_client, takedown, status="cancelled")
            assert _kinds(admin_client) == ["accepted"]
            self._revise(admin_client, takedown, status="completed")
            assert _kinds(admin_client) == []

    @pytest.mark.parametrize(
        "installed",
        [
            dt.datetime(2026, 12, 29, 9, tzinfo=EASTERN),
            dt.datetime(2026, 12, 31, 20, tzinfo=EASTERN),
            dt.datetime(2027, 1, 2, 9, tzinfo=EASTERN),
        ],
        ids=["a morning", "New Year's Eve, which is the next year in UTC", "January"],
    )
    def test_installation_after_december_26_needs_its_takedown_at_once(
        self, admin_client: APIClient, installed: dt.datetime
    ) -> None:
        quote = make_quote(status="approved")
        job = self._visit(admin_client, quote, scheduledDate=installed.isoformat())
        self._revise(admin_client, job, status="completed")
        with _at(installed + dt.timedelta(hours=1)):
            assert _due(admin_client, "accepted") == installed + DAY

    def test_takedown_after_an_installation_without_a_day_is_due_that_winter(self, admin_client: APIClient) -> None:
        quote = make_quote(status="approved")
        job = self._visit(admin_client, quote)
        Job.objects.update(created_at=dt.datetime(2026, 6, 20, 9, tzinfo=EASTERN))
        with _at(dt.datetime(2026, 12, 20, 9, tzinfo=EASTERN)):
            self._revise(admin_client, job, status="completed")
        with _at(dt.datetime(2027, 1, 5, 9, tzinfo=EASTERN)):
            self._visit(admin_client, quote, kind="service")
            assert _due(admin_client, "accepted") == dt.datetime(2026, 12, 27, tzinfo=EASTERN)

    def test_lights_that_are_up_come_down_even_if_the_quote_was_declined_since(
        self, admin_client: APIClient, customer: User, customer_client: APIClient
    ) -> None:
        quote = self._accepted(customer, customer_client)
        job = self._visit(admin_client, quote, scheduledDate="2026-12-01T14:00:00Z")
        self._revise(admin_client, job, status="completed")
        _patch(admin_client, quote, status="reviewed", quoteAmount=None)
        [row] = admin_client.get("/api/desk/queue").json()
        assert (row["kind"], row["needsTakedown"]) == ("quote", False)
        _patch(admin_client, quote, quoteAmount="700.00")
        _post(customer_client, quote, "decline")
        december = dt.datetime(2026, 12, 26, tzinfo=EASTERN)
        with _at(december):
            [row] = admin_client.get("/api/desk/queue").json()
            assert (row["kind"], row["status"], row["needsTakedown"]) == ("accepted", "rejected", True)
            takedown = self._visit(admin_client, quote, kind="takedown")
            assert _kinds(admin_client) == ["accepted"], "it has no day"
            assert admin_client.get("/api/desk/queue/counts").json()["unscheduled"] == 0
            self._revise(admin_client, takedown, scheduledDate="2027-01-06T14:00:00Z")
            assert _kinds(admin_client) == []
        self._revise(admin_client, takedown, status="completed")
        quote.refresh_from_db()
        assert quote.status == "rejected", "completed, its invoices would be due again"

    def test_takedown_is_due_after_the_last_of_several_installations(self, admin_client: APIClient) -> None:
        quote = make_quote(status="approved")
        last = dt.datetime(2026, 12, 30, 9, tzinfo=EASTERN)
        for installed in (last, dt.datetime(2026, 12, 1, 9, tzinfo=EASTERN)):
            job = self._visit(admin_client, quote, scheduledDate=installed.isoformat())
            self._revise(admin_client, job, status="completed")
        with _at(last + dt.timedelta(hours=1)):
            assert _due(admin_client, "accepted") == last + DAY


class TestSilent:
    """Priced, without a message from either side for three days."""

    def _priced(self, client: APIClient, customer: User) -> Quote:
        quote = make_quote(user=customer)
        _patch(client, quote, **PRICE)
        return quote

    def _silence(self, client: APIClient, days: float) -> list[str]:
        with _at(timezone.now() + days * DAY):
            return _kinds(client)

    @pytest.mark.parametrize("status", ["quoting", "reviewed"])
    def test_row_appears_after_three_days_and_is_due_a_day_later(
        self, admin_client: APIClient, customer: User, status: str
    ) -> None:
        with _at(timezone.now()) as clock:
            told = timezone.now()
            _patch(admin_client, make_quote(user=customer), quoteAmount="500.00", status=status)
            clock.shift(3 * DAY - dt.timedelta(seconds=1))
            assert _kinds(admin_client) == []
            clock.shift(dt.timedelta(seconds=1))
            assert _kinds(admin_client) == ["silent"]
            assert _due(admin_client, "silent") == told + 4 * DAY

    def test_price_is_followed_up_through_last_day_of_validity(self, admin_client: APIClient, customer: User) -> None:
        quote = self._priced(admin_client, customer)
        last = timezone.localdate() + 4 * DAY
        Quote.objects.filter(id=quote.id).update(valid_until=last)
        with _at(eastern(last, dt.time(23))) as clock:
            assert _kinds(admin_client) == ["silent"]
            clock.shift(dt.timedelta(hours=1))
            assert _kinds(admin_client) == []

    @pytest.mark.parametrize("speak", [_say, _reach])
    def test_staff_reply_postpones_it_by_three_days(self, admin_client: APIClient, customer: User, speak: Any) -> None:
        quote = self._priced(admin_client, customer)
        with _at(timezone.now() + 4 * DAY) as clock:
            assert _kinds(admin_client) == ["silent"]
            speak(admin_client, quote)
            assert _kinds(admin_client) == []
            clock.shift(3 * DAY)
            assert _kinds(admin_client) == ["silent"]

    def test_customer_comment_is_a_question_then_follow_up_again(self, admin_client: APIClient, customer: User) -> None:
        quote = self._priced(admin_client, customer)
        with _at(timezone.now() + 4 * DAY):
            customer_client = APIClient()  # a session that has not expired by then
            customer_client.force_login(customer)
            _say(customer_client, quote)
            assert _kinds(admin_client) == ["question"]
            _post(admin_client, quote, "no-reply-needed")
            assert _kinds(admin_client) == []
            assert self._silence(admin_client, 3) == ["silent"]

    @pytest.mark.parametrize("answer", ["accept", "decline"])
    def test_answer_ends_it(
        self, admin_client: APIClient, customer: User, customer_client: APIClient, answer: str
    ) -> None:
        quote = self._priced(admin_client, customer)
        _post(customer_client, quote, answer, quoteAmount="500.00")
        assert "silent" not in self._silence(admin_client, 4)

    def test_try_only_moves_row_behind_others(self, admin_client: APIClient, customer: User) -> None:
        quote = self._priced(admin_client, customer)
        with _at(timezone.now() + 4 * DAY):
            _try(admin_client, quote)
            [row] = admin_client.get("/api/desk/queue").json()
            assert (row["kind"], row["tries"], row["retryAt"] is not None) == ("silent", 1, True)

    def test_let_go_is_recorded_with_name_and_time_until_there_is_a_new_price(
        self, admin_client: APIClient, customer: User
    ) -> None:
        quote = self._priced(admin_client, customer)
        with _at(timezone.now() + 4 * DAY):
            shown = _post(admin_client, quote, "let-go")
            assert _kinds(admin_client) == []
            assert _post(admin_client, quote, "let-go") == shown
            assert self._silence(admin_client, 30) == []
            entry = admin_client.get(f"/api/quotes/{quote.id}/history").json()[0]
            [change] = entry["changes"]
            assert (entry["by"], change["field"], change["from"]) == ("Ada Admin", "letGoAt", None)
            _patch(admin_client, quote, quoteAmount="450.00")
            assert self._silence(admin_client, 3) == ["silent"]

    @pytest.mark.parametrize("status", ["approved", "service_scheduled", "complete", "rejected"])
    def test_only_an_open_quote_can_be_let_go(self, admin_client: APIClient, status: str) -> None:
        quote = make_quote(status=status)
        assert admin_client.post(f"/api/quotes/{quote.id}/let-go").status_code == 409
        assert admin_client.get(f"/api/quotes/{quote.id}").json()["letGoAt"] is None


def test_page_with_every_kind_costs_constant_queries(
    admin_client: APIClient, customer: User, customer_client: APIClient, django_assert_num_queries: Any
) -> None:
    long_ago = timezone.now() - 9 * DAY
    for rows in (1, 4):
        for _ in range(rows):
            make_quote()
            make_quote(status="approved")
            make_quote(status="reviewed", quote_amount="500.00", created_at=long_ago)
            _say(customer_client, make_quote(user=customer, status="complete"))
        # session, user, places, each kind's rows, deposits, inquiries, choices in My Services, consent
        with django_assert_num_queries(11):
            kinds = _kinds(admin_client)
        with django_assert_num_queries(6):  # session, user, counts, unbilled quotes, drafts, unscheduled visits
            counts = admin_client.get("/api/desk/queue/counts").json()["kinds"]
        for kind in ("quote", "question", "accepted", "silent"):
            assert kinds.count(kind) == counts[kind] == (1 if rows == 1 else 5)


@pytest.mark.parametrize("action", ["let-go", "no-reply-needed"])
def test_setting_an_unknown_quote_aside_is_a_404(admin_client: APIClient, action: str) -> None:
    assert admin_client.post(f"/api/quotes/01890000-0000-7000-8000-000000000000/{action}").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_question_and_reply_at_once_leave_no_one_unseen(admin: User, customer: User) -> None:
    for _ in range(5):
        quote = make_quote(user=customer, status="reviewed", quote_amount="500.00")

        def say(number: int, quote: Quote = quote) -> None:
            client = APIClient()
            client.force_login((admin, customer)[number % 2])
            _say(client, quote)

        in_threads(4, say)
        newest = quote.thread.order_by("created_at", "id").last()
        quote.refresh_from_db()
        asks = quote.questions.filter(answered_at=None, closed_at=None).count()
        assert newest is not None
        assert (quote.question_at is not None, asks == 1) == (not newest.is_staff_comment,) * 2


@pytest.mark.django_db(transaction=True)
def test_concurrent_visits_keep_quotes_deadline_consistent(admin: User) -> None:
    quote = make_quote(status="approved")
    jobs = [Job.objects.create(quote=quote, scheduled_date="2026-12-01T14:00:00Z") for _ in range(4)]

    def cancel(number: int) -> None:
        client = APIClient()
        client.force_login(admin)
        client.patch(f"/api/jobs/{jobs[number].id}", {"status": "cancelled"}, format="json")

    Quote.objects.update(has_visit=True)
    in_threads(4, cancel)
    quote.refresh_from_db()
    assert quote.has_visit is False
