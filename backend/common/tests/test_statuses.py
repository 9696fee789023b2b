"""Every status defines its label, its badge and its groups."""

import re

import pytest
from django.conf import settings

from common.statuses import Badge, Status, Tone, choices_as_json, group
from quotes.models import QuoteStatus

STATUSES = [status for enumeration in Status.__subclasses__() for status in enumeration]
TOKENS = (settings.BACKEND_DIR.parent / "frontend/src/styles/tokens.css").read_text()


def test_status_needs_a_badge() -> None:
    with pytest.raises(TypeError, match="parked needs a Badge"):

        class ParkedStatus(Status):
            PARKED = "parked"


@pytest.mark.parametrize("status", STATUSES, ids=lambda status: f"{type(status).__name__}.{status.name}")
def test_status_has_a_label_and_a_tone(status: Status) -> None:
    assert status.label
    assert status.badge.tone in Tone


@pytest.mark.parametrize("tone", Tone)
def test_tone_has_its_colors_in_both_themes(tone: Tone) -> None:
    for part in ("bg", "fg", "line"):
        assert len(re.findall(rf"--tone-{tone}-{part}:", TOKENS)) == 2


@pytest.mark.parametrize("status", QuoteStatus)
def test_quote_is_open_agreed_or_declined(status: QuoteStatus) -> None:
    """The queue and the metrics ignore a status that is in none of these groups."""
    groups = (QuoteStatus.OPEN, QuoteStatus.AGREED, QuoteStatus.DECLINED)
    assert [status in each for each in groups].count(True) == 1


def test_groups_consist_of_members_and_of_groups() -> None:
    class BoatStatus(Status):
        ASHORE = "ashore", Badge(Tone.DIM)
        AFLOAT = "afloat", Badge(Tone.BLUE), "On the water"

        DRY = group(ASHORE)
        ANYWHERE = group(DRY, AFLOAT)

    assert BoatStatus.choices == [("ashore", "Ashore"), ("afloat", "On the water")]
    assert BoatStatus.ANYWHERE == ("ashore", "afloat")
    assert BoatStatus.ASHORE in BoatStatus.DRY
    assert BoatStatus.as_json()["groups"] == {"dry": ("ashore",), "anywhere": ("ashore", "afloat")}


def test_names_for_the_web_client() -> None:
    shared = choices_as_json()
    assert {"quote", "treeOrder", "subscription"} <= set(shared["statuses"])
    assert "calledOff" in shared["statuses"]["treeOrder"]["groups"]
    assert list(shared["choices"]["jobKind"]) == ["installation", "service", "takedown"]
