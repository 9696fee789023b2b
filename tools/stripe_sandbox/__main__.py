"""``python -m stripe_sandbox --port N --webhook URL --data FOLDER``: run until SIGINT or SIGTERM.

The webhook secret is the environment variable ``STRIPE_WEBHOOK_SECRET``, or ``whsec_sandbox``.
"""

import argparse
import os
import signal
import threading
from pathlib import Path

from stripe_sandbox import WEBHOOK_SECRET
from stripe_sandbox.server import Sandbox


def main() -> None:
    parser = argparse.ArgumentParser(prog="stripe_sandbox", description="A local stand-in for Stripe.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--webhook", help="where events are sent; without it they are queued")
    parser.add_argument("--data", type=Path, help="the folder to store everything in (default: in memory)")
    given = parser.parse_args()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    sandbox = Sandbox(
        data=given.data, webhook_url=given.webhook, host=given.host, port=given.port,
        secret=os.environ.get("STRIPE_WEBHOOK_SECRET") or WEBHOOK_SECRET,
    )  # fmt: skip
    with sandbox:
        print(f"Stripe sandbox: {sandbox.url}", flush=True)  # noqa: T201 - this is a command
        stop.wait()


if __name__ == "__main__":
    main()
