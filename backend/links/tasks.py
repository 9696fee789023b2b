"""Tasks about links."""

from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from links.resources import rows_for_new_links


@app.task(retry=RetryStrategy(max_attempts=6, exponential_wait=5))
@transaction.atomic
def email_new_links(email: str, occasion: str) -> None:
    """Plan an email with a new link for each open quote, tree order and invoice of an address.

    ``occasion`` identifies the request for new links, so that running the task twice sends each email once.
    """
    for resource_type, row_id in rows_for_new_links(email):
        resource_type.plan_new_link(row_id, occasion)
