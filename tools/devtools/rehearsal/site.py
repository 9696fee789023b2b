"""The site of a rehearsal: the product as ``make run`` starts it, behind Caddy, with a mail server and a small disk."""

import re
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from devtools.product import Product
from devtools.rehearsal.browser import Browser
from devtools.rehearsal.disk import Disk, small_disk
from devtools.rehearsal.front import HOST, find_front, run_front
from devtools.rehearsal.log import Log
from testing.mail_server import MailServer, mail_server

START_WITHIN = 300


@dataclass
class Site:
    """A running site. ``url`` is where people reach it; ``about`` says how, in a sentence."""

    product: Product
    mail: MailServer
    disk: Disk
    url: str
    tls: ssl.SSLContext | None
    about: str

    @property
    def public_port(self) -> int:
        return urlsplit(self.url).port or 443

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def browser(self, log: Log) -> Browser:
        """Return a new browser."""
        return Browser(self.url, log, self.tls)

    @property
    def stripe_url(self) -> str:
        """Return the URL that the Stripe sandbox printed when it started."""
        return str(re.findall(r"Stripe sandbox: (\S+)", self.product.output())[-1])


@contextmanager
def run_site(folder: Path, *, front: bool) -> Iterator[Site]:
    """Run a site whose files are in ``folder``. ``front``: run it behind Caddy, if available.

    Raises TimeoutError if something does not start.
    """
    found, about = find_front() if front else (None, "Requests went straight to the web workers.")
    with ExitStack() as stack:
        mail = stack.enter_context(mail_server())
        disk = stack.enter_context(small_disk(folder / "disk"))
        settings = {"EMAIL_URL": f"smtp+plain://{HOST}:{mail.port}"}
        if found:
            settings |= {"SITE_URL": found.url, "BEHIND_TLS_PROXY": "1", "TRUSTED_PROXIES": "1"}
        product = Product(folder / "disk" / "var", log=folder / "run.log", **settings)
        # In reality, Stripe's data is not on our disk, so keep the sandbox's off the small one.
        (folder / "stripe").mkdir()
        product.data.mkdir(exist_ok=True)
        (product.data / "stripe").symlink_to(folder / "stripe")
        stack.callback(product.stop)
        product.start()
        tls = stack.enter_context(run_front(found, product.port, folder)) if found else None
        product.wait_ready(START_WITHIN)
        yield Site(product, mail, disk, found.url if found else product.url, tls, about)
