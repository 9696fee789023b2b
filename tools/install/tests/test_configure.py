"""``make configure``: asks for what the site needs, tries each value, and writes .env."""

import io
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config import env
from install import configure as command
from install import dotenv
from install.configure import configure, main
from install.product import Product
from testing.mail_server import MailServer, mail_server
from testing.payments import StripeSandbox

SITE = ["lights.test"]
BUSINESS = ["Ann's & Bob's $5 Lights", "(603) 555-0100", "ann@lights.test", "12 Market Street, Portsmouth, NH 03801"]
KEYS = ["y", "sk_test_sandbox", "pk_test_sandbox"]

Configure = Callable[..., dict[str, str] | None]


class InThisProcess(Product):
    """Runs the product's commands here, with the settings that are being tried."""

    def __init__(self, settings: Any) -> None:
        super().__init__("python")
        self._settings = settings

    def run(self, settings: Any, *command: str) -> tuple[bool, str]:
        """As with the real one: whether it succeeded, and what it printed."""
        # The mail server of tests speaks no TLS.
        url = settings.get("EMAIL_URL", "smtp://a@127.0.0.1:1").replace("smtp://", "smtp+plain://")
        _, self._settings.DELIVERY_OPTIONS = env.mail(url, development=True)
        self._settings.DELIVERY_OPTIONS |= {"username": "", "password": ""}
        self._settings.DELIVERY_BACKEND = "notifications.smtp.SMTPBackend"
        self._settings.SITE_URL = f"https://{settings['SITE_DOMAIN']}"
        self._settings.BUSINESS_NAME = settings["BUSINESS_NAME"]
        self._settings.STRIPE_SECRET_KEY = settings.get("STRIPE_SECRET_KEY", "")
        self._settings.STRIPE_PUBLISHABLE_KEY = settings.get("STRIPE_PUBLISHABLE_KEY", "")
        out = io.StringIO()
        try:
            call_command(*command, stdout=out)
        except (CommandError, SystemExit) as error:
            return False, out.getvalue() + str(error)
        return True, out.getvalue()


@pytest.fixture
def server() -> Any:
    with mail_server() as running:
        yield running


