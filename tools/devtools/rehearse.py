"""``make rehearse``: sends orders while it kills processes at random, and checks that nothing is lost or duplicated.

``python -m devtools.rehearse --requests 2000 --kills 20 --seed 1`` starts the product as ``make run`` does, in a
temporary data folder (``--keep`` keeps it). Every request is repeated with its ``Idempotency-Key``
until its outcome is known, as the web client does. The exit code is 1 if anything deviates.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import psutil

from devtools import rehearsal_checks as checks
from devtools.product import Product
from devtools.rehearsal_clients import Clients, make_requests

# Each kill happens at a random moment within a slot of this many seconds.
SLOT = 6.0
VICTIMS = ["web worker", "web server", "job worker", "database", "database session"]
START_WITHIN, READY_WITHIN, SETTLED_WITHIN, PERIODIC_WITHIN = 300, 60, 300, 150


def main() -> int:
    """Run a rehearsal and print its report; return 1 if anything deviates."""
    options = _options()
    chance = random.Random(options.seed)  # noqa: S311 - repeatable on purpose
    _say(f"Rehearsal with seed {options.seed}: {options.requests} requests, {options.kills} kills")
    with _data_folder(options.keep) as folder:
        product = Product(folder / "var")
        try:
            product.start()
            product.wait_ready(START_WITHIN)
            found = _rehearse(product, options.requests, options.kills, chance)
        except TimeoutError as error:
            found = [checks.Check("product", "did not stay up", [str(error)])]
        finally:
            stopped = product.stop()
        found.append(
            checks.Check("stop", f"exit code {stopped}", [str(process) for process in product.running_processes()])
        )
    return _report(found)


def _rehearse(product: Product, requests: int, kills: int, chance: random.Random) -> list[checks.Check]:
    sent = make_requests(requests, chance)
    clients = Clients(product.port, seconds=kills * SLOT)
    sending = Thread(target=clients.send, args=[sent])
    sending.start()
    try:
        killed = _kill(product, kills, chance)
    finally:
        last_kill, since = time.monotonic(), time.time()
        sending_ready = _check_ready(product, last_kill)
        sending.join()
    attempts = ", ".join(f"{count} {what}" for what, count in clients.outcome.attempts.most_common())
    url = product.database_url
    periodic = checks.check_periodic(url, since, PERIODIC_WITHIN)
    checks.becomes_true(lambda: _is_settled(product), SETTLED_WITHIN)
    return [
        checks.Check("killed", ", ".join(f"{count} {what}" for what, count in killed.most_common()), []),
        checks.Check("attempts", attempts, clients.outcome.deviations),
        sending_ready,
        checks.check_stored(url, sent, clients.outcome),
        checks.check_emails(url, product.data / "outbox", clients.outcome),
        checks.check_jobs(url),
        periodic,
        checks.check_counters(url),
    ]


def _kill(product: Product, kills: int, chance: random.Random) -> Counter[str]:
    """Kill processes, evenly by kind and at random moments of the slots; return the number of each kind."""
    kinds = [VICTIMS[number % len(VICTIMS)] for number in range(kills)]
    chance.shuffle(kinds)
    start = time.monotonic()
    for number, kind in enumerate(kinds):
        moment = start + (number + chance.random()) * SLOT
        time.sleep(max(0.0, moment - time.monotonic()))
        product.wait_until(lambda kind=kind: _kill_one(product, kind, chance), f"running its {kind}", READY_WITHIN)  # type: ignore[misc]
    return Counter(kinds)


def _kill_one(product: Product, kind: str, chance: random.Random) -> bool:
    """Kill a process of this kind; return whether there was one."""
    candidates = product.parts().get(kind)
    if not candidates:
        return False
    try:
        chance.choice(candidates).kill()
    except psutil.NoSuchProcess:
        return False
    return True


def _check_ready(product: Product, since: float) -> checks.Check:
    """Check that it is ready, with a healthy queue, within a minute of the last kill."""
    ready = checks.becomes_true(product.healthy, READY_WITHIN)
    seconds = time.monotonic() - since
    deviations = [] if ready else [f"/readyz was not 200 with a healthy queue within {READY_WITHIN} s of the last kill"]
    return checks.Check("ready again", f"{seconds:.1f} s after the last kill", deviations)


def _is_settled(product: Product) -> bool:
    url = product.database_url
    return product.healthy() and not checks.check_jobs(url).deviations and not checks.emails_waiting(url)


def _report(found: list[checks.Check]) -> int:
    for check in found:
        _say(f"  {check.name:14} {check.found}")
    deviations = [f"{check.name}: {deviation}" for check in found for deviation in check.deviations]
    for deviation in deviations[:50]:
        _say(f"  DEVIATION  {deviation}")
    _say(f"{len(deviations)} deviations" if deviations else "No deviations.")
    return 1 if deviations else 0


@contextmanager
def _data_folder(keep: bool) -> Iterator[Path]:
    if keep:
        folder = Path(tempfile.mkdtemp(prefix="holiday-lights-rehearsal-"))
        _say(f"Its data is kept in {folder}")
        yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="holiday-lights-rehearsal-") as temporary:
            yield Path(temporary)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="devtools.rehearse", description=__doc__)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--keep", action="store_true", help="keep the data folder for inspection")
    return parser.parse_args()


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
