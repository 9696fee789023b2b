"""The database backend (Django finds it by this name: ``ENGINE = "common.postgres"``)."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Kept connections are looked at before each request (``CONN_HEALTH_CHECKS``) without asking the server.

    A server that goes away says so on the socket: an idle connection with something to read is asked as Django
    would ask it, a quiet one is good.
    """

    def is_usable(self) -> bool:
        """Whether the connection can be used for this request."""
        if self.connection is None or self.connection.closed:
            return False
        watch = select.poll()
        watch.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not watch.poll(0) or super().is_usable()
