"""The registry of checks."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import Error, models
from django.utils.module_loading import autodiscover_modules

from common.outages import in_one_line, is_outage

log = logging.getLogger(__name__)


class State(models.TextChoices):
    """``failing``: something is broken, or will be when it is needed. ``warning``: it works, but should be changed."""

    OK = "ok"
    WARNING = "warning"
    FAILING = "failing"


@dataclass(frozen=True)
class Finding:
    """The result of a check: one sentence for the owner and, unless it is ok, what to do."""

    state: State
    sentence: str
    what_to_do: str = ""


@dataclass(frozen=True)
class Check:
    """A check. ``title`` names its subject on the desk. A ``remote`` one calls someone else's server, which can take
    seconds.
    """

    name: str
    title: str
    run: Callable[[], Finding]
    remote: bool


@dataclass(frozen=True)
class Result:
    """A check with its finding."""

    name: str
    title: str
    state: State
    sentence: str
    what_to_do: str


_checks: dict[str, Check] = {}


def ok(sentence: str) -> Finding:
    """Return a finding that everything works."""
    return Finding(State.OK, sentence)


def warning(sentence: str, what_to_do: str) -> Finding:
    """Return a finding that something should be changed."""
    return Finding(State.WARNING, sentence, what_to_do)


def failing(sentence: str, what_to_do: str) -> Finding:
    """Return a finding that something is broken."""
    return Finding(State.FAILING, sentence, what_to_do)


def check(name: str, title: str, *, remote: bool = False) -> Callable[[Callable[[], Finding]], Check]:
    """Register the decorated function as a check. Its ``name`` must be unique and never change: alerts store it."""

    def register(run: Callable[[], Finding]) -> Check:
        _checks[name] = Check(name, title, run, remote)
        return _checks[name]

    return register


def inspect(names: Collection[str] | None = None, *, remote: bool = True) -> list[Result]:
    """Run all checks or those in ``names``, and return the results in order of title.

    Without ``remote``, checks that call another server are left out. A check that raises an error counts as failing, so
    that it can't hide the others.
    """
    autodiscover_modules("installation_checks")
    chosen = [one for one in _checks.values() if names is None or one.name in names]
    chosen = [one for one in chosen if remote or not one.remote]
    return sorted((_run(one) for one in chosen), key=lambda result: result.title)


def _run(one: Check) -> Result:
    try:
        found = one.run()
    except Exception as error:
        found = _broken(one, error)
    return Result(one.name, one.title, found.state, found.sentence, found.what_to_do)


def _broken(one: Check, error: Exception) -> Finding:
    if isinstance(error, Error) and is_outage(error):
        return failing(
            f"This could not be checked, because the database can't be reached: {in_one_line(error)}.",
            "Start the database: docker compose up --detach database. Look at its log: docker compose logs database.",
        )
    log.exception("The check %s of the installation failed", one.name)
    return failing(
        f"This could not be checked: {type(error).__name__}.", "Look at the log: docker compose logs web worker."
    )
