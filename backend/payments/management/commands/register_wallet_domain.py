"""``manage.py register_wallet_domain``: let Apple Pay, Google Pay and Link appear in this site's card form."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from payments.wallet_domain import fetch_apple_pay_file, register_domain


class Command(BaseCommand):
    """Register the domain of SITE_URL at Stripe, enable it, and have the wallets check it.

    The site must already be public, because Apple fetches a file from it. A second run changes nothing.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            fetch_apple_pay_file()
        except (OSError, ValueError) as error:
            self.stdout.write(f"Stripe's file for Apple Pay could not be fetched ({error}). Run this again later.")
        try:
            registered = register_domain()
        except DomainError as error:
            raise CommandError(str(error.__cause__ or error.message)) from error
        outcome = "Registered" if registered.created else "Already registered, and checked again"
        self.stdout.write(f"{outcome}: {registered.domain}")
        for wallet in registered.accepted:
            self.stdout.write(f"{wallet}: ready. It appears if it is turned on in Stripe's payment method settings.")
        for wallet, reason in registered.refused.items():
            self.stdout.write(f"{wallet}: not ready. Stripe says: {reason} Correct it and run this again.")
