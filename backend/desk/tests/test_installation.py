"""The owner sees on the desk what is missing or wrong in the installation."""

from typing import Any

from rest_framework.test import APIClient

from config.version import VERSION


def test_owner_sees_each_check_with_what_to_do(admin_client: APIClient) -> None:
    response = admin_client.get("/api/desk/installation")
    assert (response.status_code, response.json()["version"]) == (200, VERSION)
    checks: dict[str, Any] = {each["name"]: each for each in response.json()["checks"]}
    assert checks["database"]["state"] == "ok"
    assert checks["worker"] == {
        "name": "worker",
        "title": "Worker",
        "state": "failing",
        "sentence": "The worker has never run, so no email goes out and no payment is recorded.",
        "whatToDo": "Start it: docker compose up --detach worker. If it ends again, look at: docker compose logs "
        "worker.",
    }
