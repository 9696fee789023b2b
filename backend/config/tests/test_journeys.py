"""Journeys through the whole product are compared with their stored transcripts.

``STORE_JOURNEYS=1`` stores what happens now.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp

import config.urls  # noqa: F401 - its routes depend on DEMO, which the journeys change
from config.tests.journeys import JOURNEYS
from testing.journey import START, Journey
from testing.other_prices import other_prices
from testing.payments import StripeSandbox

_FOLDER = Path(__file__).parent / "journeys" / "transcripts"


@pytest.fixture
def journey(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journey]:
    settings.SITE_URL = "https://lights.example"
    settings.DEMO = False
    monkeypatch.setattr(totp, "generate_totp_secret", lambda: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    monkeypatch.setattr(RecoveryCodes, "generate_seed", lambda: "a seed")
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"  # without one, no offers
    with other_prices(), time_machine.travel(START, tick=False) as clock:
        yield Journey(clock)


@pytest.mark.parametrize("name", sorted(JOURNEYS))
def test_journey_leaves_what_is_stored(name: str, journey: Journey, stripe_sandbox: StripeSandbox) -> None:
    JOURNEYS[name](journey, stripe_sandbox)
    text, file = journey.text(), _FOLDER / f"{name}.txt"
    if os.environ.get("STORE_JOURNEYS"):
        file.write_text(text)
    assert text == file.read_text()


def test_no_transcript_is_left_over() -> None:
    assert {file.stem for file in _FOLDER.iterdir()} == JOURNEYS.keys()
