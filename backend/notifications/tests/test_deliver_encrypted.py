"""In production, emails are sent encrypted: with STARTTLS (``smtp://``) or over TLS (``smtps://``)."""

import datetime as dt
import ipaddress
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from config import env
from notifications import smtp
from notifications.models import MessageStatus
from notifications.tests.factories import attempt, queue_email
from testing.helpers import run_queue
from testing.mail_server import MailServer, mail_server

pytestmark = pytest.mark.django_db(transaction=True)


def _certificate(folder: Path) -> Path:
    """A file with a self-signed certificate for 127.0.0.1 and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail.test")])
    now = dt.datetime.now(dt.UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    certificate = (
        builder.not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "mail.pem"
    file.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return file


@pytest.fixture(params=["smtp", "smtps"])
def encrypted(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MailServer]:
    """A mail server that requires TLS and whose certificate is trusted."""
    file = _certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    tls = {"starttls": context} if request.param == "smtp" else {"tls": context}
    with mail_server(**tls) as running:
        url = f"{request.param}://127.0.0.1:{running.port}"
        settings.DELIVERY_BACKEND, settings.DELIVERY_OPTIONS = env.mail(url, development=False)
        yield running


def test_message_is_delivered_encrypted(encrypted: MailServer) -> None:
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert (message.status, message.error) == (MessageStatus.SENT, "")
    assert len(encrypted.received) == 1


def test_unresponsive_server_is_disconnected(encrypted: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 1.0)
    encrypted.behavior = "no_reply"
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.QUEUED
    assert message.error
    encrypted.behavior = "accept"
    monkeypatch.setattr(smtp, "DELIVERY_TIMEOUT", 300)
    assert attempt(message).status == MessageStatus.SENT


def test_untrusted_certificate_is_refused(encrypted: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    message = queue_email()
    run_queue()
    message.refresh_from_db()
    assert message.status == MessageStatus.QUEUED
    assert "CERTIFICATE_VERIFY_FAILED" in message.error
    assert not encrypted.received
