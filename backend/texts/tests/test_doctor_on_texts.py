"""The installation check of texts."""

from typing import Any

import pytest

from common.doctor import Result, State, inspect

NAMES = ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER")


@pytest.fixture(autouse=True)
def _all_set(settings: Any) -> None:
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, settings.TWILIO_NUMBER = "AC1", "token", "+16035550148"
    settings.SMS_REGISTERED = True


def _found() -> Result:
    (result,) = inspect(["texts"])
    return result


def test_texts_that_are_set_up_are_fine() -> None:
    assert (_found().state, _found().sentence) == (State.OK, "Texts go out from +16035550148.")


def test_texts_that_are_off_are_fine(settings: Any) -> None:
    for name in NAMES:
        setattr(settings, name, "")
    assert _found().state == State.OK


def test_missing_setting_is_named(settings: Any) -> None:
    settings.TWILIO_AUTH_TOKEN = ""
    assert _found().state == State.WARNING
    assert "TWILIO_AUTH_TOKEN is missing" in _found().sentence
    settings.TWILIO_NUMBER = ""
    assert "TWILIO_AUTH_TOKEN, TWILIO_NUMBER are missing" in _found().sentence


def test_unregistered_number_is_a_warning(settings: Any) -> None:
    settings.SMS_REGISTERED = False
    assert _found().state == State.WARNING
    assert "registered" in _found().sentence
