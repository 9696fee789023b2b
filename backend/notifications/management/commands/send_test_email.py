"""``manage.py send_test_email ADDRESS``: send an email at once, to see whether the mail server accepts it."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.business import business


class Command(BaseCommand):
    """Send a test email without the outbox, so that it needs no database and no worker."""

    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        """Send the email. Raises CommandError with the mail server's response."""
        email = EmailMessage(
            f"A test email from {business().name}",
            f"{settings.SITE_URL} can send email.\n\nIf this wasn't you, you can ignore this email.",
            business().from_address,
            [address],
            connection=get_connection(settings.DELIVERY_BACKEND, **settings.DELIVERY_OPTIONS),
        )
        try:
            email.send()
        except OSError as error:  # includes smtplib's errors
            raise CommandError(f"The email could not be sent: {error}") from error
        self.stdout.write(f"The mail server accepted an email to {address}.")
