"""This site's webhook endpoint at Stripe: where it sends which events."""

from dataclasses import dataclass

import stripe
from django.conf import settings

from payments.client import API_VERSION, client, repeatable, translate_stripe_errors
from payments.events import HANDLERS


@dataclass(frozen=True)
class Synced:
    """The endpoint as it is now. ``secret`` is set only if it was created: Stripe shows it once. ``others`` are
    further endpoints at this address, whose events can no longer be verified."""

    id: str
    url: str
    secret: str
    others: list[str]


@translate_stripe_errors
def sync_webhook_endpoint(*, remove_others: bool = False, new_secret: bool = False) -> Synced:
    """Create the endpoint, or bring its events in line with ``HANDLERS``; a second call changes nothing.

    ``new_secret``: replace an endpoint that is there, because its secret is not known anymore.

    The version of an endpoint can't be changed, so after another version of the API a new one is created. Raises
    Refused (such as for an address that Stripe can't reach) and PaymentsUnavailable.
    """
    url, events = _url(), sorted(HANDLERS)
    here = _endpoints_here()
    if new_secret:
        for lost in here:
            client().v1.webhook_endpoints.delete(lost.id)
        here = []
    present = _of_this_version(here)
    secret = ""
    if present is None:
        present = _create(url, events)
        secret = present.secret or ""
    elif _missing_events(present) or len(present.enabled_events) != len(events) or present.status != "enabled":
        changes: stripe.params.WebhookEndpointUpdateParams = {"enabled_events": events, "disabled": False}  # type: ignore[typeddict-item]
        client().v1.webhook_endpoints.update(present.id, changes, repeatable())
    others = [one.id for one in here if one.id != present.id]
    if remove_others:
        for other in others:
            client().v1.webhook_endpoints.delete(other)
        others = []
    return Synced(present.id, url, secret, others)


@translate_stripe_errors
def find_problem() -> str:
    """Return what is wrong with the endpoint in words for the owner, "" if nothing is. Raises PaymentsUnavailable."""
    present = _of_this_version(_endpoints_here())
    if present is None:
        return f"Stripe has no webhook for {_url()}"
    if present.status != "enabled":
        return "Stripe's webhook is turned off"
    if missing := _missing_events(present):
        return f"Stripe's webhook doesn't send {', '.join(missing)}"
    return ""


def _url() -> str:
    return f"{settings.SITE_URL}/api/stripe/webhook"


def _endpoints_here() -> list[stripe.WebhookEndpoint]:
    endpoints = client().v1.webhook_endpoints.list({"limit": 100}).auto_paging_iter()
    return [one for one in endpoints if one.url == _url()]


def _of_this_version(endpoints: list[stripe.WebhookEndpoint]) -> stripe.WebhookEndpoint | None:
    return next((one for one in endpoints if one.api_version == API_VERSION), None)


def _missing_events(endpoint: stripe.WebhookEndpoint) -> list[str]:
    return sorted(set(HANDLERS) - set(endpoint.enabled_events))


def _create(url: str, events: list[str]) -> stripe.WebhookEndpoint:
    wanted: stripe.params.WebhookEndpointCreateParams = {
        "url": url,
        "enabled_events": events,  # type: ignore[typeddict-item]  # the names are checked against Stripe's in tests
        "api_version": API_VERSION,
    }
    return client().v1.webhook_endpoints.create(wanted, repeatable())
