"""Scheduled changes of invoices."""

from procrastinate.contrib.django import app

from invoices import acceptances, services


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="mark_overdue")
def mark_overdue(timestamp: int) -> None:
    """Run hourly, so that it runs soon after midnight Eastern in any server time zone."""
    services.mark_overdue()


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="release_unanswered")
def release_unanswered(timestamp: int) -> None:
    """Run hourly, since prices expire at midnight Eastern."""
    acceptances.release_unanswered()
