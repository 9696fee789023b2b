"""Write down what a journey through the API does: each response, and each row that it adds, changes or deletes.

A journey's transcript is compared with a stored file (docs/decisions/0050-journeys-are-compared-with-transcripts.md).
IDs and tokens, which differ from run to run, are replaced with names. The clocks of the product and of the database
stand still, so a journey runs in a test's transaction.
"""

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import unescape
from typing import Any

import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.utils import timezone

from accounts.middleware import NEVER_CACHE
from accounts.models import Role, User
from testing.fixtures import client_of
from testing.outline import outline
from testing.strangers import add_strangers

# A Tuesday, 10:00 AM EST.
START = dt.datetime(2031, 11, 18, 15, tzinfo=dt.UTC)

# Tables that say nothing about the product's rules, or whose rows are only copies.
_LEFT_OUT = {
    "auth_permission", "common_cache", "common_throttlehits", "django_content_type", "django_migrations",
    "django_session", "payments_stripeobjectversion", "procrastinate_events", "procrastinate_periodic_defers",
    "procrastinate_workers",
}  # fmt: skip
# Columns that differ from run to run, or are derived from the others.
_UNSTABLE = {"password", "raw", "body", "search_vector", "content_type_id", "worker_id"}

# What a season, which writes down only the news, leaves out: these tables have little that isn't in other rows or on
# the pages that people look at, and sending changes the same columns of each message.
_SEEN_ELSEWHERE = {"analytics_counterdelta", "payments_stripeevent", "procrastinate_jobs"}
_OF_SENDING = {"attempted_at", "attempts", "content_until", "recipients", "sender", "sent_at", "subject", "tells"}

_COOKIES_OF_FORMS = {"csrftoken", "messages"}

_WRITES = re.compile(r"\bINSERT INTO\b|(?<!FOR )(?<!KEY )\bUPDATE\b|\bDELETE FROM\b|\bprocrastinate_defer")

# Left out of new rows if they are now, as they should be.
_STAMPS = {"created_at", "updated_at"}

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
# The last digits of an ID, which messages show.
_DIGITS = re.compile(r"(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])")
# Words such as in_transit are none: an ID has a digit or a capital letter.
_STRIPE = re.compile(
    r"\b(acct|ba|card|ch|cus|dp|du|evt|ii|il|in|inpay|pi|pm|po|pr|price|prod|re|req|seti|si|sub|tr|txn|we)_"
    r"(?=[a-z_]*[A-Z\d])\w{6,}"
)
# Tokens and hashes; the tokens of private links; those in reply addresses; QR codes of links.
_RANDOM = re.compile(
    r"(?<![\w/.:-])(?:\\\\x)?(?=[\w:.-]*\d)[\w:-]{28,}(?![\w-])"
    r"|(?<=/f/)[\w-]{20,}|\b[qti][a-z2-7]{42}(?=@)|M0 0h7v1h-7z[Mhvz\d -]+"
)

# Functions before the built-in ones of the same names, for the test's transaction. Columns' defaults refer to the
# built-in ones, so they are set again. Sequences start over until the transaction ends.
_STOP_CLOCK = """
CREATE SCHEMA journey;
CREATE FUNCTION journey.now() RETURNS timestamptz STABLE LANGUAGE sql
    AS $$ SELECT current_setting('journey.now')::timestamptz $$;
CREATE FUNCTION journey.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql AS $$ SELECT journey.now() $$;
CREATE FUNCTION journey.clock_timestamp() RETURNS timestamptz STABLE LANGUAGE sql AS $$ SELECT journey.now() $$;
DO $$ DECLARE given record; BEGIN
    FOR given IN
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_default LIKE '%now()%' OR column_default LIKE '%_timestamp()%'
            OR column_default LIKE 'CURRENT_TIMESTAMP%')
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER %I SET DEFAULT journey.now()', given.table_name, given.column_name);
    END LOOP;
    FOR given IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'
    LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', given.name);  -- some IDs are in responses
    END LOOP;
END $$;
SET LOCAL search_path = journey, pg_catalog, public
"""

Row = dict[str, Any]


