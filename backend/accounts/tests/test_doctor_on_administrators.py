"""The owner learns who at the desk has no second sign-in step."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import User
from common.doctor import Result, State, inspect

pytestmark = pytest.mark.django_db


def _found() -> Result:
    (result,) = inspect(["administrators"])
    return result


def test_desk_that_nobody_can_open_is_failing() -> None:
    assert _found().state == State.FAILING


def test_administrators_without_a_second_step_are_named(admin: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    assert (_found().state, admin.email in _found().sentence) == (State.WARNING, True)
    Authenticator.objects.create(user=admin, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert _found().state == State.WARNING  # the codes replace a factor, they are none
    Authenticator.objects.create(user=admin, type=Authenticator.Type.TOTP, data={})
    assert _found().state == State.OK


def test_deactivated_administrators_do_not_count(admin: User, office: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    User.objects.filter(id=office.id).update(is_active=False)
    assert office.email not in _found().sentence
    User.objects.filter(id=admin.id).update(is_active=False)
    assert _found().state == State.FAILING


def test_demo_asks_nobody_for_a_second_step(admin: User) -> None:
    assert _found().state == State.OK
