"""The owner is alerted once when a check starts failing and once when it recovers, whatever else is down."""

import datetime as dt
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from alerts import installation_checks, sending
from alerts.models import Alert, AlertMessage, BrowserError, ServerError, Watcher
from alerts.monitoring import run_checks
from alerts.sending import send_open_messages
from alerts.tasks import look_for_alerts
from alerts.watching import Watch
from common.doctor import Check, Finding, State, failing, inspect, ok, registry, warning
from notifications.models import Message
from notifications.tests.factories import queue_email
from payments.models import StripeEvent
from quotes.tests.factories import make_quote
from testing.helpers import delivered, in_threads, text_of
from testing.texts import use_twilio
from twilio_sandbox.server import TwilioSandbox

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)
NOON = dt.datetime(2026, 11, 25, 17, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _owner(settings: Any) -> None:
    inspect([])  # loads all checks, so that tests can replace some
    settings.ALERT_EMAIL = "owner@example.com"


class Roof:
    """The subject of a fake check."""

    def __init__(self) -> None:
        self.is_on = True

    def check(self) -> Finding:
        return ok("The roof is on.") if self.is_on else failing("The roof is off.", "Put it on again.")


@pytest.fixture
def roof(_owner: None, monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> Roof:
    """The only registered check, at noon."""
    found = Roof()
    monkeypatch.setattr(registry, "_checks", {"roof": Check("roof", "Roof", found.check, remote=False)})
    time_machine.move_to(NOON, tick=False)
    return found


@pytest.fixture
def later(time_machine: Any) -> Callable[[int], None]:
    """Let minutes pass, then run the checks and send messages as the worker does."""
    moments = [NOON]

    def after(minutes: int) -> None:
        moments[0] += minutes * MINUTE
        time_machine.move_to(moments[0], tick=False)
        run_checks("worker")
        send_open_messages()

    return after


def _emails(settings: Any) -> list[tuple[str, str]]:
    return [(str(mail["To"]), str(mail["Subject"])) for mail in delivered(settings.DATA_DIR)]


def _texts(settings: Any) -> list[str]:
    return [file.read_text() for file in sorted((settings.DATA_DIR / "outbox").glob("*.txt"))]


def test_owner_is_alerted_once_at_the_start_and_once_at_the_end(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    later(0)
    assert _emails(settings) == []
    roof.is_on = False
    for _ in range(3):
        later(1)
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]
    text = text_of(delivered(settings.DATA_DIR)[0])
    assert "The roof is off." in text
    assert "What to do: Put it on again." in text
    roof.is_on = True
    for _ in range(8):
        later(1)
    assert [subject for _, subject in _emails(settings)] == ["Roof: needs attention", "Roof: resolved"]
    assert "This has been resolved: The roof is off." in text_of(delivered(settings.DATA_DIR)[1])


def test_check_that_fails_on_and_off_is_one_alert(roof: Roof, later: Callable[[int], None], settings: Any) -> None:
    for minute in range(10):
        roof.is_on = minute % 2 == 1
        later(1)
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]
    roof.is_on = True
    later(1)
    later(6)
    roof.is_on = False
    later(1)
    assert len(_emails(settings)) == 3


def test_owner_with_a_phone_is_also_texted_even_at_night(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    settings.ALERT_PHONE = "+16035550199"
    roof.is_on = False
    later(11 * 60)  # 11:00 PM Eastern
    assert len(_emails(settings)) == 1
    assert _texts(settings) == ["Seacoast Holiday Lights: Roof: needs attention. The roof is off."]


def test_owner_with_a_phone_is_only_emailed_while_texts_are_not_set_up(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    settings.ALERT_PHONE, settings.TEXTS_TO_FOLDER, settings.ALERTS = "+16035550199", False, True
    roof.is_on = False
    later(1)
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]
    assert installation_checks._alerts.run().state == State.WARNING
    settings.TEXTS_TO_FOLDER = True
    assert installation_checks._alerts.run().state == State.OK


def test_alert_is_texted_through_twilio(roof: Roof, later: Callable[[int], None], settings: Any) -> None:
    settings.ALERT_PHONE = "+16035550199"
    with TwilioSandbox() as twilio:
        use_twilio(settings, twilio.url)
        roof.is_on = False
        later(1)
    (text,) = twilio.texts
    assert (text.to, text.body) == (
        "+16035550199",
        "Seacoast Holiday Lights: Roof: needs attention. The roof is off.",
    )


def test_alert_is_texted_and_shown_on_the_desk_and_in_readyz_when_email_is_down(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    settings.ALERT_PHONE, settings.SECURE_SSL_REDIRECT = "+16035550199", False
    settings.DELIVERY_BACKEND = "notifications.smtp.SMTPBackend"
    settings.DELIVERY_OPTIONS = {"host": "127.0.0.1", "port": 1, "timeout": 1}
    roof.is_on = False
    for _ in range(3):
        later(1)
    assert len(_texts(settings)) == 1
    assert Client().get("/readyz").json()["alerts"] == ["roof"]
    found = installation_checks._alerts.run()
    assert (found.state, found.sentence.split(":")[0]) == (State.FAILING, "An alert could not be sent by email")
    settings.DELIVERY_BACKEND, settings.DELIVERY_OPTIONS = "notifications.backends.FolderBackend", {}
    later(6)
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]
    assert len(_texts(settings)) == 1


def test_first_message_that_was_never_sent_is_dropped_when_the_alert_ends(
    roof: Roof, later: Callable[[int], None], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "notify_owner", _refuse)
    roof.is_on = False
    later(1)
    roof.is_on = True
    monkeypatch.undo()
    monkeypatch.setattr(registry, "_checks", {"roof": Check("roof", "Roof", roof.check, remote=False)})
    monkeypatch.setattr(sending, "RETRY", 60 * MINUTE)
    later(1)
    later(5)
    later(60)  # when the first one would be retried
    assert [subject for _, subject in _emails(settings)] == ["Roof: resolved"]
    assert AlertMessage.objects.get(moment="start").sent_at is None
    assert installation_checks._alerts.run().state != State.FAILING, "nothing waits to be sent anymore"


def _refuse(*_: Any) -> None:
    raise OSError("no route")


def test_failed_messages_are_retried_oldest_first_every_five_minutes_for_three_days(
    roof: Roof, later: Callable[[int], None], guest: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[tuple[int, str]] = []

    def refuse(channel: str, subject: str, paragraphs: list[str]) -> None:
        attempts.append(((timezone.now() - NOON) // MINUTE, subject.partition(":")[0]))
        _refuse()

    monkeypatch.setattr(sending, "notify_owner", refuse)
    roof.is_on = False
    later(0)
    _crash(guest, "x is not a function")
    three_days = 3 * 24 * 60
    for minutes in (4, 1, three_days - 6):
        later(minutes)
    both = ("Roof", "Errors in browsers")
    assert attempts == [(0, both[0]), (4, both[1]), (5, both[0]), *((three_days - 1, name) for name in both)]
    later(6)
    assert len(attempts) == 5
    assert not AlertMessage.objects.filter(dropped_at=None).exists()


def test_concurrent_processes_send_each_message_once(roof: Roof, settings: Any) -> None:
    roof.is_on = False

    def work(number: int) -> None:
        run_checks(f"process {number}")
        send_open_messages()

    in_threads(4, work)
    assert Alert.objects.count() == 1
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]


def test_alert_ends_when_its_check_no_longer_exists(
    roof: Roof, later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    roof.is_on = False
    later(1)
    monkeypatch.setattr(registry, "_checks", {"other": Check("other", "Other", roof.check, remote=True)})
    later(1)
    assert Alert.objects.get().over_at is not None


def test_watch_alerts_to_an_outage_of_the_database_and_to_its_end(
    settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    def fail_to_connect(_: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("alerts.watching.run_checks", fail_to_connect)
    time_machine.move_to(NOON, tick=False)
    watch = Watch()
    watch.run_once()
    assert _emails(settings) == []
    for minutes in (2, 3, 4):
        time_machine.move_to(NOON + minutes * MINUTE, tick=False)
        watch.run_once()
    assert [subject for _, subject in _emails(settings)] == ["Database: needs attention"]
    monkeypatch.setattr("alerts.watching.run_checks", lambda _: None)
    watch.run_once()
    watch.run_once()
    assert [subject for _, subject in _emails(settings)] == ["Database: needs attention", "Database: resolved"]
    monkeypatch.setattr("alerts.watching.run_checks", fail_to_connect)  # a second outage
    for minutes in (10, 12):
        time_machine.move_to(NOON + minutes * MINUTE, tick=False)
        watch.run_once()
    assert [subject for _, subject in _emails(settings)][2:] == ["Database: needs attention"]


@pytest.mark.parametrize("error", [ProgrammingError("no such column"), KeyError("roof")])
def test_watch_goes_on_after_an_error_that_is_no_outage(
    settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any, error: Exception
) -> None:
    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr("alerts.watching.run_checks", fail)
    watch = Watch()
    for minutes in (0, 3):
        time_machine.move_to(NOON + minutes * MINUTE, tick=False)
        watch.run_once()
    assert _emails(settings) == []


def test_watch_does_not_wait_longer_than_ten_seconds_for_a_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[str] = []

    def note_limit() -> Finding:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            limits.append(cursor.fetchone()[0])
        os.kill(os.getpid(), signal.SIGTERM)
        return ok("The roof is on.")

    monkeypatch.setattr(registry, "_checks", {"roof": Check("roof", "Roof", note_limit, remote=False)})
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", {**connection.settings_dict["OPTIONS"]})
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    connection.close()
    try:
        call_command("watch")
    finally:
        connection.close()  # later tests have no limit
        for number, handler in before.items():
            signal.signal(number, handler)
    assert limits == ["10s"]


@pytest.mark.parametrize("name", ["queue", "messages", "stripe-events"])
def test_consequence_of_a_stopped_worker_is_not_a_separate_alert(
    later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, settings: Any, name: str
) -> None:
    settings.SECURE_SSL_REDIRECT = False
    worker, consequence = Roof(), Roof()
    checks = {"worker": worker, name: consequence}
    made = {name: Check(name, name, found.check, remote=False) for name, found in checks.items()}
    monkeypatch.setattr(registry, "_checks", made)
    worker.is_on = consequence.is_on = False
    later(1)
    assert [alert.name for alert in Alert.objects.all()] == ["worker"]
    worker.is_on = True
    later(1)
    assert [alert.name for alert in Alert.objects.order_by("id")] == ["worker", name]
    assert Client().get("/readyz").json()["alerts"] == [name, "worker"]


@pytest.mark.parametrize("name", ["alerts", "email-delivery"])
def test_failure_of_the_alerts_themselves_is_no_alert(
    roof: Roof, later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(registry, "_checks", {name: Check(name, name, roof.check, remote=False)})
    roof.is_on = False
    later(1)
    assert not Alert.objects.exists()


def test_worker_warning_does_not_suppress_other_alerts(
    later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Check("worker", "Worker", lambda: warning("It is slow.", "Wait."), remote=False)
    stuck = Check("messages", "Messages", lambda: failing("Nothing goes out.", "Look."), remote=False)
    monkeypatch.setattr(registry, "_checks", {"worker": slow, "messages": stuck})
    later(1)
    assert [alert.name for alert in Alert.objects.all()] == ["messages"]


def _state(name: str) -> State:
    return inspect([name])[0].state


def test_watch_notices_a_silent_worker(settings: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '6 minutes')")
    Watch().run_once()
    assert "worker" in Alert.objects.values_list("name", flat=True)
    assert "Worker: needs attention" in [subject for _, subject in _emails(settings)]


def test_worker_notices_a_silent_watch(settings: Any) -> None:
    settings.ALERTS = True
    assert _state("watch") == State.FAILING
    Watcher.objects.create(name="watch", seen_at=timezone.now() - 4 * MINUTE)
    assert _state("watch") == State.OK
    for silent in (6 * MINUTE, dt.timedelta(days=2)):
        Watcher.objects.update(seen_at=timezone.now() - silent)
        assert _state("watch") == State.FAILING


@pytest.mark.parametrize(("minutes", "state"), [(14, State.OK), (16, State.FAILING)])
def test_messages_check_fails_for_a_message_15_minutes_late(minutes: int, state: State) -> None:
    queue_email()
    Message.objects.update(created_at=timezone.now() - minutes * MINUTE)
    assert _state("messages") == state


@pytest.mark.parametrize(
    ("event", "state"), [("processed", State.OK), ("received", State.FAILING), ("failed", State.FAILING)]
)
def test_stripe_events_check_fails_for_an_event_unprocessed_for_15_minutes(event: str, state: State) -> None:
    StripeEvent.objects.create(stripe_id="evt_1", type="charge.refunded", state=event)
    assert _state("stripe-events") == State.OK
    StripeEvent.objects.update(created_at=timezone.now() - 16 * MINUTE)
    assert _state("stripe-events") == state


def test_server_errors_check_fails_after_five_failed_requests_within_ten_minutes(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks() -> None:
        raise ValueError("no such thing as eleanor@example.com")

    monkeypatch.setattr("desk.installation.inspect", breaks)
    admin_client.raise_request_exception = False
    for number in range(5):
        assert _state("server-errors") == State.OK, number
        response = admin_client.get("/api/desk/installation")
        assert response.status_code == 500
    (result,) = inspect(["server-errors"])
    assert result.state == State.FAILING
    assert result.sentence == (
        f"5 requests failed within ten minutes, most recently with ValueError (reference {response['X-Request-ID']})."
    )
    ServerError.objects.update(at=timezone.now() - 11 * MINUTE)
    assert _state("server-errors") == State.OK


def test_request_that_failed_in_an_outage_of_the_database_is_no_server_error(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loses_its_connection() -> None:
        raise OperationalError("the connection is closed")

    monkeypatch.setattr("desk.installation.inspect", loses_its_connection)
    admin_client.raise_request_exception = False
    assert admin_client.get("/api/desk/installation").status_code == 503
    assert not ServerError.objects.exists()


def test_promise_check_fails_for_a_late_response() -> None:
    quote = make_quote()
    assert _state("promise") == State.OK
    type(quote).objects.update(created_at=timezone.now() - dt.timedelta(hours=25))
    assert _state("promise") == State.FAILING


def _crash(guest: APIClient, message: str, where: str = "Form") -> None:
    report = {
        "message": message,
        "stack": f"{message}\n    at {where} (https://lights.example/a.js:1:2)\n    at App (https://lights.example/a.js:2:3)",
        "path": "/quote",
    }
    assert guest.post("/api/client-errors", report, format="json").status_code == 204


def test_owner_is_alerted_to_new_kinds_of_browser_errors_once_a_day(
    roof: Roof, later: Callable[[int], None], guest: APIClient, settings: Any
) -> None:
    _crash(guest, "x is not a function at row 12")
    _crash(guest, "x is not a function at row 7")
    assert BrowserError.objects.get().reports == 2
    later(1)
    _crash(guest, "y is not a function")
    later(1)
    _crash(guest, "z is undefined")
    later(60)
    assert _emails(settings) == [("owner@example.com", "Errors in browsers: needs attention")]
    assert "A new error happened" in text_of(delivered(settings.DATA_DIR)[0])
    later(24 * 60)
    assert len(_emails(settings)) == 2
    text = text_of(delivered(settings.DATA_DIR)[1])
    assert "2 new errors happened in visitors' browsers: “y is not a function” on /quote; “z is undefined”" in text
    later(24 * 60)
    assert len(_emails(settings)) == 2
    for letter in "abcdef":
        _crash(guest, f"{letter} is null")
    later(24 * 60)
    text = text_of(delivered(settings.DATA_DIR)[2])
    assert ("6 new errors" in text, "“e is null” on" in text, "“f is null”" in text) == (True, True, False)


def test_same_browser_error_in_another_place_is_another_kind(guest: APIClient) -> None:
    for where in ("Form", "Form", "Dialog"):
        _crash(guest, "x is not a function", where)
    for where in ("Form", "Dialog"):
        _crash(guest, "x is not a function\n", where)  # with a blank line below
    assert sorted(BrowserError.objects.values_list("reports", flat=True)) == [2, 3]


def test_browser_error_that_became_longer_without_personal_data_is_recorded(guest: APIClient) -> None:
    _crash(guest, "a@b " * 124)  # each is now "[email]"
    report = {"message": "x is not a function", "path": "/a@b" * 40, "build": "a@b " * 15}
    assert guest.post("/api/client-errors", report, format="json").status_code == 204
    assert BrowserError.objects.filter(message__startswith="[email] [email]").count() == 1
    assert BrowserError.objects.filter(path__startswith="/[email]").count() == 1
    assert not ServerError.objects.exists()


def test_worker_sends_no_alerts_unless_they_are_on(settings: Any, roof: Roof) -> None:
    roof.is_on = False
    settings.ALERTS = False
    look_for_alerts(0)
    assert not AlertMessage.objects.exists()
    settings.ALERTS = True
    look_for_alerts(0)
    assert _emails(settings) == [("owner@example.com", "Roof: needs attention")]


def test_old_errors_are_deleted(roof: Roof, later: Callable[[int], None], guest: APIClient) -> None:
    for hours in (25, 23):
        ServerError.objects.create(at=NOON - dt.timedelta(hours=hours), error=f"{hours} hours ago")
    for message in ("x is undefined", "y is undefined"):
        _crash(guest, message)
    BrowserError.objects.update(last_at=NOON - dt.timedelta(days=91))
    _crash(guest, "y is undefined")  # still happening
    later(1)
    assert ServerError.objects.get().error == "23 hours ago"
    assert [error.message for error in BrowserError.objects.all()] == ["y is undefined"]
