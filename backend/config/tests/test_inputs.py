"""Request bodies match the arguments of services and the OpenAPI schema, and what they accept is compared with what is
stored: names, types, limits and choices.

``STORE_INPUTS=1`` stores what they accept now.
"""

import inspect
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from accounts.inputs import AddressChangeInput, AddressInput, ProfileInput
from accounts.services import add_address, change_address, update_profile
from common.attribution.inputs import CampaignInput
from common.inputs import Input
from desk.inputs import CallInput, PaymentAssignmentInput, SavedReplyChangeInput, SavedReplyInput
from desk.payments import assign_payment
from desk.saved_replies import change_reply, save_reply
from desk.services import log_call
from invoices.inputs import (
    BatchSendInput,
    InvoiceInput,
    InvoiceRevisionInput,
    PaymentRecordInput,
)
from invoices.services import (
    create_invoice,
    record_payment,
    reverse_payment,
    revise_invoice,
    send_invoices,
)
from jobs.inputs import JobInput, JobRevisionInput
from jobs.services import revise_job, schedule_job
from payments.inputs import KeepInput, ReceiptEmailInput, TakeBackInput
from payments.receipts import correct_receipt_email
from payments.services import keep_payment
from quotes.answers import accept_quote, decline_quote
from quotes.editing import replace_lines
from quotes.estimate import estimate
from quotes.inputs import (
    BulkStatusInput,
    CommentInput,
    DesignInput,
    EstimateInput,
    LineInput,
    LinesInput,
    NoInvoiceNeededInput,
    PriceListItemChangeInput,
    PriceListItemInput,
    QuoteAcceptanceInput,
    QuoteDeclineInput,
    QuoteInput,
    QuoteRevisionInput,
    SeenQuoteInput,
)
from quotes.proposals.price_list import add_item, change_item
from quotes.proposals.rules import DraftLine
from quotes.services import (
    comment_on_quote,
    let_go,
    mark_no_invoice_needed,
    request_quote,
    revise_quote,
    set_question_aside,
    set_quote_statuses,
)
from quotes.undo import undo_price
from testing.helpers import api_schema
from trees import recording
from trees.inputs import PaymentCodesInput, TreeOrderInput, TreeOrderRevisionInput, TreePaymentInput
from trees.payment_codes import create_payment_codes
from trees.services import place_tree_order, revise_tree_order

_STORED = Path(__file__).parent / "inputs.txt"
_APART = {"properties", "description"}  # lines of their own, and a text for readers

PAIRS: list[tuple[type[Input], Callable[..., object]]] = [
    (ProfileInput, update_profile),
    (AddressInput, add_address),
    (AddressChangeInput, change_address),
    (CallInput, log_call),
    (PaymentAssignmentInput, assign_payment),
    (SavedReplyInput, save_reply),
    (SavedReplyChangeInput, change_reply),
    (KeepInput, keep_payment),
    (ReceiptEmailInput, correct_receipt_email),
    (InvoiceInput, create_invoice),
    (InvoiceRevisionInput, revise_invoice),
    (PaymentRecordInput, record_payment),
    (TakeBackInput, reverse_payment),
    (BatchSendInput, send_invoices),
    (JobInput, schedule_job),
    (JobRevisionInput, revise_job),
    (QuoteInput, request_quote),
    (QuoteRevisionInput, revise_quote),
    (SeenQuoteInput, undo_price),
    (SeenQuoteInput, let_go),
    (SeenQuoteInput, set_question_aside),
    (NoInvoiceNeededInput, mark_no_invoice_needed),
    (BulkStatusInput, set_quote_statuses),
    (LinesInput, replace_lines),
    (QuoteAcceptanceInput, accept_quote),
    (QuoteDeclineInput, decline_quote),
    (PriceListItemInput, add_item),
    (PriceListItemChangeInput, change_item),
    (CommentInput, comment_on_quote),
    (EstimateInput, estimate),
    (TreeOrderInput, place_tree_order),
    (PaymentCodesInput, create_payment_codes),
    (TreeOrderRevisionInput, revise_tree_order),
    (TreePaymentInput, recording.record_payment),
    (TakeBackInput, recording.reverse_payment),
]
# Added by views: the caller, and the row in the path.
FROM_THE_VIEW = {"by", "user", "requested_by", "ordered_by", "quote", "job_id", "order_id", "payment_id"} | {
    "about",
    "about_id",
    "address_id",
    "invoice_id",
    "quote_id",
    "item_id",
    "reply_id",
}


