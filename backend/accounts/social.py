"""Google sign-in."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.contrib import messages
from django.http import Http404, HttpRequest
from django.shortcuts import redirect

from accounts.models import User
from accounts.verification import claim_address, find_account
from common.business import business
from common.email_addresses import is_email_address

_UNVERIFIED = (
    "Google hasn't verified the email address of that account, so we can't use it. "
    "Sign in with a code by email instead, or call {phone}."
)
_ADMINISTRATOR = "Staff accounts sign in another way first, then connect Google under Your account."


class SocialAccountAdapter(DefaultSocialAccountAdapter):
    """Google identities count only with a verified address, and administrators have to connect theirs themselves.

    Without Google's keys in the settings, its pages are a 404.
    """

    def get_app(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Any:
        """Return the keys of ``provider``. Raises Http404 if they are not set."""
        try:
            return super().get_app(request, provider, client_id=client_id)
        except SocialApp.DoesNotExist:
            raise Http404 from None

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Return the account with the identity's verified address, unless it is an administrator's."""
        found: tuple[User, str] | None = super().authenticate_by_email(sociallogin)
        return None if found and found[0].has_admin_role else found

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse unverified identities, and sign-in to an administrator's account by matching email address."""
        address = _verified_address(sociallogin)
        if address is None:
            raise _refused(request, _UNVERIFIED.format(phone=business().phone))
        if sociallogin.state.get("process") == AuthProcess.CONNECT or not sociallogin.account._state.adding:
            return
        owner = find_account(address)
        if owner and owner.has_admin_role:
            raise _refused(request, _ADMINISTRATOR)
        if owner is None and sociallogin.is_existing:
            sociallogin.user = claim_address(address)  # matched by address, and never verified before


def _verified_address(sociallogin: SocialLogin) -> str | None:
    """Return the identity's address if Google has verified it.

    The address is checked as Google sent it: allauth has lowercased its copy, which turns the Kelvin sign into a k.
    """
    sent: Any = sociallogin.account.extra_data.get("email")
    if not isinstance(sent, str) or not is_email_address(sent):
        return None
    return next((each.email for each in sociallogin.email_addresses if each.verified), None)


def _refused(request: HttpRequest, message: str) -> ImmediateHttpResponse:
    messages.error(request, message)
    return ImmediateHttpResponse(
        redirect("socialaccount_connections" if request.user.is_authenticated else "account_login")
    )
