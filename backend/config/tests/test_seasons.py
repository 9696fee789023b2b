"""Seasons in which everybody does whatever the API lets them leave the transcripts that are stored.

``STORE_JOURNEYS=1`` stores what happens now.
"""

import os
from pathlib import Path

import pytest

from config.tests.seasons.walk import live_season
from testing.journey import Journey
from testing.payments import StripeSandbox

_FOLDER = Path(__file__).parent / "seasons" / "transcripts"


@pytest.mark.parametrize("number", range(1, 5))
def test_season_leaves_what_is_stored(number: int, journey: Journey, stripe_sandbox: StripeSandbox) -> None:
    live_season(journey, stripe_sandbox, number)
    text, file = journey.text(), _FOLDER / f"{number}.txt"
    if os.environ.get("STORE_JOURNEYS"):
        file.write_text(text)
    assert text == file.read_text()
