"""What the tests of the owner's content share."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

Edit = Callable[..., Any]


@pytest.fixture
def edit(admin_client: APIClient, django_capture_on_commit_callbacks: Any) -> Edit:
    """Change the business as an owner does, with the version that is the newest now, and commit it."""

    def change(client: APIClient = admin_client, **changes: object) -> Any:
        seen = client.get("/api/desk/business").json()["updatedAt"]
        with django_capture_on_commit_callbacks(execute=True):
            return client.patch("/api/desk/business", {"updatedAt": seen, **changes}, format="json")

    return change
