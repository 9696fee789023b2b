"""Two seasons of a large business, made inside PostgreSQL: for benchmarks, and to see the desk under load.

Every step is one statement in ``demo/sql``. Columns that a step does not name get the model's own default, so a new
column of a model needs no change there unless its content matters.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Field, Model
from django.db.models.fields import NOT_PROVIDED

from accounts.models import Address, User
from catalog import catalog
from common.seasons import season_of
from invoices.models import Invoice, InvoicePayment
from jobs.models import Job
from quotes.models import Quote
from storage.models import StorageSubscription
from trees.models import TreeOrder

_SQL = Path(__file__).parent / "sql"
MADE_UP = "[a-z][0-9]+@example[.]com$"  # the email addresses of the made-up customers; the demo's have a point there
# From so many rows on, an index is built faster than it is kept up.
_MANY = 20_000


@dataclass(frozen=True)
class Size:
    """How many rows of each kind."""

    quotes: int
    jobs: int
    tree_orders: int
    subscriptions: int

    @property
    def people(self) -> int:
        """Customers: many ask more than once."""
        return max(self.quotes * 6 // 10, self.tree_orders, self.users, 1)

    @property
    def users(self) -> int:
        """Customers with an account, every subscriber among them."""
        return max(self.subscriptions, self.quotes // 50)


class Season:
    """Inserts a season of a size, in the caller's transaction. The same size makes much the same rows each time."""

    def __init__(self, size: Size) -> None:
        season = season_of()
        self._size = size
        self._names = {
            "this_season": f"'{season.first}'::date",
            "last_season": f"'{season.before.first}'::date",
            "made_up": f"'{MADE_UP}'",
            "people": str(size.people),
            "users": str(size.users),
            **{name: str(count) for name, count in vars(size).items()},
            **_prices(),
        }

    def load(self) -> None:
        """All steps, in the order in which they build on each other."""
        self._execute("SELECT setseed(0.2026)")
        self._execute("SET CONSTRAINTS ALL IMMEDIATE")  # no index is built while foreign keys wait to be checked
        self._execute("SET LOCAL work_mem = '128MB'")
        self._execute("SET LOCAL maintenance_work_mem = '256MB'")
        self._run("people")
        self._insert(User, "users", self._size.users)
        self._run("email_addresses")
        self._execute("UPDATE people SET user_id = u.id FROM accounts_user u WHERE u.email = people.email")
        self._execute("ANALYZE people")
        self._insert_by_moment(Quote, "quotes", self._size.quotes)
        self._insert(Job, "jobs", self._size.jobs)
        self._insert_by_moment(TreeOrder, "tree_orders", self._size.tree_orders)
        self._insert(Address, "addresses", self._size.users)
        self._insert(StorageSubscription, "subscriptions", self._size.subscriptions)
        self._run("properties")
        self._insert(Invoice, "invoices", self._size.jobs)
        self._insert(InvoicePayment, "payments", self._size.jobs)
        self._run("numbers")
        self._execute("DROP TABLE people")

    def _insert_by_moment(self, model: type[Model], step: str, rows: int) -> None:
        self._names["rows"] = str(rows)
        self._run("moments")
        self._insert(model, step, rows)
        self._execute("DROP TABLE moments")

    def _insert(self, model: type[Model], step: str, rows: int) -> None:
        """Insert what a step selects; its columns are named as the table's."""
        table = model._meta.db_table
        with without_indexes(table, rows), connection.cursor() as cursor:
            cursor.execute(f"CREATE TEMP VIEW {step}_made AS {self._text(step)}")
            cursor.execute(f"SELECT * FROM {step}_made LIMIT 0")  # noqa: S608
            given = [column.name for column in cursor.description or ()]
            defaults = {
                str(field.column): _default(field) for field in model._meta.concrete_fields if field.column not in given
            }
            rest = {column: value for column, value in defaults.items() if value is not NOT_PROVIDED}
            columns, chosen = ", ".join([*given, *rest]), ", ".join([*given, *("%s" for _ in rest)])
            cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {chosen} FROM {step}_made", list(rest.values()))  # noqa: S608
            cursor.execute(f"DROP VIEW {step}_made")

    def _run(self, step: str) -> None:
        self._execute(self._text(step))

    def _text(self, step: str) -> str:
        """A step with its ``:name``s written out: PostgreSQL takes no parameters in ``CREATE TABLE AS``."""
        text = (_SQL / f"{step}.sql").read_text()
        for name in sorted(self._names, key=len, reverse=True):
            text = text.replace(f":{name}", self._names[name])
        return text

    def _execute(self, sql: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)


def _prices() -> dict[str, str]:
    """Return the catalog's prices as lists of ``VALUES`` and as numbers."""
    return {
        "packages": _values((package.id, package.starting_price) for package in catalog.PACKAGES),
        "storage_plans": _values((plan.id, plan.monthly_price) for plan in catalog.STORAGE_PLANS),
        "tree_sizes": _values((size.id, size.price, size.delivery_price) for size in catalog.TREE_SIZES),
        **{add_on.column: str(add_on.price) for add_on in catalog.TREE_ADD_ONS},
    }


def _values(rows: Iterable[tuple[str, *tuple[Decimal | None, ...]]]) -> str:
    return ", ".join(f"('{name}', {', '.join(str(price or 'NULL') for price in prices)})" for name, *prices in rows)


def _default(field: "Field[Any, Any]") -> Any:
    """What the column gets where nothing is named; NOT_PROVIDED where the database itself knows."""
    known = field.generated or field.db_default is not NOT_PROVIDED
    if known or (field.null and not field.has_default()):
        return NOT_PROVIDED
    return field.get_db_prep_save(field.pre_save(field.model(), add=True), connection)


@contextmanager
def without_indexes(table: str, rows: int) -> Iterator[None]:
    """Many rows go into a table without its indexes, which are built again when they are in.

    Those of constraints stay; few rows go in with all of them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indrelid = %s::regclass AND NOT i.indisunique AND %s >= %s
            """,
            [table, rows, _MANY],
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for _, definition in indexes:
            cursor.execute(definition)
