"""Where this product differs from django-allauth's defaults."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.return_to import safe_path


class AccountAdapter(DefaultAccountAdapter):
    """Return addresses are paths of this site; after sign-up and sign-in people land where they came from."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": "That email and password do not belong together.",
        "enter_current_password": "This is not your current password.",
        "incorrect_code": "That is not the code. Use the one in our newest mail.",
        "incorrect_password": "This is not your password.",
        "rate_limited": "Please wait a minute before you ask for another code.",
        "too_many_login_attempts": "Too many tries. Please wait a few minutes.",
    }

    def is_safe_url(self, url: str | None) -> bool:
        """Whether allauth may redirect to ``url``."""
        return url is not None and safe_path(url) == url

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where a sign-in without a return address ends."""
        return "/my-services"
