"""Administrators edit the lines of a proposal. The customer sees them once they are no longer a draft."""

import datetime as dt
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Address, User
from common.seasons import season_of
from quotes.models import LineUnit, ProposalLine, Quote
from quotes.proposals import price_list
from quotes.tests.factories import make_quote, quote_body
from quotes.tests.proposals import PATRICIAS, accept, ids, line, make_proposal, put_lines, size
from testing.helpers import in_threads, run_during_transaction

# The web client's tests use the same cases.
CASES = json.loads(Path(__file__).with_name("proposal_cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_total_matches_the_case_shared_with_the_client(
    case: dict[str, Any], admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer)
    sent = [{key: value for key, value in each.items() if key != "id"} for each in case["lines"]]
    saved = put_lines(admin_client, quote, sent)
    if case.get("error", "chosen") != "chosen":
        assert (saved.status_code, list(saved.json()["errors"])) == (400, ["lines"])
        assert not ProposalLine.objects.exists()
        return
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    stored = {key["id"]: row["id"] for key, row in zip(case["lines"], saved.json()["lines"], strict=True)}
    chosen = [stored.get(each, "0198a000-0000-7000-8000-000000000000") for each in case["chosen"]]
    accepted = accept(customer_client, quote, case.get("total", "0.00"), chosen=chosen)
    if "error" in case:
        assert (accepted.status_code, list(accepted.json()["errors"])) == (400, ["chosen"])
    else:
        assert (accepted.status_code, accepted.json()["quoteAmount"]) == (200, case["total"])


def test_quote_amount_is_the_sum_of_the_lines(admin_client: APIClient) -> None:
    body = put_lines(admin_client, make_quote(), note="Any weekday works.", validUntil="2099-12-20").json()
    assert [(each["text"], each["quantity"], each["unitPrice"], each["amount"]) for each in body["lines"]] == [
        ("Basic", "1.00", "542.80", "542.80"),
        ("Standard", "1.00", "838.00", "838.00"),
        ("Premium", "1.00", "1246.00", "1246.00"),
        ("Wreaths, 20 in.", "5.00", "38.00", "190.00"),
        ("Neighbor discount", "1.00", "-99.00", "-99.00"),
        ("Smart timer", "1.00", "25.00", "25.00"),
        ("Candles", "8.00", "6.50", "52.00"),
    ]
    assert not any(each["chosen"] for each in body["lines"])
    assert (body["quoteAmount"], body["note"], body["validUntil"]) == ("929.00", "Any weekday works.", "2099-12-20")
    [clip] = put_lines(admin_client, Quote.objects.get(), [line(price="0.005")]).json()["lines"]
    assert clip["unitPrice"] == "0.005"


def test_proposal_is_valid_for_30_days_by_default(admin_client: APIClient) -> None:
    quote = make_quote()
    assert put_lines(admin_client, quote).json()["validUntil"] == str(timezone.localdate() + dt.timedelta(days=30))
    endless = put_lines(admin_client, quote, validUntil=None, note=None).json()
    assert (endless["validUntil"], endless["note"]) == (None, "")
    emptied = put_lines(admin_client, quote, [], note="Soon").json()
    assert (emptied["quoteAmount"], emptied["validUntil"], emptied["note"]) == (None, None, "")
    assert put_lines(admin_client, quote, validUntil="2020-01-01").status_code == 400
    with time_machine.travel("2020-12-01T23:30:00-05:00"):
        assert put_lines(admin_client, quote).json()["validUntil"] == "2020-12-31"


@pytest.mark.parametrize(
    "lines",
    [
        [line() for _ in range(41)], [line("")], [line("x" * 201)], [line("a\x00b")], [line(quantity=0)],
        [line(quantity="0.001")], [line(quantity=100_000)], [line(quantity=None)], [line(unit="box")],
        [line(price="1.0001")], [line(price="100000")], [line(price="NaN")], [line(price=None)], ["x"], {}, None,
        [line("Off", -5, unit="flat", optional=True)], [line("Off", -5, unit="flat", quantity=2)],
        [line(), line("Off", -5, unit="piece")], [line(choice="")], [line(choice="x" * 41)],
        [line(), line("Off", "-38.01", unit="flat")], [line(), line(optional=True), line("Off", -40, unit="flat")],
        [{**size("A", 1, suggested=True), "optional": True}, size("B", 2)], [line(suggested=True)],
        [size("A", 1), size("B", 2)],
        # The discount is larger than one of the alternatives.
        [size("A", 1), size("B", 50, suggested=True), line("Off", "-20", unit="flat")],
    ],
)  # fmt: skip
def test_invalid_lines_change_nothing(admin_client: APIClient, lines: Any) -> None:
    quote = make_quote()
    put_lines(admin_client, quote, [line("Kept")])
    response = put_lines(admin_client, quote, lines)
    assert (response.status_code, list(response.json()["errors"])) == (400, ["lines"])
    assert [each.text for each in quote.lines.all()] == ["Kept"]


def test_error_names_its_line(admin_client: APIClient) -> None:
    unreadable, unnamed, unpriced = (
        put_lines(admin_client, make_quote(), [line("Kept"), wrong]).json()["errors"]["lines"][0]
        for wrong in ("Wreaths", line(""), line(price="soon"))
    )
    assert unreadable.startswith("Line 2: ")
    assert unnamed == "Line 2, text: Enter what the line is for"
    assert unpriced.startswith("Line 2, unit price: Enter a unit price")


def test_forty_lines_with_markup_and_formulas_stay_text(admin_client: APIClient, customer: User) -> None:
    texts = ["<script>alert(1)</script>", "=HYPERLINK(1)", *[f"Line {number}" for number in range(38)]]
    quote = make_proposal(
        admin_client, customer, [line(text, optional=number > 1) for number, text in enumerate(texts)]
    )
    shown = admin_client.get(f"/api/quotes/{quote.id}").json()
    assert ([each["text"] for each in shown["lines"]], shown["quoteAmount"]) == (texts, "76.00")
    assert admin_client.get(f"/api/quotes/{quote.id}/pdf").content.startswith(b"%PDF")


def test_draft_is_invisible_to_its_customer(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_quote(user=customer)
    seen = [customer_client.get(f"/api/quotes/{quote.id}").json()]
    put_lines(admin_client, quote, note="Between us", validUntil="2099-01-01")
    seen.append(customer_client.get(f"/api/quotes/{quote.id}").json())
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "quoting"}, format="json")
    seen.append(customer_client.get(f"/api/quotes/{quote.id}").json())
    for each in seen:
        keys = ("quoteAmount", "lines", "hasLines", "note", "validUntil", "revision")
        assert [each[key] for key in keys] == [None, [], False, "", None, 0]
    pdfs = [client.get(f"/api/quotes/{quote.id}/pdf").status_code for client in (customer_client, admin_client)]
    assert pdfs == [404, 200]
    assert customer_client.get("/api/quotes").json()[0]["quoteAmount"] is None
    assert [row["kind"] for row in admin_client.get("/api/desk/queue").json()] == ["quote"]
    told = customer_client.get(f"/api/quotes/{quote.id}/comments").json()
    assert [each["content"] for each in told] == ["We're working on your price"]
    for verb, body in {"accept": {"quoteAmount": "929.00", "revision": 1}, "decline": {}}.items():
        assert customer_client.post(f"/api/quotes/{quote.id}/{verb}", body, format="json").status_code == 409
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "rejected"}, format="json")
    assert customer_client.get(f"/api/quotes/{quote.id}").json()["lines"] == []


