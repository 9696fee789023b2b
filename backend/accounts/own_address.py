"""The addresses of an account: who owns what was submitted with one, and who gets messages about it."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from allauth.account.models import EmailAddress

from accounts.models import User, Viewer
from common.email_addresses import email_key


def account_of_sender(sender: Viewer, typed: str) -> User | None:
    """Return the account that owns what ``sender`` submits with the address ``typed``; None if they are signed out.

    Administrators enter what customers say on the phone. That belongs to the customer, who can claim it with their
    address, unless the administrator typed an address of their own.
    """
    if not isinstance(sender, User):
        return None
    if sender.is_admin and email_key(typed) not in own_address_keys(sender):
        return None
    return sender


def verified_addresses(user: User) -> list[str]:
    """Return the addresses that ``user`` has verified, the primary one first."""
    return verified_by_account([user.id])[user.id]


def verified_by_account(user_ids: Iterable[UUID]) -> defaultdict[UUID, list[str]]:
    """Return the addresses that each account has verified, its primary one first. Costs one query."""
    rows = EmailAddress.objects.filter(user__in=user_ids, verified=True).order_by("-primary", "id")
    verified: defaultdict[UUID, list[str]] = defaultdict(list)
    for user_id, email in rows.values_list("user", "email"):
        verified[user_id].append(email)
    return verified


def own_address_keys(user: User) -> set[str]:
    """Return the address of the account and the verified ones, as ``email_key`` does."""
    return {email_key(address) for address in (user.email, *verified_addresses(user))}


def customer_address(user: User | None, typed: str) -> str:
    """Return where to send messages about something that ``user`` (None for a guest) submitted with the address
    ``typed``.

    A user's messages go to an address they have verified, so that an account can't be used to email other people.
    """
    if user is None:
        return typed
    own = verified_addresses(user)
    if email_key(typed) in map(email_key, own):
        return typed
    return own[0] if own else user.email
