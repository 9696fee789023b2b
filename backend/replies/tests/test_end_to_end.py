"""Texts end to end: from consent on the form to news by email after STOP."""

import pytest
import time_machine
from rest_framework.test import APIClient

from quotes.models import Quote
from quotes.tests.factories import quote_body
from testing.helpers import end_waits, run_queue
from twilio_sandbox.server import TwilioSandbox

pytestmark = pytest.mark.django_db(transaction=True)

MOBILE = "+16035550172"


@time_machine.travel("2026-11-23 15:00Z", tick=True)
def test_texts_from_consent_to_stop(twilio: TwilioSandbox, guest: APIClient, admin_client: APIClient) -> None:
    body = quote_body(textUpdates=True, communicationPreference="sms")
    assert guest.post("/api/quotes", body, format="json").status_code == 201
    quote = Quote.objects.get()
    run_queue()
    texts = admin_client.get("/api/desk/messages?kind=quote-requested").json()
    assert [text["to"] for text in texts if text["channel"] == "sms"] == [MOBILE]
    assert [text.to for text in twilio.texts] == [MOBILE]

    assert twilio.text_in(MOBILE, "Could you also do the garage?") == 200
    run_queue()
    [comment] = admin_client.get(f"/api/quotes/{quote.id}/comments").json()
    assert (comment["content"], comment["channel"]) == ("Could you also do the garage?", "text")
    [row] = admin_client.get("/api/desk/queue?kind=question").json()
    assert (row["quoteId"], row["question"]) == (str(quote.id), comment["content"])

    assert twilio.text_in(MOBILE, "STOP") == 200
    run_queue()
    assert admin_client.post(f"/api/quotes/{quote.id}/comments", {"content": "Yes!"}, format="json").status_code == 201
    end_waits()
    run_queue()
    assert len(twilio.texts) == 1
    [reply] = admin_client.get("/api/desk/messages?kind=quote-replied").json()
    assert (reply["channel"], reply["status"], reply["to"]) == ("email", "sent", "eleanor@example.com")
    assert "They stopped our texts with a reply" in reply["notTexted"]
    assert admin_client.get("/api/desk/queue?kind=question").json() == []
