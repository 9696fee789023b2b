"""``python -m stripe_sandbox``, as ``make run`` starts it."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import stripe

from stripe_sandbox import SECRET_KEY


def test_command_runs_until_signal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stripe_sandbox", "--port", "0", "--data", str(tmp_path / "stripe")]
    environment = os.environ | {"STRIPE_WEBHOOK_SECRET": "whsec_mine"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        url = process.stdout.readline().split()[-1]
        api = stripe.StripeClient(SECRET_KEY, base_addresses={"api": url}).v1
        api.customers.create({"email": "eleanor@example.com"})
        with urllib.request.urlopen(url) as response:  # noqa: S310
            assert response.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=90) == 0
    assert (tmp_path / "stripe" / "stripe_sandbox.sqlite3").exists()
