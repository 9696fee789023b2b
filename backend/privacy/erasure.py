"""Erasure of a person: documents that the law requires are stored out of reach, and everything else is deleted."""

import uuid

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import ProtectedError
from django.db.models.deletion import PROTECT

from accounts.models import SecurityEventKind, User
from accounts.services import end_sessions
from accounts.staff.events import record_event
from common.counts import count_of
from common.errors import Conflict
from payments.tasks import forget_customer
from privacy.blockers import reasons_against
from privacy.deletion import anonymize_kept, delete_rows
from privacy.keeping import keep_documents
from privacy.person import Person, Rows, rows_of
from texts.models import ConsentEvent

_BUSY = "Some of this data is being changed right now. Nothing was erased; try again in a minute."
_REFUSED = "This can't be erased yet."


class CannotErase(Conflict):
    """Responds with 409 and all ``reasons``."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(f"{_REFUSED} {' '.join(reasons)}")


def erase_person(person: Person, *, by: User) -> None:
    """Erase everything about ``person`` except documents, which are kept for as long as the law requires.

    ``by`` is an owner or the person. The person is notified by email, and their address is deleted once the email is
    sent. Owners see an event. The person's sessions end, and the worker deletes their data at Stripe.

    Raises CannotErase with all reasons, and Conflict if some of the rows are being changed right now.
    """
    try:
        with transaction.atomic():
            _erase(person, by)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != "55P03":  # lock_not_available
            raise
        raise Conflict(_BUSY) from error


def _erase(person: Person, by: User) -> None:
    rows = rows_of(person, lock=True)
    if person.user:
        person.user.refresh_from_db()
    if reasons := reasons_against(person, rows):
        raise CannotErase(reasons)
    erasure = uuid.uuid4()
    consents = list(ConsentEvent.objects.filter(number__in=rows.numbers).values_list("id", flat=True))
    keep_documents(rows, erasure=erasure, consents=consents)
    anonymize_kept(rows)
    delete_rows(person, rows, consents=consents)
    is_own = person.user is not None and by.id == person.user.id
    who = "A customer erased their own data" if is_own else "The data of a customer was erased"
    record_event(
        SecurityEventKind.PERSON_ERASED, f"{who}: {_counted(rows)} (erasure {erasure})", by=None if is_own else by
    )
    get_adapter().send_mail(
        "account/email/person_erased", person.address, {"years": settings.RETENTION_DOCUMENTS_YEARS}
    )
    if person.user:
        _delete_account(person.user)


def _counted(rows: Rows) -> str:
    counts = [
        (len(rows.quotes), "quote"),
        (len(rows.orders), "tree order"),
        (len(rows.invoices), "invoice"),
    ]
    return ", ".join(count_of(number, what) for number, what in counts if number) or "an account without orders"


def _delete_account(user: User) -> None:
    """Delete the account. Rows that are kept for the books are moved to an anonymous account.

    A concurrent request that stores something for the deleted account fails (``common.errors``).
    """
    end_sessions(user=user)
    if user.stripe_customer_id and settings.STRIPE_SECRET_KEY:
        forget_customer.defer(customer=user.stripe_customer_id)
    try:
        with transaction.atomic():
            user.delete()
    except ProtectedError:
        _move_rows(user, to=User.objects.create_user(f"{uuid.uuid4()}@erased.invalid", is_active=False))
        user.delete()


def _move_rows(user: User, *, to: User) -> None:
    for relation in User._meta.related_objects:
        if getattr(relation, "on_delete", None) is PROTECT:
            column = relation.field.name
            relation.related_model._base_manager.filter(**{column: user}).update(**{column: to})
