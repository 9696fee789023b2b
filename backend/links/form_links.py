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

# Repeats with a shorter key get no link, since someone could guess the key. Browsers send a random UUID.
SECRET_KEY_LENGTH = 32
# Responses can get lost, but more than a few repeats of the same form are no accident.
MAX_FORM_LINKS = 5


def create_with_link(request: Request, scope: str, kind: LinkKind, create: Callable[[], dict[str, Any]]) -> Response:
    """Call ``create_once``, and give a guest's browser a link to the row whose JSON ``create`` returns.

    All guests share one set of idempotency keys, so a repeat proves only that its sender knows the key and the whole
    form. That is enough if the key is as long as a random one. Signed-in users need no link.
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
    """Return the ID of the row that an earlier request created, and the browser's token for it or a new one."""
    resource_id = UUID(orjson.loads(dumps(response.data))["id"])
    is_secret = len(request.headers.get(HEADER, "")) >= SECRET_KEY_LENGTH
    limit = MAX_FORM_LINKS if is_secret else 1
    held = token_in(request, kind, resource_id)
    return resource_id, held or create_form_link(kind=kind, resource_id=resource_id, limit=limit)
