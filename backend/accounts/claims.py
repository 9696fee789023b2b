"""Claims: a guest's rows join an account once it has verified their email address."""

from typing import Any, TypeVar

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.contrib.auth.signals import user_logged_in
from django.db.models import Model, QuerySet
from django.dispatch import receiver

from accounts.models import User
from accounts.own_address import verified_addresses
from accounts.signals import guest_rows_may_be_claimed
from common.email_addresses import email_key, same_address

M = TypeVar("M", bound=Model)


@receiver(email_confirmed)
def _confirmed(email_address: EmailAddress, **kwargs: Any) -> None:
    _announce(email_address.user, email_address.email)


@receiver(user_logged_in)
def _logged_in(user: User, **kwargs: Any) -> None:
    for email in verified_addresses(user):
        _announce(user, email)


def _announce(user: User, email: str) -> None:
    guest_rows_may_be_claimed.send(sender=User, user=user, email=email)


def rows_of_address(rows: QuerySet[M], *, email: str, field: str) -> tuple[QuerySet[M], QuerySet[M]]:
    """Return two querysets: the guest rows whose ``field`` is ``email``, and the rows of the account that has verified
    that address. They are separate so that each can use its own index.
    """
    verified = EmailAddress.objects.filter(email=email_key(email), verified=True)
    accounts = list(verified.values_list("user_id", flat=True))
    return rows.filter(same_address(field, email), user=None), rows.filter(user__in=accounts)


def register_claims(model: type[Model], *, field: str) -> None:
    """Assign the guest rows of ``model`` whose ``field`` is a verified address of a user to that user."""

    def claim(user: User, email: str, **kwargs: Any) -> None:
        model._default_manager.filter(same_address(field, email), user=None).update(user=user)

    guest_rows_may_be_claimed.connect(claim, weak=False, dispatch_uid=model._meta.label)
