"""Registers this site's domain at Stripe, so that Apple Pay, Google Pay and Link appear in the card form."""

from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import urlopen

import stripe
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from common.errors import DomainError
from payments.client import client, repeatable, translate_stripe_errors
from payments.models import ApplePayDomainFile

# Where Apple looks for the file, and where Stripe offers it (Stripe documentation, "Register payment method domains").
APPLE_PATH = ".well-known/apple-developer-merchantid-domain-association"
_STRIPE_PATH = "files/apple-pay/apple-developer-merchantid-domain-association"
_MAX_FILE_SIZE = 64 * 1024
WALLETS = {"apple_pay": "Apple Pay", "google_pay": "Google Pay", "link": "Link"}


@dataclass(frozen=True)
class Registered:
    """The registered domain. ``refused`` has the wallets that can't be offered yet, with the reasons."""

    domain: str
    created: bool
    accepted: list[str]
    refused: dict[str, str]


def fetch_apple_pay_file() -> None:
    """Store Stripe's current file for Apple, which ``apple_pay_file`` serves. Raises OSError and ValueError."""
    url = f"{settings.STRIPE_FILES_BASE}/{_STRIPE_PATH}"
    with urlopen(url, timeout=settings.STRIPE_TIMEOUT) as response:  # noqa: S310  # a setting, not a visitor's URL
        contents = response.read(_MAX_FILE_SIZE).decode("ascii", "strict")
    ApplePayDomainFile.objects.update_or_create(id=True, defaults={"contents": contents})


def apple_pay_file(request: HttpRequest) -> HttpResponse:
    """Respond with the file by which Apple recognizes this site; 404 until it has been fetched."""
    stored = ApplePayDomainFile.objects.first()
    if stored is None:
        raise Http404
    return HttpResponse(stored.contents, content_type="text/plain")


@translate_stripe_errors
def register_domain() -> Registered:
    """Register and enable the domain of ``SITE_URL``, and have the wallets check it. A second call changes nothing.

    Raises DomainError for a URL that no wallet accepts, Refused and PaymentsUnavailable.
    """
    address = urlsplit(settings.SITE_URL)
    name = address.hostname or ""
    if address.scheme != "https" or "." not in name or name.replace(".", "").isdigit():
        raise DomainError(
            f"{settings.SITE_URL} can't be registered: wallets need a public https address. Set SITE_URL to the "
            "site's own."
        )
    domains = client().v1.payment_method_domains
    found = domains.list({"domain_name": name, "limit": 1}).data
    domain = found[0] if found else domains.create({"domain_name": name}, repeatable())
    if not domain.enabled:
        domains.update(domain.id, {"enabled": True}, repeatable())
    domain = domains.validate(domain.id, {}, repeatable())
    refused = {label: _reason(getattr(domain, key)) for key, label in WALLETS.items() if not _is_active(domain, key)}
    accepted = [label for label in WALLETS.values() if label not in refused]
    return Registered(name, not found, accepted, refused)


def _is_active(domain: stripe.PaymentMethodDomain, wallet: str) -> bool:
    return bool(getattr(domain, wallet).status == "active")


def _reason(wallet: stripe.StripeObject) -> str:
    details = getattr(wallet, "status_details", None)
    return str(details.error_message) if details else "no reason given."
