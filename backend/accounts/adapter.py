"""Adapters that override django-allauth's defaults."""

import logging
from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.internal.stagekit import unstash_login
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts import security_log
from accounts.devices import record_device
from accounts.email_kinds import account_email_kind
from accounts.encryption import Unreadable, decrypt, encrypt
from accounts.html_emails import html_part
from accounts.models import User, Viewer
from accounts.own_address import verified_addresses
from accounts.return_to import safe_path
from accounts.verification import find_account
from common.business import business
from common.clients import client_ip
from common.email_addresses import email_key, validate_email_address
from common.email_kinds import set_kind

log = logging.getLogger(__name__)

_IS_FIRST_SIGN_IN = "first_sign_in"  # session key

# A notice also goes to the addresses in its context: the previous address matters most, in case of a takeover.
_CONTEXT_ADDRESSES = ["from_email", "to_email", "deleted_email"]


def _user_signing_in(request: HttpRequest) -> Viewer | None:
    """Return the signed-in user, or the one who has entered a password and still needs the second factor."""
    login = None if request.user.is_authenticated else unstash_login(request, peek=True)
    return login.user if login else request.user


class AccountAdapter(DefaultAccountAdapter):
    """Account rules: safe redirects, email addresses, new devices, lockouts, reauthentication and emails."""

    _attempted: User | None = None

    error_messages = DefaultAccountAdapter.error_messages | {
        "code_used_up": "That code no longer works. Send yourself a new one.",
        "email_taken": "Nothing was added: this address has an account of its own. Sign out and sign in with it to see "
        "what's there, or call us.",
        "email_password_mismatch": "That email and password don't match.",
        "enter_current_password": "That's not your current password.",
        "incorrect_code": "That code isn't right. Use the one in our newest email.",
        "incorrect_password": "That's not your password.",
        "rate_limited": "Please wait a minute before you ask for another code.",
        "too_many_login_attempts": "Too many attempts. Please wait a few minutes.",
    }

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether allauth may redirect to ``url``."""
        return url is not None and safe_path(url) == url

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the IP address that allauth's rate limits count."""
        return str(client_ip(request) or super().get_client_ip(request))

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return where to go after a sign-in without a return path."""
        return "/my-services"

    def clean_email(self, email: str) -> str:
        """Raise ValidationError for an address that we don't accept, even if Google sent it."""
        validate_email_address(email)
        return email

    # --- New devices

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Remember whether this is the user's first sign-in, before ``last_login`` is set."""
        if user.last_login is None:
            request.session[_IS_FIRST_SIGN_IN] = True  # kept in the session: a second step is another request
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Notify the user if the device is new, except at a customer's first sign-in, when every device is."""
        notify = not request.session.pop(_IS_FIRST_SIGN_IN, False) or user.has_admin_role
        record_device(request, user, notify=notify and not kwargs.get("signup"))
        response: HttpResponse = super().post_login(request, user, **kwargs)
        return response

    # --- Wrong passwords

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return one key per account, whichever of its addresses is used.

        allauth's key also depends on the Host header, which an attacker could vary.
        """
        email = credentials.get("email", "")
        owner = security_log.account_of(email)
        return str(owner.pk) if owner else email_key(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raise ValidationError after too many wrong passwords."""
        self._attempted = security_log.account_of(credentials.get("email", ""))
        super().pre_authenticate(request, **credentials)

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return the error that a form shows. A lockout is also logged in the security log."""
        if code == "too_many_login_attempts":
            security_log.record("locked_out", self.request, self._attempted or _user_signing_in(self.request))
        error: ValidationError = super().validation_error(code, *args)
        return error

    # --- Reauthentication

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether a change needs reauthentication.

        Raises ReauthenticationRequired for an account without a password or a second factor, unless an emailed code
        was entered recently. allauth would let such an account through.
        """
        # Imported late, since these views need this adapter.
        from accounts.reauthentication import did_confirm_by_code

        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        user = self.request.user
        only_by_code = user.is_authenticated and not get_reauthentication_flows(user)
        if only_by_code and not did_confirm_by_code(self.request):
            raise ReauthenticationRequired
        return required

    def get_reauthentication_methods(self, user: Viewer) -> list[dict[str, str]]:
        """Return the ways to reauthenticate, or an emailed code for an account that has none.

        A session that lacks the second step must use a second factor. Otherwise a password would be enough to add a
        second factor and then use it.
        """
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        if isinstance(user, User) and user.second_factor_missing:
            methods = [method for method in methods if method["id"].startswith("mfa_")] or methods
        if methods or not user.is_authenticated:
            return methods
        return [{"id": "code", "description": "Send me a code", "url": reverse("reauthenticate_by_code")}]

    # --- Emails

    def get_from_email(self) -> str:
        """Return the From address."""
        return business().from_address

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """Render one of allauth's emails with an HTML part, and set its kind for the outbox."""
        rendered: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        rendered.attach_alternative(html_part(str(rendered.subject), str(rendered.body), context), "text/html")
        set_kind(rendered, account_email_kind(template_prefix, self.request))
        return rendered

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email, from a request or a command. Links use ``SITE_URL``, never the request's Host header."""
        owner = context.get("owner") or find_account(email)
        links = {
            "signup_url": settings.SITE_URL + reverse("account_signup"),
            "password_reset_url": settings.SITE_URL + reverse("account_reset_password"),
        }
        name = " ".join(owner.first_name.split()) if owner else ""
        # Staff are never told to call their own number.
        context = {**context, **links, "first_name": name, "staff_role": owner.role if owner else None}
        if self.request is None:  # allauth's method needs a request for the site's name
            self.render_mail(template_prefix, email, {"email": email, **context}).send()
        else:
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Notify a user of a change, at all verified addresses and those in the context.

        Without a request (from a command), the email names no browser or IP address.
        """
        context = {"owner": user, **(context or {})}
        verified = verified_addresses(user)
        named = [context[key] for key in _CONTEXT_ADDRESSES if context.get(key)]
        for recipient in sorted({*verified, *named, *([email] if email else [])} - {context.get("added_email")}):
            if self.request is None:
                self.send_mail(template_prefix, recipient, {"timestamp": timezone.now(), **context})
            else:
                super().send_notification_mail(template_prefix, user, context, recipient)


class MFAAdapter(DefaultMFAAdapter):
    """Readable names for passkeys, and encrypted seeds."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "Turn two-step sign-in off first, then add the address.",
        "incorrect_code": "That code isn't right. The app shows a new one every 30 seconds.",
        "unreadable_authenticator": "We can't check this code anymore. Use a passkey, or call us.",
        "unverified_email": "Confirm your email address first, then set up two-step sign-in.",
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a seed for storage."""
        return encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a stored seed. Raises ValidationError if no secret key can."""
        try:
            return decrypt(encrypted_text)
        except Unreadable:
            log.error("A second factor can't be read: SECRET_KEY was changed without SECRET_KEY_FALLBACKS")
            raise self.validation_error("unreadable_authenticator") from None

    def get_totp_issuer(self) -> str:
        """Return the name that authenticator apps show."""
        return business().name

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return the default name of a new passkey: the first one that is free."""
        taken = {each.wrap().name for each in Authenticator.objects.filter(user=user, type=type)}
        names = ("Passkey", *(f"Passkey {number}" for number in range(2, len(taken) + 2)))
        return next(name for name in names if name not in taken)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the relying party, with the name that browsers show for the passkey."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": business().name}


class UserSessionsAdapter(DefaultUserSessionsAdapter):
    """Log ended sessions in the security log."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Sign these sessions out."""
        for session in sessions:
            security_log.record("session_ended", self.request, session.user, session=session.pk)
            session.end()
