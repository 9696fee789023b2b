"""Where this product differs from django-allauth's defaults."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
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


class MFAAdapter(DefaultMFAAdapter):
    """Passkeys go by names that people know again."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "Turn two-step sign-in off first, then add the address.",
        "incorrect_code": "That is not the code. The app shows a new one every 30 seconds.",
        "unverified_email": "Confirm your email address first, then set up two-step sign-in.",
    }

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """What a new passkey is called until its owner says otherwise."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}" if count else "Passkey"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Whom the browser names when it asks for the passkey."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": settings.BUSINESS_NAME}
