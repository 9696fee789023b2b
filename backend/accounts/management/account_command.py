"""Base class of commands for one account."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from common.email_addresses import email_key


class AccountCommand(BaseCommand):
    """A command that takes an email address and changes the account in one transaction."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        self.change(email_key(options["email"].strip()))

    def change(self, email: str) -> None:
        """Change the account with the address ``email``, which is normalized (``email_key``)."""
        raise NotImplementedError
