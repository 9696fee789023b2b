"""Tasks about links."""

from django.db import transaction
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from links.resources import resource_types


@app.task(retry=RetryStrategy(max_attempts=6, exponential_wait=5))
@transaction.atomic
def email_new_links(email: str, occasion: str) -> None:
    """Plan emails with a new link to each open quote, tree order and invoice of an address, once on each occasion."""
    for resource_type in resource_types():
        resource_type.plan_new_links(email, occasion)
