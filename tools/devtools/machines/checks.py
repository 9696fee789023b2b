"""Check that several machines work like one. Each check returns what it saw, or raises AssertionError."""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from typing import Any

import psutil

from devtools.leftovers import send_signal
from devtools.machines.arrangement import REPLICA_SECONDS, Machine, Site
from devtools.machines.browser import Answer, Browser
from devtools.waiting import wait_until

ADMIN, PASSWORD = "admin@example.com", "holiday-lights-demo"
_numbers = count(1)
_LISTENS = "SELECT application_name FROM pg_stat_activity WHERE query LIKE 'LISTEN %%'"
_DELAYS = """
    SELECT extract(epoch FROM begun.at - queued.at)::float8
    FROM procrastinate_events AS queued
    JOIN procrastinate_events AS begun ON begun.job_id = queued.job_id AND begun.type = 'started'
    JOIN procrastinate_jobs AS job ON job.id = queued.job_id AND job.scheduled_at IS NULL
    WHERE queued.type = 'deferred' AND queued.at > now() - interval '1 minute' AND job.queue_name = 'email'
"""
_STORED = "SELECT count(*), count(DISTINCT email) FROM quotes_quote WHERE email = ANY(%s)"
_UNSENT = """
    SELECT count(*) FROM notifications_message
    WHERE recipient_key = ANY(%s) AND kind = 'quote-requested' AND status <> 'sent'
"""


