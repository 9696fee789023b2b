"""App configurations that differ from Django's own."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """Django's admin app with the back office in place of its own site."""

    default_site = "config.backoffice.BackOffice"
