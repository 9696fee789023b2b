"""Limits on the time of statements, which differ by process: a visitor waits, a migration may take its time."""

from django.db import connections


def limit_statements(*, statement: int, idle: int) -> None:
    """Have the server end statements, and transactions in which nothing happens, after this many seconds.

    Holds for connections made from now on, in this process and those it forks.
    """
    options = connections.settings["default"]["OPTIONS"]
    limits = f"-c statement_timeout={statement}s -c idle_in_transaction_session_timeout={idle}s"
    options["options"] = f"{options.get('options', '')} {limits}".strip()
