"""``python -m twilio_sandbox --port N --site URL``: run until SIGINT or SIGTERM.

The product needs ``TWILIO_API_URL`` (the printed URL), ``TWILIO_ACCOUNT_SID``, ``TWILIO_AUTH_TOKEN`` and
``TWILIO_NUMBER``, which are constants of this package. A text arrives there by
``curl -d '{"sender": "+16035550142", "body": "Hi"}' URL/sandbox/text-in``, a missed call by ``/sandbox/call-in``.
"""

import argparse
import signal
import threading

from twilio_sandbox.server import TwilioSandbox


def main() -> None:
    parser = argparse.ArgumentParser(prog="twilio_sandbox", description="A local stand-in for Twilio.")
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="the product, which gets the webhooks")
    given = parser.parse_args()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    sandbox = TwilioSandbox(site=given.site)
    print(f"Twilio sandbox: {sandbox.start(port=given.port)}", flush=True)  # noqa: T201 - this is a command
    stop.wait()
    sandbox.stop()


if __name__ == "__main__":
    main()
