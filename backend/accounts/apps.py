"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Connect the receivers of allauth's signals."""

    name = "accounts"

    def ready(self) -> None:
        # Their receivers connect when they are imported.
        from accounts import (  # noqa: F401
            claims,
            notices,
            pictures,
            second_factor,
            security_log,
            services,
            verification,
        )
