"""Every kind of message is compared with its stored text. ``STORE_MESSAGES=1`` stores what is composed now."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine

from notifications.kinds import all_kinds
from notifications.tests import (  # noqa: F401  # they register their rows
    rows_for_invoices,
    rows_for_office,
    rows_for_payments,
    rows_for_quotes,
    rows_for_storage,
    rows_for_trees,
    rows_for_visits,
)
from notifications.tests.stored_messages import NOW, STORED, send

_FOLDER = Path(__file__).with_name("messages")


@pytest.fixture(autouse=True)
def _business(settings: Any) -> Iterator[None]:
    settings.SITE_URL = "https://lights.example"
    settings.BUSINESS_NAME, settings.BUSINESS_EMAIL = "Seacoast Holiday Lights", "office@lights.example"
    settings.BUSINESS_PHONE, settings.BUSINESS_ADDRESS = "(603) 555-0148", "12 Bow Street, Portsmouth, NH 03801"
    settings.TEXTS_TO_FOLDER, settings.INBOUND_EMAIL_PROVIDER = True, ""
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(STORED))
def test_message_says_what_is_stored(name: str) -> None:
    planned = STORED[name]()
    slug = planned.kind.kind.slug
    assert name == slug or name.startswith(f"{slug}-"), f"{name} has rows for {slug}"
    text, file = send(planned), _FOLDER / f"{name}.txt"
    if os.environ.get("STORE_MESSAGES"):
        file.write_text(text)
    assert text == file.read_text()


def test_every_kind_has_a_stored_message_and_no_file_is_left_over() -> None:
    assert {kind.kind.slug for kind in all_kinds()} - STORED.keys() == set(), "kinds without a stored message"
    assert {file.stem for file in _FOLDER.iterdir()} == STORED.keys(), "files and rows differ"
