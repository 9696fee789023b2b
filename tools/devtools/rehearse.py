"""``make rehearse``: a day of the season in ten minutes, with faults. Checks that nothing is lost, doubled or stuck.

``python -m devtools.rehearse --minutes 2 --seed 1`` starts the product as ``make run`` does, in a temporary folder
(``--keep`` keeps it), behind Caddy if there is one. Visitors, customers and an administrator use it while processes
are killed, the database stalls, the disk is full and email is down. Every request that changes something is repeated
with its ``Idempotency-Key`` until its outcome is known, as the web client does. The report is written to
``DATA_DIR/rehearsals``. The exit code is 1 if anything deviates.
"""

import argparse
import asyncio
import datetime as dt
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from devtools.postgres import data_dir
from devtools.rehearsal import checks, messages, money
from devtools.rehearsal.checks import Check
from devtools.rehearsal.day import Crowd, Day
from devtools.rehearsal.faults import FAULTS, Fault
from devtools.rehearsal.log import Log
from devtools.rehearsal.phases import Phase, find_unexplained, summarize
from devtools.rehearsal.report import Report
from devtools.rehearsal.site import Site, run_site
from devtools.terminal import say

HEALTHY_WITHIN, SETTLED_WITHIN, DUE_WITHIN, PERIODIC_WITHIN = 60, 420, 30, 150
DISK_FULL = "disk full"


def main() -> int:
    """Run a rehearsal, write its report and print it; return 1 if anything deviates."""
    options = _options()
    faults = [fault for fault in FAULTS if not options.faults or fault.name in options.faults]
    say(f"A day of the season in {options.minutes:g} minutes, with seed {options.seed} and {len(faults)} faults")
    with _folder(options.keep) as folder:
        try:
            with run_site(folder, front=not options.without_caddy) as site:
                report = _rehearse(site, options, faults)
                report.checks.append(checks.check_stop(site.product))
        except (TimeoutError, psycopg.OperationalError) as error:
            report = Report({}, [], {}, [Check("product", "did not stay up", [" ".join(str(error).split())])])
    say(report.text())
    say(f"The report is in {report.write(options.report or _report_folder())}")
    return 1 if report.deviations else 0


def _rehearse(site: Site, options: argparse.Namespace, faults: list[Fault]) -> Report:
    facts = {
        "site": f"{site.about} One web server with two workers, and the demo's settings and "
        "data, as `make run` has them."
    }
    if not site.disk.is_small and any(fault.name == DISK_FULL for fault in faults):
        facts["not tried"] = f"{DISK_FULL}: only root can mount a small disk here"
        faults = [fault for fault in faults if fault.name != DISK_FULL]
    log, since = Log(), time.time()
    crowd = Crowd(options.visitors, options.quotes, options.trees, options.idle, options.trickling)
    day = Day(site, log, crowd, options.minutes * 60, options.seed)
    shown, wrong = asyncio.run(day.live(faults))
    facts |= {
        "day": f"{options.minutes:g} minutes with seed {options.seed}; {crowd.visitors} visitors, {crowd.quotes} quote "
        f"requests, {crowd.trees} tree orders, {crowd.idle} idle and {crowd.trickling} trickling connections",
        "done": ", ".join(f"{number} {what}" for what, number in sorted(log.counts.items())),
        "on this machine": f"{os.cpu_count()} processors, load {os.getloadavg()[1]:.1f} at the end",
    }
    found = [Check("desk", shown, wrong), *_check(site, log, day.phases, since, options.minutes)]
    summaries = [summarize(phase, log.attempts) for phase in day.phases]
    return Report(facts, summaries, {fault.name: fault.means for fault in faults}, found)


def _check(site: Site, log: Log, phases: list[Phase], since: float, minutes: float) -> list[Check]:
    url, over = site.product.database_url, time.time()
    healthy = checks.becomes_true(site.product.healthy, HEALTHY_WITHIN)
    settled = checks.becomes_true(lambda: _is_settled(site), SETTLED_WITHIN)
    waited = f"within {time.time() - over:.0f} s of the end"
    found = [
        Check("requests", f"{len(log.attempts)} sent", log.deviations + find_unexplained(phases, log.attempts)),
        Check("healthy", waited, [] if healthy else ["/readyz reports trouble"]),
        Check("settled", waited, [] if settled else ["jobs, messages or webhooks are still waiting"]),
        checks.check_stored(url, log),
        checks.in_the_end(lambda: messages.check_messages(url, site.mail, phases, since), within=DUE_WITHIN),
        money.check_money(url, site.stripe_url, since),
        checks.in_the_end(lambda: checks.check_jobs(url), within=DUE_WITHIN),
        checks.check_counters(url),
    ]
    # Skip this check for a day shorter than a minute: no periodic job runs in it.
    return found if minutes < 1 else [*found, checks.check_periodic(url, over, PERIODIC_WITHIN)]


def _is_settled(site: Site) -> bool:
    url = site.product.database_url
    waiting = messages.are_waiting(url) or money.undelivered(site.stripe_url)
    return not waiting and not checks.check_jobs(url).deviations and site.product.healthy()


def _report_folder() -> Path:
    return data_dir() / "rehearsals" / f"{dt.datetime.now(dt.UTC):%Y-%m-%d-%H%M%S}"


@contextmanager
def _folder(keep: bool) -> Iterator[Path]:
    """Yield a folder that PostgreSQL's system user can also access."""
    folder = Path(tempfile.mkdtemp(prefix="holiday-lights-rehearsal-"))
    try:
        yield folder
    finally:
        if keep:
            say(f"Its files are kept in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="devtools.rehearse", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--visitors", type=int, default=200)
    parser.add_argument("--quotes", type=int, default=40)
    parser.add_argument("--trees", type=int, default=30)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--trickling", type=int, default=50)
    parser.add_argument("--faults", nargs="*", default=[], metavar="FAULT", help="only these (default: all)")
    parser.add_argument("--without-caddy", action="store_true")
    parser.add_argument("--report", type=Path, help="the folder of the report (default: in DATA_DIR/rehearsals)")
    parser.add_argument("--keep", action="store_true", help="keep the logs, and the data unless the disk was small")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
