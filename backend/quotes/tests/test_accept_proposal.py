"""Proposals are accepted by the customer, through a link or by phone, exactly as seen, and acceptances never change."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from links.tests.factories import make_link, open_link
from quotes.models import Acceptance, Quote, QuoteComment, TermsVersion
from quotes.tests.factories import make_quote
from quotes.tests.proposals import PATRICIAS, accept, ids, line, make_proposal, put_lines, size
from testing.helpers import in_threads


@pytest.fixture
def proposal(admin_client: APIClient, customer: User) -> Quote:
    return make_proposal(admin_client, customer)


def test_acceptance_stores_what_the_customer_saw(
    customer: User, customer_client: APIClient, admin_client: APIClient, proposal: Quote
) -> None:
    chosen = ids(proposal, "Basic", "Smart timer")
    response = accept(customer_client, proposal, "658.80", chosen=chosen, acceptedBy="Someone Else")
    assert (response.status_code, response.json()["status"], response.json()["quoteAmount"]) == (
        200, "approved", "658.80",
    )  # fmt: skip
    acceptance = Acceptance.objects.get()
    assert (acceptance.name, acceptance.channel, acceptance.user) == ("Eleanor Hayes", "account", customer)
    assert (acceptance.amount, acceptance.revision, acceptance.terms.number) == (Decimal("658.80"), 1, 1)
    assert [each["text"] for each in acceptance.lines] == [each["text"] for each in PATRICIAS]
    assert acceptance.chosen == set(chosen)
    shown = customer_client.get(f"/api/quotes/{proposal.id}").json()
    on_the_desk = admin_client.get(f"/api/quotes/{proposal.id}").json()
    for page in (shown, on_the_desk):
        assert {each["id"] for each in page["lines"] if each["chosen"]} == set(chosen)
    assert shown["acceptance"]["acceptedBy"] == "Eleanor Hayes"
    assert any("deposit" in sentence and "7 days" in sentence for sentence in shown["acceptance"]["terms"]["sentences"])
    assert [each["content"] for each in customer_client.get(f"/api/quotes/{proposal.id}/comments").json()][-1] == (
        "You said yes to $658.80"
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"quoteAmount": "929.00"}, 400), ({"quoteAmount": "929.00", "revision": 2}, 409),
        ({"quoteAmount": "928.99", "revision": 1}, 409), ({"quoteAmount": "838.00", "revision": 1}, 409),
        ({"quoteAmount": "929.00", "revision": 1, "termsVersion": 2}, 409),
        ({"quoteAmount": "929.00", "revision": "1"}, 400), ({"quoteAmount": "929.00", "revision": None}, 400),
        ({"quoteAmount": "929.00", "revision": 1, "chosen": ["x"]}, 400),
        ({"quoteAmount": "929.00", "revision": 1, "termsVersion": 1, "chosen": None}, 200),
    ],
)  # fmt: skip
def test_acceptance_must_match_what_the_customer_saw(
    customer_client: APIClient, proposal: Quote, body: dict[str, Any], code: int
) -> None:
    response = customer_client.post(f"/api/quotes/{proposal.id}/accept", body, format="json")
    assert (response.status_code, Acceptance.objects.count()) == (code, int(code == 200))


def test_acceptance_takes_one_line_per_choice_and_only_selectable_lines(
    customer_client: APIClient, proposal: Quote
) -> None:
    for texts, amount in [(("Basic", "Premium"), "633.80"), (("Wreaths, 20 in.",), "929.00")]:
        response = accept(customer_client, proposal, amount, chosen=ids(proposal, *texts))
        assert (response.status_code, list(response.json()["errors"])) == (400, ["chosen"])
    assert accept(customer_client, proposal, "929.00", chosen=[]).status_code == 200


def test_option_of_an_earlier_revision_is_a_conflict(
    admin_client: APIClient, customer_client: APIClient, proposal: Quote
) -> None:
    timer = ids(proposal, "Smart timer")
    put_lines(admin_client, proposal, [line(price="38.00"), line("Smart timer", "30.00", optional=True, id=timer[0])])
    body = {"quoteAmount": "954.00", "revision": 1, "chosen": timer}
    assert customer_client.post(f"/api/quotes/{proposal.id}/accept", body, format="json").status_code == 409
    assert accept(customer_client, proposal, "68.00", chosen=timer).status_code == 200


def test_repeated_acceptance_is_stored_once(customer: User, customer_client: APIClient, proposal: Quote) -> None:
    body = {"quoteAmount": "954.00", "revision": 1, "chosen": ids(proposal, "Smart timer")}
    path = f"/api/quotes/{proposal.id}/accept"
    codes = []
    for name in ("Eleanor", "Ellie"):  # the name of an account may change
        User.objects.filter(id=customer.id).update(first_name=name)
        codes.append(customer_client.post(path, body, format="json").status_code)
    assert (codes, Acceptance.objects.count()) == ([200, 200], 1)
    for other in (
        {**body, "chosen": [], "quoteAmount": "929.00"}, {**body, "quoteAmount": "1.00"}, {**body, "revision": 2},
    ):  # fmt: skip
        assert customer_client.post(path, other, format="json").status_code == 409
    later = {"approved": 200, "service_scheduled": 200, "complete": 200, "complete_storage": 200, "rejected": 409}
    for status, code in later.items():
        Quote.objects.filter(id=proposal.id).update(status=status)
        assert customer_client.post(path, body, format="json").status_code == code, status
    assert QuoteComment.objects.filter(news__startswith="You said yes").count() == 1


def test_acceptance_with_the_same_key_returns_the_first_response(customer_client: APIClient, proposal: Quote) -> None:
    def send(amount: str) -> int:
        body = {"quoteAmount": amount, "revision": 1}
        path = f"/api/quotes/{proposal.id}/accept"
        response = customer_client.post(path, body, format="json", headers={"Idempotency-Key": "one-acceptance"})
        return int(response.status_code)

    assert [send("929.00"), send("929.00"), send("1.00")] == [200, 200, 409]


@pytest.mark.django_db(transaction=True)
def test_simultaneous_acceptances_from_two_devices_store_one(customer: User, proposal: Quote) -> None:
    timer = ids(proposal, "Smart timer")

    def send(number: int) -> int:
        client = APIClient()
        client.force_login(customer)
        body = {"quoteAmount": "954.00", "chosen": timer} if number % 2 else {"quoteAmount": "929.00"}
        return int(client.post(f"/api/quotes/{proposal.id}/accept", {**body, "revision": 1}, format="json").status_code)

    assert sorted(in_threads(6, send)) == [200] * 3 + [409] * 3
    [acceptance] = Acceptance.objects.all()
    proposal.refresh_from_db()
    assert (proposal.acceptance, proposal.quote_amount) == (acceptance, acceptance.amount)


@pytest.mark.django_db(transaction=True)
def test_only_one_of_acceptance_and_new_revision_succeeds(
    admin_client: APIClient, customer: User, proposal: Quote
) -> None:
    seen = proposal.updated_at.isoformat()

    def act(number: int) -> int:
        client = APIClient()
        if number:
            client.force_login(customer)
            body = {"quoteAmount": "929.00", "revision": 1}
            return int(client.post(f"/api/quotes/{proposal.id}/accept", body, format="json").status_code)
        client.cookies = admin_client.cookies
        body = {"lines": [line("Other", "500.00")], "updatedAt": seen}
        return int(client.put(f"/api/quotes/{proposal.id}/lines", body, format="json").status_code)

    revised, accepted = in_threads(2, act)
    proposal.refresh_from_db()
    assert sorted([revised, accepted]) == [200, 409]
    assert (proposal.status, str(proposal.quote_amount)) == (
        ("approved", "929.00") if accepted == 200 else ("reviewed", "500.00")
    )


def test_link_holder_and_office_need_a_name_to_accept(admin_client: APIClient) -> None:
    quote, holder = make_proposal(admin_client, None), APIClient()
    open_link(holder, make_link(quote))
    assert list(accept(holder, quote, "929.00").json()["errors"]) == ["acceptedBy"]
    assert list(accept(holder, quote, "929.00", acceptedBy="x" * 201).json()["errors"]) == ["acceptedBy"]
    assert accept(holder, quote, "929.00", acceptedBy="Pat Nolan").status_code == 200
    other = make_proposal(admin_client, None)
    assert list(accept(admin_client, other, "929.00").json()["errors"]) == ["acceptedBy"]
    for channel in ("account", "link"):  # staff can only record acceptances by phone
        refused = accept(admin_client, other, "929.00", acceptedBy="Pat Nolan", channel=channel)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, ["channel"])
    for _ in range(2):
        assert accept(admin_client, other, "929.00", acceptedBy="Pat Nolan", channel="phone").status_code == 200
    assert accept(admin_client, other, "929.00", acceptedBy="Sam Nolan").status_code == 409, "Pat accepted it, not Sam"
    open_link(holder, make_link(other))
    assert accept(holder, other, "929.00", acceptedBy="Pat Nolan").status_code == 409, "Pat accepted it by phone"
    by_link, by_phone = Acceptance.objects.order_by("created_at")
    assert (by_link.channel, by_link.name, by_link.user) == ("link", "Pat Nolan", None)
    assert by_phone.user
    assert (by_phone.channel, by_phone.name, by_phone.user.is_admin) == ("phone", "Pat Nolan", True)


@pytest.mark.parametrize(("seconds", "code"), [(-1, 200), (0, 409), (3600, 409)])
def test_price_expires_at_midnight_eastern(
    admin_client: APIClient, customer: User, monkeypatch: pytest.MonkeyPatch, seconds: int, code: int
) -> None:
    midnight = dt.datetime(2099, 12, 21, 5, tzinfo=dt.UTC)
    quote = make_proposal(admin_client, customer, validUntil="2099-12-20")
    monkeypatch.setattr(timezone, "now", lambda: midnight + dt.timedelta(seconds=seconds))
    client = APIClient()
    client.force_login(customer)
    assert client.get(f"/api/quotes/{quote.id}").json()["expired"] is (code == 409)
    assert accept(client, quote, "929.00").status_code == code
    if code == 409:
        by_phone = accept(admin_client, quote, "929.00", acceptedBy="Pat Nolan", channel="phone")
        assert (by_phone.status_code, "expired" in by_phone.json()["message"]) == (409, True)


def test_acceptance_and_terms_cannot_be_changed_or_deleted(customer_client: APIClient, proposal: Quote) -> None:
    accept(customer_client, proposal, "929.00")
    for table in ("quotes_acceptance", "quotes_termsversion"):
        for change in (f"UPDATE {table} SET updated_at = now()", f"DELETE FROM {table}"):
            with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                connection.cursor().execute(change)


def test_new_terms_apply_to_later_acceptances(customer_client: APIClient, proposal: Quote) -> None:
    for number, text in enumerate(["Full refunds.", "No refunds.\n\nNo returns.\n"], 1):
        TermsVersion.objects.create(number=number, text=text)
    body = {"quoteAmount": "929.00", "revision": 1, "termsVersion": 1}
    path = f"/api/quotes/{proposal.id}/accept"
    assert customer_client.post(path, body, format="json").status_code == 409
    assert customer_client.post(path, {**body, "termsVersion": 2}, format="json").status_code == 200
    assert Acceptance.objects.get().terms.sentences == ["No refunds.", "No returns."]


def test_changes_are_those_since_the_latest_acceptance(
    admin_client: APIClient, customer_client: APIClient, proposal: Quote
) -> None:
    for amount in ("700.00", "800.00"):
        put_lines(admin_client, proposal, [line("Roofline", amount)])
        proposal.refresh_from_db()
        accept(customer_client, proposal, amount)
    put_lines(admin_client, proposal, [line("Roofline", "900.00")])
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]
    assert (changes["wasAccepted"], changes["quoteAmount"]) == (True, "800.00")


def test_new_lines_after_acceptance_need_another_one(
    admin_client: APIClient, customer_client: APIClient, proposal: Quote
) -> None:
    old_tab = {"quoteAmount": "658.80", "revision": 1, "chosen": ids(proposal, "Basic", "Smart timer")}
    accept(customer_client, proposal, "954.00", chosen=ids(proposal, "Smart timer"))
    [wreaths, timer] = ids(proposal, "Wreaths, 20 in.", "Smart timer")
    lines = [line("Wreaths, 20 in.", "40.00", quantity=5, id=wreaths), line("Smart timer", "25.00", id=timer)]
    put_lines(admin_client, proposal, [*lines, line("Roofline", "800.00")])
    shown = customer_client.get(f"/api/quotes/{proposal.id}").json()
    assert (shown["status"], shown["quoteAmount"], shown["revision"], shown["acceptance"]) == (
        "reviewed", "1025.00", 2, None,
    )  # fmt: skip
    assert shown["changes"]["wasAccepted"] is True
    assert shown["changes"]["quoteAmount"] == "954.00"
    changes = {each["text"]: (each["before"], each["after"]) for each in shown["changes"]["lines"]}
    assert changes == {
        "Wreaths, 20 in.": ("190.00", "200.00"), "Roofline": (None, "800.00"), "Smart timer": ("25.00", "25.00"),
        "Basic": ("542.80", None), "Standard": ("838.00", None), "Premium": ("1246.00", None),
        "Neighbor discount": ("-99.00", None), "Candles": ("52.00", None),
    }  # fmt: skip
    threads = [client.get(f"/api/quotes/{proposal.id}/comments").json() for client in (customer_client, admin_client)]
    assert [thread[-1]["content"] for thread in threads] == [
        "We changed your quote: $1,025.00", "Proposal changed to $1,025.00 (revision 2)",
    ]  # fmt: skip
    assert accept(customer_client, proposal, "1025.00").status_code == 200
    assert [acceptance.revision for acceptance in Acceptance.objects.order_by("created_at")] == [1, 2]
    # The old lines no longer exist, which must be a conflict and not a validation error.
    assert customer_client.post(f"/api/quotes/{proposal.id}/accept", old_tab, format="json").status_code == 409


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Wreaths, 24 in."}, {"quantity": "2", "unitPrice": "19.00"}, {"unit": "flat"}, {"optional": True},
        {"choice": "Size", "suggested": True}, {},
    ],
    ids=["text", "quantity", "unit", "option", "choice", "nothing"],
)  # fmt: skip
def test_changes_list_every_visible_difference_of_a_line(
    admin_client: APIClient, customer: User, customer_client: APIClient, change: dict[str, Any]
) -> None:
    options = [line("Roofline", "800.00", optional=True), line("Timer", "25.00", optional=True)]
    proposal = make_proposal(admin_client, customer, [line(), *options])
    accept(customer_client, proposal, "63.00", chosen=ids(proposal, "Timer"))
    wreaths, roofline, timer = ids(proposal, "Wreaths, 20 in.", "Roofline", "Timer")
    same = line("Timer", "25.00", optional=True, id=timer)
    choice = [line("Candles", "6.50", choice="Size")] if "choice" in change else []
    lines = [{**line(id=wreaths), **change}, line("Roofline", "850.00", optional=True, id=roofline), same, *choice]
    put_lines(admin_client, proposal, lines)
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]["lines"]
    amounts = [(each["before"], each["after"]) for each in changes if each["before"]]
    assert amounts == [*([("38.00", "38.00")] if change else []), ("800.00", "850.00")]


def test_changed_line_says_whether_it_is_in_the_price(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    def option(text: str, price: str) -> dict[str, Any]:
        return line(text, price, optional=True)

    color = {"unit": "flat", "choice": "Color"}
    before = [
        line("Roofline", "800"), line("Candles", "52"), line("Cool", "60", unit="flat"), option("Timer", "25"),
        option("Star", "30"), option("Bows", "15"), option("Clips", "10"), size("Small", "60", suggested=True),
        size("Large", "90"),
    ]  # fmt: skip
    proposal = make_proposal(admin_client, customer, before)
    accept(customer_client, proposal, "1027.00", chosen=ids(proposal, "Timer", "Large"))
    after = [
        line("Roofline", "850"), option("Candles", "52"), line("Bows", "15"), option("Clips", "12"),
        line("Garland", "70"), option("Net", "40"), line("Warm", "65", suggested=True, **color),
        line("Cool", "60", **color), line("Multicolor", "75", **color),
    ]  # fmt: skip
    put_lines(admin_client, proposal, after)
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]["lines"]
    assert {each["text"]: each["kind"] for each in changes} == {
        "Roofline": "changed", "Candles": "now_option", "Bows": "now_included", "Clips": "changed_option",
        "Garland": "new", "Net": "new_option", "Warm": "new", "Cool": "now_choice", "Multicolor": "new_choice",
        "Timer": "removed", "Star": "no_longer_offered", "Small": "no_longer_offered", "Large": "removed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("accepted", "amount", "changes"),
    [("Small", "60.00", [("Small", "now_choice"), ("Large", "now_included")]), ("Large", "90.00", None)],
)
def test_another_suggestion_is_a_change_unless_it_is_what_was_accepted(
    admin_client: APIClient,
    customer: User,
    customer_client: APIClient,
    accepted: str,
    amount: str,
    changes: list[tuple[str, str]] | None,
) -> None:
    proposal = make_proposal(admin_client, customer, [size("Small", "60", suggested=True), size("Large", "90")])
    accept(customer_client, proposal, amount, chosen=ids(proposal, accepted))
    small, large = ids(proposal, "Small", "Large")
    put_lines(
        admin_client,
        proposal,
        [{**size("Small", "60"), "id": small}, {**size("Large", "90", suggested=True), "id": large}],
    )
    shown = customer_client.get(f"/api/quotes/{proposal.id}").json()
    assert shown["quoteAmount"] == "90.00"
    assert (shown["changes"] and [(each["text"], each["kind"]) for each in shown["changes"]["lines"]]) == changes


def test_line_that_was_typed_again_is_neither_new_nor_removed(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    before = [line(), line("Timer", "25"), line("Timer", "30"), line("Candles", "52"), line("Tree lights", "60")]
    proposal = make_proposal(admin_client, customer, before)
    accept(customer_client, proposal, "205.00")
    [candles] = ids(proposal, "Candles")
    after = [
        line("Timer", "30"), line("Wreaths, 20 in.", "40"), line("Timer", "20"), line("Timer", "15"),
        line("Candles, white", "52", id=candles), line("Candles", "9"),
    ]  # fmt: skip
    put_lines(admin_client, proposal, after)
    changes = customer_client.get(f"/api/quotes/{proposal.id}").json()["changes"]["lines"]
    assert [(each["text"], each["before"], each["after"]) for each in changes] == [
        ("Wreaths, 20 in.", "38.00", "40.00"), ("Timer", "25.00", "20.00"), ("Timer", None, "15.00"),
        ("Candles, white", "52.00", "52.00"), ("Candles", None, "9.00"), ("Tree lights", "60.00", None),
    ]  # fmt: skip


def test_status_set_by_hand_stores_no_acceptance(admin_client: APIClient, proposal: Quote) -> None:
    before = admin_client.get(f"/api/quotes/{proposal.id}").json()
    after = admin_client.patch(f"/api/quotes/{proposal.id}", {"status": "approved"}, format="json").json()
    same = ("quoteAmount", "lines", "revision", "validUntil", "note", "acceptance")
    assert [after[key] for key in same] == [before[key] for key in same]
    assert not Acceptance.objects.exists()


@pytest.mark.parametrize("status", ["pending", "quoting", "reviewed"])
def test_reopened_quote_goes_back_to_the_suggested_lines(
    admin_client: APIClient, customer_client: APIClient, proposal: Quote, status: str
) -> None:
    accept(customer_client, proposal, "954.00", chosen=ids(proposal, "Smart timer"))
    back = admin_client.patch(f"/api/quotes/{proposal.id}", {"status": status}, format="json").json()
    assert (back["quoteAmount"], back["acceptance"], any(each["chosen"] for each in back["lines"])) == (
        "929.00", None, False,
    )  # fmt: skip


def test_new_lines_after_an_undone_price_are_another_revision(
    admin_client: APIClient, customer: User, customer_client: APIClient
) -> None:
    quote = make_proposal(admin_client, customer, [line("Red bows")])
    seen = admin_client.get(f"/api/quotes/{quote.id}").json()["updatedAt"]
    undone = admin_client.post(f"/api/quotes/{quote.id}/undo-price", {"updatedAt": seen}, format="json")
    assert (undone.status_code, undone.json()["status"]) == (200, "pending")
    put_lines(admin_client, quote, [line("Blue bows")])
    admin_client.patch(f"/api/quotes/{quote.id}", {"status": "reviewed"}, format="json")
    body = {"quoteAmount": "38.00", "revision": 1}
    assert customer_client.post(f"/api/quotes/{quote.id}/accept", body, format="json").status_code == 409


def test_quote_without_lines_has_an_acceptance(customer: User, customer_client: APIClient) -> None:
    quote = make_quote(user=customer, status="quoting", quote_amount="913.40")
    path = f"/api/quotes/{quote.id}/accept"
    codes = [customer_client.post(path, {"quoteAmount": "913.40"}, format="json").status_code for _ in range(2)]
    assert codes == [200, 200]
    acceptance = Acceptance.objects.get()
    assert (acceptance.lines, str(acceptance.amount)) == ([], "913.40")
    assert customer_client.get(f"/api/quotes/{quote.id}/pdf").status_code == 200


def test_only_owners_add_a_version_of_the_terms(office_client: APIClient, admin_client: APIClient) -> None:
    page, terms = "/backoffice/quotes/termsversion/add/", {"number": 2, "text": "No refunds."}
    for client, status in ((office_client, 403), (admin_client, 302)):
        assert client.post(page, terms).status_code == status
        assert TermsVersion.objects.filter(number=2).exists() == (status == 302)
