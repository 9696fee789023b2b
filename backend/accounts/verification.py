"""Ownership of accounts: a person owns an account once they have verified its email address.

Sign-up creates an account only then (``accounts.sign_up``). An account without a verified address can still come from a
command or an older version, and anyone who knew the address could have set its password and names. So the first
verification resets the account.
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
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import security_log
from accounts.models import User
from accounts.services import end_sessions
from common.email_addresses import email_key


class AccountExists(Exception):
    """The address belongs to a verified account."""


def find_account(email: str) -> User | None:
    """Return the verified account that ``email`` belongs to, or None."""
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
    """Return the account of the person who has just verified ``email``: a new one, or an unverified one that is reset.

    Raises AccountExists if a verified account has this address.
    """
    email = email_key(email)
    if find_account(email):
        raise AccountExists
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().filter(email=email).first() or User.objects.create_user(email)
            if is_verified(user):  # verified since the query above
                raise AccountExists
            forget_credentials(user, keep=email)
            EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    except IntegrityError:  # another sign-up with this address was faster
        raise AccountExists from None
    return user


def forget_credentials(user: User, *, keep: str) -> None:
    """Remove every way to sign in except a code emailed to ``keep``, clear the names, and end all sessions."""
    if user.has_usable_password() or Authenticator.objects.filter(user=user).exists():
        security_log.record("account_reset", context.request, user)
    EmailAddress.objects.filter(user=user).exclude(email=keep).delete()
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    end_sessions(user=user)
    user.email = keep
    user.first_name = user.last_name = user.profile_image_url = ""
    user.set_unusable_password()  # also ends sessions that allauth doesn't list
    user.save()


@receiver(email_confirmed)
def _reset_at_first_verification(request: HttpRequest, email_address: EmailAddress, **kwargs: Any) -> None:
    """Reset an account at its first verified address, unless this session is signed in to it or knows its password."""
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
    """Delete accounts that were never verified or used, except administrators and those with protected rows."""
    verified = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    unused = User.objects.filter(~Exists(verified), last_login=None, role=None)
    for user in unused.filter(created_at__lt=created_before):
        with suppress(ProtectedError):
            user.delete()
