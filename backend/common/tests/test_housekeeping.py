"""The worker deletes expired rows."""

import datetime as dt

from django.utils import timezone

from common.models import IdempotentResponse, ThrottleHits
from common.tasks import forget_requests


def test_responses_are_deleted_after_two_days(db: None) -> None:
    now = timezone.now()
    for hours in (47, 49):
        response = IdempotentResponse.objects.create(scope="quotes guest", key=f"key of {hours} hours", fingerprint=b"")
        IdempotentResponse.objects.filter(pk=response.pk).update(created_at=now - dt.timedelta(hours=hours))
    forget_requests(timestamp=0)
    assert [response.key for response in IdempotentResponse.objects.all()] == ["key of 47 hours"]


def test_throttle_hits_are_deleted_an_hour_after_the_last_one(db: None) -> None:
    now = timezone.now()
    for bucket, ages in {"idle": [90, 61], "in use": [90, 59]}.items():
        ThrottleHits.objects.create(bucket=bucket, hits=[now - dt.timedelta(minutes=age) for age in ages])
    forget_requests(timestamp=0)
    assert [kept.bucket for kept in ThrottleHits.objects.all()] == ["in use"]
