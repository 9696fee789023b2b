"""The migrations give to customers what earlier versions gave to the administrator who entered it on the phone."""

from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from django.db import connection

from accounts.models import User
from invoices.models import Invoice
from invoices.tests.factories import make_invoice
from jobs.models import Job
from quotes.models import Quote
from quotes.tests.factories import make_quote
from trees.models import TreeOrder
from trees.tests.factories import make_tree_order


def _migrate() -> None:
    with connection.cursor() as cursor:
        for name in (
            "quotes.migrations.0004",
            "jobs.migrations.0002",
            "trees.migrations.0002",
            "invoices.migrations.0003",
        ):
            for operation in import_module(f"{name}_entered_by_staff").Migration.operations:
                cursor.execute(operation.sql)


def _make_rows(user: User, email: str) -> tuple[Any, ...]:
    quote = make_quote(user=user, email=email)
    job = Job.objects.create(quote=quote, user=user)
    order = make_tree_order(user=user, customer_email=email)
    return quote, job, order, make_invoice(user=user, quote=quote, bill_to_email=email)


def test_rows_that_staff_entered_belong_to_no_account(admin: User, customer: User) -> None:
    EmailAddress.objects.create(user=admin, email="ann@home.example", verified=True)
    EmailAddress.objects.create(user=admin, email="typo@home.example", verified=False)
    entered = [*_make_rows(admin, "phil@example.com"), *_make_rows(admin, "typo@home.example")]
    own = [*_make_rows(admin, admin.email.upper()), *_make_rows(admin, "Ann@home.example")]
    customers = _make_rows(customer, "other@example.com")
    _migrate()
    for model in (Quote, Job, TreeOrder, Invoice):
        owners = {row.id: row.user_id for row in model.objects.all()}
        for rows, owner in ((entered, None), (own, admin.id), (customers, customer.id)):
            assert {owners[row.id] for row in rows if isinstance(row, model)} == {owner}