class Checks:
    """The checks, in the order in which they run; ``staff`` is the browser of the demo's administrator."""

    def __init__(self, site: Site, machines: list[Machine]) -> None:
        self.site = site
        self.one, self.two = machines
        self.staff = Browser()

    def all(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("A form from one machine is sent to the other, and the session works on both", self.session),
            ("A request made on one machine is on the desk on the other", self.shared),
            ("The doctor finds the pool and the replica in order", self.doctor),
            ("Workers listen at the server itself, and begin at once", self.listening),
            ("Limits count a client once, whatever it writes into X-Forwarded-For", self.limits),
            ("A file uploaded on one machine is sent by the other", self.uploads),
            ("The nightly backup is made once, though both machines want to", self.backups),
            ("Reports come from the replica, but not after one's own write", self.reports),
            ("Reports come from the primary while the replica is behind", self.replica_behind),
            ("Reports come from the primary while the replica is gone", self.replica_gone),
            ("Requests fail within seconds while the server behind PgBouncer is frozen", self.frozen),
            ("The site is back after PgBouncer has restarted", self.pooler_restarts),
            ("Everything confirmed is stored once while a machine dies", self.machine_dies),
        ]

    def session(self) -> str:
        self.staff.sign_in(self.one.url, self.two.url, ADMIN, PASSWORD)
        seen = {self.staff.get(f"{machine.url}/api/auth/user").status for machine in (self.one, self.two)}
        assert seen == {200}, seen
        return "signed in on lights-2 with a form from lights-1"

    def shared(self) -> str:
        made = request_quote(Browser("203.0.113.1"), self.one)
        assert made.status == 201, made
        ids = [quote["id"] for quote in self.staff.get(f"{self.two.url}/api/quotes?scope=admin").json()]
        assert made.json()["id"] in ids
        return "the newest of the list"

    def doctor(self) -> str:
        done = self.two.manage("doctor", "database-pool", "database-replica", "watch", "disk", "clock")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "its connections have their limits" in done.stdout, done.stdout
        assert "It follows the database" in done.stdout, done.stdout
        return "also the watches, disks and clocks"

    def listening(self) -> str:
        wait_until(lambda: len(self.site.execute(_LISTENS)) >= 2, "the workers do not listen")
        listening = {name for (name,) in self.site.execute(_LISTENS)}
        assert listening == {"lights-1", "lights-2"}, listening
        for number in range(4):
            request_quote(Browser(f"203.0.113.{20 + number}"), self.one)
        wait_until(lambda: len(self.site.execute(_DELAYS)) >= 4, "no job ran")
        delays = sorted(delay for (delay,) in self.site.execute(_DELAYS))
        middle = delays[len(delays) // 2]
        assert middle < 2, delays
        return f"an email's job began {middle * 1000:.0f} ms after its request; without a message, they look every 5 s"

    def limits(self) -> str:
        machines = cycle([self.one, self.two])
        client = Browser("198.51.100.7")
        answers = [request_quote(client, next(machines), forged=f"192.0.2.{number}") for number in range(11)]
        assert [answer.status for answer in answers] == [201] * 10 + [429], answers
        assert request_quote(Browser("198.51.100.8"), self.one).status == 201
        return "10 of 11 on two machines, each with another forged address; a neighbor is not affected"

    def uploads(self) -> str:
        use = "from django.core.files import base, storage; s = storage.default_storage;"
        saved = self.one.manage(
            "shell", "-v0", "-c", f"{use} print(s.save('check/roof.jpg', base.ContentFile(b'a picture')))"
        )
        read = self.two.manage("shell", "-v0", "-c", f"{use} print(s.open({saved.stdout.strip()!r}).read())")
        assert "b'a picture'" in read.stdout, saved.stderr + read.stderr
        return f"{saved.stdout.strip()} in object storage"

    def backups(self) -> str:
        nightly = "from backups.tasks import back_up; back_up(timestamp=0)"
        with ThreadPoolExecutor() as pool:
            done = list(pool.map(lambda machine: machine.manage("shell", "-c", nightly), (self.one, self.two)))
        dumps = [name for name in self.site.storage.objects if name.endswith(".dump")]
        assert len(dumps) == 1, [each.stdout + each.stderr for each in done]
        return f"{dumps[0]}, with the uploads"

    def reports(self) -> str:
        reader = self._other_staff()
        self._replay(pause=True)
        before = self._pending(reader, self.one)
        made = request_quote(self.staff, self.two)
        assert made.status == 201, made
        own, others = self._pending(self.staff, self.one), self._pending(reader, self.one)
        assert (own, others) == (before + 1, before), (before, own, others)
        return f"who wrote sees {own}, another administrator {others} for now"

    def replica_behind(self) -> str:
        reader = self._other_staff()
        old, began = self._pending(reader, self.two), time.monotonic()
        wait_until(lambda: self._pending(reader, self.two) == old + 1, "it stays old", within=REPLICA_SECONDS + 30)
        waited = time.monotonic() - began
        self._replay(pause=False)
        return f"after {waited:.0f} s more, with a limit of {REPLICA_SECONDS} s"

    def replica_gone(self) -> str:
        reader = self._other_staff()
        self.site.replica.release()
        answer = reader.get(f"{self.one.url}/api/analytics/season")
        assert answer.status == 200, answer
        found = self.two.manage("doctor", "database-replica")
        assert found.returncode == 1, found.stdout
        assert "does not respond" in found.stdout, found.stdout
        self.site.replica.start()
        return f"in {answer.seconds * 1000:.0f} ms; the doctor tells"

    def frozen(self) -> str:
        send_signal(self._server(), signal.SIGSTOP)
        try:
            page = Browser().get(f"{self.one.url}/healthz")
            answers = [self.staff.get(f"{self.one.url}/api/quotes") for _ in range(4)]
        finally:
            send_signal(self._server(), signal.SIGCONT)
        assert page.status == 200, page
        assert {answer.status for answer in answers} == {503}, answers
        wait_until(lambda: self.staff.get(f"{self.one.url}/api/quotes").status == 200, "it is not back")
        waits = sorted(answer.seconds for answer in answers)
        return f"503 after {waits[0]:.1f} to {waits[-1]:.1f} s; /healthz in {page.seconds * 1000:.0f} ms"

    def pooler_restarts(self) -> str:
        self.site.pooler.stop()
        while_away = self.staff.get(f"{self.two.url}/api/quotes").status
        self.site.pooler.start()
        wait_until(lambda: self.staff.get(f"{self.two.url}/api/quotes").status == 200, "it is not back")
        answer = request_quote(Browser("203.0.113.40"), self.two)
        wait_until(lambda: self.site.execute(_UNSENT, [answer.json()["email"]]) == [(0,)], "the worker is not back")
        assert while_away == 503, while_away
        return "503 meanwhile; the next request's email went out"

    def machine_dies(self) -> str:
        keys = [f"machines-{number:03}" for number in range(120)]
        with ThreadPoolExecutor(6) as pool:
            sending = [pool.submit(self._confirmed, key) for key in keys]
            wait_until(lambda: sum(each.done() for each in sending) >= 40, "too few requests")
            self.two.kill()
            tries = [each.result() for each in sending]
        emails = [f"{key}@example.com" for key in keys]
        stored = self.site.execute(_STORED, emails)
        assert stored == [(len(keys), len(keys))], stored
        wait_until(lambda: self.site.execute(_UNSENT, emails) == [(0,)], "emails are missing", within=180)
        self.two.start()
        return (
            f"all {len(keys)}, with their emails; {sum(tries) - len(keys)} attempts were repeated on the other machine"
        )

    def _confirmed(self, key: str) -> int:
        """Send a request to the machines in turn until it is confirmed; return the number of attempts."""
        machines = cycle([self.two, self.one])
        number = int(key[-3:])
        for attempt in count(1):
            answer = request_quote(Browser(f"10.0.{number}.1"), next(machines), key=key)
            if answer.status == 201:
                return attempt
            assert answer.status in (0, 503), answer
            assert attempt < 100, answer
        raise AssertionError

    def _pending(self, reader: Browser, machine: Machine) -> int:
        answer = reader.get(f"{machine.url}/api/analytics/quotes")
        assert answer.status == 200, answer
        return int(answer.json()["pendingCount"])

    def _other_staff(self) -> Browser:
        """Return another administrator browser, which has not written anything recently."""
        other = Browser()
        other.sign_in(self.one.url, self.two.url, ADMIN, PASSWORD)
        other.forget("wrote")
        return other

    def _replay(self, *, pause: bool) -> None:
        self.site.execute_on_replica(f"SELECT pg_wal_replay_{'pause' if pause else 'resume'}()")

    def _server(self) -> list[psutil.Process]:
        postmaster = self.site.primary.postmaster()
        return [postmaster, *postmaster.children()] if postmaster else []


def request_quote(browser: Browser, machine: Machine, *, key: str = "", forged: str = "") -> Answer:
    """Request a quote as a visitor does; ``key`` is the ``Idempotency-Key`` and names the email address."""
    name = key or f"several-{os.getpid()}-{next(_numbers)}"
    body: dict[str, Any] = {
        "fullName": "Eleanor Hayes", "email": f"{name}@example.com", "phone": "603-555-0172", "city": "Portsmouth",
        "servicePackage": "premium",
    }  # fmt: skip
    return browser.post(f"{machine.url}/api/quotes", body, key=name, forged=forged)