def _as_passed(hint: Any) -> Any:
    """Return the type of a service's argument for a field of type ``hint``, with immutable lists and mappings."""
    if hint == list[LineInput]:
        return Sequence[DraftLine]
    if get_origin(hint) is list:
        return Sequence[get_args(hint)[0]]  # type: ignore[misc]
    return Mapping[str, object] | None if hint in (DesignInput | None, CampaignInput | None) else hint


@pytest.mark.parametrize(("body", "service"), PAIRS, ids=lambda each: each.__name__)
def test_body_matches_the_arguments_of_its_service(body: type[Input], service: Callable[..., object]) -> None:
    # mypy can't check this, since views pass the body as ``**arguments``.
    fields = {name: field for name, field in body.model_fields.items() if not field.exclude}
    hints, taken = get_type_hints(body), get_type_hints(service)
    assert {name: _as_passed(hints[name]) for name in fields} == {name: taken.get(name) for name in fields}

    parameters = inspect.signature(service).parameters.values()
    assert {each.kind for each in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    needed = {each.name for each in parameters if each.default is inspect.Parameter.empty} - FROM_THE_VIEW
    assert needed == {name for name, field in fields.items() if field.is_required()} - FROM_THE_VIEW


def test_money_in_requests_is_a_decimal_string_in_the_schema() -> None:
    amounts = {
        (name, key): (property["format"], "string" in property["type"])
        for name, schema in api_schema()["components"]["schemas"].items()
        for key, property in schema.get("properties", {}).items()
        if name.endswith("Request") and key in {"amount", "quoteAmount"}
    }
    assert len(amounts) == 8
    assert set(amounts.values()) == {("decimal", True)}


def test_inputs_accept_what_is_stored() -> None:
    text = "".join(f"{line}\n" for line in _accepted())
    if os.environ.get("STORE_INPUTS"):
        _STORED.write_text(text)
    assert text.splitlines() == _STORED.read_text().splitlines()


def _accepted() -> Iterator[str]:
    """Yield a line for each request's parameters and body, and for each field of a body."""
    document = api_schema()
    pending: list[str] = []
    for path, operations in sorted(document["paths"].items()):
        for method, operation in sorted(operations.items()):
            request = f"{method.upper()} {path}"
            for given in operation.get("parameters", ()):
                if given["in"] != "path":
                    needed = " required" if given.get("required") else ""
                    yield f"{request} {given['in']} {given['name']}{needed} {_json(given['schema'])}"
            for kind, content in operation.get("requestBody", {"content": {}})["content"].items():
                yield f"{request} {kind} {_json(content['schema'])}"
                pending += _names(content["schema"])
    seen: set[str] = set()
    while pending:
        seen.add(name := pending.pop())
        pending += set(_names(document["components"]["schemas"][name])) - seen
    for name in sorted(seen):
        schema = document["components"]["schemas"][name]
        yield f"{name} {_json({key: value for key, value in schema.items() if key not in _APART})}"
        for field, value in sorted(schema.get("properties", {}).items()):
            yield f"{name}.{field} {_json(value)}"


def _names(schema: Any) -> list[str]:
    return re.findall(r"#/components/schemas/(\w+)", _json(schema))


def _json(schema: Any) -> str:
    return json.dumps(schema, sort_keys=True, default=str)
