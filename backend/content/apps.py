"""The content app."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """What the owner writes: who the business is, and the texts of /faq, /terms and /privacy."""

    name = "content"

    def ready(self) -> None:
        """Let all others read the owner's details."""
        from common.business import read_own_values_from
        from content.current import own_values

        read_own_values_from(own_values)
