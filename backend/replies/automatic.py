"""Recognize emails that no person wrote, such as automatic replies and delivery failure reports."""

import re

from anymail.inbound import AnymailInboundMessage
from django.conf import settings

from common.business import business
from common.email_addresses import email_key

_MACHINES = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+.=-].*)?@", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\s*(automatic reply|auto(matic)?[ -]?re(ply|sponse)|out of (the )?office|undeliver(able|ed)|delivery status|"
    r"mail delivery (failed|subsystem)|returned mail|delivery (has )?failed)\b",
    re.IGNORECASE,
)
_BULK = {"bulk", "junk", "list", "auto_reply"}


def reason_to_ignore(message: AnymailInboundMessage, sender: str) -> str:
    """Return why an email counts as automatic, or "" if a person wrote it (RFC 3834, sections 2 and 5; RFC 3464; RFC
    2919).

    Replying to an automatic email could start a loop of two machines that reply to each other.
    """

    def header(name: str) -> str:
        return str(message.get(name, "")).strip().lower()

    if message.get_content_type() == "multipart/report" or header("X-Failed-Recipients"):
        return "It says that an email could not be delivered"
    if message.envelope_sender is not None and message.envelope_sender.strip("<> ") == "":
        return "It has no sender to return it to, as reports by mail servers have"
    if header("Auto-Submitted").partition(";")[0].strip() not in ("", "no"):
        return "It is an automatic reply"
    if header("X-Autoreply") or header("X-Autorespond") or header("X-Auto-Response-Suppress") == "all":
        return "It is an automatic reply"
    if header("Precedence") in _BULK or header("List-Id"):
        return "It went to many people at once"
    if _MACHINES.match(sender) or _SUBJECT.match(str(message.subject or "")):
        return "It comes from a machine"
    own = {email_key(business().email), settings.INBOUND_EMAIL_DOMAIN}
    return "It is our own email" if own & {sender, sender.rpartition("@")[2]} else ""
