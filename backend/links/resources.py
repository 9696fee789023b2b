"""The types of rows that private links can open. Business apps register theirs in ``AppConfig.ready``."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import F, Model
from django.db.models.expressions import Combinable
from django.utils import timezone

from accounts.claims import rows_of_address
from accounts.models import OwnedQuerySet
from links.models import LinkKind

# A link is valid until this long after its resource last changed.
LIFETIME = dt.timedelta(days=120)
# How many new links to rows of one type one request can send, for a guest and for an account each.
MAX_NEW_LINKS = 5


@dataclass(frozen=True)
class ResourceType:
    """One type of rows that links can open.

    ``path`` is the path segment of its pages and endpoints, such as ``quotes``. ``rows`` returns those that customers
    can see, and ``changed_at`` is the expression for when a row last changed. Links to the row named by ``parent`` (its
    kind, and the column with its ID) open this one too. ``open_rows`` returns the rows with something left to do, and
    ``email_field`` is the column with a guest's address. ``plan_new_link(id, occasion)`` plans an email with a new
    link, at most one per occasion. ``note_opened`` is called when a person has opened a link.
    """

    model: type[Model]
    path: str
    email_field: str
    rows: Callable[[], OwnedQuerySet[Any]]
    open_rows: Callable[[], OwnedQuerySet[Any]]
    plan_new_link: Callable[[UUID, str], None]
    changed_at: Combinable = field(default_factory=lambda: F("updated_at"))
    parent: tuple[LinkKind, str] | None = None
    note_opened: Callable[[UUID, dt.datetime], object] = lambda resource_id, at: None


@dataclass(frozen=True)
class Resource:
    """A row that customers can see. ``owner_id`` is the user it belongs to, if any."""

    kind: LinkKind
    id: UUID
    owner_id: UUID | None
    changed_at: dt.datetime
    parent_id: UUID | None

    @property
    def type(self) -> ResourceType:
        return type_of(self.kind)

    @property
    def valid_until(self) -> dt.datetime:
        """When all links to it expire."""
        return self.changed_at + LIFETIME

    @property
    def is_open(self) -> bool:
        """Whether links to it are still valid."""
        return timezone.now() < self.valid_until

    @property
    def follow_path(self) -> str:
        """The path of the page that links lead to."""
        return f"/follow/{self.type.path}/{self.id}"

    def parent(self) -> "Resource | None":
        """Return the resource whose links open this one too, if any."""
        return find(self.type.parent[0], self.parent_id) if self.type.parent and self.parent_id else None


_types: dict[LinkKind, ResourceType] = {}


def register(kind: LinkKind, resource_type: ResourceType) -> None:
    """Register the type of rows that links of ``kind`` open."""
    _types[kind] = resource_type


def type_of(kind: LinkKind) -> ResourceType:
    """Return the type that was registered for ``kind``."""
    return _types[kind]


def rows_for_new_links(email: str) -> Iterator[tuple[ResourceType, UUID]]:
    """Yield the newest open rows of an email address, except those too old for a link to be valid."""
    now = timezone.now()
    for each in _types.values():
        for rows in rows_of_address(each.open_rows(), email=email, field=each.email_field):
            recent = rows.alias(changed=each.changed_at).filter(changed__gt=now - LIFETIME)
            for row_id in recent.order_by("-created_at", "-id").values_list("id", flat=True)[:MAX_NEW_LINKS]:
                yield each, row_id


def find(kind: LinkKind, resource_id: UUID) -> Resource | None:
    """Return the resource, or None if it doesn't exist or customers can't see it. This takes one query."""
    registered = type_of(kind)
    parent = F(registered.parent[1]) if registered.parent else F("id")
    rows = registered.rows().filter(id=resource_id)
    row = rows.annotate(changed=registered.changed_at, parent_key=parent).values("user_id", "changed", "parent_key")
    found = row.first()
    if found is None:
        return None
    return Resource(
        kind=LinkKind(kind),
        id=resource_id,
        owner_id=found["user_id"],
        changed_at=found["changed"],
        parent_id=found["parent_key"] if registered.parent else None,
    )
