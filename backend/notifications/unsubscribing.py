"""Unsubscribing from offers (``EmailKind.is_offer``), without signing in.

The link in an email has a signed token with the recipient's key (``notifications.limits``). It works for as long as the
secret key does, even for a mail program that sends a POST without cookies (RFC 8058).
"""

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from common.business import business
from common.days import in_words
from notifications.models import Unsubscription

_SALT = "notifications.unsubscribe"


def unsubscribe_url(key: str) -> str:
    """Return the URL at which the recipient with this key can unsubscribe."""
    return f"{settings.SITE_URL}{reverse('unsubscribe', args=[_signer().sign_object(key)])}"


def recipient_of(token: str) -> str | None:
    """Return the recipient's key from a token, None if its signature is wrong."""
    try:
        key: str = _signer().unsign_object(token)
    except signing.BadSignature:
        return None
    return key


def is_unsubscribed(key: str) -> bool:
    """Return whether the recipient has unsubscribed."""
    return Unsubscription.objects.filter(recipient_key=key).exists()


def unsubscribe(key: str) -> None:
    """Unsubscribe a recipient, unless they already are."""
    Unsubscription.objects.bulk_create([Unsubscription(recipient_key=key)], ignore_conflicts=True)


def subscribe_again(key: str) -> None:
    """Undo ``unsubscribe``."""
    Unsubscription.objects.filter(recipient_key=key).delete()


def reason_not_to_send_offer(key: str) -> str:
    """Return why an offer may not be sent to a recipient, or "".

    An offer has to show a postal address (CAN-SPAM Act, 15 U.S.C. 7704(a)(5)).
    """
    if not business().address:
        return "BUSINESS_ADDRESS is not set"
    done = Unsubscription.objects.filter(recipient_key=key).values_list("created_at", flat=True).first()
    return f"They unsubscribed on {in_words(timezone.localdate(done))}." if done else ""


def _signer() -> signing.Signer:
    return signing.Signer(salt=_SALT, sep=".")
