"""The command make_admin."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from testing.helpers import newest_code


def test_existing_customer_becomes_an_administrator(customer: User, capsys: Any) -> None:
    call_command("make_admin", "Eleanor@Example.com")
    customer.refresh_from_db()
    assert customer.is_owner
    assert "eleanor@example.com is an administrator (owner)" in capsys.readouterr().out


def test_command_can_give_the_office_role(customer: User, admin: User) -> None:
    call_command("make_admin", customer.email, office=True)
    customer.refresh_from_db()
    assert (customer.is_admin, customer.is_owner) == (True, False)
    call_command("make_admin", customer.email)
    customer.refresh_from_db()
    assert customer.is_owner


def test_command_refuses_to_demote_the_last_owner(admin: User) -> None:
    with pytest.raises(CommandError, match="last owner"):
        call_command("make_admin", admin.email, office=True)


@pytest.mark.django_db(transaction=True)
def test_new_administrator_signs_in_with_an_email_code(client: Client, tmp_path: Path) -> None:
    call_command("make_admin", "ada@example.com")
    client.post("/accounts/login/code/", {"email": "ada@example.com"})
    client.post("/accounts/login/code/confirm/", {"code": newest_code(tmp_path)})
    assert client.get("/api/auth/user").json()["isAdmin"] is True
