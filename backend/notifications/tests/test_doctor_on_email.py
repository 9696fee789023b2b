"""The installation checks for email: the mail server, late or failed emails, SPF and DKIM."""

import datetime as dt
import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any

import dns.flags
import dns.message
import dns.rdatatype
import dns.rrset
import pytest
from django.utils import timezone

from common.doctor import Result, State, inspect
from notifications.models import Message
from notifications.tests.factories import queue_email
from testing.helpers import run_queue
from testing.mail_server import MailServer

Zone = dict[str, str]


def _found(name: str) -> Result:
    (result,) = inspect([name])
    assert bool(result.what_to_do) == (result.state != State.OK)
    return result


@pytest.fixture
def zone(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    """The TXT records of a name server on loopback that the checks query."""
    monkeypatch.setattr("notifications.mail_domain.LOOKUP_TIMEOUT", 90)  # a busy machine is slow
    records: Zone = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        settings.DNS_SERVER = f"127.0.0.1:{listener.getsockname()[1]}"
        settings.BUSINESS_EMAIL = "hello@lights.example"

        def serve() -> None:
            while question := listener.recvfrom(4096):
                if not question[0]:
                    return
                query = dns.message.from_wire(question[0])
                answer = dns.message.make_response(query)
                if text := records.get(query.question[0].name.to_text(omit_final_dot=True)):
                    answer.answer.append(dns.rrset.from_text(query.question[0].name, 60, "IN", "TXT", f'"{text}"'))
                else:
                    answer.set_rcode(dns.rcode.NXDOMAIN)
                listener.sendto(answer.to_wire(), question[1])

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield records
        listener.sendto(b"", listener.getsockname())
        thread.join(10)


def test_working_mail_server_is_ok(server: MailServer) -> None:
    assert (_found("email").state, _found("email").sentence) == (
        State.OK,
        "The mail server 127.0.0.1 accepts our connection.",
    )


def test_wrong_mail_password_is_failing(server: MailServer, settings: Any) -> None:
    settings.DELIVERY_OPTIONS |= {"username": "lights", "password": "wrong"}
    assert (_found("email").state, _found("email").sentence) == (
        State.FAILING,
        "The mail server 127.0.0.1 rejects the user name or password.",
    )


def test_unreachable_mail_server_is_failing(server: MailServer, settings: Any) -> None:
    settings.DELIVERY_OPTIONS |= {"port": 9}
    assert "can't be used" in _found("email").sentence


def test_emails_into_a_folder_are_a_warning(settings: Any) -> None:
    settings.DELIVERY_OPTIONS = {}
    assert _found("email").state == State.WARNING


@pytest.mark.django_db(transaction=True)
def test_late_and_failed_emails_are_reported(server: MailServer) -> None:
    assert _found("email-delivery").state == State.OK
    queue_email()
    assert _found("email-delivery").state == State.OK
    Message.objects.update(created_at=timezone.now() - dt.timedelta(hours=1))
    late = _found("email-delivery")
    assert (late.state, late.sentence) == (State.WARNING, "Emails that should have been sent by now: 1.")
    server.behavior = "refuse_recipient"
    run_queue()
    failed = _found("email-delivery")
    assert (failed.state, failed.sentence) == (State.FAILING, "Emails that failed for good in the last day: 1.")


def test_missing_spf_and_dkim_are_warnings(zone: Zone) -> None:
    zone["lights.example"] = "google-site-verification=1"
    assert (_found("spf").state, _found("dkim").state) == (State.WARNING, State.WARNING)


def test_spf_and_dkim_are_found(zone: Zone) -> None:
    zone["lights.example"] = "V=SPF1 include:_spf.mail.example -all"  # in any case (RFC 7208, section 12)
    zone["selector1._domainkey.lights.example"] = "v=DKIM1; k=rsa; p=MIIB"
    assert (_found("spf").state, _found("dkim").state) == (State.OK, State.OK)


def test_dkim_under_unusual_selector_is_found_when_set(zone: Zone, settings: Any) -> None:
    zone["autumn._domainkey.lights.example"] = "v=DKIM1; p=MIIB"
    assert _found("dkim").state == State.WARNING
    settings.DKIM_SELECTORS = ["autumn"]
    assert _found("dkim").state == State.OK


def test_unreachable_name_server_is_a_warning(zone: Zone, settings: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("notifications.mail_domain.LOOKUP_TIMEOUT", 0.1)
    settings.DNS_SERVER = "127.0.0.1:9"
    assert "could not be reached" in _found("spf").sentence