@pytest.fixture
def run(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Answer the questions from a pipe; ``.env`` is in the temporary folder."""

    def answer(*answers: str) -> dict[str, str] | None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{each}\n" for each in answers)))
        return configure(tmp_path / ".env", InThisProcess(settings))

    return answer


def _mail(server: MailServer) -> list[str]:
    return ["127.0.0.1", str(server.port), "user", "p@ss word", "", "y"]


def test_answers_are_tried_and_written_for_the_owner_alone(
    run: Configure, server: MailServer, stripe_sandbox: StripeSandbox, tmp_path: Path, capsys: Any
) -> None:
    assert run(*SITE, *BUSINESS, *_mail(server), *KEYS, "n")
    file = tmp_path / ".env"
    written = dotenv.read(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert written["SITE_DOMAIN"] == "lights.test"
    assert written["BUSINESS_NAME"] == BUSINESS[0]
    assert written["EMAIL_URL"] == f"smtp://user:p%40ss%20word@127.0.0.1:{server.port}"
    assert len(written["SECRET_KEY"]) >= 50
    assert written["POSTGRES_PASSWORD"].isalnum()
    [(recipients, email)] = server.received
    assert (recipients, email["Subject"]) == (["ann@lights.test"], f"A test email from {BUSINESS[0]}")
    [endpoint] = stripe_sandbox.objects("webhook_endpoint")
    assert endpoint["url"] == "https://lights.test/api/stripe/webhook"
    assert written["STRIPE_WEBHOOK_SECRET"].startswith("whsec_")
    assert written["STRIPE_WEBHOOK_SECRET"] not in capsys.readouterr().out


def test_second_run_keeps_everything_and_makes_nothing_twice(
    run: Configure, server: MailServer, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    run(*SITE, *BUSINESS, *_mail(server), *KEYS, "n")
    before = (tmp_path / ".env").read_text()
    assert run(*[""] * 20)
    assert (tmp_path / ".env").read_text() == before
    assert len(stripe_sandbox.objects("webhook_endpoint")) == 1


def test_existing_file_is_changed_only_after_asking(run: Configure, server: MailServer, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# mine\nSECRET_KEY=kept-as-it-is\nLOG_LEVEL=DEBUG\n")
    answers = [*SITE, *BUSINESS, *_mail(server), "n", "n"]
    assert run(*answers, "n") is None
    assert (tmp_path / ".env").read_text() == "# mine\nSECRET_KEY=kept-as-it-is\nLOG_LEVEL=DEBUG\n"
    assert run(*answers, "y")
    written = (tmp_path / ".env").read_text()
    assert written.startswith("# mine\nSECRET_KEY=kept-as-it-is\nLOG_LEVEL=DEBUG\n")
    assert "STRIPE_SECRET_KEY" not in written


def test_wrong_answers_are_asked_again(
    run: Configure, server: MailServer, stripe_sandbox: StripeSandbox, capsys: Any
) -> None:
    refused = ["127.0.0.1", "9", "user", "word", "", "y"]
    swapped = ["y", "pk_test_sandbox", "sk_test_sandbox", "y", "sk_test_sandbox", "pk_test_sandbox"]
    business = [*BUSINESS[:2], "no address", *BUSINESS[2:]]
    written = run("not a domain", *SITE, *business, *refused, *_mail(server), *swapped, "n")
    said = capsys.readouterr().out
    assert "That is not a domain" in said
    assert "That is not an email address" in said
    assert "The email could not be sent" in said
    assert "mixed up" in said
    assert written is not None
    assert written["STRIPE_SECRET_KEY"] == "sk_test_sandbox"


def test_texts_are_set_up_once_the_number_is_registered(run: Configure, server: MailServer) -> None:
    twilio = ["y", "AC1", "token", "6035550148", "+16035550148", "y"]
    written = run(*SITE, *BUSINESS, *_mail(server), "n", *twilio)
    assert written is not None
    assert (written["TWILIO_NUMBER"], written["SMS_REGISTERED"]) == ("+16035550148", "1")


def test_declining_turns_off_what_was_set_up(
    run: Configure, server: MailServer, stripe_sandbox: StripeSandbox, tmp_path: Path
) -> None:
    texts = ["y", "AC1", "token", "+16035550148", "y"]
    first = run(*SITE, *BUSINESS, *_mail(server), *KEYS, *texts)
    assert first
    kept = [""] * (len(SITE) + len(BUSINESS) + len(_mail(server)))
    second = run(*kept, "n", "n", "y")
    assert second
    assert (second["STRIPE_SECRET_KEY"], second["STRIPE_PUBLISHABLE_KEY"]) == ("", "")
    assert {
        second[name] for name in ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER", "SMS_REGISTERED")
    } == {""}
    assert dotenv.read(tmp_path / ".env") == second
    # Stripe shows it only once, so it is needed if card payments are turned on again.
    assert second["STRIPE_WEBHOOK_SECRET"] == first["STRIPE_WEBHOOK_SECRET"]


def test_nothing_is_written_when_the_answers_end(run: Configure, tmp_path: Path) -> None:
    with pytest.raises(EOFError):
        run(*SITE, *BUSINESS)
    assert not (tmp_path / ".env").exists()


def test_missing_docker_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setattr("sys.argv", ["configure", "--file", str(tmp_path / ".env")])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main() == 1
    assert "docker is not installed" in capsys.readouterr().out


@pytest.mark.parametrize("value", ["plain", "two words", "$5", "Ann's", 'say "hi"', "back\\slash", "a#b", ""])
def test_value_reads_as_it_was_written(value: str, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    dotenv.write(file, dotenv.changed("#NAME=default\n# NAME=is a comment\nOTHER=1\n", {"NAME": value}))
    assert dotenv.read(file) == {"NAME": value, "OTHER": "1"}
    assert "# NAME=is a comment" in file.read_text()


@pytest.mark.parametrize(
    "text", ["#NAME=default\nNAME=old\n", "NAME=old\n#NAME=default\n", "NAME=older\n#NAME=default\nNAME=old\n"]
)
def test_value_replaces_the_line_that_counts(text: str, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    dotenv.write(file, dotenv.changed(text, {"NAME": "new"}))
    assert dotenv.read(file) == {"NAME": "new"}
    assert "#NAME=default" in file.read_text()


@pytest.mark.parametrize(
    ("is_written", "said"),
    [
        (False, "Stopped. Nothing was changed."),
        (True, "Stopped. The settings are written; run make configure again for the last steps."),
    ],
)
def test_command_that_is_stopped_says_whether_the_file_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any, is_written: bool, said: str
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.argv", ["configure", "--file", str(tmp_path / ".env")])
    monkeypatch.setattr(Product, "build", lambda _: None)
    monkeypatch.setattr(command, "configure", (lambda *_: {}) if is_written else stop)
    monkeypatch.setattr(command, "start", stop)
    assert main() == 1
    assert capsys.readouterr().out.splitlines()[-1] == said
