"""The side navigation of "Your account"."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.adapter import get_adapter
from django import template
from django.template import Context
from django.urls import reverse

from accounts.return_to import safe_path
from accounts.second_factor import RETURN_TO

register = template.Library()


@dataclass(frozen=True)
class AccountPage:
    """An entry of the navigation."""

    href: str
    label: str
    icon: str
    current: bool = False


@register.simple_tag(takes_context=True)
def second_step_done(context: Context) -> bool:
    """Return whether an administrator has just set up the second step and can continue where they were going."""
    request = context["request"]
    return RETURN_TO in request.session and not request.user.second_factor_missing


@register.simple_tag(takes_context=True)
def page_to_return_to(context: Context) -> str:
    """Return the page that asks to confirm who the user is, or "" if that is for a change to how they sign in."""
    url = urlsplit(get_next_redirect_url(context["request"]) or "")
    return safe_path(parse_qs(url.query).get("next", ["/"])[0]) if url.path == reverse("confirm_identity") else ""


@register.simple_tag(takes_context=True)
def account_pages(context: Context) -> list[AccountPage]:
    """Return the entries, with the current page marked, and Google only if it is configured."""
    request = context["request"]
    entries = [
        (reverse("account_email"), "Email", "mail", "/accounts/email/"),
        (reverse("account_change_password"), "Password", "key-round", "/accounts/password/"),
        (reverse("mfa_index"), "Two-step sign-in", "shield-check", "/accounts/2fa/"),
        (reverse("mfa_list_webauthn"), "Passkeys", "fingerprint-pattern", "/accounts/2fa/webauthn/"),
        (reverse("usersessions_list"), "Sessions", "monitor", "/accounts/sessions/"),
    ]
    if get_adapter().list_providers(request):
        entries.append((reverse("socialaccount_connections"), "Google", "check", "/accounts/3rdparty/"))
    # The longest match wins, since the path of passkeys is below that of the two-step pages.
    here = max((below for *_, below in entries if request.path.startswith(below)), key=len, default=None)
    pages = [AccountPage(href, label, icon, below == here) for href, label, icon, below in entries]
    return [*pages, AccountPage("/my-services", "Back to My Services", "arrow-left")]
