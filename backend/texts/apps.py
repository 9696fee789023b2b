"""The texts app."""

from django.apps import AppConfig


class TextsConfig(AppConfig):
    """Phone numbers, who may be texted, and sending and receiving through Twilio. It knows no messages and no
    business apps; ``notifications`` decides what goes out as a text.
    """

    name = "texts"
