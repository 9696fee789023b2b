"""Statement timeouts, which differ by process: a visitor is waiting, but a migration may take long."""

from django.db import connections

from common.postgres.pooling import direct_alias
from common.postgres.replica import REPLICA


def limit_statements(*, statement: int, idle: int) -> None:
    """Make the server end statements and idle transactions after this many seconds.

    Applies to connections made from now on, in this process and those it forks. Connections through a pool
    have the limits that the pool sets.
    """
    limits = f"-c statement_timeout={statement}s -c idle_in_transaction_session_timeout={idle}s"
    for alias in {direct_alias(), REPLICA} & set(connections.settings):
        options = connections.settings[alias]["OPTIONS"]
        options["options"] = f"{options.get('options', '')} {limits}".strip()