def test_customer_never_sees_our_cost(admin_client: APIClient, customer: User, customer_client: APIClient) -> None:
    quote = make_proposal(admin_client, customer, [line(cost="11.00")])
    assert admin_client.get(f"/api/quotes/{quote.id}").json()["lines"][0]["cost"] == "11.00"
    accept(customer_client, quote, "38.00")
    assert "11.00" not in customer_client.get(f"/api/quotes/{quote.id}").content.decode()


def test_lines_keep_only_ids_of_their_own_quote(admin_client: APIClient) -> None:
    quote, other = make_quote(), make_quote()
    [theirs] = put_lines(admin_client, other, [line("Theirs")]).json()["lines"]
    first, second = put_lines(admin_client, quote, [line("One"), line("Two")]).json()["lines"]
    lines = [line("Two", id=second["id"]), line("Again", id=second["id"]), line("New", id=theirs["id"])]
    moved = put_lines(admin_client, quote, lines).json()["lines"]
    assert moved[0]["id"] == second["id"]
    assert len({first["id"], theirs["id"], *(each["id"] for each in moved)}) == 5
    assert other.lines.get().text == "Theirs"


@pytest.mark.parametrize(
    ("status", "code"),
    [("pending", 200), ("quoting", 200), ("reviewed", 200), ("approved", 200), ("service_scheduled", 409),
     ("complete", 409), ("complete_storage", 409), ("rejected", 409)],
)  # fmt: skip
def test_lines_change_until_the_work_is_scheduled(admin_client: APIClient, status: str, code: int) -> None:
    quote = make_quote(status=status, quote_amount="100.00")
    response = put_lines(admin_client, quote)
    quote.refresh_from_db()
    after = {"pending": "pending", "quoting": "quoting", "reviewed": "reviewed", "approved": "reviewed"}
    assert (response.status_code, quote.status) == (code, after.get(status, status))


