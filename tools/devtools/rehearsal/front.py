"""Caddy in front of a rehearsal, with the settings of production (``deploy/Caddyfile``)."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from devtools.paths import PROJECT
from devtools.waiting import wait_until
from devtools.web import free_port

CADDYFILE = PROJECT / "deploy" / "Caddyfile"
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Front:
    """A Caddy to be started: its program and HTTPS port."""

    program: str
    version: str
    port: int

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"


def find_front() -> tuple[Front | None, str]:
    """Return this machine's Caddy (``CADDY``, or the one on the PATH) if it accepts our settings, and a sentence about
    it or about why there is none."""
    program = os.environ.get("CADDY") or shutil.which("caddy")
    if program is None:
        return None, "Caddy is not installed: requests went straight to the web workers."
    version = _run([program, "version"]).split(" ")[0].strip() or "of an unknown version"
    front = Front(program, version, free_port())
    problem = _run([program, "validate", "--adapter", "caddyfile", "--config", str(CADDYFILE)], settings_of(front, 1))
    if "Valid configuration" not in problem:
        reason = problem.strip().rpartition("\n")[2]
        return None, f"Caddy {version} does not read deploy/Caddyfile ({reason}): requests went straight to web."
    return front, f"Through Caddy {version} with deploy/Caddyfile: HTTPS with a local certificate authority, HTTP/1.1."


@contextmanager
def run_front(front: Front, web_port: int, folder: Path) -> Iterator[ssl.SSLContext]:
    """Run Caddy in front of ``web_port``; yield an SSL context that trusts it. Its files are in ``folder``.

    Raises TimeoutError if it does not start.
    """
    environment = settings_of(front, web_port) | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [front.program, "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # noqa: S603
    try:
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait_until(root.exists, "Caddy has no certificate")
        yield ssl.create_default_context(cafile=root)
    finally:
        process.terminate()
        process.wait()


def settings_of(front: Front, web_port: int) -> dict[str, str]:
    """Return Caddy's environment: ours, plus every variable that its settings use."""
    given = f"http_port {free_port()}\nhttps_port {front.port}\nskip_install_trust\nadmin off\ndefault_bind {HOST}"
    own = {"CADDY_SITE": HOST, "SITE_DOMAIN": HOST, "CADDY_TLS": "tls internal", "CADDY_PROXIES": ""}
    own |= {"WEB": f"{HOST}:{web_port}", "WEB_2": ""}
    return {**os.environ, **own, "CADDY_GLOBAL": given}


def _run(command: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.stdout
