"""The rehearsal's schedule: who arrives when, and which fault happens when."""

import asyncio
import random
import resource
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

from devtools.rehearsal import people, slow_clients
from devtools.rehearsal.desk import Administrator, check_desk
from devtools.rehearsal.faults import Fault
from devtools.rehearsal.log import Log
from devtools.rehearsal.phases import Phase
from devtools.rehearsal.site import Site

# Fractions of the day: everyone arrives at once, slow connections join, and the evening after the last fault.
_OPENING, _SLOW, _EVENING = 0.07, 0.13, 0.15
# A fault lasts this fraction of its slot; everything must recover in the rest.
_FAULT = 0.45
# The last customers arrive at this fraction of the day, so that they have time to finish.
_LAST_CUSTOMER = 0.9
_DESK_PAUSE = 0.7


@dataclass(frozen=True)
class Crowd:
    """How many people and slow connections of each kind arrive."""

    visitors: int
    quotes: int
    trees: int
    idle: int
    trickling: int


class Day:
    """A day of ``seconds`` at ``site``; ``log`` has what its people see."""

    def __init__(self, site: Site, log: Log, crowd: Crowd, seconds: float, seed: int) -> None:
        self.phases: list[Phase] = []
        self._site, self._log, self._crowd, self._seconds = site, log, crowd, seconds
        self._chance = random.Random(seed)  # noqa: S311 - repeatable on purpose

    async def live(self, faults: list[Fault]) -> tuple[str, list[str]]:
        """Run the day; return what the desk shows at the end, and what is wrong with it."""
        _allow_connections(self._crowd)
        over = asyncio.Event()
        async with self._site.browser(self._log) as browser:
            desk = Administrator(browser, _DESK_PAUSE)
            await desk.sign_in()
            busy = [asyncio.create_task(each) for each in [desk.work(over), *self._customers(over)]]
            passing = [asyncio.create_task(each) for each in self._visitors()]
            await self._go_through(faults, passing)
            over.set()
            await _end(passing)
            await asyncio.gather(*busy)
            return await check_desk(desk, browser, self._log)

    def _visitors(self) -> Iterator[Coroutine[Any, Any, None]]:
        for _ in range(self._crowd.visitors):
            chance = random.Random(self._chance.random())  # noqa: S311
            yield people.visit(self._site, self._log, chance)

    def _customers(self, over: asyncio.Event) -> Iterator[Coroutine[Any, Any, None]]:
        for number in range(self._crowd.quotes):
            asking = people.ask_for_quote(self._site, self._log, number, over)
            yield self._later(number / self._crowd.quotes, asking)
        for number in range(self._crowd.trees):
            yield self._later(number / self._crowd.trees, people.order_tree(self._site, self._log, number))

    async def _later(self, share: float, doing: Coroutine[Any, Any, None]) -> None:
        await asyncio.sleep(self._seconds * _LAST_CUSTOMER * share)
        await doing

    async def _go_through(self, faults: list[Fault], passing: list[asyncio.Task[None]]) -> None:
        """Go through the phases; slow connections stay open from the second one on."""
        await self._phase("opening", _OPENING)
        slow = slow_clients.hold(self._site, self._log, self._crowd.idle, self._crowd.trickling)
        passing.append(asyncio.create_task(slow))
        await self._phase("slow connections", _SLOW)
        for fault in faults:
            await self._phase(fault.name, (1 - _OPENING - _SLOW - _EVENING) / len(faults), fault)
        await self._phase("evening", _EVENING)

    async def _phase(self, name: str, share: float, fault: Fault | None = None) -> None:
        phase = Phase(name, time.monotonic())
        self.phases.append(phase)
        length = self._seconds * share
        if fault:
            await fault.happen(self._site, length * _FAULT, self._chance)
            phase.fault_ended = time.monotonic()
        await asyncio.sleep(max(0.0, phase.start + length - time.monotonic()))
        phase.end = time.monotonic()


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks that run until canceled. Raises the exception of any that failed earlier."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


def _allow_connections(crowd: Crowd) -> None:
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = crowd.idle + crowd.trickling + 4 * (crowd.visitors + crowd.quotes + crowd.trees) + 500
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most) if most > 0 else wanted, most))
