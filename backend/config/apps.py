"""App configurations that replace Django's."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """Django's admin app, with the back office as its site."""

    default_site = "config.backoffice.BackOffice"
