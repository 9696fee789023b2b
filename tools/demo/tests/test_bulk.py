"""A made-up season beside the demo's own data."""

import pytest

from accounts.models import User
from demo import bulk, season
from invoices.models import Invoice
from jobs.models import Job


@pytest.mark.django_db
def test_a_small_season_goes_in_beside_the_demo_and_leaves_its_people_alone() -> None:
    season.load()
    visits, invoices = Job.objects.count(), Invoice.objects.count()
    demo_quotes = set(Job.objects.values_list("quote_id", flat=True))

    bulk.Season(bulk.Size(quotes=200, jobs=150, tree_orders=20, subscriptions=5)).load()

    assert Job.objects.filter(quote_id__in=demo_quotes).count() == visits
    assert Job.objects.count() > visits + 50
    assert Invoice.objects.count() > invoices
    assert User.objects.filter(email__regex=bulk.MADE_UP).count() == 5
