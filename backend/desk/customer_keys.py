"""The keys of customers on the desk: an account's ID, or a guest's encoded email address."""

import base64
import binascii
from uuid import UUID

from django.http import Http404

from accounts.models import User
from common.email_addresses import email_key
from common.search import parse_id


def guest_key(email: str) -> str:
    """Return the guest's address, encoded so that access logs don't show it."""
    return base64.urlsafe_b64encode(email_key(email).encode()).decode()


def customer_key(user_id: UUID | None, email: str) -> str:
    """Return the key of an account, or of the guest with ``email`` if ``user_id`` is None."""
    return str(user_id) if user_id else guest_key(email)


def read_customer_key(key: str) -> User | str:
    """Return the account, or the address of a guest, who may not exist. Raises Http404 for any other key."""
    if user_id := parse_id(key):
        user = User.objects.filter(id=user_id).first()
        if user is None:
            raise Http404
        return user
    try:
        email = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)).decode()
    except (ValueError, binascii.Error):
        raise Http404 from None
    if "\x00" in email or "@" not in email:
        raise Http404
    return email
