"""The state of the sandbox: received texts, the errors of each number, and the webhooks it sends."""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from twilio.request_validator import RequestValidator

from twilio_sandbox import ACCOUNT_SID, AUTH_TOKEN, NUMBER
from twilio_sandbox.http import post_form

Params = dict[str, str]
# Sends a webhook: URL, parameters and headers; returns the status of the response.
Post = Callable[[str, Params, Params], int]

# The errors that the API itself responds with (Twilio's "Error and Warning Dictionary"); other codes, such as 30006
# for a landline, come later in a delivery report.
REFUSED = {
    21211: "Invalid 'To' Phone Number",
    21408: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
    21610: "Attempt to send to unsubscribed recipient",
    21614: "'To' number is not a valid mobile number",
}

LONGEST_VALIDITY = 36_000  # seconds (API reference, "ValidityPeriod")


def new_sid(prefix: str) -> str:
    """Return an ID like Twilio's: ``SM`` for a text, ``MM`` for one with pictures, ``CA`` for a call."""
    return prefix + secrets.token_hex(16)


@dataclass
class Text:
    """A text message that the product sent. ``validity`` is the number of seconds after which Twilio gives up, and
    ``error`` is Twilio's code, 0 for none."""

    sid: str
    to: str
    sender: str
    body: str
    status_callback: str
    validity: int
    status: str = "queued"
    error: int = 0


@dataclass
class Account:
    """The account that the product uses. ``site`` is where webhooks go, and ``post`` sends them (default: over HTTP).

    ``errors`` has Twilio's error code for each number that can't get texts. ``fault`` makes every call fail: a
    status (429, 500, 503), ``drop`` or ``slow`` (it hangs for ``seconds``, then the connection is dropped).
    """

    site: str = "http://testserver"
    post: Post = post_form
    account_sid: str = ACCOUNT_SID
    token: str = AUTH_TOKEN
    number: str = NUMBER
    texts: list[Text] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    fault: str = ""
    seconds: float = 30.0
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def create_text(self, params: Params) -> tuple[int, dict[str, object]]:
        """Accept a text from the product; return the status and JSON of the response."""
        to, code = params.get("To", ""), self.errors.get(params.get("To", ""), 0)
        if not to or not params.get("Body"):
            return 400, refusal(21604 if not to else 21602, "A 'To' phone number and a 'Body' are required")
        if code in REFUSED:
            return 400, refusal(code, REFUSED[code])
        validity = int(params.get("ValidityPeriod", LONGEST_VALIDITY))
        if not 1 <= validity <= LONGEST_VALIDITY:
            return 400, refusal(20001, "ValidityPeriod is out of range")
        text = Text(
            new_sid("SM"), to, params.get("From", ""), params["Body"], params.get("StatusCallback", ""), validity,
            error=code,
        )  # fmt: skip
        with self.lock:
            self.texts.append(text)
        return 201, self.message_resource(text)

    def message_resource(self, text: Text) -> dict[str, object]:
        """Return the resource that Twilio responds with (API reference, "Message properties")."""
        return {
            "account_sid": self.account_sid, "api_version": "2010-04-01", "body": text.body, "date_created": None,
            "date_sent": None, "date_updated": None, "direction": "outbound-api", "error_code": text.error or None,
            "error_message": None, "from": text.sender, "messaging_service_sid": None, "num_media": "0",
            "num_segments": "1", "price": None, "price_unit": "USD", "sid": text.sid, "status": text.status,
            "subresource_uris": {}, "to": text.to,
            "uri": f"/2010-04-01/Accounts/{self.account_sid}/Messages/{text.sid}.json",
        }  # fmt: skip

    def report(self, text: Text, status: str = "") -> int:
        """Send the delivery report of a text to its ``StatusCallback``: by default ``delivered``, or ``undelivered``
        with the error of its number.
        """
        text.status = status or ("undelivered" if text.error else "delivered")
        params = {
            "MessageSid": text.sid, "SmsSid": text.sid, "MessageStatus": text.status, "SmsStatus": text.status,
            "To": text.to, "From": text.sender, "AccountSid": self.account_sid, "ApiVersion": "2010-04-01",
        }  # fmt: skip
        return self.send(text.status_callback, params | ({"ErrorCode": str(text.error)} if text.error else {}))

    def text_in(self, sender: str, body: str, *, media: int = 0, sid: str = "") -> int:
        """Send the webhook of a text from ``sender`` (E.164) to the product's number, with ``media`` pictures."""
        return self.send(f"{self.site}/api/webhooks/twilio/messages", self.text_params(sender, body, media, sid))

    def text_params(self, sender: str, body: str, media: int = 0, sid: str = "") -> Params:
        """Return the parameters of a text's webhook; ``sid`` is new by default."""
        sid = sid or new_sid("MM" if media else "SM")
        pictures = {f"MediaUrl{n}": f"https://api.twilio.com/media/{n}" for n in range(media)}
        kinds = {f"MediaContentType{n}": "image/jpeg" for n in range(media)}
        return {
            "MessageSid": sid, "SmsMessageSid": sid, "SmsSid": sid, "AccountSid": self.account_sid, "From": sender,
            "To": self.number, "Body": body, "NumMedia": str(media), "NumSegments": "1", "SmsStatus": "received",
            "FromCountry": "US", "ApiVersion": "2010-04-01",
            **pictures, **kinds,
        }  # fmt: skip

    def call_in(self, caller: str, status: str = "no-answer", *, dial_status: str = "", sid: str = "") -> int:
        """Send a webhook of a call from ``caller``. ``dial_status`` is the result of forwarding it, if it was."""
        params = self.call_params(caller, status, dial_status=dial_status, sid=sid)
        return self.send(f"{self.site}/api/webhooks/twilio/calls", params)

    def call_params(self, caller: str, status: str, *, dial_status: str = "", sid: str = "") -> Params:
        """Return the parameters of a call's webhook; ``sid`` is new by default."""
        params = {
            "CallSid": sid or new_sid("CA"), "AccountSid": self.account_sid, "From": caller, "To": self.number,
            "CallStatus": status, "Direction": "inbound", "ApiVersion": "2010-04-01",
        }  # fmt: skip
        return params | ({"DialCallStatus": dial_status} if dial_status else {})

    def send(self, url: str, params: Params) -> int:
        """Send a signed webhook; return the status of the response."""
        return self.post(url, params, {"X-Twilio-Signature": self.sign(url, params)})

    def sign(self, url: str, params: Params) -> str:
        """Return the signature that Twilio's own library computes."""
        return str(RequestValidator(self.token).compute_signature(url, params))


def refusal(code: int, message: str) -> dict[str, object]:
    """Return the JSON of a rejected call."""
    return {
        "code": code,
        "message": message,
        "more_info": f"https://www.twilio.com/docs/errors/{code}",
        "status": 400,
    }
