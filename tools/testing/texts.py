"""Twilio for tests: the product's texts go through Twilio's own client to a local server, over real HTTP."""

import datetime as dt
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from urllib.parse import urlencode, urlsplit

import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from texts.quiet_hours import next_allowed
from twilio_sandbox import ACCOUNT_SID, AUTH_TOKEN, NUMBER
from twilio_sandbox.account import Params

SITE = "http://testserver"


def post_to_product(url: str, params: Params, headers: Params) -> int:
    """Deliver a webhook from the sandbox to the product under test; return the status of the response."""
    parts = urlsplit(url)
    response = APIClient().post(
        f"{parts.path}?{parts.query}" if parts.query else parts.path,
        urlencode(params),
        content_type="application/x-www-form-urlencoded",
        headers=headers,
    )
    return int(response.status_code)


def use_twilio(settings: Any, api_url: str) -> None:
    """Let the product send its texts to the sandbox at ``api_url``."""
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, settings.TWILIO_NUMBER = ACCOUNT_SID, AUTH_TOKEN, NUMBER
    settings.TWILIO_API_URL, settings.SMS_REGISTERED, settings.TEXTS_TO_FOLDER = api_url, True, False
    settings.SITE_URL = SITE


def at_daytime() -> AbstractContextManager[object]:
    """Set the clock to a time when people may be texted: unchanged by day, the next morning at night.

    It is never behind the database's clock, by which the queue waits.
    """
    now = timezone.now()
    morning = next_allowed(now)
    return nullcontext() if morning == now else time_machine.travel(morning + dt.timedelta(hours=1))
