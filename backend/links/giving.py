"""The link that a guest gets at once, in the response to their quote request or tree order."""

from uuid import UUID

import orjson
from rest_framework.request import Request
from rest_framework.response import Response

from common.idempotency import HEADER
from common.json import dumps
from links.cookies import keep_token, token_in
from links.models import LinkKind
from links.services import create_form_link

# A repeat of a form gets a link only if no one can guess the key that it repeats: browsers send a random UUID.
SECRET_KEY_LENGTH = 32
# The first response may have been lost; more repeats than a few are no accident.
MOST_FORM_LINKS = 5


def give_link(request: Request, response: Response, kind: LinkKind) -> Response:
    """Let a guest's browser hold a link to what the 201 ``response`` says was created; return the response.

    Guests share their idempotency keys, so a repeat proves only that its sender knows the key and the whole form. That
    is enough if the key is as long as a random one. The owner of an account needs no link.
    """
    if request.user.is_authenticated:
        return response
    resource_id = UUID(orjson.loads(dumps(response.data))["id"])
    is_secret = len(request.headers.get(HEADER, "")) >= SECRET_KEY_LENGTH
    most = MOST_FORM_LINKS if is_secret else 1
    token = token_in(request, kind, resource_id) or create_form_link(kind=kind, resource_id=resource_id, most=most)
    if token:
        keep_token(request._request, response, kind=kind, resource_id=resource_id, token=token)
    return response
