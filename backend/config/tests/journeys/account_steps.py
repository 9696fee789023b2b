"""Steps that several journeys take."""

import json
import re
from email import message_from_bytes
from email.policy import default
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from common.errors import DomainError
from notifications.delivery import NotDelivered, deliver_message
from notifications.kinds import NotYet
from notifications.models import Message, MessageStatus
from storage.models import StorageSubscription
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.helpers import confirm_session, text_of
from testing.journey import Journey, Person
from testing.payments import StripeSandbox

_TOKEN = re.compile(r"(/(?:f|unsubscribe)/)[^\s<>]+")
_CODE = re.compile(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{6})\s*$", re.MULTILINE)


def deliver_mail(journey: Journey) -> str:
    """Send what is due and write down each email's recipient, subject and text. Return the newest code in them."""
    code = ""
    with journey.step("The worker sends what is due") as lines:
        queued = Message.objects.filter(Q(not_before=None) | Q(not_before__lte=timezone.now()))
        due = list(queued.filter(status=MessageStatus.QUEUED).order_by("created_at", "kind", "occasion", "id"))
        for message in due:
            try:
                deliver_message(message.id)
            except (NotDelivered, NotYet) as error:
                lines.append(f"  {message.kind} was not delivered: {error}")
            for file in settings.DATA_DIR.rglob("*.eml"):
                email = message_from_bytes(file.read_bytes(), policy=default)
                file.unlink()  # the clock stands still, so the next one may have its name
                text = text_of(email)
                code = found[1] if (found := _CODE.search(text)) else code
                text = _CODE.sub("(code)", _TOKEN.sub(r"\1(token)", text))
                lines += [
                    f"  To {email['To']}: {email['Subject']}",
                    *(f"    {line}" for line in text.split("\n") if line),
                ]
    return code


def neighbor(journey: Journey, sandbox: StripeSandbox, plan: str = "enterprise") -> Person:
    """Return another customer with a plan and a stored address, which nobody else may see."""
    oscar = User.objects.create_user("oscar@example.com", "correct horse", first_name="Oscar", last_name="Outside")
    home = make_address(oscar, street="9 Court Street", city="Exeter", zip_code="03833")
    subscribe(oscar, sandbox, plan, address=home)
    return journey.person("Oscar (another customer)", oscar)


def add_address(person: Person, street: str, city: str, zip_code: str, **more: object) -> str:
    """Save an address and return its ID."""
    made = person.post("/api/addresses", street=street, city=city, state="nh", zipCode=zip_code, **more)
    return str(made["id"])


def start_plan(journey: Journey, sandbox: StripeSandbox, person: Person, plan: str, **more: object) -> str:
    """Subscribe and pay the first month. Return the path of the subscription."""
    started = person.post("/api/create-subscription", plan=plan, **more)
    pay_first_month(journey, sandbox, started["clientSecret"])
    return f"/api/storage-subscriptions/{started['subscription']['id']}"


def pay_first_month(journey: Journey, sandbox: StripeSandbox, secret: str, card: str = cards.VISA) -> None:
    """Pay in Stripe's form, and let Stripe say how that went."""
    with journey.step(f"The first month is paid with {card.removeprefix('pm_card_')}") as lines:
        try:
            cards.pay(secret, card)
        except DomainError as error:
            lines.append(f"  {error}")
        sandbox.deliver()


def stripe_id_of(person: Person) -> str:
    """Return the ID of a person's newest plan at Stripe."""
    return StorageSubscription.objects.filter(user=person.user).latest("id").stripe_subscription_id


def submit(journey: Journey, person: Person, name: str, path: str, /, **form: str) -> None:
    """Send a form of the account pages, and write down where it leads, or what is wrong with it."""
    with journey.step(f"{name}: submits {re.sub(r'/[0-9]+/', '/(number)/', path)}") as lines:
        # allauth sends some notices on commit, and a test's transaction is never committed.
        with mock.patch.object(transaction, "on_commit", lambda run, **more: run()):
            response: Any = person.client.post(path, form)
        hidden = {"code": "(code)"} if form.get("code") else {}
        lines += [
            f"sends {json.dumps(form | hidden)}",
            f"{response.status_code} {response.headers.get('Location', '')}",
        ]
        shown = response.context.get("form") if response.status_code == 200 and response.context else None
        for field, errors in shown.errors.items() if shown else ():
            lines.append(f"  {field}: {' '.join(errors)}")


def confirm(person: Person) -> None:
    """Let the person's session count as confirmed with their password now."""
    assert person.user
    confirm_session(person.client, person.user)
