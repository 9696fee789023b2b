"""Rows of strangers in each journey's database: customers, staff, orders and payments that the journey isn't about.

In an empty database, a query that lost a condition finds the same rows as before. Beside the crowd it finds somebody
else's, which changes a transcript. The crowd is quiet: what it did was over long before a journey starts or is planned
for long after it, so neither a schedule nor the worker finds anything to do for it. Only a few of its rows wait on the
desk.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from auditlog.models import LogEntry
from django.db import connection, transaction

from analytics.counters import compact_deltas
from testing.strangers.making import BASE, IDS, Making
from testing.strangers.messages import make_messages
from testing.strangers.money import make_money
from testing.strangers.orders import make_orders
from testing.strangers.people import make_people

# Where the sequences of the crowd's IDs start, so that a journey's own rows have the same IDs as without it.
_NUMBERS_FROM = 900_001

_START_SEQUENCES = f"""
DO $$ DECLARE given record; BEGIN
    FOR given IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'
    LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART {_NUMBERS_FROM}', given.name);
    END LOOP;
END $$
"""
_COLUMNS = """
SELECT table_name, string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
WHERE table_schema = 'public' AND is_generated = 'NEVER' GROUP BY 1 ORDER BY 1
"""


def add_strangers() -> None:
    """Add the crowd's rows. They are made once per process, with the product's models, and then only copied."""
    with connection.cursor() as cursor:
        cursor.execute(_copies())


def own(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of the journey itself."""
    return [row for row in rows if not str(row["id"]).startswith(IDS)]


@cache
def _copies() -> str:
    """Return the statements that add the rows, with what triggers added to the counters.

    They skip triggers and don't check foreign keys, which requires a superuser such as the embedded server's.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        tables: list[tuple[str, str]] = cursor.fetchall()
        before = {table: _rows(cursor, table) for table, _ in tables}
        cursor.execute(_START_SEQUENCES)
        _make()
        inserts = [
            f"INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_recordset(NULL::{table}, {rows})"
            for table, columns in tables
            if (rows := _rows(cursor, table)) != before[table]
        ]
        transaction.set_rollback(True)
    role = "SET LOCAL session_replication_role ="
    return ";\n".join([f"{role} replica", *inserts, f"{role} origin"])


def _make() -> None:
    making = Making()
    people = make_people(making)
    orders = make_orders(making, people)
    make_money(making, people, orders)
    make_messages(making, people, orders)
    compact_deltas()
    LogEntry.objects.update(timestamp=BASE)


def _rows(cursor: Any, table: str) -> str:
    """Return the rows of a table as a literal for SQL. None has changed since it was created."""
    cursor.execute(f"""
        SELECT quote_literal(coalesce(jsonb_agg(
            CASE WHEN made ? 'updated_at' AND made ? 'created_at'
            THEN made || jsonb_build_object('updated_at', made->'created_at') ELSE made END
        ), '[]'))
        FROM (SELECT to_jsonb(row) AS made FROM {connection.ops.quote_name(table)} row) rows
    """)
    return str(cursor.fetchone()[0])
