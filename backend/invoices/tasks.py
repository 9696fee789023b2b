"""What a new day brings for invoices."""

from procrastinate.contrib.django import app

from invoices import services


@app.periodic(cron="1 * * * *")
@app.task(queueing_lock="mark_overdue")
def mark_overdue(timestamp: int) -> None:
    """A minute after each hour, and so after midnight in New Hampshire, whatever the clocks there or here do."""
    services.mark_overdue()
