"""Cached statements are the same as those that Django writes."""

from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql.compiler import SQLCompiler
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Lower

from jobs.models import Job
from notifications.models import Message
from quotes.models import Quote
from quotes.tests.factories import make_quote

NEWEST = ("-created_at", "-id")

QUERIES: list[QuerySet[Any]] = [
    Quote.objects.order_by(*NEWEST)[:51],
    Quote.objects.order_by(*NEWEST)[:21],
    Quote.objects.order_by("created_at", "id")[:51],
    Quote.objects.order_by(*NEWEST).reverse(),
    Quote.objects.filter(city="Dover").order_by(*NEWEST)[:51],
    Quote.objects.defer("design").order_by(*NEWEST),
    Quote.objects.only("city").order_by(*NEWEST),
    Quote.objects.select_related("user").order_by(*NEWEST),
    Quote.objects.annotate(name_key=Lower("full_name")).order_by("name_key", "id"),
    Quote.objects.annotate(since=F("created_at")).order_by("since", "id"),
    Quote.objects.values("id", "created_at").order_by(*NEWEST),
    Quote.objects.values("created_at", "id").order_by(*NEWEST),
    Quote.objects.values_list("city", flat=True).order_by(*NEWEST),
    Quote.objects.order_by("user__email", "id"),
    Quote.objects.filter(jobs__status="scheduled").order_by(*NEWEST).distinct(),
    Quote.objects.order_by(F("quote_amount").asc(nulls_last=True), "id"),
    Quote.objects.values("id", "created_at").union(Job.objects.values("id", "created_at")).order_by(*NEWEST),
    Quote.objects.filter(id__in=Quote.objects.filter(city="Dover").order_by(*NEWEST).values("id")[:3]),
    Message.objects.order_by(*NEWEST)[:51],
    Job.objects.only("notes").order_by(*NEWEST),
    Job.objects.defer("notes").order_by(*NEWEST),
]


def test_statements_are_the_same_as_django_writes(subtests: pytest.Subtests) -> None:
    """All in one test, since a statement may only differ after a similar one."""
    for number, query in enumerate(QUERIES):
        with subtests.test(query=number):
            expected = SQLCompiler(query.query.clone(), connection, "default").as_sql()
            for _ in range(2):
                assert query.query.clone().get_compiler("default").as_sql() == expected


@pytest.mark.django_db
def test_expression_as_a_value_is_inserted() -> None:
    made = make_quote(full_name=Lower(Value("ANN")))
    assert Quote.objects.get(id=made.id).full_name == "ann"
