"""The links app."""

from django.apps import AppConfig


class LinksConfig(AppConfig):
    """Private links for people without an account. Business apps register what they open (``links.resources``)."""

    name = "links"
