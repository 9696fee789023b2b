"""``make attack``: start the product with the demo's data, let all scanners loose on it, and report what they found.

``python -m devtools.attack --examples 50 --seed 7 --only api`` sends more requests to each operation, repeatably, or
runs one part. The report and the scanners' own output stay in ``var/attack/``. The exit code is 1 if anything was
found; a scanner that could not run is reported as not available.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from devtools.attack import aftermath, audits, headers, invariants, probes, report, roles, scan
from devtools.attack.report import Part
from devtools.paths import PROJECT
from devtools.product import Product
from devtools.terminal import say

FOLDER = PROJECT / "var" / "attack"
START_WITHIN = 300  # seconds
PARTS = ["audits", "invariants", "api", "probes", "headers"]


def main() -> int:
    """Run the parts that were asked for and print their report; return 1 if anything was found."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # exit only after stopping the product
    start = time.monotonic()
    FOLDER.mkdir(parents=True, exist_ok=True)
    parts: list[Part] = []
    if "audits" in options.only:
        parts += [audits.python_packages(), audits.npm_packages()]
    if "invariants" in options.only:
        parts.append(invariants.run(options.examples, options.seed, FOLDER))
    if {"api", "probes", "headers"} & set(options.only):
        parts += _attack_product(options)
    text = report.as_text(parts, time.monotonic() - start)
    (FOLDER / "report.txt").write_text(f"Seed {options.seed}, {options.examples} examples\n\n{text}\n")
    say(f"\n{text}\n\nReport: {FOLDER / 'report.txt'}")
    return int(report.failed(parts))


def _attack_product(options: argparse.Namespace) -> list[Part]:
    # Outside the project: if we are root, PostgreSQL runs as another user, who may not have access here.
    with tempfile.TemporaryDirectory(prefix="holiday-lights-") as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        product = Product(folder / "var")
        try:
            product.start()
            product.wait_ready(START_WITHIN)
            _add_accounts(product)
            return _attacks(product, options)
        finally:
            product.stop()
            (FOLDER / "product.log").write_text(product.output())


def _attacks(product: Product, options: argparse.Namespace) -> list[Part]:
    parts: list[Part] = []
    if "headers" in options.only:
        parts.append(headers.measure(product.database_url, product.data, FOLDER / "production.log"))
    if "api" in options.only:
        parts += _scan(product, options)
    if "probes" in options.only:
        owner = roles.sign_in(product.url, roles.ROLES[-1])
        parts.append(probes.probe(product.url, roles.headers(owner)))
    return [*parts, aftermath.look(product)]


def _scan(product: Product, options: argparse.Namespace) -> list[Part]:
    """Scan as two roles at a time, and as the owner last, since the owner may change and delete anyone's rows."""

    def scan_as(role: roles.Role) -> Part:
        began = time.monotonic()
        part = scan.scan(product.url, product.database_url, role, FOLDER, examples=options.examples, seed=options.seed)
        say(f"{part.name}: {part.state}, {part.tried}, {time.monotonic() - began:.0f} seconds")
        return part

    *others, owner = roles.ROLES
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(scan_as, others))
    return [*parts, scan_as(owner)]


def _add_accounts(product: Product) -> None:
    product.run_module("devtools.attack.accounts")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make attack")
    parser.add_argument("--examples", type=int, default=5, help="random requests to each operation, for each role")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="for the same requests again")  # noqa: S311
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
