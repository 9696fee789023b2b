"""``make bench``: compare the API with a bare WSGI app that runs the same SQL, compare the desk's lists at three
database sizes, and run Lighthouse on the public pages.

``python -m devtools.bench api desk pages`` runs only those parts. Everything runs on temporary databases. Compare
ratios, not absolute times: machines are shared and noisy.
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools import bench_api, bench_desk, node
from devtools.paths import FRONTEND
from devtools.postgres import database_url
from devtools.web import serve


def main() -> int:
    """Run the parts named on the command line, or all of them; return 1 if any failed to run or missed its targets."""
    parts = {"api": bench_api.main, "desk": bench_desk.main, "pages": _pages}
    wanted = sys.argv[1:] or list(parts)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the servers are stopped
    with tempfile.TemporaryDirectory(prefix="holiday-lights-") as temporary:
        os.environ["DATA_DIR"] = temporary
        (Path(temporary) / "static").mkdir()  # the benchmark needs no static files from Django
        os.environ.pop("DATABASE_URL", None)  # never benchmark on a database with real data
        with database_url(Path(temporary) / "postgres") as url:
            environment = bench_api.prepare(url)
            codes = [parts[name](environment) for name in wanted]
    return 1 if any(codes) else 0


def _pages(environment: dict[str, str]) -> int:
    with serve("config.wsgi", environment) as (port, _):
        command = node.tool("../bench/lighthouse.mjs", f"http://127.0.0.1:{port}")
        return subprocess.run(command, cwd=FRONTEND, env=node.environment(), check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
