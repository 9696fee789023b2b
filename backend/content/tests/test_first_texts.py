"""The texts that the product brings say what it does, until an owner writes others."""

import pytest
from rest_framework.test import APIClient

from common.text_consent import TERMS


@pytest.mark.parametrize("page", ["terms", "faq"])
def test_text_says_of_texts_what_people_agree_to_on_the_forms(page: str, guest: APIClient) -> None:
    html = guest.get(f"/api/texts/{page}").json()["html"].replace("&amp;", "&")
    assert "about 2 to 10 automated texts per order. Msg & data rates may apply." in TERMS
    assert "about 2 to 10" in html
    assert "texts per order" in html
    for words in ("Msg & data rates may apply", "STOP", "HELP", "for advertising", "get a quote or to buy anything"):
        assert words in html


def test_terms_say_when_a_tree_is_refunded_and_that_saving_a_card_is_a_choice(guest: APIClient) -> None:
    html = guest.get("/api/texts/terms").json()["html"]
    for words in (
        "canceled before we've set its delivery day, we refund what you paid by card in full",
        "paid in cash or by check, we contact you about your payment",
        "Once the day is set, our office decides about a refund",
        "Some quotes ask for a deposit",
        "We save it only if you say so",
    ):
        assert words in html
