"""The administrator's filters on the list of invoices."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from common.fields import Identifier
from common.search import begins_like
from invoices.models import SEARCHED, InvoiceStatus

LONGEST_SEARCH = 200


def filtered(request: Request, invoices: Any) -> Any:
    """``invoices`` as the query asks: ``status`` (comma list), ``userId``, ``quoteId``, and ``q``, the beginnings of
    words of the number, the bill-to name and the e-mail address. Raises ValidationError (400)."""
    query = request.query_params
    if statuses := [status for listed in query.getlist("status") for status in listed.split(",") if status]:
        if unknown := set(statuses) - set(InvoiceStatus.values):
            raise ValidationError({"status": [f"Unknown status: {min(unknown)[:100]}"]})
        invoices = invoices.filter(status__in=statuses)
    for name, column in (("userId", "user_id"), ("quoteId", "quote_id")):
        if value := query.get(name):
            invoices = invoices.filter(**{column: _identifier(name, value)})
    if text := query.get("q", "").strip():
        if "\x00" in text or len(text) > LONGEST_SEARCH:
            raise ValidationError({"q": ["Search for something shorter"]})
        invoices = begins_like(invoices, SEARCHED, text)
    return invoices


def _identifier(name: str, value: str) -> Any:
    try:
        return Identifier().run_validation(value)
    except ValidationError as error:
        raise ValidationError({name: error.detail}) from None
