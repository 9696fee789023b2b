"""A generated season next to the demo's own data."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from catalog import catalog
from demo import bulk, desk_pages, season
from invoices.models import Invoice, InvoicePayment
from jobs.models import Job
from notifications.models import Message
from payments.models import Payment, StripeEvent
from quotes.estimate import stored_estimate
from quotes.models import Quote, QuoteStatus, ServicePackage
from storage.models import StorageSubscription
from trees.models import TreeOrder


@pytest.mark.django_db
def test_generated_season_does_not_change_demo_customers() -> None:
    season.load()
    visits, invoices = Job.objects.count(), Invoice.objects.count()
    demo_quotes = set(Job.objects.values_list("quote_id", flat=True))

    bulk.Season(bulk.Size(quotes=200, jobs=150, tree_orders=20, subscriptions=5)).load()

    assert Job.objects.filter(quote_id__in=demo_quotes).count() == visits
    assert Job.objects.count() > visits + 50
    assert Invoice.objects.count() > invoices
    assert User.objects.filter(email__regex=bulk.GENERATED_EMAIL).count() == 5
    assert Payment.objects.filter(purpose="storage").values("reference").distinct().count() == 5


@pytest.mark.django_db
def test_card_payments_of_invoices_are_stripes_and_every_quote_has_an_email() -> None:
    bulk.Season(bulk.Size(quotes=200, jobs=150, tree_orders=0, subscriptions=0)).load()
    by_card = InvoicePayment.objects.filter(method="card")
    assert by_card.exists()
    assert not by_card.filter(payment=None).exists()
    assert StripeEvent.objects.count() == Payment.objects.count() == by_card.count()
    told = Message.objects.filter(about_kind="quote").values_list("about_id", flat=True)
    assert len(told) == 200
    assert set(told) == set(Quote.objects.values_list("id", flat=True))


@pytest.mark.django_db
def test_benchmark_asks_for_pages_that_exist(admin_client: APIClient) -> None:
    bulk.Season(bulk.Size(quotes=200, jobs=150, tree_orders=50, subscriptions=20)).load()
    of_each_group = {(page.group, "cursor" in page.path): page.path for page in desk_pages.pages()}
    answers = {path: admin_client.get(path).status_code for path in of_each_group.values()}
    assert set(answers.values()) == {200}, answers


@pytest.mark.django_db
def test_visits_start_between_7_30_and_16_00_eastern() -> None:
    season.load()
    bulk.Season(bulk.Size(quotes=200, jobs=150, tree_orders=0, subscriptions=0)).load()
    days = Job.objects.exclude(scheduled_date=None).values_list("scheduled_date", flat=True)
    begins = {timezone.localtime(moment).time() for moment in days}
    assert (min(begins) >= dt.time(7, 30), max(begins) <= dt.time(16)) == (True, True), begins


@pytest.mark.django_db
def test_season_uses_catalog_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = tuple(
        replace(size, price=size.price + 7, delivery_price=size.delivery_price + 2) for size in catalog.TREE_SIZES
    )
    add_ons = tuple(replace(add_on, price=add_on.price + 3) for add_on in catalog.TREE_ADD_ONS)
    plans = tuple(replace(plan, monthly_price=plan.monthly_price + 5) for plan in catalog.STORAGE_PLANS)
    packages = tuple(
        replace(package, starting_price=package.starting_price and Decimal(20_000)) for package in catalog.PACKAGES
    )
    for name, items in (
        ("TREE_SIZES", sizes),
        ("TREE_ADD_ONS", add_ons),
        ("STORAGE_PLANS", plans),
        ("PACKAGES", packages),
    ):
        monkeypatch.setattr(catalog, name, items)
    bulk.Season(bulk.Size(quotes=50, jobs=0, tree_orders=50, subscriptions=50)).load()

    by_size = {size.id: (size.price, size.delivery_price) for size in sizes}
    for order in TreeOrder.objects.all():
        assert (order.tree_price, order.delivery_price) == by_size[order.tree_size]
        extras = sum(add_on.price for add_on in add_ons if getattr(order, add_on.column))
        assert order.total_amount == order.tree_price + order.delivery_price + extras
    monthly = {plan.id: plan.monthly_price for plan in plans}
    assert all(row.monthly_amount == monthly[row.plan] for row in StorageSubscription.objects.all())
    priced = Quote.objects.filter(service_package__in=["basic", "premium"]).exclude(quote_amount=None)
    assert all(quote.quote_amount and quote.quote_amount >= 20_000 for quote in priced)
    assert priced


@pytest.mark.django_db
def test_open_requests_have_the_estimate_of_the_service() -> None:
    bulk.Season(bulk.Size(quotes=200, jobs=0, tree_orders=0, subscriptions=0)).load()
    waiting = Quote.objects.filter(status__in=QuoteStatus.OPEN)
    assert waiting.exclude(service_package="commercial")
    for quote in waiting:
        assert quote.estimate == stored_estimate(
            service_package=ServicePackage(quote.service_package),
            square_footage=quote.square_footage,
            add_ons=quote.add_ons,
        )
