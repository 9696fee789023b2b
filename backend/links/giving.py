"""The link that a guest gets at once, in the response to their quote request or tree order."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import orjson
from rest_framework.request import Request
from rest_framework.response import Response

from common.idempotency import HEADER, create_once
from common.json import dumps
from links.cookies import keep_token, token_in
from links.models import LinkKind
from links.services import create_form_link, create_link

# A repeat of a form gets a link only if no one can guess the key that it repeats: browsers send a random UUID.
SECRET_KEY_LENGTH = 32
# The first response may have been lost; more repeats than a few are no accident.
MOST_FORM_LINKS = 5


def create_with_link(request: Request, scope: str, kind: LinkKind, create: Callable[[], dict[str, Any]]) -> Response:
    """Do ``create_once``, and let a guest's browser hold a link to what ``create`` returns the JSON of.

    Guests share their idempotency keys, so a repeat proves only that its sender knows the key and the whole form. That
    is enough if the key is as long as a random one. The owner of an account needs no link.
    """
    if request.user.is_authenticated:
        return create_once(request, scope, create)
    new: list[tuple[UUID, str]] = []

    def create_both() -> dict[str, Any]:
        created = create()
        new.append((created["id"], create_link(kind=kind, resource_id=created["id"])))
        return created

    response = create_once(request, scope, create_both)
    resource_id, token = new[0] if new else _repeated(request, response, kind)
    if token:
        keep_token(request._request, response, kind=kind, resource_id=resource_id, token=token)
    return response


def _repeated(request: Request, response: Response, kind: LinkKind) -> tuple[UUID, str | None]:
    """Return what an earlier request created, and the token that its browser holds, or a new one."""
    resource_id = UUID(orjson.loads(dumps(response.data))["id"])
    is_secret = len(request.headers.get(HEADER, "")) >= SECRET_KEY_LENGTH
    most = MOST_FORM_LINKS if is_secret else 1
    held = token_in(request, kind, resource_id)
    return resource_id, held or create_form_link(kind=kind, resource_id=resource_id, most=most)
