"""A Twilio sandbox whose webhooks reach the API, and a mailbox at Postmark."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import LazySettings, settings
from rest_framework.test import APIClient

from replies.tests.mails import SECRET
from twilio_sandbox import ACCOUNT_SID, AUTH_TOKEN, NUMBER
from twilio_sandbox.server import TwilioSandbox


def post_form(url: str, params: dict[str, str], headers: dict[str, str]) -> int:
    """Post a form to the API as Twilio does; return the status of the response."""
    client: Any = APIClient(raise_request_exception=False)
    path = url.removeprefix(settings.SITE_URL)
    body = urlencode(params)
    kind = "application/x-www-form-urlencoded; charset=UTF-8"
    return int(client.generic("POST", path, body, content_type=kind, headers=headers).status_code)


@pytest.fixture
def twilio(settings: LazySettings, db: None) -> Iterator[TwilioSandbox]:
    """A Twilio account that the product calls over real HTTP; its webhooks are sent directly to the API."""
    sandbox = TwilioSandbox(site=settings.SITE_URL, post=post_form)
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = ACCOUNT_SID, AUTH_TOKEN
    settings.TWILIO_NUMBER, settings.SMS_REGISTERED, settings.TEXTS_TO_FOLDER = NUMBER, True, False
    with sandbox:
        settings.TWILIO_API_URL = sandbox.url
        yield sandbox


@pytest.fixture
def inbound_email(settings: LazySettings) -> None:
    """Replies by email come in through Postmark."""
    settings.INBOUND_EMAIL_PROVIDER, settings.INBOUND_EMAIL_DOMAIN = "postmark", "reply.lights.example"
    settings.INBOUND_EMAIL_SECRET = SECRET
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.INBOUND_EMAIL_BYTES
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
