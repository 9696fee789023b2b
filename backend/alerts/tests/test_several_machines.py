"""With several machines, each has a watch, and the owner is alerted to each problem on any of them once."""

import datetime as dt
import shutil
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone

from alerts import machines, watching
from alerts.machines import WATCH
from alerts.models import Watcher
from alerts.monitoring import run_checks
from alerts.sending import send_open_messages
from alerts.watching import Watch
from common.doctor import Result, State, inspect
from testing.helpers import delivered

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)
GB = 10**9


class Machines:
    """Fake machines. ``at`` makes this process run on one of them; ``free`` is the free share of each disk."""

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

    def check_everywhere(self) -> None:
        for name in self.free:
            self.at(name)
            run_checks(WATCH)
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


def _subjects(settings: Any, word: str) -> list[str]:
    return [str(mail["Subject"]) for mail in delivered(settings.DATA_DIR) if word in str(mail["Subject"])]


def test_full_disk_is_one_alert_whichever_machine_checks(two: Machines, settings: Any) -> None:
    two.check_everywhere()
    two.free["lights-2"] = 0.04
    for _ in range(3):
        two.check_everywhere()
    assert _subjects(settings, "Disk") == ["Disk: needs attention"]
    for name in two.free:
        two.at(name)
        assert _found("disk").sentence.startswith("Only 4% of the disk of lights-2 is free (4.0 of 100 GB).")
    two.free["lights-2"] = 0.5
    assert _found("disk").state == State.OK, "a machine knows its own disk better than its last report"


def test_latest_report_of_another_machines_disk_counts(two: Machines) -> None:
    earlier = timezone.now() - 4 * MINUTE
    Watcher.objects.create(name="Earlier", machine="lights-2", seen_at=earlier, disk_free=GB, disk_size=100 * GB)
    Watcher.objects.create(name="Former version", machine="lights-3", seen_at=timezone.now())
    two.check_everywhere()
    two.at("lights-1")
    assert _found("disk").state == State.OK


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("connection refused"), "Only 4% of the disk of lights-1 is free"),
        (ProgrammingError("no such table"), "This could not be checked"),
    ],
)
def test_own_disk_is_checked_while_the_database_is_down(two: Machines, error: Exception, sentence: str) -> None:
    def fail(*_: Any) -> None:
        raise error

    two.free["lights-1"] = 0.04
    with connection.execute_wrapper(fail):
        assert _found("disk").sentence.startswith(sentence)


def test_clock_of_another_machine_is_checked(two: Machines) -> None:
    two.behind["lights-2"] = 70.0
    two.check_everywhere()
    two.at("lights-1")
    assert _found("clock").sentence.startswith("The clock of lights-2 is 70 seconds behind the database")


@pytest.mark.parametrize(("ahead", "state"), [(0, State.OK), (70, State.FAILING), (-70, State.FAILING)])
def test_machines_clock_is_compared_with_the_databases(settings: Any, ahead: int, state: State) -> None:
    settings.MACHINE = "lights-1"
    with time_machine.travel(timezone.now() + dt.timedelta(seconds=ahead)):
        found = _found("clock")
    assert found.state == state
    if ahead:
        assert f"is {abs(ahead)} seconds {'ahead of' if ahead > 0 else 'behind'} the database" in found.sentence


def test_silent_machine_fails_the_watch_check_for_a_day(two: Machines) -> None:
    two.check_everywhere()
    assert _found("watch").state == State.OK
    Watcher.objects.create(name=f"{WATCH} on lights-0", machine="lights-0", seen_at=timezone.now())
    others = Watcher.objects.exclude(machine="lights-1")
    others.update(seen_at=timezone.now() - 6 * MINUTE, disk_free=GB, clock_behind=70)
    two.at("lights-1")
    found = _found("watch")
    assert (found.state, found.sentence[:43]) == (State.FAILING, "The watch of lights-0, lights-2 has been si")
    assert _found("disk").state == _found("clock").state == State.OK  # its last report is out of date
    others.update(seen_at=timezone.now() - dt.timedelta(hours=25))
    assert _found("watch").state == State.OK


def test_name_for_the_only_machine_leaves_no_silent_watch(two: Machines) -> None:
    Watcher.objects.create(name=WATCH, seen_at=timezone.now() - 6 * MINUTE)  # before MACHINE was set
    run_checks(WATCH)
    assert _found("watch").state == State.OK


def test_worker_does_not_count_as_a_watch(two: Machines) -> None:
    run_checks("worker")
    assert _found("watch").state == State.FAILING


def test_second_watch_alerts_to_an_outage_15_minutes_after_the_first(
    two: Machines, settings: Any, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    watches = {name: Watch() for name in two.free}
    now = timezone.now()
    Watcher.objects.create(
        name=f"{WATCH} on lights-0", machine="lights-0", seen_at=now - 6 * MINUTE
    )  # stopped, so it doesn't count

    def check_all() -> None:
        for name, watch in watches.items():
            two.at(name)
            watch.run_once()

    check_all()
    check_all()  # now each knows of the other
    monkeypatch.setattr(watching, "run_checks", _fail_to_connect)
    for minutes in (0, 2, 3, 16):
        time_machine.move_to(now + minutes * MINUTE, tick=False)
        check_all()
    assert _subjects(settings, "Database") == ["Database: needs attention"]
    time_machine.move_to(now + 17 * MINUTE, tick=False)
    check_all()  # the first machine might be down, too
    assert _subjects(settings, "Database") == ["Database: needs attention"] * 2


def _fail_to_connect(_: str) -> Callable[[], None]:
    raise OperationalError("connection refused")
