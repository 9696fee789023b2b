"""Journeys through the whole product are compared with their stored transcripts.

``STORE_JOURNEYS=1`` stores what happens now.
"""

import os
from pathlib import Path

import pytest

from config.tests.journeys import JOURNEYS
from testing.journey import Journey
from testing.payments import StripeSandbox

_FOLDER = Path(__file__).parent / "journeys" / "transcripts"


@pytest.mark.parametrize("name", sorted(JOURNEYS))
def test_journey_leaves_what_is_stored(name: str, journey: Journey, stripe_sandbox: StripeSandbox) -> None:
    JOURNEYS[name](journey, stripe_sandbox)
    text, file = journey.text(), _FOLDER / f"{name}.txt"
    if os.environ.get("STORE_JOURNEYS"):
        file.write_text(text)
    assert text == file.read_text()


def test_no_transcript_is_left_over() -> None:
    assert {file.stem for file in _FOLDER.iterdir()} == JOURNEYS.keys()
