"""The security log: sign-ins, failed sign-ins and changes to how people sign in (docs/operations.md).

Each is one line with IDs and the source IP address, and never has an email address or a name.
"""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.socialaccount import signals as social
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.exceptions import PermissionDenied
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from common.email_addresses import email_key

log = logging.getLogger("security")


def record(event: str, request: HttpRequest | None, user: Any = None, **details: Any) -> None:
    """Log ``event user=… source=… …``. Without a request, the source is "command"."""
    parts = {"user": getattr(user, "pk", None) or "-", "source": _source(request), **details}
    log.info("%s %s", event, " ".join(f"{name}={value}" for name, value in parts.items()))


def _source(request: HttpRequest | None) -> str:
    if request is None:
        return "command"
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:  # a Unix socket has no address
        return "local"


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    methods = [entry.get("type") or entry["method"] for entry in get_authentication_records(request, user)]
    record("signed_in", request, user, methods=",".join(dict.fromkeys(methods)) or "sign_up")


@receiver(user_login_failed)
def _sign_in_failed(request: HttpRequest | None, credentials: dict[str, Any], **kwargs: Any) -> None:
    record("sign_in_failed", request, account_of(credentials.get("email", "")))


def account_of(email: str) -> Any:
    """Return the user with the address ``email``, verified or not, or None."""
    address = EmailAddress.objects.filter(email=email_key(email)).order_by("-verified").select_related("user").first()
    return address.user if address else None


@receiver(user_logged_out)
def _signed_out(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    if user:
        record("signed_out", request, user)


def _log_signal(signal: Signal, event: str, **details: str) -> None:
    """Log ``event`` for each ``signal``. ``details`` maps names in the log line to the signal's arguments."""

    def received(request: HttpRequest, user: Any, **kwargs: Any) -> None:
        record(event, request, user, **{name: _loggable(kwargs[argument]) for name, argument in details.items()})

    signal.connect(received, weak=False, dispatch_uid=f"security log: {event} {id(signal)}")


def _loggable(value: Any) -> Any:
    if isinstance(value, Authenticator):
        return f"{value.type}:{value.pk}"
    return value.pk if isinstance(value, EmailAddress) else value


_log_signal(account.password_changed, "password_changed")
_log_signal(account.password_set, "password_set")
_log_signal(account.password_reset, "password_reset")
_log_signal(account.email_added, "address_added", address="email_address")
_log_signal(account.email_removed, "address_removed")
_log_signal(account.email_changed, "main_address_changed", before="from_email_address", after="to_email_address")
_log_signal(mfa.authenticator_added, "authenticator_added", authenticator="authenticator")
_log_signal(mfa.authenticator_removed, "authenticator_removed", authenticator="authenticator")
_log_signal(mfa.authenticator_reset, "authenticator_reset", authenticator="authenticator")


def _log_rejected_code(signal: Signal, purpose: str) -> None:
    def received(request: HttpRequest, user: Any, last_attempt: bool, **kwargs: Any) -> None:
        record("code_rejected", request, user, purpose=purpose, last=last_attempt)

    signal.connect(received, weak=False, dispatch_uid=f"security log: code for {purpose}")


_log_rejected_code(account.login_code_rejected, "sign_in")
_log_rejected_code(account.password_reset_code_rejected, "password_reset")
_log_rejected_code(account.email_verification_code_rejected, "address")


@receiver(mfa.authentication_failed)
def _second_factor_failed(request: HttpRequest, user: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    record("second_factor_rejected", request, user, authenticator=_loggable(authenticator))


@receiver(account.email_confirmed)
def _address_verified(request: HttpRequest, email_address: EmailAddress, **kwargs: Any) -> None:
    record("address_verified", request, email_address.user, address=email_address.pk)


@receiver(social.social_account_added)
def _google_connected(request: HttpRequest, sociallogin: Any, **kwargs: Any) -> None:
    record("google_connected", request, sociallogin.user, identity=sociallogin.account.pk)


@receiver(social.social_account_removed)
def _google_disconnected(request: HttpRequest, socialaccount: SocialAccount, **kwargs: Any) -> None:
    record("google_disconnected", request, socialaccount.user)


def record_event(kind: str, *, by: Any, **details: Any) -> None:
    """Log an event that owners also see on the desk. The sentence they see is stored only in the database."""
    record(kind, context.request, by, **details)


def record_administrator(user: Any) -> None:
    """Log that ``user`` was given a role or lost it, and by whom if that was done in a request."""
    request = context.request
    by = getattr(getattr(request, "user", None), "pk", None) or "-"
    if user.role:
        record("administrator_added", request, user, role=user.role, by=by)
    else:
        record("administrator_removed", request, user, by=by)
