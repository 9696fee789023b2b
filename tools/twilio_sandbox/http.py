"""Sending webhooks over HTTP."""

import urllib.error
import urllib.parse
import urllib.request

TIMEOUT = 15  # seconds, as Twilio waits for a webhook


def post_form(url: str, params: dict[str, str], headers: dict[str, str]) -> int:
    """Post a form as Twilio does; return the status of the response."""
    body = urllib.parse.urlencode(params).encode()
    given = {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8", "User-Agent": "TwilioProxy/1.1"}
    request = urllib.request.Request(url, body, given | headers)  # noqa: S310 - the sandbox's own setting
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
