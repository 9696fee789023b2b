"""The second sign-in step for administrators.

A session that hasn't taken it has a customer's rights: ``User.is_admin`` is false, and every check of administrator
rights, including Django's own in the back office, depends on that property.
"""

import time
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse

from accounts.factors import FACTORS
from accounts.models import User, Viewer
from accounts.sessions import ENDS_AT
from accounts.staff.services import accept_invitations

RETURN_TO = "second_step_return_to"  # session key: where to go after setting up a factor


def limit_rights(request: HttpRequest, user: Viewer) -> Viewer:
    """Return ``user`` with the rights of this session, or AnonymousUser if the session has ended.

    A session that was opened before its user became an administrator is ended.
    """
    if not isinstance(user, User) or not user.has_admin_role:
        return user
    if ENDS_AT not in request.session:
        request.session.flush()
        return AnonymousUser()
    user.second_factor_missing = settings.SECOND_FACTOR_REQUIRED and not _used_second_factor(request, user)
    return user


def has_second_factor(user: User) -> bool:
    """Return whether ``user`` has set up a passkey, a security key or an authenticator app."""
    found: bool = Authenticator.objects.filter(user=user, type__in=FACTORS).exists()
    return found


def second_step_path(return_to: str) -> str:
    """Return the path of the second sign-in step, which then redirects to ``return_to``."""
    return f"{reverse('second_step')}?{urlencode({'next': return_to})}"


def confirmation_path(user: User, return_to: str) -> str:
    """Return the path of the page that asks for a code, or for a passkey if ``user`` has no authenticator app."""
    has_app = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
    page = reverse("mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn")
    return f"{page}?{urlencode({'next': return_to})}"


def _used_second_factor(request: HttpRequest, user: User) -> bool:
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))


@receiver(user_logged_in)
def _begin_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    accept_invitations(user)  # before the session begins, since it keeps the rights it begins with
    if user.has_admin_role:
        request.session[ENDS_AT] = time.time() + settings.ADMIN_SESSION_SECONDS
    limit_rights(request, user)


@receiver(authenticator_added)
def _count_setup(request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """Count setting up the first factor as using it.

    An additional one doesn't count: otherwise someone who has only the password could add a factor and use it.
    """
    mine = Authenticator.objects.filter(user=user, type__in=FACTORS)
    if authenticator.type in FACTORS and not mine.exclude(pk=authenticator.pk).exists():
        record_authentication(request, user, method="mfa", id=authenticator.pk, type=authenticator.type)
        user.second_factor_missing = False
