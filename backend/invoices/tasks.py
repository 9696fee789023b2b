"""Daily changes of invoices."""

from procrastinate.contrib.django import app

from invoices import acceptances, services


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="mark_overdue")
def mark_overdue(timestamp: int) -> None:
    """Run hourly, and so soon after midnight Eastern time whatever the server's time zone."""
    services.mark_overdue()


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="release_unanswered")
def release_unanswered(timestamp: int) -> None:
    """Run hourly: a price can be accepted until midnight Eastern time."""
    acceptances.release_unanswered()
