"""The contents of inbound messages are deleted 30 days after they arrived, but not before they are processed."""

import datetime as dt

import pytest
from django.utils import timezone

from replies.models import Inbound
from replies.tasks import forget_inbound_contents


@pytest.mark.parametrize(
    ("state", "days", "kept"),
    [("processed", 29, True), ("processed", 31, False), ("ignored", 31, False), ("received", 31, True)],
)
def test_contents_are_kept_for_30_days_and_until_processed(db: None, state: str, days: int, kept: bool) -> None:
    row = Inbound.objects.create(
        kind="text", provider_id="SM1", sender="+16035550172", contents={"body": "Hello"}, state=state
    )
    Inbound.objects.update(created_at=timezone.now() - dt.timedelta(days=days))
    forget_inbound_contents(0)
    row.refresh_from_db()
    assert bool(row.contents) is kept
