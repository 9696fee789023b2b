"""Stripe's events: each is stored once, and processed by fetching the current state of its object."""

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from payments.cards import finish_card_update
from payments.ledger import sync_payment
from payments.models import EventState, StripeEvent
from payments.payouts import sync_payout
from payments.subscriptions import sync_subscription

log = logging.getLogger(__name__)

_NAME = re.compile(r"[^\0]{0,255}")
DONE = frozenset({EventState.PROCESSED, EventState.IGNORED})


class EventFailed(Exception):
    """An event could not be processed. Its row has the error; the queue and the reconciliation try again."""


def _sync_payment(event: StripeEvent) -> bool:
    return sync_payment(event.subject_id) is not None


def _sync_subscription(event: StripeEvent) -> bool:
    return sync_subscription(event.subject_id, invoice_id=_invoice_id(event))


def _invoice_id(event: StripeEvent) -> str | None:
    return event.object_id if event.type.startswith("invoice.") else None


def _sync_payout(event: StripeEvent) -> bool:
    return sync_payout(event.subject_id)


def _finish_card_update(event: StripeEvent) -> bool:
    return finish_card_update(event.subject_id)


# The handler of each event type returns whether the object is ours. Events of other types are stored as ignored.
HANDLERS: dict[str, Callable[[StripeEvent], bool]] = {
    "payment_intent.succeeded": _sync_payment,
    "payment_intent.payment_failed": _sync_payment,
    "payment_intent.canceled": _sync_payment,
    "payment_intent.processing": _sync_payment,
    "charge.refunded": _sync_payment,
    "charge.refund.updated": _sync_payment,
    "refund.created": _sync_payment,
    "refund.updated": _sync_payment,
    "refund.failed": _sync_payment,
    "charge.dispute.created": _sync_payment,
    "charge.dispute.updated": _sync_payment,
    "charge.dispute.closed": _sync_payment,
    "charge.dispute.funds_withdrawn": _sync_payment,
    "charge.dispute.funds_reinstated": _sync_payment,
    "payout.created": _sync_payout,
    "payout.updated": _sync_payout,
    "payout.reconciliation_completed": _sync_payout,
    "payout.paid": _sync_payout,
    "payout.failed": _sync_payout,
    "payout.canceled": _sync_payout,
    "invoice.paid": _sync_subscription,
    "invoice.payment_failed": _sync_subscription,
    "invoice.voided": _sync_subscription,
    "customer.subscription.created": _sync_subscription,
    "customer.subscription.updated": _sync_subscription,
    "customer.subscription.deleted": _sync_subscription,
    "setup_intent.succeeded": _finish_card_update,
}


def store(event: Any) -> StripeEvent:
    """Store an event from the webhook (Stripe's JSON) if it is new, and return its row.

    Raises AttributeError, KeyError, TypeError or ValueError if this is not an event.
    """
    row = build_event(event)
    row.by_webhook = True
    return store_all([row])[0]


def store_all(rows: list[StripeEvent]) -> list[StripeEvent]:
    """Store the rows that are new, all or none of them, and return all rows as stored, in any order."""
    StripeEvent.objects.bulk_create(rows, ignore_conflicts=True)
    return list(StripeEvent.objects.filter(stripe_id__in=[row.stripe_id for row in rows]))


def build_event(event: Any) -> StripeEvent:
    """Return an unsaved row for an event (Stripe's JSON).

    Raises AttributeError, KeyError, TypeError or ValueError if this is not an event.
    """
    subject = event["data"]["object"]
    return StripeEvent(
        stripe_id=_valid_name(event["id"]),
        type=_valid_name(event["type"][:100]),
        object_id=_valid_name(subject.get("id") or ""),
        subject_id=_valid_name(_subject_id(subject)),
    )


def _valid_name(text: str) -> str:
    """Return ``text`` if it can be an event type or ID. Raises TypeError or ValueError."""
    if not _NAME.fullmatch(text):
        raise ValueError("not a name or an id")
    return text


def _subject_id(about: Any) -> str:
    """Return the ID of the object to fetch. What an object belongs to never changes, so the payload can be trusted."""
    kind = about.get("object")
    if kind in {"charge", "refund", "dispute"}:
        return _id(about.get("payment_intent"))
    if kind == "invoice":
        details = (about.get("parent") or {}).get("subscription_details") or {}
        return _id(details.get("subscription") or about.get("subscription"))  # the latter before API version 2025-03-31
    return _id(about)


def _id(reference: Any) -> str:
    return reference if isinstance(reference, str) else (reference or {}).get("id") or ""


def group_by_object(rows: Iterable[StripeEvent]) -> list[list[StripeEvent]]:
    """Group events by handler and object, so that one call of a handler processes each group."""
    groups: dict[object, list[StripeEvent]] = defaultdict(list)
    for row in rows:
        groups[HANDLERS.get(row.type), row.subject_id, _invoice_id(row)].append(row)
    return list(groups.values())


def process(*event_ids: UUID, again: bool = False) -> None:
    """Process an event, or a group from ``group_by_object``, with one fetch, and store the outcome in the rows.

    Events that are done are skipped unless ``again`` is set. Safe to run repeatedly and concurrently. Raises
    EventFailed, with the error stored in the rows.
    """
    rows = StripeEvent.objects.filter(id__in=event_ids)
    # They are stored before their object is fetched, so the fetched state is newer than all of them.
    events = list(rows if again else rows.exclude(state__in=DONE))
    if not events:
        return
    first, names = events[0], ", ".join(f"{event.type} {event.stripe_id}" for event in events)
    handler = HANDLERS.get(first.type)
    try:
        ours = handler(first) if handler and first.subject_id else False
    except Exception as error:  # the rows show it, and the events are retried
        log.exception("Processing failed: %s", names)
        _mark(events, EventState.FAILED, f"{type(error).__name__}: {error}"[:2000])
        raise EventFailed(names) from error
    _mark(events, EventState.PROCESSED if ours else EventState.IGNORED)


def _mark(events: list[StripeEvent], state: EventState, error: str = "") -> None:
    done = None if state == EventState.FAILED else timezone.now()
    rows = StripeEvent.objects.filter(id__in=[event.id for event in events])
    if state == EventState.FAILED:  # another process may already have processed some of them
        rows = rows.exclude(state=EventState.PROCESSED)
    now = Greatest("updated_at", Value(timezone.now()))  # as ``save`` does (common.models)
    rows.update(state=state, error=error, attempts=F("attempts") + 1, processed_at=done, updated_at=now)
