"""How gunicorn serves the product, here and in production. It reads this file from its working folder by itself."""

import gc
import os
import resource
import sys
from pathlib import Path

wsgi_app = "config.wsgi"
# Threads, each of which gets whole requests only: slow and idle clients wait in the worker's main loop.
worker_class = "config.web_worker.BufferingWorker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
# Connections of one worker, most of them idle; each needs a file descriptor, of which a shell allows 1,024 by default.
worker_connections = 2000
_allowed, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
_wanted = worker_connections + 500
if _allowed != resource.RLIM_INFINITY and _allowed < _wanted:
    _allowed = _wanted if _most == resource.RLIM_INFINITY else min(_wanted, _most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_allowed, _most))
    worker_connections = _allowed - 500 if _allowed > 1000 else _allowed // 2
# A socket for each worker, among which Linux deals out new connections. From one that they share, whichever worker
# wakes first takes all that wait, and keeps them while browsers do: sixteen ended 14 to 2, or all with one.
reuse_port = sys.platform == "linux"
# Imported once, then forked: half the work at the start, and less memory.
preload_app = True
graceful_timeout = 10
# The most that gunicorn takes: a text in an address that is too long for us is answered by the API, in its own shape.
limit_request_line = 8190
loglevel = "warning"
logger_class = "config.gunicorn_logs.ProductLogger"
# The workers' heartbeat is a file: on a disk it can block. Linux has a folder in memory.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# Its path is the same for all copies of a user.
control_socket_disable = True

# What is imported before the fork stays to the end. Searching it for garbage takes a tenth of the start, and later
# each worker would write to the memory that all share.
gc.disable()


def when_ready(server: object) -> None:
    """Look for garbage among what comes after the imports, and less often than Python would: rows of a page are not
    garbage that only a search finds, but each makes the next search come sooner.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)
    gc.enable()