class Journey:
    """A transcript of what people do at a stopped clock, which only ``later`` moves.

    ``person`` returns somebody whose requests are written down with their responses and the rows that changed.
    ``step`` does so for what is not a request, such as a delivered webhook.
    """

    def __init__(self, clock: time_machine.Traveller) -> None:
        self._clock = clock
        self._lines: list[str] = []
        self._names = _Names()
        self._people: list[Person] = []
        self._shown: dict[str, dict[str, Any]] | None = None
        with connection.cursor() as cursor:
            cursor.execute(_STOP_CLOCK)
        self.later()
        add_strangers()
        self._before = _rows()
        self._names.learn([(key.split()[0], row) for key, row in sorted(self._before.items())], "other ")

    def later(self, **length: float) -> None:
        """Move both clocks by a ``timedelta(**length)``."""
        self._clock.shift(dt.timedelta(**length))
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('journey.now', %s, true)", [timezone.now().isoformat()])
        self._lines += [f"# {timezone.localtime():%A, %B %-d, %-I:%M %p}", ""]
        for person in self._people:
            person.sign_in()  # sessions end after some hours
        self._before = _rows()

    def show_only_news(self) -> None:
        """From now on, leave out of a response about one row what the person has seen of that row."""
        self._shown = {}

    def new_in(self, answer: Any, name: str) -> Any:
        """Return what is written down of a response to the person called ``name``."""
        if self._shown is None or not isinstance(answer, dict) or "id" not in answer:
            return answer
        place = f"{name} {answer['id']}"
        seen = self._shown.get(place, {})
        self._shown[place] = seen | answer
        return {key: value for key, value in answer.items() if key == "id" or key not in seen or value != seen[key]}

    def person(self, name: str, user: User | None = None) -> "Person":
        """Return somebody with a browser of their own, signed in if they have an account (``user``)."""
        person = Person(self, name, user)
        self._people.append(person)
        self._before = _rows()
        self._names.learn(sorted(((key.split()[0], row) for key, row in self._before.items()), key=_order))
        return person

    def owner(self) -> "Person":
        """Return the owner, Ada Admin."""
        return self.person("Ada (owner)", User.objects.create_superuser("ada@example.com", **_called("Ada", "Admin")))

    def office(self) -> "Person":
        """Return an employee of the office, Olive Office."""
        olive = User.objects.create_user("olive@example.com", role=Role.OFFICE, **_called("Olive", "Office"))
        return self.person("Olive (office)", olive)

    def customer(self) -> "Person":
        """Return a customer with an account and a verified address, Eleanor Hayes."""
        eleanor = User.objects.create_user("eleanor@example.com", **_called("Eleanor", "Hayes"))
        EmailAddress.objects.create(user=eleanor, email=eleanor.email, verified=True, primary=True)
        return self.person("Eleanor (customer)", eleanor)

    @contextmanager
    def step(self, title: str) -> Iterator[list[str]]:
        """Write down what the code inside the ``with`` statement changes, after the lines that it adds to the list."""
        lines: list[str] = []
        transactions = _Transactions()
        with connection.execute_wrapper(transactions):
            yield lines
        after = _rows()
        added, changed, deleted = _difference(self._before, after)
        self._before = after
        if self._shown is not None:
            added, changed = ([each for each in rows if each[0] not in _SEEN_ELSEWHERE] for rows in (added, changed))
        self._names.learn(added)
        self._lines += [self._names.replace(line) for line in (f"## {title}", *lines)]
        self._lines += [f"+ {self._names.of(table, row)}: {self._columns(row)}" for table, row in added]
        for table, old, new in changed:
            changes = [
                f"{key}: {self._text(old.get(key))} → {self._text(value)}"
                for key, value in new.items()
                if old.get(key) != value and key not in _UNSTABLE and not self._is_routine(table, key)
            ]
            if changes:
                self._lines.append(f"~ {self._names.of(table, new)}: {', '.join(changes)}")
        self._lines += [f"- {self._names.of(table, row)}" for table, row in deleted]
        if len(transactions.found) > 1:
            self._lines.append(f"in {len(transactions.found)} transactions")
        self._lines.append("")

    def text(self) -> str:
        """Return the transcript."""
        return "\n".join(self._lines)

    def _is_routine(self, table: str, column: str) -> bool:
        of_sending = table == "notifications_message" and column in _OF_SENDING
        return self._shown is not None and (of_sending or column == "updated_at")

    def _columns(self, row: Row) -> str:
        now = timezone.now().replace(microsecond=0)
        given = {
            key: value
            for key, value in _given(row).items()
            if key != "id" and key not in _UNSTABLE and not (key in _STAMPS and _is_at(now, value))
        }
        return ", ".join(f"{key}: {self._text(value)}" for key, value in given.items() if value not in (False, 0))

    def _text(self, value: Any) -> str:
        return self._names.replace(json.dumps(value, ensure_ascii=False))


