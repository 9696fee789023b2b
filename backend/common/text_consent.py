"""What people agree to when they ask for texts, shown by the web client's forms and stored with their consent.

It has to name who sends the texts, how often, what they may cost and how to stop them, and that agreeing is no
condition (47 CFR 64.1200(f)(9); CTIA, "Messaging Principles and Best Practices", section 5.1). A changed wording is
stored with the consents from then on; ``make generate`` writes the client's copy.
"""

from common.business import business

# The box, and the words beside it. {business} is the business's name.
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
    """Return the wordings for the web client, which fills in the business's name and links to the pages."""
    return {"boxes": BOXES, "terms": TERMS}


def consent_wording(box: str) -> str:
    """Return all that someone agrees to with a box (a key of BOXES), as it is stored."""
    return f"{BOXES[box]}. {TERMS.format(business=business().name)} {PAGES}"
