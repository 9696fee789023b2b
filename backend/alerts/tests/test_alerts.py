"""The owner is told once when something goes wrong and once when it is over, whatever else is down."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from alerts import installation_checks, sending
from alerts.looking import look
from alerts.models import Alert, AlertMessage, BrowserError, ServerError, Watcher
from alerts.sending import send_open_messages
from alerts.tasks import look_for_alerts
from alerts.watching import Watch
from common.doctor import Check, Finding, State, failing, inspect, ok, registry, warning
from notifications.models import Message
from notifications.tests.factories import queue_email
from payments.models import StripeEvent
from quotes.tests.factories import make_quote
from testing.helpers import delivered, in_threads, text_of

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)
NOON = dt.datetime(2026, 11, 25, 17, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _owner(settings: Any) -> None:
    inspect([])  # loads all checks, of which a test replaces some
    settings.ALERT_EMAIL = "owner@example.com"


class Roof:
    """Something that a check looks at."""

    def __init__(self) -> None:
        self.is_on = True

    def check(self) -> Finding:
        return ok("The roof is on.") if self.is_on else failing("The roof is off.", "Put it on again.")


@pytest.fixture
def roof(_owner: None, monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> Roof:
    """The only thing that is checked, at noon."""
    found = Roof()
    monkeypatch.setattr(registry, "_checks", {"roof": Check("roof", "Roof", found.check, remote=False)})
    time_machine.move_to(NOON, tick=False)
    return found


@pytest.fixture
def later(time_machine: Any) -> Callable[[int], None]:
    """Let minutes pass, then look and send as the worker does."""
    moments = [NOON]

    def after(minutes: int) -> None:
        moments[0] += minutes * MINUTE
        time_machine.move_to(moments[0], tick=False)
        look("worker")
        send_open_messages()

    return after


def _emails(settings: Any) -> list[tuple[str, str]]:
    return [(str(mail["To"]), str(mail["Subject"])) for mail in delivered(settings.DATA_DIR)]


def _texts(settings: Any) -> list[str]:
    return [file.read_text() for file in sorted((settings.DATA_DIR / "outbox").glob("*.txt"))]


def test_owner_hears_once_of_the_start_and_once_of_the_end(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    later(0)
    assert _emails(settings) == []
    roof.is_on = False
    for _ in range(3):
        later(1)
    assert _emails(settings) == [("owner@example.com", "Roof: please look")]
    told = text_of(delivered(settings.DATA_DIR)[0])
    assert "The roof is off." in told
    assert "What to do: Put it on again." in told
    roof.is_on = True
    for _ in range(8):
        later(1)
    assert [subject for _, subject in _emails(settings)] == ["Roof: please look", "Roof: fine again"]
    assert "This is over: The roof is off." in text_of(delivered(settings.DATA_DIR)[1])


def test_what_fails_on_and_off_is_one_alert(roof: Roof, later: Callable[[int], None], settings: Any) -> None:
    for minute in range(10):
        roof.is_on = minute % 2 == 1
        later(1)
    assert _emails(settings) == [("owner@example.com", "Roof: please look")]
    roof.is_on = True
    later(1)
    later(6)
    roof.is_on = False
    later(1)
    assert len(_emails(settings)) == 3


def test_owner_with_a_phone_is_texted_too_also_at_night(
    roof: Roof, later: Callable[[int], None], settings: Any
) -> None:
    settings.ALERT_PHONE = "+16035550199"
    roof.is_on = False
    later(11 * 60)  # 11:00 PM Eastern
    assert len(_emails(settings)) == 1
    assert _texts(settings) == ["Seacoast Holiday Lights: Roof: please look. The roof is off."]


def test_email_that_is_down_is_told_by_text_on_the_desk_and_in_readyz(
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
    assert _emails(settings) == [("owner@example.com", "Roof: please look")]
    assert len(_texts(settings)) == 1


def test_alert_that_never_went_out_is_told_when_it_is_over(
    roof: Roof, later: Callable[[int], None], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "tell", _refuse)
    roof.is_on = False
    later(1)
    roof.is_on = True
    monkeypatch.undo()
    monkeypatch.setattr(registry, "_checks", {"roof": Check("roof", "Roof", roof.check, remote=False)})
    monkeypatch.setattr(sending, "RETRY", 60 * MINUTE)
    later(1)
    later(5)
    later(60)  # when the first one would be tried again
    assert [subject for _, subject in _emails(settings)] == ["Roof: fine again"]
    assert AlertMessage.objects.get(moment="start").sent_at is None


def _refuse(*_: Any) -> None:
    raise OSError("no route")


def test_two_processes_at_the_same_moment_send_each_message_once(roof: Roof, settings: Any) -> None:
    roof.is_on = False

    def work(number: int) -> None:
        look(f"process {number}")
        send_open_messages()

    in_threads(4, work)
    assert Alert.objects.count() == 1
    assert _emails(settings) == [("owner@example.com", "Roof: please look")]


def test_alert_of_a_check_that_no_longer_exists_ends(
    roof: Roof, later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    roof.is_on = False
    later(1)
    monkeypatch.setattr(registry, "_checks", {"other": Check("other", "Other", roof.check, remote=True)})
    later(1)
    assert Alert.objects.get().over_at is not None


def test_database_that_is_away_is_told_from_memory(
    settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    def away(_: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("alerts.watching.look", away)
    time_machine.move_to(NOON, tick=False)
    watch = Watch()
    watch.look_once()
    assert _emails(settings) == []
    for minutes in (2, 3, 4):
        time_machine.move_to(NOON + minutes * MINUTE, tick=False)
        watch.look_once()
    assert [subject for _, subject in _emails(settings)] == ["Database: please look"]
    monkeypatch.setattr("alerts.watching.look", lambda _: None)
    watch.look_once()
    watch.look_once()
    assert [subject for _, subject in _emails(settings)] == ["Database: please look", "Database: fine again"]
    monkeypatch.setattr("alerts.watching.look", away)  # it goes again
    for minutes in (10, 12):
        time_machine.move_to(NOON + minutes * MINUTE, tick=False)
        watch.look_once()
    assert [subject for _, subject in _emails(settings)][2:] == ["Database: please look"]


@pytest.mark.parametrize("name", ["queue", "messages", "stripe-events"])
def test_what_follows_from_a_stopped_worker_is_no_alert_of_its_own(
    later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
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


def test_warning_about_the_worker_hides_nothing(later: Callable[[int], None], monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Check("worker", "Worker", lambda: warning("It is slow.", "Wait."), remote=False)
    stuck = Check("messages", "Messages", lambda: failing("Nothing goes out.", "Look."), remote=False)
    monkeypatch.setattr(registry, "_checks", {"worker": slow, "messages": stuck})
    later(1)
    assert [alert.name for alert in Alert.objects.all()] == ["messages"]


def _state(name: str) -> State:
    return inspect([name])[0].state


def test_worker_that_is_silent_is_noticed_by_the_watch(settings: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '6 minutes')")
    Watch().look_once()
    assert "worker" in Alert.objects.values_list("name", flat=True)
    assert "Worker: please look" in [subject for _, subject in _emails(settings)]


def test_watch_that_is_silent_is_noticed_by_the_worker(settings: Any) -> None:
    settings.ALERTS = True
    assert _state("watch") == State.FAILING
    Watcher.objects.create(name="watch", seen_at=timezone.now() - 4 * MINUTE)
    assert _state("watch") == State.OK
    Watcher.objects.update(seen_at=timezone.now() - 6 * MINUTE)
    assert _state("watch") == State.FAILING


@pytest.mark.parametrize(("minutes", "state"), [(14, State.OK), (16, State.FAILING)])
def test_message_15_minutes_past_its_time_is_failing(minutes: int, state: State) -> None:
    queue_email()
    Message.objects.update(created_at=timezone.now() - minutes * MINUTE)
    assert _state("messages") == state


@pytest.mark.parametrize(
    ("event", "state"), [("processed", State.OK), ("received", State.FAILING), ("failed", State.FAILING)]
)
def test_event_of_stripe_that_waits_for_15_minutes_is_failing(event: str, state: State) -> None:
    StripeEvent.objects.create(stripe_id="evt_1", type="charge.refunded", state=event)
    StripeEvent.objects.update(created_at=timezone.now() - 16 * MINUTE)
    assert _state("stripe-events") == state


def test_five_failed_requests_within_ten_minutes_are_failing(
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
        f"5 requests failed within ten minutes, the last with ValueError (reference {response['X-Request-ID']})."
    )
    ServerError.objects.update(at=timezone.now() - 11 * MINUTE)
    assert _state("server-errors") == State.OK


def test_promise_that_is_late_is_failing() -> None:
    quote = make_quote()
    assert _state("promise") == State.OK
    type(quote).objects.update(created_at=timezone.now() - dt.timedelta(hours=25))
    assert _state("promise") == State.FAILING


def _crash(guest: APIClient, message: str) -> None:
    report = {
        "message": message,
        "stack": f"{message}\n    at Form (https://lights.example/a.js:1:2)",
        "path": "/quote",
    }
    assert guest.post("/api/client-errors", report, format="json").status_code == 204


def test_new_kinds_of_errors_in_browsers_are_told_once_a_day(
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
    assert _emails(settings) == [("owner@example.com", "Errors in browsers: please look")]
    later(24 * 60)
    assert len(_emails(settings)) == 2
    told = text_of(delivered(settings.DATA_DIR)[1])
    assert "2 new errors" in told
    assert "y is not a function" in told
    later(24 * 60)
    assert len(_emails(settings)) == 2


def test_demo_alerts_nobody_unless_it_is_told_to(settings: Any, roof: Roof) -> None:
    roof.is_on = False
    settings.ALERTS = False
    look_for_alerts(0)
    assert not AlertMessage.objects.exists()
    settings.ALERTS = True
    look_for_alerts(0)
    assert _emails(settings) == [("owner@example.com", "Roof: please look")]


def test_old_errors_are_forgotten(roof: Roof, later: Callable[[int], None], guest: APIClient) -> None:
    ServerError.objects.create(at=NOON - dt.timedelta(days=2), error="ValueError")
    for message in ("x is undefined", "y is undefined"):
        _crash(guest, message)
    BrowserError.objects.update(last_at=NOON - dt.timedelta(days=91))
    _crash(guest, "y is undefined")  # it still happens
    later(1)
    assert not ServerError.objects.exists()
    assert [error.message for error in BrowserError.objects.all()] == ["y is undefined"]