def test_quote_whose_lines_are_removed_has_no_price(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_proposal(admin_client, customer)
    put_lines(admin_client, quote, [])
    shown = customer_client.get(f"/api/quotes/{quote.id}").json()
    assert (shown["quoteAmount"], shown["lines"], shown["validUntil"]) == (None, [], None)
    assert shown["progress"]["next"] == "price"
    assert [row["kind"] for row in admin_client.get("/api/desk/queue").json()] == ["quote"]
    assert put_lines(admin_client, quote).json()["revision"] == 2, "the second that the customer sees"


def test_price_of_a_quote_with_lines_cannot_differ_from_their_sum(admin_client: APIClient, customer: User) -> None:
    quote = make_proposal(admin_client, customer)
    for amount, code in [("929.00", 200), ("928.99", 409), (None, 409)]:
        body = {"quoteAmount": amount, "status": "quoting"}
        response = admin_client.patch(f"/api/quotes/{quote.id}", body, format="json")
        quote.refresh_from_db()
        assert (response.status_code, str(quote.quote_amount)) == (code, "929.00")


def test_lines_do_not_overwrite_an_unseen_version(admin_client: APIClient) -> None:
    quote = make_quote()
    path, seen = f"/api/quotes/{quote.id}/lines", quote.updated_at.isoformat()
    assert admin_client.put(path, {"lines": []}, format="json").status_code == 400
    assert admin_client.put(path, {"lines": [], "updatedAt": None}, format="json").status_code == 400
    mine, key = {"lines": [line("Mine")], "updatedAt": seen}, {"Idempotency-Key": "lines-of-mine"}
    sent = [admin_client.put(path, mine, format="json", headers=key) for _ in range(2)]
    assert [(response.status_code, response.json()["revision"]) for response in sent] == [(200, 1), (200, 1)]
    assert admin_client.put(path, {"lines": [line("Late")], "updatedAt": seen}, format="json").status_code == 409
    assert quote.lines.get().text == "Mine"


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_simultaneous_saves_succeeds(admin: User, admin_client: APIClient) -> None:
    quote = make_quote()

    def save(number: int) -> int:
        client = APIClient()
        client.cookies = admin_client.cookies
        body = {"lines": [line(f"Of {number}"), *PATRICIAS], "updatedAt": quote.updated_at.isoformat()}
        return int(client.put(f"/api/quotes/{quote.id}/lines", body, format="json").status_code)

    assert sorted(in_threads(4, save)) == [200, 409, 409, 409]
    assert quote.lines.count() == len(PATRICIAS) + 1


def test_commercial_proposal_does_not_exclude_a_visit(guest: APIClient, admin_client: APIClient) -> None:
    requested = guest.post("/api/quotes", quote_body(servicePackage="commercial"), format="json").json()
    quote = Quote.objects.get(id=requested["id"])
    excludes = put_lines(admin_client, quote, PATRICIAS).json()["excludes"]
    assert excludes == ["Repairs to gutters, outlets or wiring", "A lift where ladders don't reach"]


def test_lines_can_start_from_the_estimate(admin_client: APIClient) -> None:
    lines = [{"label": "Premium", "low": 599, "high": 809}, {"label": "Second story, if so", "low": 0, "high": 95}]
    quote = make_quote(estimate={"low": 599, "high": 904, "currency": "USD", "lines": lines, "excludes": ["A lift"]})
    sources = admin_client.get(f"/api/quotes/{quote.id}/line-sources").json()
    assert [(each["text"], each["unitPrice"]) for each in sources["estimate"]] == [
        ("Premium", "704.00"), ("Second story", "48.00"),
    ]  # fmt: skip
    assert put_lines(admin_client, quote, sources["estimate"]).json()["quoteAmount"] == "752.00"
    assert sources["lastSeason"] is None
    assert admin_client.get(f"/api/quotes/{make_quote().id}/line-sources").json()["estimate"] == []


def test_lines_can_start_from_the_same_homes_last_season(
    admin_client: APIClient, customer: User, customer_client: APIClient, outsider: User
) -> None:
    home = {"street_address": "41 Marcy Street", "city": "Portsmouth"}
    year_ago = timezone.now() - dt.timedelta(days=370)
    quote = make_quote(user=customer, street_address=" 41 MARCY street", city="portsmouth")
    lines = [*PATRICIAS, line("Bows", "9.00", optional=True, cost="4.00")]
    for user, place in [(customer, {**home, "street_address": "Shop"}), (outsider, home), (customer, home)]:
        earlier = make_proposal(admin_client, user, lines)
        Quote.objects.filter(id=earlier.id).update(created_at=year_ago, **place)
    path = f"/api/quotes/{quote.id}/line-sources"
    assert [each["suggested"] for each in admin_client.get(path).json()["lastSeason"]["lines"][:3]] == [
        False, True, False,
    ]  # fmt: skip
    accept(customer_client, earlier, "658.80", chosen=ids(earlier, "Basic", "Smart timer"))
    copied = admin_client.get(path).json()["lastSeason"]
    assert (copied["quoteId"], copied["year"]) == (str(earlier.id), season_of(timezone.localdate(year_ago)).year)
    assert copied["lines"][-1].items() >= {"text": "Bows", "optional": True, "cost": "4.00"}.items()
    assert [each["suggested"] for each in copied["lines"][:3]] == [True, False, False]
    assert put_lines(admin_client, quote, copied["lines"]).json()["quoteAmount"] == "633.80"


@pytest.mark.parametrize(
    ("earlier", "copied"),
    [
        # The statuses of the proposals one and two seasons ago, and which of the two is used.
        (("reviewed", "rejected"), 1),
        (("rejected", "approved"), 2),
        (("pending", "complete_storage"), 2),
        (("quoting", "service_scheduled"), 2),
        (("complete", "approved"), 1),
    ],
)
@pytest.mark.parametrize("is_guest", [False, True])
def test_lines_start_from_the_newest_accepted_proposal(
    admin_client: APIClient, customer: User, earlier: tuple[str, ...], copied: int, is_guest: bool
) -> None:
    owner = {"user": None if is_guest else customer, "street_address": "41 Marcy Street"}
    quote = make_quote(**owner, email="Eleanor@Example.com")
    ids_by_age = {}
    for age, status in enumerate(earlier, 1):
        proposal = make_quote(**owner, status=status, has_lines=True, quote_amount="929.00")
        Quote.objects.filter(id=proposal.id).update(created_at=timezone.now() - age * dt.timedelta(days=370))
        ids_by_age[age] = str(proposal.id)
    of_another = make_quote(**{**owner, "user": customer if is_guest else None}, status="approved", has_lines=True)
    Quote.objects.filter(id=of_another.id).update(created_at=timezone.now() - dt.timedelta(days=369))
    without_lines = make_quote(**owner, status="complete", quote_amount="929.00")
    Quote.objects.filter(id=without_lines.id).update(created_at=timezone.now() - dt.timedelta(days=368))
    last_season = admin_client.get(f"/api/quotes/{quote.id}/line-sources").json()["lastSeason"]
    assert last_season["quoteId"] == ids_by_age[copied]


@pytest.mark.parametrize(
    ("now", "then", "same"),
    [
        ({"address": True, "street_address": "Marcy St. 41"}, {"address": True, "street_address": "41 Marcy St"}, True),
        ({"address": True, "street_address": ""}, {"address": False, "street_address": ""}, False),
        ({"address": False, "street_address": ""}, {"address": False, "street_address": ""}, False),
        (
            {"address": False, "street_address": "1 Main St", "city": "Dover"},
            {"address": False, "street_address": "1 Main St"},
            False,
        ),
    ],
)
def test_same_home_is_the_saved_address_or_the_street_and_city(
    admin_client: APIClient, customer: User, now: dict[str, Any], then: dict[str, Any], same: bool
) -> None:
    saved = Address.objects.create(
        user=customer, street="41 Marcy Street", city="Portsmouth", state="NH", zip_code="03801"
    )
    quote, earlier = (
        make_quote(user=customer, **{**given, "address": saved if given["address"] else None}) for given in (now, then)
    )
    Quote.objects.filter(id=earlier.id).update(has_lines=True, created_at=timezone.now() - dt.timedelta(days=370))
    found = admin_client.get(f"/api/quotes/{quote.id}/line-sources").json()["lastSeason"]
    assert (found is not None) == same


def test_office_manages_its_price_list(admin_client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(price_list, "MAX_PRICE_LIST_ITEMS", 2)
    add = {"text": "Wreath", "unit": "piece", "unitPrice": "38"}
    key = {"Idempotency-Key": "new-wreath"}
    item, again = (admin_client.post("/api/price-list", add, format="json", headers=key).json() for _ in range(2))
    assert again == item
    admin_client.post("/api/price-list", {"text": "candles", "unit": "piece", "unitPrice": "6.495"}, format="json")
    admin_client.patch(f"/api/price-list/{item['id']}", {"unitPrice": "40.00"}, format="json")
    listed = admin_client.get("/api/price-list").json()
    assert [(each["text"], each["unitPrice"]) for each in listed] == [("candles", "6.495"), ("Wreath", "40.00")]
    assert admin_client.post("/api/price-list", add, format="json").status_code == 409  # it is full
    assert admin_client.patch(f"/api/price-list/{item['id']}", {"unit": None}, format="json").status_code == 400
    admin_client.delete(f"/api/price-list/{item['id']}")
    assert len(admin_client.get("/api/price-list").json()) == 1


@pytest.mark.django_db(transaction=True)
def test_price_list_does_not_grow_past_its_limit_at_once(
    admin_client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(price_list, "MAX_PRICE_LIST_ITEMS", 1)
    add = {"text": "Wreath", "unit": "piece", "unitPrice": "38"}
    with transaction.atomic():
        price_list.add_item(text="Candles", unit=LineUnit.PIECE, unit_price=Decimal(6))
        second = run_during_transaction(lambda: admin_client.post("/api/price-list", add, format="json").status_code)
    assert second() == 409
    assert [each["text"] for each in admin_client.get("/api/price-list").json()] == ["Candles"]


def test_proposal_of_this_season_is_not_last_seasons(admin_client: APIClient, customer: User) -> None:
    for at in ("2025-12-01T12:00:00Z", "2026-07-01T03:30:00Z"):  # in the season's last night
        quote = make_proposal(admin_client, customer)
        Quote.objects.filter(id=quote.id).update(street_address="41 Marcy Street", created_at=at)
    assert admin_client.get(f"/api/quotes/{quote.id}/line-sources").json()["lastSeason"] is None
