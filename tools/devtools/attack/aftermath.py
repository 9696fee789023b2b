"""What an attack left behind in the product: tracebacks in its log and failed worker jobs."""

from collections import Counter

import psycopg

from devtools.attack.report import Part
from devtools.product import Product

TRACEBACK = "Traceback (most recent call last)"


def look(product: Product) -> Part:
    """Check the logs of the web server and the worker, and the queue. The product must still be running."""
    with psycopg.connect(product.database_url) as connection:
        rows = connection.execute("SELECT task_name FROM procrastinate_jobs WHERE status = 'failed'").fetchall()
        count = connection.execute("SELECT count(*) FROM procrastinate_jobs WHERE status <> 'todo'").fetchone()
    findings = [f"{number} times failed: {name}" for name, number in Counter(name for (name,) in rows).items()]
    findings += tracebacks(product.output())
    return Part("Log and worker", f"{count[0] if count else 0} jobs", findings)


def tracebacks(log: str) -> list[str]:
    """Return the last line of each distinct traceback, and how often it occurs in the log."""
    found: Counter[str] = Counter()
    for traceback in log.split(TRACEBACK)[1:]:
        told = (line for line in traceback.splitlines()[1:] if line and not line.startswith(" "))
        found[next(told, "cut off")[:200]] += 1
    return [f"{number} times in product.log: {line}" for line, number in found.items()]
