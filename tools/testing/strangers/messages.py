"""What was written to the strangers and by them, the product's own messages about trouble, and stored responses."""

from typing import Any

from alerts.models import Alert, AlertMessage
from common.models import IdempotentResponse
from desk.models import Call
from invoices.models import Invoice
from notifications.models import Channel, Message, MessageStatus
from notifications.tasks import deliver
from replies.models import Inbound, InboundKind, Inquiry, InquiryEntry
from storage.models import StorageSubscription
from testing.strangers.making import BASE, FAR, Making
from testing.strangers.orders import Orders
from testing.strangers.people import GUESTS_EMAIL, GUESTS_NUMBER, NUMBER, People


def make_messages(make: Making, people: People, orders: Orders) -> None:
    """Make messages of each status, and inquiries that are open no more."""
    quote, tree = orders.quotes["complete_storage"], orders.trees["confirmed"]
    about_quote: dict[str, Any] = {"about_kind": "quote", "about_id": quote.id}
    about_tree: dict[str, Any] = {"about_kind": "tree_order", "about_id": tree.id}
    for status in MessageStatus:
        _message(make, Channel.EMAIL, status, "tree-day", **about_tree, occasion=status, to=GUESTS_EMAIL)
        _message(make, Channel.SMS, status, "visit-news", **about_quote, occasion=status)
    for kind in ("quote-priced", "quote-replied", "visit-news"):
        _message(make, Channel.EMAIL, MessageStatus.SENT, kind, **about_quote, occasion="once")
    for invoice in Invoice.objects.exclude(sent_at=None).order_by("id"):
        _message(make, Channel.EMAIL, MessageStatus.SENT, "invoice-sent", about_kind="invoice", about_id=invoice.id,
                 occasion="once")  # fmt: skip
    for plan in StorageSubscription.objects.exclude(started_at=None).order_by("id"):
        _message(make, Channel.EMAIL, MessageStatus.SENT, "storage-canceled", about_kind="subscription",
                 about_id=plan.id, occasion="once")  # fmt: skip
    _message(make, Channel.EMAIL, MessageStatus.SENT, "sign-in-code")
    for kind in InboundKind:
        for state in ("processed", "ignored"):
            make(Inbound, kind=kind, provider_id=f"stranger-{kind}-{state}", sender=NUMBER, contents={}, state=state,
                 note="From a stranger")  # fmt: skip
    theirs: dict[str, Any] = {"is_customer": True, "name": "Ulrike Voss", "email": GUESTS_EMAIL, "phone": GUESTS_NUMBER}
    answered = make(Inquiry, sender=GUESTS_NUMBER, **theirs, tree_order=tree, answered_at=BASE)
    closed = make(Inquiry, sender="uwe@far.example", closed_at=BASE, closed_by=people.ute)
    for inquiry in (answered, closed):
        make(InquiryEntry, inquiry=inquiry, kind="text", words="Does anybody read what strangers write?")
        make(Call, inquiry=inquiry, author=people.ute, outcome="reached", channel="text", note="Wrote to a stranger")
    alert = Alert.objects.create(name="promise", title="24-hour promise", sentence="1 stranger waited.", opened_at=BASE,
                                 fine_since=BASE, over_at=BASE)  # fmt: skip
    AlertMessage.objects.create(alert=alert, moment="start", channel="email", created_at=BASE, sent_at=BASE)
    AlertMessage.objects.create(alert=alert, moment="end", channel="sms", created_at=BASE, dropped_at=BASE)
    IdempotentResponse.objects.create(scope=f"user:{people.ursula.id}", key="stranger", fingerprint=b"-", status=201,
                                      body=b"{}", created_at=FAR)  # fmt: skip


def _message(make: Making, channel: str, status: str, kind: str, to: str = "ursula@far.example", **fields: Any) -> None:
    """Make a message about what was so then. A queued one has its job far ahead."""
    recipient = to if channel == Channel.EMAIL else NUMBER
    is_sent, is_failed = status == MessageStatus.SENT, status == MessageStatus.FAILED
    message = make(
        Message, channel=channel, kind=kind, cause="stranger", recipients=[recipient], recipient_key=recipient,
        subject=f"To a stranger, {status}", raw=b"", status=status, error="" if is_sent else f"It is {status}",
        attempts=1, attempted_at=BASE, sent_at=BASE if is_sent else None, failed_at=BASE if is_failed else None,
        reached_at=BASE if is_failed else None, not_before=FAR if status == MessageStatus.QUEUED else None,
        tells={"day": "2030-12-05"}, delivery="delivered" if is_sent and channel == Channel.SMS else "",
        provider_id=f"SM of a stranger, {kind}" if is_sent and channel == Channel.SMS else "", **fields,
    )  # fmt: skip
    if status == MessageStatus.QUEUED:
        deliver.configure(schedule_at=FAR).defer(message_id=str(message.id))
