"""Ownership of accounts: a person owns an account once they have shown that they read email at its address.

Sign-up creates an account only after that (``accounts.sign_up``). An account without a verified address can still come
from a command or an older version; its contents may have been set by anyone who knew the address. So the first code
that verifies it removes all of them.
"""

import datetime as dt
from contextlib import suppress
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import security_log
from accounts.models import User
from common.email_addresses import email_key


class AccountExists(Exception):
    """The address belongs to an account whose owner is known."""


def find_account(email: str) -> User | None:
    """Return the verified account that ``email`` belongs to."""
    address = EmailAddress.objects.filter(email=email_key(email), verified=True).select_related("user").first()
    if address:
        owner: User = address.user
        return owner
    user = User.objects.filter(email=email_key(email)).first()
    return user if user and is_verified(user) else None


def is_verified(user: User) -> bool:
    """Return whether any address of ``user`` is verified."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


@transaction.atomic
def claim_address(email: str) -> User:
    """Return the account of the person who has just shown that they read email at ``email``.

    It is a new one, or an unverified one from which everything set before is removed. Raises AccountExists if it
    belongs to someone.
    """
    email = email_key(email)
    if find_account(email):
        raise AccountExists
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().filter(email=email).first() or User.objects.create_user(email)
            if is_verified(user):  # since the query above
                raise AccountExists
            forget_credentials(user, keep=email)
            EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    except IntegrityError:  # another sign-up with this address has created it first
        raise AccountExists from None
    return user


def forget_credentials(user: User, *, keep: str) -> None:
    """Remove every way to sign in except email at ``keep``, and the names; end all sessions."""
    if user.has_usable_password() or Authenticator.objects.filter(user=user).exists():
        security_log.record("account_reset", context.request, user)
    EmailAddress.objects.filter(user=user).exclude(email=keep).delete()
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    for session in UserSession.objects.filter(user=user):
        session.end()
    user.email = keep
    user.first_name = user.last_name = user.profile_image_url = ""
    user.set_unusable_password()  # also ends the sessions that are not listed
    user.save()


@receiver(email_confirmed)
def _reset_at_first_verification(request: HttpRequest, email_address: EmailAddress, **kwargs: Any) -> None:
    """Reset an account whose first address was just verified, unless by a session that knows its password."""
    user = email_address.user
    if EmailAddress.objects.filter(user=user, verified=True).exclude(pk=email_address.pk).exists():
        return
    methods = {record["method"] for record in get_authentication_records(request, user)}
    if request.user == user or "password" in methods:
        return
    with transaction.atomic():
        forget_credentials(user, keep=email_address.email)
        EmailAddress.objects.filter(pk=email_address.pk).update(primary=True)


def delete_unverified_accounts(*, created_before: dt.datetime) -> None:
    """Delete accounts that were never verified or signed in to, except administrators and owners of rows."""
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    unused = User.objects.filter(~Exists(verified), last_login=None, role=None)
    for user in unused.filter(created_at__lt=created_before):
        with suppress(ProtectedError):
            user.delete()
