"""Profile pictures, which come only from Google.

Nobody can type the URL, since pages load it in other people's browsers.
"""

from typing import Any

from allauth.account.signals import user_logged_in
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed, social_account_updated
from django.conf import settings
from django.dispatch import receiver

from accounts.models import User

_MAX_LENGTH = 500


def _picture_of(account: SocialAccount) -> str:
    """Return the picture's URL, or "" unless it is on Google's host for pictures.

    The content security policy lets pages load images from no other host but ours.
    """
    url = account.extra_data.get("picture")
    is_google = isinstance(url, str) and url.startswith(f"{settings.GOOGLE_PICTURES}/")
    return str(url) if is_google and len(url) <= _MAX_LENGTH else ""


def _set_picture(user: User, url: str) -> None:
    if user.profile_image_url != url:
        user.profile_image_url = url
        user.save(update_fields=["profile_image_url", "updated_at"])


@receiver([user_logged_in, social_account_added, social_account_updated])
def _follow_google(sociallogin: SocialLogin | None = None, **kwargs: Any) -> None:
    if sociallogin:
        _set_picture(sociallogin.user, _picture_of(sociallogin.account))


@receiver(social_account_removed)
def _forget(socialaccount: SocialAccount, **kwargs: Any) -> None:
    _set_picture(socialaccount.user, "")
