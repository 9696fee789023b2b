"""Row counts of all tables, to compare a restored database with its backup."""

import psycopg
from psycopg.sql import SQL, Identifier

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


def count_rows(connection: psycopg.Connection) -> dict[str, int]:
    """Return the number of rows in each table, as the connection's transaction sees them."""
    tables = [name for (name,) in connection.execute(_TABLES)]
    return {name: _count(connection, name) for name in tables}


def differences(expected: dict[str, int], found: dict[str, int]) -> list[str]:
    """Return a sentence for each table whose number of rows is not the ``expected`` one."""
    return [
        f"{table}: {expected.get(table, 'no table')} rows were backed up, {found.get(table, 'no table')} restored"
        for table in sorted(expected.keys() | found.keys())
        if expected.get(table) != found.get(table)
    ]


def _count(connection: psycopg.Connection, table: str) -> int:
    row = connection.execute(SQL("SELECT count(*) FROM {}").format(Identifier(table))).fetchone()
    return int(row[0]) if row else 0
