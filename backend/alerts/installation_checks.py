"""Installation checks that the owner is alerted to, and of the alerts themselves (``common.doctor``)."""

import datetime as dt

from django.conf import settings
from django.utils import timezone

from alerts.channels import channels
from alerts.machines import clocks, disks, silent_watches
from alerts.models import AlertMessage, ServerError
from common.counts import count_of
from common.doctor import Finding, check, failing, ok, warning
from common.installation_checks import clock_finding
from notifications.lateness import count_late
from notifications.models import Channel
from payments.models import EventState, StripeEvent

LATE_MESSAGE = 15 * 60  # seconds
EVENT_FAILED_FOR = dt.timedelta(minutes=15)
ERROR_WINDOW, MANY_ERRORS = dt.timedelta(minutes=10), 5
LOW_SPACE, CRITICAL_SPACE = 0.2, 0.1  # free share of a disk
MAX_COUNT = 1000


@check("messages", "Messages")
def _messages() -> Finding:
    late = count_late(LATE_MESSAGE, MAX_COUNT)
    if late:
        return failing(
            f"{count_of(late, 'message')} should have gone out more than 15 minutes ago.",
            "The outbox on the desk says why. Check that the worker is running and the mail server (EMAIL_URL) accepts "
            "email.",
        )
    return ok("Messages are going out on time.")


@check("stripe-events", "Payment events")
def _stripe_events() -> Finding:
    stuck = StripeEvent.objects.filter(
        state__in=[EventState.RECEIVED, EventState.FAILED], created_at__lt=timezone.now() - EVENT_FAILED_FOR
    )
    number = stuck[:MAX_COUNT].count()
    if number:
        return failing(
            f"{count_of(number, 'payment event')} from Stripe could not be processed for 15 minutes, so a payment may "
            "not show yet.",
            "Look at Stripe events in /backoffice/ for the reason. They are retried automatically.",
        )
    return ok("All events from Stripe have been processed.")


@check("server-errors", "Failed requests")
def _server_errors() -> Finding:
    recent = ServerError.objects.filter(at__gt=timezone.now() - ERROR_WINDOW).order_by("-at")
    number = recent[:MAX_COUNT].count()
    last = recent.first()
    if last and number >= MANY_ERRORS:
        return failing(
            f"{number} requests failed within ten minutes, most recently with {last.error} (reference "
            f"{last.reference}).",
            "Find the reference in the log: docker compose logs web.",
        )
    return ok("Requests are succeeding.")


@check("watch", "Watch")
def _watch() -> Finding:
    if not settings.ALERTS:
        return ok("Alerts are off (ALERTS=0).")
    silent = silent_watches()
    if silent == [""]:
        return failing(
            "The process that notices when the worker or the database stops is not running.",
            "Start it: docker compose up --detach watch",
        )
    if silent:
        return failing(
            f"The watch of {', '.join(silent)} has been silent for five minutes: it has stopped, or the machine has.",
            "Look at that machine. If it is no longer in use, this alert ends after a day.",
        )
    return ok("The watch is running.")


@check("disk", "Disk")
def _disk() -> Finding:
    fullest = min(disks(), key=lambda disk: disk.free_share)
    share = fullest.free_share
    where = f" of {fullest.machine}" if fullest.machine else ""
    sentence = f"{share:.0%} of the disk{where} is free ({fullest.free / 1e9:.1f} of {fullest.size / 1e9:.0f} GB)."
    what_to_do = "Free up space (docker system prune removes old images), or get a larger disk."
    if share < CRITICAL_SPACE:
        return failing("Only " + sentence + " Once it is full, nothing can be saved.", what_to_do)
    return warning("Only " + sentence, what_to_do) if share < LOW_SPACE else ok(sentence)


@check("clock", "Clock")
def _clock() -> Finding:
    machine, behind = max(clocks(), key=lambda clock: abs(clock[1]))
    return clock_finding(behind, "the database", f"The clock of {machine}" if machine else "This machine's clock")


@check("alerts", "Alerts")
def _alerts() -> Finding:
    stuck = AlertMessage.objects.filter(sent_at=None, dropped_at=None).exclude(error="").select_related("alert")
    first = stuck.order_by("created_at").first()
    if first:
        return failing(
            f"An alert could not be sent by {first.get_channel_display().lower()}: {first.error}",
            "Correct EMAIL_URL and ALERT_EMAIL, or TWILIO_… and ALERT_PHONE. It is retried every five minutes.",
        )
    if settings.ALERTS and Channel.SMS not in channels():
        return warning(
            "Alerts only go to one email address, so no one is notified if email itself stops working.",
            "Set ALERT_PHONE and set up texts.",
        )
    return ok("Alerts reach you.")
