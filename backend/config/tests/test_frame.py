"""The sign-in pages (Django templates) have the header and footer of the web client (React).

The client's header and footer come from its build, which ``make test`` runs first.
"""

import datetime as dt
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.email_kinds import account_email_kind
from accounts.tasks import UNVERIFIED_KEPT
from common.email_kinds import Cause, EmailKind
from common.tasks import HITS_KEPT, RESPONSES_KEPT
from testing.outline import outline

_TAGS = {"a", "nav", "input", "li", "legend", "label", "p", "span", "summary"}
# The client's sign-in link, and the summary element in place of its menu button.
ONLY_ONE_SIDE = re.compile(r"a href=/api/login\?.* (Login|Get Started)|summary|span Menu")


def _outline(path: str, landmark: str) -> list[str]:
    response: Any = Client().get(path)
    assert response.status_code == 200
    found = outline(response.text, landmark, _TAGS, ["aria-label", "href", "value"])
    assert len(found) > 10
    # Until its script runs, the client's copyright line has the year of the build.
    lines = [re.sub(r"© \d{4}", "© year", line.strip()) for line in found]
    return [line for line in lines if not ONLY_ONE_SIDE.fullmatch(line)]


@pytest.mark.django_db
@pytest.mark.parametrize("landmark", ["header", "footer"])
def test_sign_in_pages_have_the_frame_of_the_client(landmark: str) -> None:
    assert _outline("/accounts/login/", landmark) == _outline("/christmas-trees", landmark)


def test_privacy_page_states_the_retention_periods() -> None:
    text = Client().get("/privacy").text
    now = timezone.now()
    assert EmailKind("any", Cause.STAFF).keeps_content_until(now) - now == dt.timedelta(days=365)
    assert "is deleted after 12 months" in text
    assert account_email_kind("account/email/login_code", None).content_kept == dt.timedelta(0)
    assert "as soon as it has been sent" in text
    assert dt.timedelta(days=1) == UNVERIFIED_KEPT
    assert "confirmed is deleted after about a day" in text
    assert dt.timedelta(days=14).total_seconds() == settings.SESSION_COOKIE_AGE
    assert "ends after two weeks" in text
    assert dt.timedelta(days=2) == RESPONSES_KEPT
    assert "its reply to each form for two days" in text
    assert dt.timedelta(hours=1) == HITS_KEPT  # and deleted hourly
    assert "deletes the counts within two hours" in text
    assert (settings.RETENTION_REQUESTS_MONTHS, settings.RETENTION_DOCUMENTS_YEARS) == (24, 7)
    assert "is deleted after 24 months" in text
    assert "are kept for 7 years" in text
