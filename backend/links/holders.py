"""Who acts on a quote, tree order or invoice: its owner, an administrator, or the holder of a private link to it.

A view opts in to links with ``SignedInOrLinkHolder`` and the viewer from ``viewer_for`` instead of ``request.user``.
All other views ignore them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from accounts.models import LinkHolder, Viewer
from common.authentication import SessionAuthentication
from links import resources
from links.cookies import link_cookies, token_in
from links.models import Link, LinkKind
from links.resources import Resource
from links.services import hash_of


class SignedInOrLinkHolder(IsAuthenticated):
    """Signed-in users, and browsers that hold any link. What they may see or do depends on the viewer."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) or bool(link_cookies(request))


def viewer_for(request: Request, kind: LinkKind, resource_id: UUID) -> Viewer:
    """Return the link holder if the browser holds a valid link to the resource, otherwise ``request.user``.

    The owner and administrators act as themselves, whatever links their browser holds. Raises PermissionDenied (403)
    for a holder's unsafe request without the CSRF header.
    """
    link = held_link(request, kind, resource_id)
    return _holder(kind, resource_id) if link else request.user


@contextmanager
def acting_on(request: Request, kind: LinkKind, resource_id: UUID) -> Iterator[Viewer]:
    """Yield the viewer of ``viewer_for`` in a transaction. The link can't be withdrawn before the transaction ends."""
    with transaction.atomic():
        link = held_link(request, kind, resource_id, lock=True)
        yield _holder(kind, resource_id) if link else request.user


def _holder(kind: LinkKind, resource_id: UUID) -> LinkHolder:
    return LinkHolder(resources.type_of(kind).model, resource_id)


def held_link(request: Request, kind: LinkKind, resource_id: UUID, *, lock: bool = False) -> Link | None:
    """Return the valid link that lets the browser act on the resource, if any; see ``viewer_for``."""
    # Check the role, not the session's second step: staff never act as a customer through a link.
    if getattr(request.user, "has_admin_role", False) or not link_cookies(request):
        return None
    resource = resources.find(kind, resource_id)
    if resource is None or (request.user.is_authenticated and resource.owner_id == request.user.pk):
        return None
    link = _link_to(request, resource, lock)
    if link is None and (parent := resource.parent()):
        link = _link_to(request, parent, lock)
    if link and request.method not in SAFE_METHODS:
        SessionAuthentication().enforce_csrf(request)
    return link


def _link_to(request: Request, resource: Resource, lock: bool) -> Link | None:
    token = token_in(request, resource.kind, resource.id)
    if token is None or not resource.is_open:
        return None
    links = Link.objects.filter(
        token_hash=hash_of(token), kind=resource.kind, resource_id=resource.id, withdrawn_at=None
    )
    return (links.select_for_update(no_key=True) if lock else links).first()
