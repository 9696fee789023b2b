"""The content app."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """What the owner writes: who the business is, and the texts of /faq, /terms and /privacy."""

    name = "content"

    def ready(self) -> None:
        """Let all others read the owner's details, and have the pages show the texts."""
        from common.business import read_own_values_from
        from common.page_filling import fill_in_also
        from content.current import own_values
        from content.page_tokens import text_tokens

        read_own_values_from(own_values)
        fill_in_also(text_tokens)
