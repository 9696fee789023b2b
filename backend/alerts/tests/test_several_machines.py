"""With several machines, each has a watch: the owner hears of every machine, and of each problem once."""

import datetime as dt
import shutil
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone

from alerts import machines, watching
from alerts.looking import look
from alerts.machines import WATCH
from alerts.models import Watcher
from alerts.sending import send_open_messages
from alerts.watching import Watch
from common.doctor import Result, State, inspect
from testing.helpers import delivered

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)
GB = 10**9


class Machines:
    """Machines by name. ``at`` makes this process one of them; ``free`` is each one's free share of the disk."""

    def __init__(self, settings: Any) -> None:
        self._settings = settings
        self.free = {"lights-1": 0.5, "lights-2": 0.5}
        self.behind = {"lights-1": 0.0, "lights-2": 0.0}

    def at(self, name: str) -> None:
        self._settings.MACHINE = name

    def disk(self, _: Any) -> SimpleNamespace:
        return SimpleNamespace(total=100 * GB, free=int(100 * GB * self.free[self._settings.MACHINE]))

    def clock(self) -> float:
        return self.behind[self._settings.MACHINE]

    def look_everywhere(self) -> None:
        for name in self.free:
            self.at(name)
            look(WATCH)
            send_open_messages()


@pytest.fixture
def two(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Machines:
    settings.ALERT_EMAIL, settings.ALERTS = "owner@example.com", True
    found = Machines(settings)
    found.at("lights-1")
    monkeypatch.setattr(shutil, "disk_usage", found.disk)
    monkeypatch.setattr(machines, "_clock_behind", found.clock)
    return found


def _found(name: str) -> Result:
    return inspect({name})[0]


def _told(settings: Any, word: str) -> list[str]:
    return [str(mail["Subject"]) for mail in delivered(settings.DATA_DIR) if word in str(mail["Subject"])]


def test_full_disk_of_one_machine_is_one_alert_whoever_looks(two: Machines, settings: Any) -> None:
    two.look_everywhere()
    two.free["lights-2"] = 0.04
    for _ in range(3):
        two.look_everywhere()
    assert _told(settings, "Disk") == ["Disk: please look"]
    for name in two.free:
        two.at(name)
        assert _found("disk").sentence.startswith("Only 4% of the disk of lights-2 is free (4.0 of 100 GB).")


def test_disk_of_another_machine_is_as_it_was_seen_last(two: Machines) -> None:
    earlier = timezone.now() - 4 * MINUTE
    Watcher.objects.create(name="Earlier", machine="lights-2", seen_at=earlier, disk_free=GB, disk_size=100 * GB)
    Watcher.objects.create(name="Former version", machine="lights-3", seen_at=timezone.now())
    two.look_everywhere()
    two.at("lights-1")
    assert _found("disk").state == State.OK


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("connection refused"), "Only 4% of the disk of lights-1 is free"),
        (ProgrammingError("no such table"), "This could not be checked"),
    ],
)
def test_disk_of_this_machine_is_seen_without_the_database(two: Machines, error: Exception, sentence: str) -> None:
    def fail(*_: Any) -> None:
        raise error

    two.free["lights-1"] = 0.04
    with connection.execute_wrapper(fail):
        assert _found("disk").sentence.startswith(sentence)


def test_clock_of_another_machine_is_seen(two: Machines) -> None:
    two.behind["lights-2"] = 70.0
    two.look_everywhere()
    two.at("lights-1")
    assert _found("clock").sentence.startswith("The clock of lights-2 is 70 seconds behind the database")


def test_machine_that_falls_silent_is_told_and_forgotten_after_a_day(two: Machines) -> None:
    two.look_everywhere()
    assert _found("watch").state == State.OK
    second = Watcher.objects.filter(machine="lights-2")
    second.update(seen_at=timezone.now() - 6 * MINUTE, disk_free=GB, clock_behind=70)
    two.at("lights-1")
    found = _found("watch")
    assert (found.state, found.sentence[:43]) == (State.FAILING, "The watch of lights-2 has been silent for f")
    assert _found("disk").state == _found("clock").state == State.OK  # what it saw last is no longer true
    second.update(seen_at=timezone.now() - dt.timedelta(hours=25))
    assert _found("watch").state == State.OK


def test_worker_alone_is_no_watch(two: Machines) -> None:
    look("worker")
    assert _found("watch").state == State.FAILING


def test_only_the_first_watch_tells_of_a_database_that_is_away(
    two: Machines, settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    watches = {name: Watch() for name in two.free}
    now = timezone.now()
    Watcher.objects.create(name=f"{WATCH} on lights-0", machine="lights-0", seen_at=now - 6 * MINUTE)  # gives no alerts

    def all_look() -> None:
        for name, watch in watches.items():
            two.at(name)
            watch.look_once()

    all_look()
    all_look()  # each has seen the other
    monkeypatch.setattr(watching, "look", _away)
    for minutes in (0, 2, 3, 16):
        time_machine.move_to(now + minutes * MINUTE, tick=False)
        all_look()
    assert _told(settings, "Database") == ["Database: please look"]
    time_machine.move_to(now + 17 * MINUTE, tick=False)
    all_look()  # the first machine could have gone with the database
    assert _told(settings, "Database") == ["Database: please look"] * 2


def _away(_: str) -> Callable[[], None]:
    raise OperationalError("connection refused")
