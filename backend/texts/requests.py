"""What customers ask for with their requests, which applies until they choose in My Services.

The apps that take requests register here, since this one imports none of them.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True)
class Asked:
    """How someone asked with a request to be contacted, None if it doesn't ask that, and their phone number as they
    typed it.
    """

    at: dt.datetime
    channel: str | None
    phone: str


_newest: list[Callable[[User], Asked | None]] = []


def register_requests(newest: Callable[[User], Asked | None]) -> None:
    """Include the requests of a kind; ``newest(user)`` returns the user's newest one."""
    _newest.append(newest)


def last_asked(user: User) -> Asked | None:
    """Return what ``user`` asked for with their newest request: one that names a channel, if there is any."""
    asked = filter(None, (newest(user) for newest in _newest))
    return max(asked, key=lambda each: (each.channel is not None, each.at), default=None)
