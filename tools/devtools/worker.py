"""``make dev``: run the worker and restart it when a Python file changes."""

import os

import django
from django.core.management import call_command
from django.utils.autoreload import run_with_reloader


def main() -> None:
    """Run the worker until the process ends."""
    django.setup()
    call_command("run_worker", "--grace", "1")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    run_with_reloader(main)
