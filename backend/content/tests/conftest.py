"""Fixtures for tests of the owner's content."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

Edit = Callable[..., Any]


@pytest.fixture
def edit(admin_client: APIClient, django_capture_on_commit_callbacks: Any) -> Edit:
    """Change the business's details as an owner who has seen the newest version."""

    def change(client: APIClient = admin_client, **changes: object) -> Any:
        seen = client.get("/api/desk/business").json()["updatedAt"]
        with django_capture_on_commit_callbacks(execute=True):
            return client.patch("/api/desk/business", {"updatedAt": seen, **changes}, format="json")

    return change
