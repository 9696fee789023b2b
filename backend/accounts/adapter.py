"""Where this product differs from django-allauth's defaults."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.return_to import safe_path


class AccountAdapter(DefaultAccountAdapter):
    """Return addresses are paths of this site; after sign-up and sign-in people land where they came from."""

    def is_safe_url(self, url: str | None) -> bool:
        """Whether allauth may redirect to ``url``."""
        return url is not None and safe_path(url) == url

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where a sign-in without a return address ends."""
        return "/my-services"
