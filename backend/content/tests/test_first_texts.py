"""The built-in texts describe what the product does."""

import pytest
from rest_framework.test import APIClient

from common.text_consent import TERMS


@pytest.mark.parametrize("page", ["terms", "faq"])
def test_page_repeats_the_terms_of_text_messages_from_the_forms(page: str, guest: APIClient) -> None:
    html = guest.get(f"/api/texts/{page}").json()["html"].replace("&amp;", "&")
    assert "about 2 to 10 automated texts per order. Msg & data rates may apply." in TERMS
    assert "about 2 to 10" in html
    assert "texts per order" in html
    for words in ("Msg & data rates may apply", "STOP", "HELP", "for advertising", "get a quote or to buy anything"):
        assert words in html


def test_terms_cover_tree_refunds_and_saved_cards(guest: APIClient) -> None:
    html = guest.get("/api/texts/terms").json()["html"]
    for words in (
        "canceled before we've set its delivery day, we refund what you paid by card in full",
        "paid in cash or by check, we contact you about your payment",
        "Once the day is set, our office decides about a refund",
        "Some quotes ask for a deposit",
        "We save it only if you say so",
    ):
        assert words in html