class _Transactions:
    """Collects the transactions that write: what happens between two of them can't be undone by an error."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self._own = len(connection.savepoint_ids)  # those of the test

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if _WRITES.search(sql) and not any(table in sql for table in _LEFT_OUT):
            outermost = connection.savepoint_ids[self._own : self._own + 1]
            self.found.add(outermost[0] if outermost else f"statement {len(self.found)}")
        return execute(sql, params, many, context)


def _called(first: str, last: str) -> dict[str, str]:
    return {"password": "correct horse", "first_name": first, "last_name": last}


class Person:
    """Somebody who uses the API in a journey. Each method sends a request and returns the response's JSON, or None."""

    def __init__(self, journey: Journey, name: str, user: User | None) -> None:
        self.user = user
        self.client = client_of(user)
        self._journey = journey
        self.name = name

    def sign_in(self) -> None:
        """Start a new session, if the person has an account."""
        if self.user:
            self.client = client_of(self.user)

    def get(self, path: str) -> Any:
        return self._send("GET", path, None)

    def post(self, path: str, /, **body: Any) -> Any:
        return self._send("POST", path, body)

    def put(self, path: str, /, **body: Any) -> Any:
        return self._send("PUT", path, body)

    def patch(self, path: str, /, **body: Any) -> Any:
        return self._send("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self._send("DELETE", path, None)

    def get_next(self) -> Any:
        """Get the page that the last response's ``Link`` header names."""
        return self._send("GET", self._next, None, title="the next page")

    def _send(self, method: str, path: str, body: dict[str, Any] | None, title: str = "") -> Any:
        with self._journey.step(f"{self.name}: {method} {title or path}") as lines:
            sent = json.dumps(body) if body is not None else ""
            # As browsers do: allauth takes a request for a page in JSON for one of a script.
            form = "" if method == "GET" else "application/json"
            response = self.client.generic(method, path, sent, content_type=form)
            kind = response.headers.get("Content-Type", "")
            if response.headers.get("Location", "").startswith("/"):
                kind = f"to {response.headers['Location']}"
            answer = response.json() if kind.startswith("application/json") else None
            self._next = response.headers.get("Link", "").partition(">")[0].removeprefix("<")
            if body:
                lines.append(f"sends {json.dumps(body, ensure_ascii=False)}")
            lines.append(f"{response.status_code} {'' if answer is not None else kind}".strip())
            lines += [*header_lines(response), *_outline(self._journey.new_in(answer, self.name))]
            if kind.startswith("text/html"):
                lines += page_lines(response)
            if kind.startswith("text/csv"):  # reading it also finishes a streamed response
                lines += [f"  {line}" for line in response.getvalue().decode().splitlines()]
            lines += ["  (more on the next page)"] * bool(self._next)
        return answer


# What most responses have in common. Other headers are left out, because they are shown elsewhere, differ each time, or
# come from Django REST Framework.
_USUAL = {
    "Cache-Control": NEVER_CACHE,
    "Content-Disposition": None,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Retry-After": None,
    "Vary": "Cookie",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def header_lines(response: Any) -> list[str]:
    """Return a line for each header that is unusual or missing, and for each cookie but those of forms."""
    found = {name: response.headers.get(name) for name in _USUAL}
    shown = [f"  {name}: {value}" for name, value in found.items() if value != _USUAL[name]]
    cookies = [cookie.OutputString() for name, cookie in response.cookies.items() if name not in _COOKIES_OF_FORMS]
    return shown + [f"  sets {re.sub('=[^;]+; expires=[^;]+', '', cookie, count=1)}" for cookie in cookies]


def page_lines(response: Any) -> list[str]:
    """Return the lines of a page or the HTML of an email: its title and an outline. A redirect has none."""
    if "Location" in response.headers:
        return []
    [title] = re.findall(r"<title>(.+)</title>", response.text)
    found = outline(response.text, "main") or outline(response.text, "body")
    return [f"  {line}" for line in (unescape(title), *found)]


def _is_at(now: dt.datetime, value: Any) -> bool:
    return dt.datetime.fromisoformat(value) == now


def _given(value: Any) -> Any:
    """Return a JSON value without the keys that have no value, which would fill most of a transcript."""
    if isinstance(value, dict):
        return {key: _given(item) for key, item in value.items() if item not in (None, "", [], {})}
    return [_given(item) for item in value] if isinstance(value, list) else value


def _outline(answer: Any) -> list[str]:
    """Return a response's lines: one for each key of an object, and for each row of a list."""
    if answer is None:
        return []
    if isinstance(answer, list):
        return [f"  {json.dumps(_given(item), ensure_ascii=False)}" for item in answer] or ["  (none)"]
    return [f"  {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in _given(answer).items()]


class _Names:
    """Names for the IDs and tokens of this run, in the order in which they appear."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._digits: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def learn(self, added: list[tuple[str, Row]], kind: str = "") -> None:
        """Name rows; ``kind`` comes before the name of their table."""
        for table, row in added:
            key = _key(table, row)
            if key not in self._given:
                name = self._given[key] = self._next(kind + _short(table))
                if _UUID.fullmatch(found := str(row.get("id", ""))):
                    self._give(found, name)

    def of(self, table: str, row: Row) -> str:
        return self._given.get(_key(table, row), _short(table))

    def replace(self, text: str) -> str:
        text = _UUID.sub(lambda match: self._name(match[0], "uuid"), text)
        text = _STRIPE.sub(lambda match: self._name(match[0], match[1]), text)
        text = _DIGITS.sub(lambda match: self._digits.get(match[0], match[0]), text)
        return _RANDOM.sub("(random)", text)

    def _name(self, found: str, kind: str) -> str:
        if found not in self._given:
            self._give(found, self._next(kind))
        return self._given[found]

    def _give(self, found: str, name: str) -> None:
        self._given[found] = name
        if _UUID.fullmatch(found):
            self._digits[found[-8:]] = f"({name}'s digits)"

    def _next(self, kind: str) -> str:
        self._counts[kind] += 1
        return f"{kind}-{self._counts[kind]}"


def _key(table: str, row: Row) -> str:
    return f"{table} {row.get('id') or json.dumps(row, sort_keys=True)}"


def _short(table: str) -> str:
    return table.split("_", 1)[1]


def _difference(before: dict[str, Row], after: dict[str, Row]) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the added (table, row), changed (table, old row, new row) and deleted (table, row), each sorted."""
    added = [(key.split()[0], row) for key, row in after.items() if key not in before]
    changed = [
        (key.split()[0], before[key], row)
        for key, row in after.items()
        if key in before and row is not before[key] and row != before[key]
    ]
    deleted = [(key.split()[0], row) for key, row in before.items() if key not in after]
    return sorted(added, key=_order), sorted(changed, key=_order), sorted(deleted, key=_order)


def _order(entry: tuple[Any, ...]) -> tuple[str, str, str]:
    """Order rows by what doesn't differ from run to run, and equal ones by their creation."""
    row = {key: value for key, value in entry[-1].items() if key not in _UNSTABLE and not isinstance(value, int)}
    text = json.dumps(row, sort_keys=True, ensure_ascii=False)
    return entry[0], _RANDOM.sub("", _STRIPE.sub("", _UUID.sub("", text))), f"{entry[-1].get('id', ''):>40}"


def _rows() -> dict[str, Row]:
    """Return every row of the database under its table and ID."""
    tables = sorted(set(connection.introspection.table_names()) - _LEFT_OUT)
    union = " UNION ALL ".join(
        f"SELECT '{table}', to_jsonb(t)::text FROM {connection.ops.quote_name(table)} t" for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(union)
        return dict(_parsed(table, row) for table, row in cursor.fetchall())


@lru_cache(maxsize=10_000)
def _parsed(table: str, text: str) -> tuple[str, Row]:
    """Return a row under its table and ID. Most rows are the same after a step as before."""
    row: Row = json.loads(text)
    return _key(table, row), row
