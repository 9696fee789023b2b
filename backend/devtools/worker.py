"""``make dev``: the worker, started anew when a Python file changes."""

import os

import django
from django.core.management import call_command
from django.utils.autoreload import run_with_reloader


def main() -> None:
    """Work off the queue until the process ends."""
    django.setup()
    call_command("procrastinate", "worker", "--shutdown-graceful-timeout", "1")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    run_with_reloader(main)
