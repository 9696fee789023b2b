"""The doctor lists staff without a second factor."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import User
from common.doctor import Result, State, inspect

pytestmark = pytest.mark.django_db


def _found() -> Result:
    (result,) = inspect(["administrators"])
    return result


def test_check_fails_if_nobody_can_open_the_desk() -> None:
    assert _found().state == State.FAILING


def test_check_lists_administrators_without_a_second_factor(admin: User, customer: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    assert (_found().state, admin.email in _found().sentence) == (State.WARNING, True)
    Authenticator.objects.create(user=admin, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert _found().state == State.WARNING  # recovery codes are not a factor
    Authenticator.objects.create(user=admin, type=Authenticator.Type.TOTP, data={})
    assert _found().state == State.OK


def test_deactivated_administrators_do_not_count(admin: User, office: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    User.objects.filter(id=office.id).update(is_active=False)
    assert office.email not in _found().sentence
    User.objects.filter(id=admin.id).update(is_active=False)
    assert _found().state == State.FAILING


def test_check_passes_in_the_demo_without_a_second_factor(admin: User) -> None:
    assert _found().state == State.OK
