"""This site's webhook endpoint at Stripe: where Stripe sends which events."""

from dataclasses import dataclass

import stripe
from django.conf import settings

from payments.client import API_VERSION, client, repeatable, translate_stripe_errors
from payments.events import HANDLERS


@dataclass(frozen=True)
class Synced:
    """The endpoint after syncing. ``secret`` is blank unless it was just created, since Stripe shows it only then.
    ``others`` are the IDs of other endpoints at this URL, whose events can no longer be verified.
    """

    id: str
    url: str
    secret: str
    others: list[str]


@translate_stripe_errors
def sync_webhook_endpoint(*, remove_others: bool = False, new_secret: bool = False) -> Synced:
    """Create the endpoint, or update its events to those of ``HANDLERS``; a second call changes nothing.

    ``new_secret`` replaces an existing endpoint whose secret was lost. An endpoint's API version can't be changed, so a
    new version needs a new endpoint. Raises Refused (such as for a URL that Stripe can't reach) and
    PaymentsUnavailable.
    """
    url, events = _url(), sorted(HANDLERS)
    existing = _endpoints_at_our_url()
    if new_secret:
        for endpoint in existing:
            client().v1.webhook_endpoints.delete(endpoint.id)
        existing = []
    current = _with_our_version(existing)
    secret = ""
    if current is None:
        current = _create(url, events)
        secret = current.secret or ""
    elif _missing_events(current) or len(current.enabled_events) != len(events) or current.status != "enabled":
        changes: stripe.params.WebhookEndpointUpdateParams = {"enabled_events": events, "disabled": False}  # type: ignore[typeddict-item]
        client().v1.webhook_endpoints.update(current.id, changes, repeatable())
    others = [endpoint.id for endpoint in existing if endpoint.id != current.id]
    if remove_others:
        for other in others:
            client().v1.webhook_endpoints.delete(other)
        others = []
    return Synced(current.id, url, secret, others)


@translate_stripe_errors
def find_problem() -> str:
    """Return what is wrong with the endpoint, in words for the owner, or "". Raises PaymentsUnavailable."""
    current = _with_our_version(_endpoints_at_our_url())
    if current is None:
        return f"Stripe has no webhook for {_url()}"
    if current.status != "enabled":
        return "Stripe's webhook is turned off"
    if missing := _missing_events(current):
        return f"Stripe's webhook doesn't send {', '.join(missing)}"
    return ""


def _url() -> str:
    return f"{settings.SITE_URL}/api/stripe/webhook"


def _endpoints_at_our_url() -> list[stripe.WebhookEndpoint]:
    endpoints = client().v1.webhook_endpoints.list({"limit": 100}).auto_paging_iter()
    return [one for one in endpoints if one.url == _url()]


def _with_our_version(endpoints: list[stripe.WebhookEndpoint]) -> stripe.WebhookEndpoint | None:
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
