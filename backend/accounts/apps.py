"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Listens to allauth."""

    name = "accounts"

    def ready(self) -> None:
        from accounts import claims  # noqa: F401, its receivers connect when it is imported
