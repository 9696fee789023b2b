"""Daily changes of invoices."""

from procrastinate.contrib.django import app

from invoices import services


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="mark_overdue")
def mark_overdue(timestamp: int) -> None:
    """Run hourly, and so soon after midnight Eastern time whatever the server's time zone."""
    services.mark_overdue()
