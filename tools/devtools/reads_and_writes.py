"""``python -m devtools.reads_and_writes``: make the everyday requests on the database in ``DATABASE_URL``.

Each release includes this script and ``reads_and_writes.json``. ``devtools.former_release`` runs them with that
release's code on the current schema.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

CALLS = Path(__file__).with_suffix(".json")


def run_calls(people: dict[str, Any]) -> list[str]:
    """Make each call as one of the ``people`` (test clients by name); return a line for each unexpected status."""
    kept: dict[str, str] = {}
    problems = []
    for each in json.loads(CALLS.read_text()):
        method, path = _filled(each["call"], kept).split(" ", 1)
        body = json.loads(_filled(json.dumps(each.get("body", {})), kept))
        send = getattr(people[each["as"]], method.lower())
        response = send(path) if method == "GET" else send(path, body, format="json")
        if response.status_code != each["status"]:
            problems.append(f"{method} {path} as {each['as']}: {response.status_code} {response.content[:300]!r}")
        elif name := each.get("keep"):
            kept[name] = response.json()["id"]
    return problems


def _filled(text: str, kept: dict[str, str]) -> str:
    for name, value in kept.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _people() -> dict[str, Any]:
    from django.contrib.auth import get_user_model
    from rest_framework.test import APIClient

    users: Any = get_user_model().objects
    people = {"stranger": APIClient(raise_request_exception=False)}
    for name, create in (("customer", users.create_user), ("admin", users.create_superuser)):
        people[name] = APIClient(raise_request_exception=False)
        people[name].force_login(create(f"{name}@former.example", None))
    return people


def main() -> int:
    """Print what failed; return 1 if something did."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "backend"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    problems = run_calls(_people())
    print("\n".join(problems or ["All reads and writes work."]))  # noqa: T201 - this is a command
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
