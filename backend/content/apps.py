"""The content app."""

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """What owners edit on the desk: the business's details, and the texts of /faq, /terms and /privacy."""

    name = "content"

    def ready(self) -> None:
        """Register this app as the source of the business's details and of the pages' texts."""
        from common.business import set_overrides_source
        from common.page_filling import add_token_source
        from content.current import overrides
        from content.page_tokens import text_tokens

        set_overrides_source(overrides)
        add_token_source(text_tokens)
