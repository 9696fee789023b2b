"""Services for profiles and saved addresses."""

from typing import Any
from uuid import UUID

from allauth.account.signals import email_changed
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.dispatch import receiver
from django.shortcuts import get_object_or_404

from accounts.models import Address, AddressStatus, User, Viewer
from accounts.signals import address_moved, contact_changed
from common.errors import Conflict, field_error
from common.new_hampshire import is_in_new_hampshire
from common.unset import UNSET, Unset, assign


@transaction.atomic
def update_profile(*, user: User, first_name: str | Unset = UNSET, last_name: str | Unset = UNSET) -> User:
    """Change the names that are given."""
    changed = assign(user, first_name=first_name, last_name=last_name)
    user.save(update_fields=[*changed, "updated_at"])
    contact_changed.send(sender=User, user=user)
    return user


@receiver(email_changed)
def _primary_email_changed(user: User, **kwargs: Any) -> None:
    contact_changed.send(sender=User, user=user)


def saved_address(viewer: Viewer, address_id: UUID) -> Address:
    """Return a saved address of the caller. Raises DomainError (400) for ``addressId`` if it is not theirs."""
    address = Address.objects.owned_by(viewer).filter(id=address_id).first()
    if address is None:
        raise field_error("addressId", "This isn't one of your saved addresses")
    return address


@transaction.atomic
def add_address(
    *, user: User, street: str, city: str, state: str, zip_code: str, label: str = "", is_default: bool = False
) -> Address:
    """Save an address. The first one always becomes the default."""
    lock_addresses(user)
    first = not Address.objects.owned_by(user).exists()
    if is_default and not first:
        _drop_default(user)
    return Address.objects.create(
        user=user,
        label=label,
        street=street,
        city=city,
        state=state,
        zip_code=zip_code,
        is_default=is_default or first,
    )


@transaction.atomic
def change_address(
    *,
    user: User,
    address_id: UUID,
    label: str | Unset = UNSET,
    street: str | Unset = UNSET,
    city: str | Unset = UNSET,
    state: str | Unset = UNSET,
    zip_code: str | Unset = UNSET,
    is_default: bool | Unset = UNSET,
) -> Address:
    """Change an address, or make it the default. Raises Http404, and Conflict for unsetting the default."""
    lock_addresses(user)
    address = get_object_or_404(Address.objects.owned_by(user), id=address_id)
    if is_default is False and address.is_default:
        raise Conflict("Make another address the default instead")
    if is_default is True:
        _drop_default(user)
    place = str(address)
    assign(address, label=label, street=street, city=city, state=state, zip_code=zip_code, is_default=is_default)
    address.save()
    if str(address) != place:
        address_moved.send(sender=Address, address=address)
    return address


@transaction.atomic
def delete_address(*, user: User, address_id: UUID) -> None:
    """Delete an address. If it was the default, the newest remaining one becomes the default. Quotes keep a copy.

    Raises Http404, and Conflict if it has a live subscription or stored items, or if it is in another state and its ZIP
    code decides how an unfinished quote is billed (``quotes.deposits``).
    """
    lock_addresses(user)
    address = get_object_or_404(Address.objects.owned_by(user), id=address_id)
    if address.status in AddressStatus.IN_USE or address.storage_subscriptions.live().exists():
        raise Conflict("This address has a storage subscription or items in storage")
    if not is_in_new_hampshire(address.zip_code) and address.quotes.unfinished().exists():
        raise Conflict("We need this address for a quote that isn't finished. You can delete it after that.")
    address.delete()
    if address.is_default and (successor := Address.objects.owned_by(user).order_by("-created_at", "-id").first()):
        successor.is_default = True
        successor.save()


def end_sessions(*, user: User) -> None:
    """Sign ``user`` out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def lock_addresses(user: User) -> None:
    """Serialize what changes a user's addresses or stores a reference to one: "exactly one default" spans several rows,
    and an address must not be deleted between being read and being referred to.
    """
    User.objects.select_for_update().get(pk=user.pk)


def _drop_default(user: User) -> None:
    Address.objects.owned_by(user).filter(is_default=True).update(is_default=False)
