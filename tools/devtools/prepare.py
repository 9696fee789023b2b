"""Bring the database and static files up to date before the product starts, in one process to save time."""

import os

import django
from django.core.management import call_command


def main() -> None:
    """Apply migrations, load the demo data once (only in DEBUG), and collect static files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings

    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    if settings.DEMO:
        call_command("load_demo")


if __name__ == "__main__":
    main()
