"""The sandbox behaves like Twilio toward Twilio's own client and validator."""

from collections.abc import Iterator

import pytest
from requests import ConnectionError as ConnectionFailed
from requests import Session
from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.http.response import Response
from twilio.request_validator import RequestValidator
from twilio.rest import Client

from twilio_sandbox import ACCOUNT_SID, AUTH_TOKEN, NUMBER
from twilio_sandbox.server import TwilioSandbox

MOBILE = "+16035550142"


class _Local(TwilioHttpClient):
    """Twilio's HTTP client, with the sandbox for its host."""

    def __init__(self, url: str) -> None:
        super().__init__(timeout=90)
        self._url = url

    def request(self, method: str, url: str, *args: object, **named: object) -> Response:
        return super().request(method, url.replace("https://api.twilio.com", self._url), *args, **named)


@pytest.fixture
def sandbox() -> Iterator[TwilioSandbox]:
    with TwilioSandbox() as sandbox:
        yield sandbox


def _client(sandbox: TwilioSandbox, token: str = AUTH_TOKEN) -> Client:
    return Client(ACCOUNT_SID, token, http_client=_Local(sandbox.url))


def test_text_is_recorded_and_reported_with_valid_signature(sandbox: TwilioSandbox) -> None:
    seen: list[tuple[str, dict[str, str], dict[str, str]]] = []
    sandbox.post = lambda *call: seen.append(call) or 200  # type: ignore[func-returns-value]
    sent = _client(sandbox).messages.create(
        to=MOBILE, from_=NUMBER, body="Your price is ready 🎄", status_callback="http://testserver/report"
    )
    [text] = sandbox.texts
    assert (sent.sid, sent.status, text.to, text.body) == (text.sid, "queued", MOBILE, "Your price is ready 🎄")
    assert sandbox.report(text) == 200
    [(url, params, headers)] = seen
    assert RequestValidator(AUTH_TOKEN).validate(url, params, headers["X-Twilio-Signature"])
    assert params["MessageStatus"] == "delivered"


def test_numbers_and_faults_fail_as_set(sandbox: TwilioSandbox) -> None:
    sandbox.errors = {MOBILE: 21610, "+16035550143": 30006}
    create = _client(sandbox).messages.create
    with pytest.raises(TwilioRestException) as refused:
        create(to=MOBILE, from_=NUMBER, body="Hi")
    assert refused.value.code == 21610
    assert create(to="+16035550143", from_=NUMBER, body="Hi").status == "queued"  # it fails later, in its report
    with pytest.raises(TwilioRestException) as unauthorized:
        _client(sandbox, "wrong").messages.create(to=MOBILE, from_=NUMBER, body="Hi")
    assert unauthorized.value.status == 401
    for fault, status in (("503", 503), ("429", 429)):
        sandbox.fault = fault
        with pytest.raises(TwilioRestException) as failed:
            create(to=MOBILE, from_=NUMBER, body="Hi")
        assert failed.value.status == status
    sandbox.fault, sandbox.seconds = "slow", 0.05
    with pytest.raises(ConnectionFailed):
        create(to=MOBILE, from_=NUMBER, body="Hi")


def test_controls_work_from_another_process(sandbox: TwilioSandbox) -> None:
    seen: list[dict[str, str]] = []
    sandbox.post = lambda url, params, headers: seen.append(params) or 204  # type: ignore[func-returns-value]
    with Session() as session:
        sent = session.post(f"{sandbox.url}/sandbox/text-in", json={"sender": MOBILE, "body": "Hello", "media": 1})
        assert sent.json() == {"status": 204}
        session.post(f"{sandbox.url}/sandbox/call-in", json={"caller": MOBILE})
        assert session.get(f"{sandbox.url}/sandbox/texts").json() == {"data": []}
    text, call = seen
    assert (text["Body"], text["NumMedia"], call["CallStatus"]) == ("Hello", "1", "no-answer")
