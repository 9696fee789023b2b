"""The alerts app."""

from django.apps import AppConfig
from django.conf import settings
from django.core.signals import got_request_exception

from common import sentry
from common.client_errors import client_error_reported
from common.health import report_with


class AlertsConfig(AppConfig):
    """Record failures for the alerts, and report open alerts in ``/readyz``."""

    name = "alerts"

    def ready(self) -> None:
        from alerts.monitoring import open_alerts
        from alerts.reporting import note_browser_error, note_failed_request

        sentry.start(settings.SENTRY_DSN)
        got_request_exception.connect(note_failed_request, dispatch_uid="alerts")
        client_error_reported.connect(note_browser_error, dispatch_uid="alerts")
        report_with("alerts", open_alerts)
