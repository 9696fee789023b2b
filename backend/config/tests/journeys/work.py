"""What isn't a request in journeys: the worker's jobs, card payments in Stripe's form, and Stripe's webhooks."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

from common.errors import DomainError
from notifications.models import Channel, Message, MessageStatus
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox, run_jobs


def work(journey: Journey) -> None:
    """Let the worker run all jobs that are due, and write down the texts of the messages that it sends."""
    with journey.step("The worker runs what is due") as lines:
        sent = Message.objects.filter(status=MessageStatus.SENT)
        before = set(sent.values_list("id", flat=True))
        run_jobs()
        for message in sent.exclude(id__in=before).order_by("id"):
            lines += [f"{message.kind} to {message.recipient}: {message.subject}", *_texts(message)]


def _texts(message: Message) -> Iterator[str]:
    """Return a message's text and its calendar file, line by line."""
    if message.channel == Channel.SMS:
        yield f"  | {bytes(message.raw).decode()}"
        return
    for part in message_from_bytes(bytes(message.raw), policy=default).walk():
        if part.get_content_type() in ("text/plain", "text/calendar"):
            content = part.get_content()
            text = content.decode() if isinstance(content, bytes) else str(content)
            yield from (f"  | {line}" for line in text.splitlines() if line.strip())


def pay(journey: Journey, sandbox: StripeSandbox, person: Person, card: str = cards.VISA, **what: Any) -> str:
    """Open the card form and pay with a test card; return the form's client secret."""
    secret = str(person.post("/api/create-payment-intent", **what)["clientSecret"])
    with journey.step(f"{person.name} pays with {card}") as lines:
        try:
            cards.pay(secret, card)
        except DomainError as declined:
            lines.append(declined.message)
    stripe_says(journey, sandbox, "Stripe says how it went")
    return secret


def stripe_says(journey: Journey, sandbox: StripeSandbox, title: str) -> None:
    """Deliver Stripe's waiting webhooks."""
    with journey.step(title) as lines:
        lines += [f"{kind}: {status}" for kind, status in sandbox.deliver()]


def link_in(email: str, data_dir: Path) -> str:
    """Return the path of the private link in the newest email to an address."""
    newest = max(data_dir.glob(f"outbox/*{email}*.eml"), key=lambda file: file.stat().st_mtime_ns)
    text = message_from_bytes(newest.read_bytes(), policy=default).get_body(("plain",))
    found = re.search(r"https://lights.example(/f/[\w-]+)", str(text.get_content()) if text else "")
    assert found, newest
    return found[1]
