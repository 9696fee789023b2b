"""``manage.py sync_stripe_webhook``: create or update this site's webhook endpoint at Stripe."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.errors import DomainError
from payments.webhook_endpoint import sync_webhook_endpoint


class Command(BaseCommand):
    """Register {SITE_URL}/api/stripe/webhook for the events that the product handles and the API version that it uses.

    A second run changes nothing. The signing secret is printed only when the endpoint is created.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--remove-others", action="store_true",
            help="delete other endpoints at this URL, such as the previous API version's",
        )  # fmt: skip

        parser.add_argument(
            "--new-secret", action="store_true",
            help="replace the endpoint, for a site that has lost its signing secret",
        )  # fmt: skip

    def handle(self, *args: Any, remove_others: bool, new_secret: bool, **options: Any) -> None:
        try:
            synced = sync_webhook_endpoint(remove_others=remove_others, new_secret=new_secret)
        except DomainError as error:
            raise CommandError(str(error.__cause__ or error.message)) from error
        if synced.secret:
            self.stdout.write(f"Created {synced.id} at {synced.url}. Stripe shows its signing secret only now:")
            self.stdout.write(f"STRIPE_WEBHOOK_SECRET={synced.secret}")
        else:
            self.stdout.write(f"Up to date: {synced.id} at {synced.url}")
        if synced.others:
            self.stdout.write(
                f"There are other endpoints at this address: {', '.join(synced.others)}. Once the site runs with the "
                "secret of the one above, remove them with --remove-others."
            )
