"""Customers who are waiting for a response are in the desk's queue, earliest deadline first."""

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from desk.models import QueueKind
from desk.queue import reading
from jobs.models import Job
from payments.tests.factories import make_payment
from quotes.models import Quote
from quotes.tests.factories import make_quote
from quotes.tests.proposals import put_lines
from replies.models import Inquiry
from trees.tests.factories import make_tree_order


def _ago(hours: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(hours=hours)


def _queue(client: APIClient) -> list[dict[str, Any]]:
    return client.get("/api/desk/queue").json()  # type: ignore[no-any-return]


def test_queue_has_quotes_and_tree_orders_by_deadline(admin_client: APIClient) -> None:
    quote = make_quote(created_at=_ago(30), add_ons=["wreaths", "Ladder"], communication_preference="sms")
    order = make_tree_order(created_at=_ago(31), include_disposal=True)
    make_quote(created_at=_ago(1))
    first, second, _ = _queue(admin_client)
    assert (first["kind"], first["id"]) == ("tree_order", str(order.id))
    assert first["summary"] == "Modest 6 ft Standard Tree, End of Season Christmas Tree Disposal"
    assert first["communicationPreference"] == "phone"
    assert (second["kind"], second["id"]) == ("quote", str(quote.id))
    assert second["summary"] == "Premium Installation, Wreaths & Garland, Ladder"
    assert (second["customerName"], second["phone"], second["city"]) == ("Eleanor Hayes", "603-555-0172", "Portsmouth")
    assert second["communicationPreference"] == "sms"
    due = dt.datetime.fromisoformat(second["respondBy"])
    assert due - dt.datetime.fromisoformat(second["createdAt"]) == dt.timedelta(hours=24)


def test_desk_reaches_a_customer_as_they_chose_in_my_services(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    make_quote(full_name="Gus Guest", email="gus@example.com", created_at=_ago(1))
    quote = make_quote(user=customer, created_at=_ago(3))
    order = make_tree_order(user=customer, created_at=_ago(2))
    job = Job.objects.create(quote=quote, user=customer)

    def numbers() -> list[str]:
        paths = (f"quotes/{quote.id}", f"jobs/{job.id}", "jobs?scope=admin", f"desk/customers/{customer.id}")
        page, visit, [listed], about = (admin_client.get(f"/api/{path}").json() for path in paths)
        row = next(each for each in admin_client.get("/api/desk/customers").json() if each["userId"])
        return [page["phone"], visit["quote"]["phone"], listed["quote"]["phone"], about["phone"], row["phone"]]

    def choose(**choice: Any) -> None:
        assert customer_client.put("/api/contact-choice", choice, format="json").status_code == 200

    def reached() -> list[tuple[str, str, bool]]:
        return [(row["communicationPreference"], row["phone"], row["textsOff"]) for row in _queue(admin_client)]

    guest = ("email", "603-555-0172", False)
    tree = ("phone", order.customer_phone, False)  # its own number: it may be for somebody else
    assert reached() == [guest, tree, guest]
    choose(channel="sms", number="603-555-0199")
    assert reached() == [("sms", "(603) 555-0199", False), tree, guest]
    assert numbers() == ["(603) 555-0199"] * 5
    listed = admin_client.get(f"/api/quotes?scope=admin&q={quote.id}").json()[0]
    assert (listed["communicationPreference"], listed["phone"]) == ("sms", "(603) 555-0199")
    assert admin_client.post("/api/texts/off", {"phone": "603-555-0199"}, format="json").status_code == 200
    assert reached()[0] == ("sms", "(603) 555-0199", True)
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["textsOff"]
    own = customer_client.get(f"/api/quotes/{quote.id}").json()
    assert (own["communicationPreference"], own["phone"]) == ("email", "603-555-0172")
    choose(channel="phone")  # without a number: each request's own
    assert reached() == [("phone", "603-555-0172", False), tree, guest]


def test_second_of_two_responses_at_once_is_a_conflict(admin_client: APIClient) -> None:
    quote = make_quote()
    [seen] = _queue(admin_client)
    for amount, status in ((900, 200), (700, 409)):
        given = {"quoteAmount": amount, "status": "reviewed", "updatedAt": seen["updatedAt"]}
        assert admin_client.patch(f"/api/quotes/{quote.id}", given, format="json").status_code == status
    quote.refresh_from_db()
    assert quote.quote_amount == 900


def test_queue_pages_have_every_row_once_in_constant_queries(
    admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    expected = []
    for hours in (5, 4, 3, 2, 1):  # two rows with each deadline
        order = make_tree_order(created_at=(moment := _ago(hours)))
        expected += [str(make_quote(created_at=moment).id), str(order.id)]
    seen: list[str] = []
    address = "/api/desk/queue?limit=3"
    while len(seen) < 9:
        with django_assert_num_queries(6):  # session, user, places, quotes, tree orders, consent
            response = admin_client.get(address)
        seen += [row["id"] for row in response.json()]
        match = re.fullmatch(r'<(.+)>; rel="next"', response.headers["Link"])
        address = match[1] if match else ""
    response = admin_client.get(address)
    assert [*seen, *(row["id"] for row in response.json())] == expected
    assert "Link" not in response.headers


def test_row_has_all_fields(admin_client: APIClient, customer: User) -> None:
    design = {"style": "premium", "colour": "warm"}
    quote = make_quote(
        user=customer, street_address="41 Marcy St", square_footage=2400, design=design,
        estimate={"low": 854, "high": 1294}, status="quoting",
    )  # fmt: skip
    [row] = _queue(admin_client)
    assert row == {
        "kind": "quote", "id": str(quote.id), "quoteId": str(quote.id), "treeOrderId": None, "invoiceId": None,
        "paymentId": None, "messageId": None, "customerKey": str(customer.id), "customerName": "Eleanor Hayes",
        "email": "eleanor@example.com", "phone": "603-555-0172", "communicationPreference": "email",
        "city": "Portsmouth", "streetAddress": "41 Marcy St", "summary": "Premium Installation", "question": None,
        "otherSender": "", "wantsNoTexts": False, "textsOff": False, "needsTakedown": False,
        "squareFootage": 2400, "design": design, "look": row["look"], "estimate": {"low": 854, "high": 1294},
        "amount": None, "amountPaid": None, "amountDue": None, "hasLines": False, "deposit": None, "stateCheck": "",
        "terms": None,
        "status": "quoting", "createdAt": row["createdAt"], "respondBy": row["respondBy"], "tries": 0,
        "lastTriedAt": None, "retryAt": None, "updatedAt": row["updatedAt"],
    }  # fmt: skip
    assert row["look"] is not None


def test_row_of_draft_proposal_has_lines_and_sum(admin_client: APIClient) -> None:
    quote = make_quote()
    put_lines(admin_client, quote)
    [row] = _queue(admin_client)
    assert (row["kind"], row["hasLines"], row["amount"]) == ("quote", True, "929.00")
    told = {"status": "reviewed", "updatedAt": row["updatedAt"]}
    assert admin_client.patch(f"/api/quotes/{quote.id}", told, format="json").status_code == 200
    assert _queue(admin_client) == []


def test_filters_and_counts(admin_client: APIClient) -> None:
    make_quote(created_at=_ago(25))
    make_quote(city="Rye")
    make_tree_order(created_at=_ago(30), city="Rye")
    make_payment()  # without a city

    def found(query: str) -> list[tuple[str, str]]:
        response = admin_client.get(f"/api/desk/queue?{query}")
        assert response.status_code == 200, response.content
        return [(row["kind"], row["city"]) for row in response.json()]

    assert len(found("")) == 4
    assert found("kind=quote") == [("quote", "Portsmouth"), ("quote", "Rye")]
    assert found("city=Rye") == [("tree_order", "Rye"), ("quote", "Rye")]
    assert found("late=true") == [("tree_order", "Rye"), ("quote", "Portsmouth")]
    assert found("late=true&city=Rye&kind=quote") == []
    counts = admin_client.get("/api/desk/queue/counts").json()
    kinds = {"quote": 2, "tree_order": 1, "payment": 1}
    assert counts == {
        "all": 4,
        "late": 2,
        "kinds": dict.fromkeys(QueueKind.values, 0) | kinds,
        "unbilled": 0,
        "drafts": 0,
        "unscheduled": 0,
    }
    in_rye = admin_client.get("/api/desk/queue/counts?city=Rye").json()
    assert (in_rye["all"], in_rye["late"], in_rye["kinds"]["quote"]) == (2, 1, 1)


def test_question_about_a_tree_is_found_by_the_orders_city(admin_client: APIClient) -> None:
    for number, city in enumerate(["Rye", "Dover"]):
        order = make_tree_order(city=city, answered_at=_ago(1))
        Inquiry.objects.create(sender=f"+1603555014{number}", tree_order=order)
    [row] = admin_client.get("/api/desk/queue?kind=question&city=Rye").json()
    assert (row["kind"], row["city"]) == ("question", "Rye")
    assert admin_client.get("/api/desk/queue/counts?city=Rye").json()["kinds"]["question"] == 1


def test_questions_about_trees_cost_constant_queries(
    customer: User, outsider: User, admin_client: APIClient, django_assert_num_queries: Any
) -> None:
    for number, user in enumerate([customer, outsider]):
        order = make_tree_order(user=user, answered_at=_ago(1))
        Inquiry.objects.create(sender=f"+1603555014{number}", tree_order=order)
        with django_assert_num_queries(8):  # session, user, places, two for questions, addresses, choices, consent
            assert len(admin_client.get("/api/desk/queue?kind=question").json()) == number + 1


@pytest.mark.parametrize(("name", "value"), [("kind", "quotes"), ("late", "1"), ("city", "x" * 201)])
def test_unknown_filter_is_a_400(admin_client: APIClient, name: str, value: str) -> None:
    response = admin_client.get(f"/api/desk/queue?{name}={value}")
    assert (response.status_code, list(response.json()["errors"])) == (400, [name])


def test_rows_to_try_again_later_come_after_all_others(admin_client: APIClient) -> None:
    oldest, middle, newest = (make_quote(created_at=_ago(hours)) for hours in (30, 20, 10))
    order = make_tree_order(created_at=_ago(40))
    for path in (f"quotes/{oldest.id}", f"tree-orders/{order.id}"):
        admin_client.post(f"/api/{path}/calls", {"outcome": "no_answer"}, format="json")
    ids = [str(row.id) for row in (middle, newest, order, oldest)]
    assert [row["id"] for row in _queue(admin_client)] == ids
    seen, address = [], "/api/desk/queue?limit=1"
    for _ in range(4):
        response = admin_client.get(address)
        seen += [row["id"] for row in response.json()]
        address = (re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", "")) or [""] * 2)[1]
    assert (seen, address) == (ids, "")
    with time_machine.travel(timezone.now() + dt.timedelta(days=1)):  # the retries are due
        assert [row["id"] for row in _queue(admin_client)] == [ids[2], ids[3], ids[0], ids[1]]


def test_row_that_is_gone_before_it_is_loaded_is_left_out(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, left, find = make_quote(), make_quote(), reading._read_places

    def find_before_deletion(*given: Any) -> Any:
        places = find(*given)
        gone.delete()
        return places

    monkeypatch.setattr(reading, "_read_places", find_before_deletion)
    assert [row["id"] for row in _queue(admin_client)] == [str(left.id)]


def test_late_rows_depend_on_time(admin_client: APIClient) -> None:
    quote = make_quote()
    for days, expected in (0, []), (2, [str(quote.id)]), (0, []):
        with time_machine.travel(timezone.now() + dt.timedelta(days=days)):
            assert [row["id"] for row in admin_client.get("/api/desk/queue?late=true").json()] == expected
            assert admin_client.get("/api/desk/queue/counts").json()["late"] == len(expected)


def test_queue_of_thousands_is_read_to_its_end(admin_client: APIClient) -> None:
    quotes = [
        Quote(
            full_name=f"P{number}", email=f"p{number}@example.com", phone="603", city="Rye", service_package="basic",
            created_at=_ago(number / 100),
        )
        for number in range(3_000)
    ]  # fmt: skip
    Quote.objects.bulk_create(quotes, batch_size=500)
    assert admin_client.get("/api/desk/queue/counts").json()["kinds"]["quote"] == 3_000
    names, address = [], "/api/desk/queue?limit=200"
    while address:
        response = admin_client.get(address)
        names += [row["customerName"] for row in response.json()]
        address = (re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", "")) or [""] * 2)[1]
    assert names == [f"P{number}" for number in reversed(range(3_000))]
