"""Journeys of messages on their way: texts that fall back to email, limits, and what the office sees of them."""

from typing import Any
from unittest.mock import patch

from django.test import override_settings

from config.tests.journeys.desk import _quote, _tree
from config.tests.journeys.steps import work
from notifications.tasks import requeue_stranded_messages
from testing.journey import Journey
from testing.payments import StripeSandbox, run_jobs
from testing.strangers import own
from texts.consent import forget_old_consents
from texts.twilio import NotAccepted


def texts_that_fall_back_to_email(journey: Journey, sandbox: StripeSandbox) -> None:
    """News goes by email if it can't be texted, and the outbox says why."""
    office, visitor = journey.office(), journey.person("a visitor")
    quote = _quote(visitor, "Tex Ting", "Rye", "basic", communicationPreference="sms", textUpdates=True)
    work(journey)
    long = "🎄 " * 20 + "Please call us about the gutters, the garage and the neighbor's hedge. " * 6
    office.post(f"/api/quotes/{quote['id']}/comments", content=long)
    with journey.step("Twilio does not know the number"), _refused("no such number", is_final=True, code=21211):
        run_jobs()
    office.get("/api/desk/messages?kind=quote-replied")
    work(journey)
    for message in own(office.client.get("/api/desk/messages?kind=quote-replied").json()):
        office.get(f"/api/desk/messages/{message['id']}")
    tree = _tree(visitor, "Tilda Oak", "Dover", "modest_6ft", textUpdates=True)
    with override_settings(TEXTS_TO_FOLDER=False, TWILIO_ACCOUNT_SID="", SMS_REGISTERED=False):
        work(journey)
        office.get("/api/desk/messages/summary")
    office.get("/api/desk/messages?q=tilda&status=sent")
    unsure = _quote(visitor, "Una Shore", "Lee", "premium", communicationPreference="sms")
    office.post(f"/api/quotes/{unsure['id']}/calls", outcome="no_answer", channel="text", note="Texted by hand")
    work(journey)
    office.get("/api/desk/messages?q=una")
    office.patch(f"/api/tree-orders/{tree['id']}", scheduledDeliveryDate="2031-12-05")
    journey.later(hours=11)
    office.patch(f"/api/tree-orders/{tree['id']}", scheduledDeliveryDate="2031-12-06")
    journey.later(minutes=10)
    work(journey)
    office.get("/api/desk/messages?q=tilda&kind=tree-day")
    journey.later(hours=12)
    with journey.step("Twilio can't be reached"), _refused("Twilio can't be reached (ConnectTimeout)"):
        run_jobs()
    office.get("/api/desk/messages?q=tilda&kind=tree-day")
    journey.later(days=8 * 365)
    with journey.step("The schedule forgets consents of long ago"):
        forget_old_consents()


def _refused(reason: str, is_final: bool = False, code: int | None = None) -> Any:
    return patch("notifications.delivery.send_composed_text", side_effect=NotAccepted(reason, is_final, code))


def messages_with_files_and_limits(journey: Journey, sandbox: StripeSandbox) -> None:
    """The office sees what is attached, strangers can't flood an address, and lost jobs are found again."""
    office, visitor = journey.office(), journey.person("a visitor")
    quote = _quote(visitor, "Phil Files", "Rye", "premium", comments="Two gables")
    lines = [
        {"text": "Gables", "quantity": "2", "unit": "piece", "unitPrice": "120.50"},
        {"text": "Timer", "quantity": "1", "unit": "flat", "unitPrice": "25", "optional": True},
    ]
    saved = office.put(f"/api/quotes/{quote['id']}/lines", lines=lines, note="Thanks!", updatedAt=quote["updatedAt"])
    office.patch(f"/api/quotes/{quote['id']}", status="reviewed")
    journey.later(minutes=10)
    work(journey)
    office.client.post(
        f"/api/quotes/{quote['id']}/accept",
        {"quoteAmount": "241.00", "acceptedBy": "Phil", "channel": "phone", "revision": saved["revision"]},
        format="json",
    )
    office.post("/api/jobs", quoteId=quote["id"], scheduledDate="2031-12-03T14:00:00Z")
    work(journey)
    for kind in ("quote-priced", "visit-news"):
        [message] = own(office.client.get(f"/api/desk/messages?kind={kind}").json())
        office.get(f"/api/desk/messages/{message['id']}")
    with journey.step("Somebody sends the form eleven times"):
        for _ in range(11):
            visitor.client.post("/api/quotes", _body(), format="json")
    with override_settings(THROTTLES=True):
        work(journey)
    _counts(journey, office.client)
    with journey.step("A job of a message is lost, and the schedule finds the message"):
        with patch("notifications.queueing.queue_delivery"), patch("notifications.planning.queue_delivery"):
            office.client.post(f"/api/quotes/{quote['id']}/comments", {"content": "See you soon."}, format="json")
        requeue_stranded_messages(0)
        run_jobs()
    office.get("/api/desk/messages?kind=quote-replied")


def _body() -> dict[str, Any]:
    return {
        "fullName": "Flo Flood", "email": "flo.od+x@googlemail.com", "phone": "603-555-0133", "city": "Rye",
        "servicePackage": "basic",
    }  # fmt: skip


def _counts(journey: Journey, client: Any) -> None:
    with journey.step("What GET /api/desk/messages?q=flo says about each message to Flo") as lines:
        rows = client.get("/api/desk/messages?q=flo&kind=quote-requested").json()
        lines += [f"  {row['status']} {row['error']}".rstrip() for row in rows]
