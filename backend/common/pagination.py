"""Keyset pages: newest first, the next page in a ``Link`` header (RFC 8288); page 1,000 costs what page 1 costs."""

import base64
import binascii
import datetime as dt
import uuid
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common.fields import Output

PAGE = 50
LARGEST_PAGE = 200


def answer_page(request: Request, rows: QuerySet[Any], output: type[Output]) -> Response:
    """One page of ``rows`` (any queryset of ``Record``) as a JSON array.

    Query parameters: ``limit`` (1 to 200, 50 by default) and ``cursor`` (from the ``Link`` header). Raises
    ValidationError (400) for others.
    """
    limit = _limit(request)
    if cursor := request.query_params.get("cursor"):
        created_at, id_ = _decode(cursor)
        # The first condition lets PostgreSQL seek into the (created_at, id) index; the second breaks ties.
        rows = rows.filter(created_at__lte=created_at).exclude(Q(created_at=created_at) & Q(id__gte=id_))
    page = list(rows.order_by("-created_at", "-id")[: limit + 1])
    shown = page[:limit]
    response = Response(output.of_each(shown))
    if len(page) > limit:
        response["Link"] = f'<{_address(request, shown[-1])}>; rel="next"'
    return response


def _limit(request: Request) -> int:
    raw = request.query_params.get("limit", str(PAGE))
    if not (raw.isascii() and raw.isdigit() and 1 <= int(raw[:6]) <= LARGEST_PAGE):
        raise ValidationError({"limit": [f"Must be a whole number from 1 to {LARGEST_PAGE}"]})
    return int(raw)


def _address(request: Request, last: Any) -> str:
    query = request.query_params.copy()
    query["cursor"] = _encode(last.created_at, last.id)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _encode(created_at: dt.datetime, id_: uuid.UUID) -> str:
    return base64.urlsafe_b64encode(f"{created_at.isoformat()}|{id_}".encode()).decode()


def _decode(cursor: str) -> tuple[dt.datetime, uuid.UUID]:
    try:
        stamp, id_ = base64.urlsafe_b64decode(cursor.encode()).decode().split("|")
        created_at = parse_datetime(stamp)
        if created_at is None or created_at.tzinfo is None:
            raise ValueError(stamp)
        return created_at, uuid.UUID(id_)
    except (ValueError, binascii.Error):
        raise ValidationError({"cursor": ["Not a cursor of this list"]}) from None
