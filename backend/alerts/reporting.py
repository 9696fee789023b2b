"""Recording of failed requests and of errors in visitors' browsers. Sentry gets both if it is set up."""

import logging
import re
import sys
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from alerts.models import BrowserError, ServerError
from common.outages import is_outage
from common.request_ids import current_request_id
from common.sentry import report_browser_error

log = logging.getLogger(__name__)

_NUMBERS = re.compile(r"\d+")


def note_failed_request(**_: Any) -> None:
    """Record a request that failed because of an error in our code, except in an outage of the database."""
    error = sys.exception()
    if error is None or is_outage(error):
        return
    try:
        with transaction.atomic():
            ServerError.objects.create(reference=current_request_id(), error=type(error).__name__[:100])
    except DatabaseError:
        log.warning("A failed request could not be recorded for the alerts")


def note_browser_error(report: dict[str, str], **_: Any) -> None:
    """Record an error in a browser, with one row for each kind.

    Texts are cut to their columns: the placeholders for personal data can be longer than what they replace.
    """
    if settings.SENTRY_DSN:
        report_browser_error(report)
    now = timezone.now()
    place = next((line.strip() for line in report.get("stack", "").splitlines()[1:] if line.strip()), "")
    kind = _NUMBERS.sub("0", f"{report['message']} {place.split(' (')[0]}")
    error, is_new = BrowserError.objects.get_or_create(
        fingerprint=sha256(kind.encode()).hexdigest(),
        defaults={
            "message": report["message"][:500],
            "path": report["path"][:200],
            "build": report.get("build", "")[:64],
        },
    )
    if not is_new:
        BrowserError.objects.filter(fingerprint=error.fingerprint).update(reports=F("reports") + 1, last_at=now)
