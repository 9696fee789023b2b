"""The export of all data about a person: a zip file with tables as JSON, invoices as PDF, and a readable page."""

import email
import json
import re
import tempfile
import zipfile
from collections.abc import Iterable
from email.message import EmailMessage
from email.policy import default
from typing import IO, Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.browsers import browser_name
from accounts.models import Address
from desk.models import Call
from invoices.document import invoice_pdf
from invoices.models import InvoicePayment
from links.models import Link
from notifications.models import Channel, Message, Unsubscription
from payments.models import DisputeResponse, Refund
from privacy.person import Person, Rows, inquiries_of, rows_of
from quotes.models import Acceptance, Decline, ProposalLine, ProposalRevision, Question, QuoteComment
from replies.models import Inbound, InquiryEntry
from texts.models import ConsentEvent, ContactChoice
from trees.models import TreePayment

_IN_MEMORY = 5_000_000  # bytes; a larger archive is written to a file
# Columns that are internal, or that identify staff.
_HIDDEN = {
    "search_vector", "password", "token_hash", "raw", "claimed_until", "contents", "recorded_by", "taken_back_by",
    "kept_by", "assigned_by", "requested_by", "closed_by", "author", "staff", "user", "is_superuser", "is_active",
    "role", "checked_at", "attempts", "attempted_at",
}  # fmt: skip
# Words that column names abbreviate.
_WORDS = {"id": "ID", "ip": "IP address", "url": "link", "utm": "advertising", "zip": "ZIP"}
Table = list[dict[str, Any]]


def write_archive(person: Person) -> IO[bytes]:
    """Return the zip as a file positioned at its start. The caller closes it."""
    rows = rows_of(person)
    tables = collect(person, rows)
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115, the response closes it
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, table in tables.items():
            archive.writestr(f"data/{_file_name(name)}.json", json.dumps(table, cls=DjangoJSONEncoder, indent=2))
        invoices = [invoice for invoice in rows.invoices if invoice.sent_at]
        for invoice in invoices:
            archive.writestr(f"invoices/{invoice.invoice_number}.pdf", invoice_pdf(invoice))
        page = {
            "person": person,
            "at": timezone.now(),
            "tables": [(name, _file_name(name), _head(table), [list(map(_as_text, row.values())) for row in table])
                       for name, table in tables.items() if table],
            "invoices": invoices,
        }  # fmt: skip
        archive.writestr("index.html", render_to_string("privacy/archive.html", page))
    file.seek(0)
    return file


def collect(person: Person, rows: Rows) -> dict[str, Table]:
    """Return the tables by name. Each is a list of rows with camelCase keys."""
    quotes, orders, invoices = rows.quotes, rows.orders, rows.invoices
    about = Q(about_id__in=rows.ids) | Q(recipient_key__in=[*person.emails, *rows.numbers])
    inquiries = inquiries_of(person, rows)
    called = Q(quote__in=quotes) | Q(tree_order__in=orders) | Q(inquiry__in=inquiries)
    return {
        "Account": _table([person.user] if person.user else []),
        "Email addresses": _table(EmailAddress.objects.filter(user=person.user) if person.user else []),
        "Addresses": _table(Address.objects.filter(user=person.user) if person.user else []),
        "Contact choice": _table(ContactChoice.objects.filter(user=person.user) if person.user else []),
        "Quotes": _table(quotes),
        "Proposal lines": _table(ProposalLine.objects.filter(quote__in=quotes)),
        "Proposals": _table(ProposalRevision.objects.filter(quote__in=quotes)),
        "Questions": _table(Question.objects.filter(quote__in=quotes)),
        "Comments": _table(QuoteComment.objects.filter(quote__in=quotes)),
        "Acceptances": _table(Acceptance.objects.filter(quote__in=quotes)),
        "Declines": _table(Decline.objects.filter(quote__in=quotes)),
        "Visits": _table(rows.jobs),
        "Tree orders": _table(orders),
        "Payments for trees": _table(TreePayment.objects.filter(order__in=orders)),
        "Invoices": _table(invoices),
        "Payments on invoices": _table(InvoicePayment.objects.filter(invoice__in=invoices)),
        "Card payments": _table(rows.payments),
        "Refunds": _table(Refund.objects.filter(payment__in=rows.payments)),
        "Responses to disputes": _table(DisputeResponse.objects.filter(payment__in=rows.payments)),
        "Storage plans": _table(rows.subscriptions),
        "Storage charges": _table(rows.charges),
        "Our calls to you": _table(Call.objects.filter(called)),
        "Messages from us": [_message(each) for each in Message.objects.filter(about).order_by("created_at", "id")],
        "Questions without a quote": _table(inquiries),
        "Messages to us": _table(InquiryEntry.objects.filter(inquiry__in=inquiries)),
        "Replies as they came in": _table(Inbound.objects.filter(sender__in=[*person.emails, *rows.numbers])),
        "Consent to texts": _table(ConsentEvent.objects.filter(number__in=rows.numbers)),
        "Unsubscribed from offers": _table(Unsubscription.objects.filter(recipient_key__in=person.emails)),
        "Private links": _table(Link.objects.filter(resource_id__in=rows.ids)),
        "Signed-in devices": _sessions(person),
    }


def _table(rows: Iterable[Model]) -> Table:
    return [_row(row) for row in rows]


def _row(row: Model) -> dict[str, Any]:
    columns = [column for column in row._meta.concrete_fields if column.name not in _HIDDEN]
    return {_camel(column.name): getattr(row, column.attname) for column in columns}


def _message(message: Message) -> dict[str, Any]:
    return {
        "channel": message.channel,
        "kind": message.kind,
        "recipients": message.recipients,
        "subject": message.subject,
        "status": message.status,
        "createdAt": message.created_at,
        "sentAt": message.sent_at,
        "text": _text_of(message),
    }


def _text_of(message: Message) -> str:
    raw = bytes(message.raw)
    if not raw or message.channel == Channel.SMS:
        return raw.decode(errors="replace")
    parsed = email.message_from_bytes(raw, policy=default)
    body = parsed.get_body(("plain",)) if isinstance(parsed, EmailMessage) else None
    return str(body.get_content()) if body else ""


def _sessions(person: Person) -> Table:
    found = UserSession.objects.filter(user=person.user) if person.user else []
    return [
        {
            "signedInAt": session.created_at,
            "lastSeenAt": session.last_seen_at,
            "device": browser_name(session.user_agent),
            "ip": session.ip,
        }
        for session in found
    ]


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def _file_name(name: str) -> str:
    return name.lower().replace(" ", "-")


def _head(table: Table) -> list[str]:
    return [_label(column) for column in table[0]] if table else []


def _label(column: str) -> str:
    """Return a column's name in words: "Created at" for createdAt."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", column).lower().split()
    label = " ".join(_WORDS.get(word, word) for word in words)
    return label[0].upper() + label[1:]


def _as_text(value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (dict, list)):
        return json.dumps(value, cls=DjangoJSONEncoder)
    if hasattr(value, "tzinfo"):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
    return str(value)
