"""What the business does with private links."""

import datetime as dt
import hashlib
import re
import secrets
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Case, DateTimeField, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from common.postgres.later import execute_later
from links import resources
from links.models import Link, LinkKind, LinkSource

# 256 random bits in base64url without padding (RFC 4648, section 5).
TOKEN_BYTES = 32
_CREATE = """
    INSERT INTO links_link (token_hash, kind, resource_id, source, message_id, open_count)
    VALUES (%s, %s, %s, %s, %s, 0)
"""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
# Views within this time of the last one count as the same opening.
REPEAT_VIEW_WINDOW = dt.timedelta(minutes=1)


def hash_of(token: str) -> bytes:
    """Return the hash that is stored instead of a token. For 256 random bits, it needs no salt."""
    return hashlib.sha256(token.encode()).digest()


def is_token(text: str) -> bool:
    """Return whether ``text`` can be a token."""
    return bool(_TOKEN.fullmatch(text))


def url_of(token: str) -> str:
    """Return the URL of a link."""
    return f"{settings.SITE_URL}/f/{token}"


def create_link(*, kind: LinkKind, resource_id: UUID, message_id: UUID | None = None) -> str:
    """Create a link, for the response to a form if no message is given. Return its token, which is not stored."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    source = LinkSource.MESSAGE if message_id else LinkSource.FORM
    execute_later(_CREATE, [hash_of(token), kind.value, resource_id, source.value, message_id])
    return token


def create_code_links(*, kind: LinkKind, resource_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Create a link for a QR code to each resource. Return the tokens, which are not stored, by resource ID."""
    tokens = {resource_id: secrets.token_urlsafe(TOKEN_BYTES) for resource_id in resource_ids}
    Link.objects.bulk_create(
        Link(token_hash=hash_of(token), kind=kind, resource_id=resource_id, source=LinkSource.CODE)
        for resource_id, token in tokens.items()
    )
    return tokens


def create_form_link(*, kind: LinkKind, resource_id: UUID, limit: int) -> str | None:
    """Create a link for the browser that sent a form. Return its token, or None if the form already has ``limit``."""
    existing = Link.objects.filter(kind=kind, resource_id=resource_id, source=LinkSource.FORM)
    if existing[limit - 1 :].exists():
        return None
    return create_link(kind=kind, resource_id=resource_id)


def resource_of(token: str) -> resources.Resource | None:
    """Return the resource that a link opens, None if the link is unknown, withdrawn or expired."""
    if not is_token(token):
        return None
    link = Link.objects.filter(token_hash=hash_of(token), withdrawn_at=None).first()
    resource = resources.find(LinkKind(link.kind), link.resource_id) if link else None
    return resource if resource and resource.is_open else None


def links_to(*, kind: LinkKind, resource_id: UUID) -> QuerySet[Link]:
    """Return the links to a resource, annotated with ``valid_until``: when they expire, None if they open nothing."""
    resource = resources.find(kind, resource_id)
    until = Value(resource.valid_until if resource else None, DateTimeField(null=True))
    links = Link.objects.filter(kind=kind, resource_id=resource_id)
    return links.annotate(valid_until=Case(When(withdrawn_at=None, then=until), default=None))


@transaction.atomic
def withdraw_link(*, link_id: UUID) -> Link:
    """Withdraw a link for good; doing it again changes nothing. Raises Http404.

    The row lock waits for changes made through the link at the same time (``holders.acting_on``). Later ones fail.
    """
    link: Link = get_object_or_404(Link.objects.select_for_update(), id=link_id)
    if link.withdrawn_at is None:
        link.withdrawn_at = timezone.now()
        link.save(update_fields=["withdrawn_at", "updated_at"])
    return links_to(kind=LinkKind(link.kind), resource_id=link.resource_id).get(id=link_id)


@transaction.atomic
def note_opened(*, link_id: UUID) -> None:
    """Record that a person opened the page behind a link, unless they just did (``REPEAT_VIEW_WINDOW``)."""
    now = timezone.now()
    not_recent = Q(last_opened_at=None) | Q(last_opened_at__lt=now - REPEAT_VIEW_WINDOW)
    opened = Link.objects.filter(not_recent, id=link_id, withdrawn_at=None).update(
        first_opened_at=Coalesce(F("first_opened_at"), now),
        last_opened_at=now,
        open_count=F("open_count") + 1,
        updated_at=now,
    )
    if opened:
        link = Link.objects.get(id=link_id)
        resources.type_of(LinkKind(link.kind)).note_opened(link.resource_id, now)
