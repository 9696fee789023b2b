"""The wording of consent to texts, which the web client's forms show and which is stored with each consent.

It has to say who sends the texts, how often, what they may cost, how to stop them, and that consent is not a condition
of purchase (47 CFR 64.1200(f)(9); CTIA, "Messaging Principles and Best Practices", section 5.1). After a change, new
consents are stored with the new wording. ``make generate`` writes the client's copy.
"""

from common.business import business

# The labels of the checkboxes. {business} in the terms is the business's name.
BOXES = {
    "quote": "Send me text updates about my quote",
    "treeOrder": "Send me text updates about my order",
    "myServices": "Send me text updates to this number",
}
TERMS = (
    "{business} sends about 2 to 10 automated texts per order. Msg & data rates may apply. "
    "Reply HELP for help, STOP to stop. You don't have to agree to get a quote or to buy anything."
)
PAGES = "See our privacy policy (/privacy) and terms (/terms)."


def consent_as_json() -> dict[str, object]:
    """Return the wording for the web client, which fills in the business's name and links to the pages."""
    return {"boxes": BOXES, "terms": TERMS}


def consent_wording(box: str) -> str:
    """Return the full wording of a checkbox (a key of BOXES), as stored with a consent."""
    return f"{BOXES[box]}. {TERMS.format(business=business().name)} {PAGES}"
