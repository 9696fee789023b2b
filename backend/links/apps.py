"""The links app."""

from django.apps import AppConfig


class LinksConfig(AppConfig):
    """Private links for people without an account. The business apps register what has them (``links.resources``)."""

    name = "links"
