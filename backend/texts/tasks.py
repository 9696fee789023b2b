"""Tasks about texts."""

from procrastinate.contrib.django import app

from texts.consent import forget_old_consents


@app.periodic(cron="41 4 * * *")
@app.task(queueing_lock="forget_consents")
def forget_consents(timestamp: int) -> None:
    """Delete consent records that ended more than seven years ago. Daily."""
    forget_old_consents()
