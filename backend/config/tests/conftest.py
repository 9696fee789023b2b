"""Fixtures of the tables of statuses, the journeys and the seasons."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from rest_framework.test import APIClient

import config.urls  # noqa: F401 - its routes depend on DEMO, which the journeys change
from accounts.models import User
from config.tests.status_tables import World
from testing.journey import START, Journey
from testing.other_prices import other_prices


@pytest.fixture
def world(customer: User, customer_client: APIClient, admin_client: APIClient) -> World:
    return World(customer, customer_client, admin_client)


@pytest.fixture
def journey(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journey]:
    settings.SITE_URL = "https://lights.example"
    settings.DEMO = False
    monkeypatch.setattr(totp, "generate_totp_secret", lambda: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    monkeypatch.setattr(RecoveryCodes, "generate_seed", lambda: "a seed")
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"  # without one, no offers
    with other_prices(), time_machine.travel(START, tick=False) as clock:
        yield Journey(clock)
