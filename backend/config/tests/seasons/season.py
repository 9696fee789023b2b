"""A season: its people, what is drawn for them, and what they see.

What is drawn depends only on the season's number, the step and what it is drawn for, and a row is drawn by how many
came before it. So a change of one step's outcome changes little of what others do.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, TypeVar
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from common.errors import DomainError
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox
from testing.strangers.making import IDS

M = TypeVar("M", bound=Model)
T = TypeVar("T")

# How many of the drawn rows are in a state in which nobody would do this.
_OUT_OF_PLACE = 0.1

# Rows of a response by ID, each as its fields. A response about one thing is a row, too.
Rows = dict[str, dict[str, Any]]


class NothingToDo(Exception):
    """There is no row for a step."""


class Season:
    """What the steps of a season share."""

    def __init__(self, journey: Journey, sandbox: StripeSandbox, number: int) -> None:
        self.journey, self.sandbox = journey, sandbox
        self.owner, self.office = journey.owner(), journey.office()
        self.accounts = [journey.customer(), _nora(journey)]
        self.guests = [journey.person("Walter (guest)"), journey.person("Ruth (guest)")]
        self.people = [*self.accounts, *self.guests]
        self._number, self._step = number, 0
        self._asked: dict[UUID, Person] = {}
        self._seen: dict[str, Rows] = {}

    def start_step(self, step: int) -> None:
        """Draw for this step from now on."""
        self._step = step

    def share(self, about: object) -> float:
        """Draw a number from 0 to 1."""
        return int.from_bytes(sha256(f"{self._number}/{self._step}/{about}".encode()).digest()[:6]) / 2**48

    def happens(self, probability: float, about: object) -> bool:
        """Draw whether something happens."""
        return self.share(about) < probability

    def draw(self, options: Sequence[T], about: object = "") -> T:
        """Draw one of the options."""
        return options[max(range(len(options)), key=lambda index: self.share(f"{about}/{index}"))]

    def some(self, options: Sequence[T], probability: float, about: object = "") -> list[T]:
        """Draw some of the options."""
        return [option for index, option in enumerate(options) if self.happens(probability, f"{about}/{index}")]

    def number(self, low: int, high: int, about: object) -> int:
        """Draw a number from ``low`` to ``high``."""
        return low + int(self.share(about) * (high + 1 - low))

    def dollars(self, low: int, high: int, about: object = "dollars") -> str:
        """Draw an amount."""
        cents = self.number(low * 100, high * 100, about)
        return f"{cents // 100}.{cents % 100:02}"

    def filled(self, **fields: Any) -> dict[str, Any]:
        """Draw some of a form's fields."""
        return {name: value for name, value in fields.items() if self.happens(0.45, name)}

    def day(self, first: int, last: int, about: object = "day") -> str:
        """Draw one of the days ``first`` to ``last`` days from today."""
        return str(timezone.localdate() + dt.timedelta(days=self.number(first, last, about)))

    def moment(self, first: int, last: int, about: object = "moment") -> str:
        """Draw a time from 8:30 AM to 4:30 PM Eastern on one of these days."""
        hour = self.number(8, 16, f"{about} hour")
        at = dt.datetime.fromisoformat(f"{self.day(first, last, about)}T{hour:02}:30")
        return timezone.make_aware(at).astimezone(dt.UTC).isoformat()

    def row(self, model: type[M], where: Callable[[M], bool] = lambda row: True) -> M:
        """Draw a row of the season, usually one for which ``where`` returns True. Raises NothingToDo."""
        rows = list(model._default_manager.exclude(id__startswith=IDS).order_by("created_at", "id"))
        anyone = self.happens(_OUT_OF_PLACE, f"{model.__name__} out of place")
        found = [
            (self.share(f"{model.__name__} {index}"), row) for index, row in enumerate(rows) if anyone or where(row)
        ]
        if not found:
            raise NothingToDo
        return max(found, key=lambda pair: pair[0])[1]

    def remember(self, made: Any, person: Person) -> None:
        """Remember who made the row of a response, if it is one."""
        if made and "id" in made:
            self._asked[UUID(made["id"])] = person

    def holder(self, row: Any) -> Person:
        """Return the customer whom a quote, tree order, invoice, plan or address belongs to."""
        owners = [person for person in self.accounts if person.user and person.user.pk == row.user_id]
        return (owners or [self._asked.get(getattr(row, "quote_id", None) or row.id, self.guests[0])])[0]

    def staff(self) -> Person:
        """Draw somebody who works at the desk."""
        return self.draw([self.office, self.owner], "staff")

    def look(self, title: str, pages: Sequence[tuple[Person, str]]) -> None:
        """Read what people see, and write down what differs from when they last looked."""
        with self.journey.step(title) as lines:
            for person, path in pages:
                place = f"{person.name}: {path}"
                rows = _rows_of(person.client.get(path).json())
                if found := list(_differences(self._seen.get(place, {}), rows)):
                    lines += [f"{place}:", *(f"  {line}" for line in found)]
                self._seen[place] = rows

    def remember_pages(self, pages: Sequence[tuple[Person, str]]) -> None:
        """Let people see what there is before the season."""
        for person, path in pages:
            self._seen[f"{person.name}: {path}"] = _rows_of(person.client.get(path).json())

    def enter_card(self, person: Person, secret: str) -> None:
        """Use a test card in Stripe's form. What Stripe reports may arrive later."""
        card = self.draw([cards.VISA, cards.MASTERCARD, cards.VISA, cards.DECLINED, cards.AUTHENTICATE], "card")
        with self.journey.step(f"{person.name} pays with {card}") as lines:
            try:
                cards.pay(secret, card)
            except DomainError as declined:
                lines.append(declined.message)
        if self.happens(0.8, "report"):
            self.hear_from_stripe()

    def hear_from_stripe(self, news: str = "Stripe reports what happened") -> None:
        """Deliver Stripe's waiting webhooks."""
        with self.journey.step(news) as lines:
            lines += [f"{kind}: {status}" for kind, status in self.sandbox.deliver()]


def _nora(journey: Journey) -> Person:
    nora = User.objects.create_user("nora@quill.example", "correct horse", first_name="Nora", last_name="Quill")
    EmailAddress.objects.create(user=nora, email=nora.email, verified=True, primary=True)
    return journey.person("Nora (customer)", nora)


def _rows_of(answer: Any, place: str = "") -> Rows:
    """Return the rows of a list, or of an object with lists in it."""
    if isinstance(answer, list):
        return {f"{place}{row.get('id') or row.get('key') or index}": row for index, row in enumerate(answer)}
    lists = {
        key: value for key, value in answer.items() if isinstance(value, list) and value and isinstance(value[0], dict)
    }
    found: Rows = {place or "in all": {key: value for key, value in answer.items() if key not in lists}}
    for key, rows in lists.items():
        found |= _rows_of(rows, f"{key} ")
    return found


def _differences(before: Rows, after: Rows) -> Iterator[str]:
    """Yield a line for each row that is new, changed or gone, and the order of those that stayed if it changed."""
    for name, row in after.items():
        old = before.get(name, {})
        fields = {key: value for key, value in row.items() if value != old.get(key) and key != "id"}
        if fields:
            yield f"{'' if old else '+ '}{name} {json.dumps(fields, ensure_ascii=False)}".strip()
    yield from (f"- {name}" for name in before if name not in after)
    stayed = [name for name in after if name in before]
    if stayed != [name for name in before if name in after]:
        yield f"now in the order {', '.join(stayed)}"
