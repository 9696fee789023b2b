"""The texts app."""

from django.apps import AppConfig


class TextsConfig(AppConfig):
    """Phone numbers, consent to texts, and Twilio. It imports no business apps; ``notifications`` decides what goes out
    as a text.
    """

    name = "texts"
