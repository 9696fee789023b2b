"""Notices of account changes that allauth does not send itself."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added
from django.dispatch import receiver

from accounts.models import User


@receiver(email_added)
def _address_added(user: User, email_address: EmailAddress, **kwargs: Any) -> None:
    """Notify the addresses that the account already had."""
    get_adapter().send_notification_mail("account/email/email_added", user, {"added_email": email_address.email})
