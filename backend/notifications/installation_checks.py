"""Installation checks for email (``common.doctor``)."""

import smtplib
from collections.abc import Callable

from django.conf import settings
from django.core.mail import get_connection

from common.doctor import Finding, check, failing, ok, warning
from common.worker.state import messages_state
from notifications.mail_domain import NameServerUnreachable, has_dkim, has_spf, sending_domain

CORRECT_IT = "Run make configure, which asks for the mail server and sends a test email."


@check("email", "Mail server", remote=True)
def _server() -> Finding:
    if "host" not in settings.DELIVERY_OPTIONS:
        return warning("Emails are written to a folder and reach no one.", CORRECT_IT)
    server = settings.DELIVERY_OPTIONS["host"]
    try:
        connection = get_connection(settings.DELIVERY_BACKEND, **settings.DELIVERY_OPTIONS)
        connection.open()
        connection.close()
    except smtplib.SMTPAuthenticationError:
        return failing(f"The mail server {server} rejects the user name or password.", CORRECT_IT)
    except (smtplib.SMTPException, OSError) as error:
        return failing(f"The mail server {server} can't be used: {error}.", CORRECT_IT)
    return ok(f"The mail server {server} accepts our connection.")


@check("email-delivery", "Emails")
def _delivery() -> Finding:
    state = messages_state()
    if state["failed"]:
        return failing(
            f"Emails that failed for good in the last day: {state['failed']}.",
            "The outbox on the desk, under Customers, shows why and can send them again.",
        )
    if state["queued"]:
        return warning(
            f"Emails that should have been sent by now: {state['queued']}.",
            "They are retried for three days. If the mail server refuses them, the outbox on the desk shows why.",
        )
    return ok("All emails went out.")


@check("spf", "Email sender (SPF)", remote=True)
def _spf() -> Finding:
    domain = sending_domain()
    return _in_dns(
        has_spf,
        f"{domain} says which servers send its email.",
        f"{domain} doesn't say which servers send its email (SPF), so it may be treated as spam.",
        "Add the TXT record that your email provider shows to the domain, such as v=spf1 include:… -all",
    )


@check("dkim", "Email signature (DKIM)", remote=True)
def _dkim() -> Finding:
    domain = sending_domain()
    return _in_dns(
        has_dkim,
        f"{domain} has a key for signed emails.",
        f"No key for signed emails (DKIM) was found at {domain}, so they may be treated as spam.",
        "Turn on signing at your email provider and add the record it shows to the domain. If it is already there, set "
        "DKIM_SELECTORS in .env to the first part of the record's name.",
    )


def _in_dns(is_found: Callable[[str], bool], found: str, missing: str, what_to_do: str) -> Finding:
    try:
        return ok(found) if is_found(sending_domain()) else warning(missing, what_to_do)
    except NameServerUnreachable as error:
        return warning(f"The domain's name server could not be reached ({error}).", "Try again in a few minutes.")
