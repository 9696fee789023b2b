"""Steps that several journeys take: certain requests, the worker's jobs, and payments in Stripe's form."""

import json
import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import transaction

from accounts.models import User
from common.errors import DomainError
from notifications.models import Channel, Message, MessageStatus
from replies.models import Inbound
from storage.models import StorageSubscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.helpers import confirm_session, pdf_words, text_of
from testing.journey import START, Journey, Person, header_lines, page_lines
from testing.payments import StripeSandbox, run_jobs

_TOKEN = re.compile(r"(/unsubscribe/)[^\s<>]+")
_CODE = re.compile(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{6})\s*$", re.MULTILINE)


def work(journey: Journey) -> str:
    """Let the worker run all jobs that are due, and write down its messages. Return the newest code in an email."""
    code = ""
    with journey.step("The worker does what is due") as lines:
        before = {message.id: message for message in Message.objects.all()}
        run_jobs()
        for message in Message.objects.order_by("id"):
            old = before.get(message.id)
            if message.status != MessageStatus.SENT:
                lines += _outcome(message, old)
            elif old is None or old.status != MessageStatus.SENT:
                raw = bytes(message.raw or (old.raw if old else b""))  # some contents are deleted on sending
                title, text = _letter(message, raw)
                code = found[-1] if (found := _CODE.findall(text)) else code
                text = _CODE.sub("(code)", _TOKEN.sub(r"\1(token)", text))
                lines += [title, *(f"  | {line}".rstrip() for line in text.splitlines() if line.strip())]
    return code


def _letter(message: Message, raw: bytes) -> tuple[str, str]:
    """Return the title of a message that was sent, and its text with its calendar file."""
    assert raw, message.kind
    if message.channel == Channel.SMS:
        return f"{message.kind} by text to {message.recipient}", raw.decode()
    mail = message_from_bytes(raw, policy=default)
    files = [part.get_filename() or part.get_content_type() for part in mail.iter_attachments()]
    with_files = f" (with {', '.join(files)})" if files else ""
    parts = [part.get_content() for part in mail.walk() if part.get_content_type() in ("text/plain", "text/calendar")]
    text = "\n".join(part.decode() if isinstance(part, bytes) else str(part) for part in parts)
    return f"{message.kind} to {message.recipient}: {message.subject}{with_files}", text


def _outcome(message: Message, old: Message | None) -> list[str]:
    """Return a line about a message that was skipped, failed or put off since it was ``old``."""
    if message.status != MessageStatus.QUEUED:
        return [f"{message.kind} is {message.status}: {message.error}"] * (not old or old.status != message.status)
    if message.attempts > (old.attempts if old else 0):
        return [f"{message.kind} is tried again: {message.error}"]
    if old and message.not_before and message.not_before != old.not_before:
        return [f"{message.kind} waits until {message.not_before:%FT%TZ}"]
    return []


def enter_card(journey: Journey, sandbox: StripeSandbox, person: Person, secret: str, card: str = cards.VISA) -> None:
    """Pay with a test card in Stripe's form, and let Stripe report the result."""
    with journey.step(f"{person.name} pays with {card}") as lines:
        try:
            cards.pay(secret, card)
        except DomainError as declined:
            lines.append(declined.message)
    stripe_says(journey, sandbox, "Stripe reports the result")


def pay(journey: Journey, sandbox: StripeSandbox, person: Person, card: str = cards.VISA, **what: Any) -> str:
    """Open the card form and pay with a test card; return the form's client secret."""
    secret = str(person.post("/api/create-payment-intent", **what)["clientSecret"])
    enter_card(journey, sandbox, person, secret, card)
    return secret


def start_plan(journey: Journey, sandbox: StripeSandbox, person: Person, plan: str, **more: object) -> str:
    """Subscribe and pay the first month. Return the path of the subscription."""
    started = person.post("/api/create-subscription", plan=plan, **more)
    enter_card(journey, sandbox, person, started["clientSecret"])
    return f"/api/storage-subscriptions/{started['subscription']['id']}"


def stripe_says(journey: Journey, sandbox: StripeSandbox, title: str) -> None:
    """Deliver Stripe's waiting webhooks."""
    with journey.step(title) as lines:
        lines += [f"{kind}: {status}" for kind, status in sandbox.deliver()]


def stripe_id_of(person: Person) -> str:
    """Return the ID of a person's newest plan at Stripe."""
    return StorageSubscription.objects.filter(user=person.user).latest("id").stripe_subscription_id


def open_link(journey: Journey, person: Person, address: str) -> str:
    """Open the private link of the newest email to ``address``. Return the link's path."""
    files = sorted(Path(settings.DATA_DIR, "outbox").glob(f"*{address}*.eml"))
    text = text_of(message_from_bytes(files[-1].read_bytes(), policy=default))
    link = str(re.findall(r"/f/[\w-]{43}", text)[-1])
    with journey.step(f"{person.name} opens the link in the newest email to {address}") as lines:
        response = person.client.get(link)
        lines += [f"{response.status_code} {response.headers.get('Location', '')}".strip(), *header_lines(response)]
    return link


def pdf_lines(person: Person, path: str) -> list[str]:
    """Return the lines of a PDF."""
    return [f"  | {line}" for line in pdf_words(person.client.get(path).content).splitlines() if line.strip()]


def request_quote(person: Person, **changes: Any) -> Any:
    """Request a quote as Martin Cole, unless ``changes`` say otherwise."""
    form = {
        "fullName": "Martin Cole",
        "email": "martin@example.org",
        "phone": "(603) 555-0118",
        "city": "Dover",
        "streetAddress": "9 Mill Street",
        "servicePackage": "basic",
    }
    return person.post("/api/quotes", **{**form, **changes})


def another_customer(journey: Journey, sandbox: StripeSandbox | None = None, plan: str = "enterprise") -> Person:
    """Return another customer, who must not see what the others do; with the sandbox, one with a plan and address."""
    oscar = User.objects.create_user("oscar@example.net", "correct horse", first_name="Oscar", last_name="Outside")
    if sandbox:
        home = make_address(oscar, street="9 Court Street", city="Exeter", zip_code="03833")
        subscribe(oscar, sandbox, plan, address=home)
    return journey.person("Oscar (another customer)", oscar)


def add_address(person: Person, street: str, city: str, zip_code: str, **more: object) -> str:
    """Save an address and return its ID."""
    made = person.post("/api/addresses", street=street, city=city, state="nh", zipCode=zip_code, **more)
    return str(made["id"])


def submit(journey: Journey, person: Person, name: str, path: str, /, **form: str) -> None:
    """Send a form of a server-rendered page, and write down where it leads, or the page that it shows."""
    with journey.step(f"{name}: submits {re.sub(r'/[0-9]+/', '/(number)/', path)}") as lines:
        # allauth sends some notices on commit, and a test's transaction is never committed.
        with mock.patch.object(transaction, "on_commit", lambda run, **more: run()):
            response: Any = person.client.post(path, form)
        hidden = {"code": "(code)"} if form.get("code") else {}
        lines += [
            f"sends {json.dumps(form | hidden)}",
            f"{response.status_code} {response.headers.get('Location', '')}",
            *header_lines(response),
            *page_lines(response),
        ]


def count_inbound() -> int:
    """Return how many texts, emails and calls there have been in the journey."""
    return Inbound.objects.filter(created_at__gte=START).count()


def confirm(person: Person) -> None:
    """Let the person's session count as confirmed with their password now."""
    assert person.user
    confirm_session(person.client, person.user)
