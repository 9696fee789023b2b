"""gunicorn's settings, in development and in production. gunicorn reads this file from its working folder."""

import gc
import os
import resource
import sys
from pathlib import Path

wsgi_app = "config.wsgi"
# A thread gets a request only once it has arrived in full: slow and idle clients wait in the worker's main loop.
worker_class = "config.web_worker.BufferingWorker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
# Connections per worker, most of them idle. Each takes a file descriptor, and shells allow 1,024 by default.
worker_connections = 2000
_allowed, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
_wanted = worker_connections + 500
if _allowed != resource.RLIM_INFINITY and _allowed < _wanted:
    _allowed = _wanted if _most == resource.RLIM_INFINITY else min(_wanted, _most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_allowed, _most))
    worker_connections = _allowed - 500 if _allowed > 1000 else _allowed // 2
# One listening socket per worker, so that Linux distributes new connections among them. From a shared socket, the first
# worker to wake takes every waiting connection and keeps it: of sixteen, one worker got 14 or all.
reuse_port = sys.platform == "linux"
# Import the application once, then fork: half the work at startup, and less memory.
preload_app = True
graceful_timeout = 10
# gunicorn's maximum, so that the API itself rejects a query parameter that is too long, in its own error shape.
limit_request_line = 8190
loglevel = "warning"
logger_class = "config.gunicorn_logs.ProductLogger"
# The workers' heartbeat is a file, and writing to a disk can block. Linux has a folder in memory.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# All copies that a user runs would share its path.
control_socket_disable = True

# Imported modules are never garbage. Collecting during the imports takes a tenth of the startup time, and collecting
# them after the fork would copy memory that the workers share.
gc.disable()


def when_ready(server: object) -> None:
    """Exclude the imported modules from garbage collection, and collect less often than by default. A page's rows are
    freed without the collector, but every new row brings its next run closer.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)
    gc.enable()
