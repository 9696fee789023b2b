"""What comes in by text, phone and email, and what becomes of the messages that go out."""

from typing import Any

from config.tests.journeys.desk import refuse_emails
from config.tests.journeys.emails import receive_email
from config.tests.journeys.replies import receive_call, receive_text, report_delivery
from config.tests.seasons.season import Season
from invoices.models import Invoice
from links.models import Link
from notifications.models import AboutKind, Channel, Message, MessageStatus
from notifications.reply_addresses import reply_address
from quotes.models import Quote
from trees.models import TreeOrder

_NUMBERS = ["+16035550172", "+16035550191", "+16035550119", "+16035550122", "+16035550199"]
_WORDS = ["STOP", "Start", "help", "Can you come at noon?", "Thanks!", "Please stop texting me"]


def text_comes_in(season: Season) -> None:
    receive_text(season.journey, season.draw(_NUMBERS, "number"), season.draw(_WORDS, "words"))


def call_comes_in(season: Season) -> None:
    result = season.draw(["no-answer", "busy", "completed"], "result")
    number = season.draw(_NUMBERS, "number")
    receive_call(season.journey, f"{number} calls", number, CallStatus="completed", DialCallStatus=result)


def email_comes_in(season: Season) -> None:
    options: list[tuple[AboutKind, Any]] = [
        (AboutKind.QUOTE, Quote), (AboutKind.TREE_ORDER, TreeOrder), (AboutKind.INVOICE, Invoice)
    ]  # fmt: skip
    kind, model = season.draw(options, "kind")
    row = season.row(model)
    sender = season.draw(["eleanor@example.com", "ruth@example.org", "walter@example.org"], "sender")
    title = f"{sender} replies about {kind} {row.id}"
    receive_email(
        season.journey, title, reply_address(kind, row.id), "Is Saturday possible?", sender=f"Somebody <{sender}>"
    )


def text_is_reported(season: Season) -> None:
    text = season.row(Message, lambda each: each.channel == Channel.SMS and each.status == MessageStatus.SENT)
    made = {"id": str(text.id), "createdAt": text.created_at.isoformat()}
    status = season.draw([{"MessageStatus": "delivered"}, {"MessageStatus": "failed", "ErrorCode": "30008"}], "status")
    report_delivery(season.journey, made, **status)


def emails_are_refused(season: Season) -> None:
    with season.journey.step("The mail server refuses every address"):
        refuse_emails()


def send_again(season: Season) -> None:
    message = season.row(Message, lambda each: each.status == MessageStatus.FAILED)
    season.staff().post(f"/api/desk/messages/{message.id}/send-again")


def withdraw_link(season: Season) -> None:
    link = season.row(Link)
    season.staff().post(f"/api/links/{link.id}/withdraw")


def turn_texts_off(season: Season) -> None:
    season.staff().post("/api/texts/off", phone=season.draw(_NUMBERS, "number"))


ACTIONS = [
    (4, text_comes_in), (2, call_comes_in), (3, email_comes_in), (2, text_is_reported), (1, emails_are_refused),
    (1, send_again), (1, withdraw_link), (1, turn_texts_off),
]  # fmt: skip
