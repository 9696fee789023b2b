"""The emails about quotes. Each looks at its quote again before it says anything."""

from decimal import Decimal
from uuid import UUID

from accounts.own_address import confirmation_address, confirmation_kind
from catalog.catalog import ADD_ON_BY_ID
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.composing import email_task
from notifications.letters import Letter, post
from quotes.models import Quote, QuoteStatus

QUOTE_REQUESTED = EmailKind("quote-requested", Cause.STRANGER)
QUOTE_PRICED = EmailKind("quote-priced", Cause.STAFF)

_FOLLOW = ("See it in My Services", "/my-services?tab=quotes")


@email_task
def mail_request(quote_id: str) -> None:
    """Tell the customer that we have their request."""
    quote_requested(Quote.objects.get(id=UUID(quote_id)))


@email_task
def mail_offer(quote_id: str, amount: str) -> None:
    """Tell the customer the price, if it still is ``amount`` (US dollars) and waits for their answer."""
    offered = Quote.objects.filter(id=UUID(quote_id), quote_amount=Decimal(amount), status__in=QuoteStatus.ANSWERABLE)
    if quote := offered.first():
        quote_priced(quote)


def quote_requested(quote: Quote) -> None:
    """We have the request, and when the answer comes."""
    post(
        Letter(
            kind=confirmation_kind(quote.user, QUOTE_REQUESTED),
            to=confirmation_address(quote.user, quote.email),
            name=quote.full_name,
            subject="We have your request for a holiday lights quote",
            paragraphs=[
                "Thank you for asking us. You get a detailed quote within 24 hours, free and without obligation.",
                *_guest(quote),
            ],
            facts=_facts(quote),
            action=_FOLLOW,
            closing="You did not ask for a quote? Then leave this mail alone and nothing happens.",
        )
    )


def quote_priced(quote: Quote) -> None:
    """The price, and where to say yes or no to it."""
    if quote.quote_amount is None:
        raise ValueError("A quote without a price can't be offered")
    price = dollars(quote.quote_amount)
    post(
        Letter(
            kind=QUOTE_PRICED,
            to=quote.email,
            name=quote.full_name,
            subject=f"Your holiday lights quote is ready: {price}",
            paragraphs=[
                "Your quote is ready. Accept or decline it in My Services, or ask us there what you want to know.",
                *_guest(quote),
            ],
            facts=[*_facts(quote), ("Total", price)],
            action=("See and answer your quote", "/my-services?tab=quotes"),
        )
    )


def _facts(quote: Quote) -> list[tuple[str, str]]:
    """What was chosen from the catalogue; what the visitor typed is not sent to an address that anybody may name."""
    add_ons = [ADD_ON_BY_ID[add_on].name for add_on in quote.add_ons if add_on in ADD_ON_BY_ID]
    return [
        ("Package", quote.get_service_package_display()),
        *([("Add-ons", ", ".join(add_ons))] if add_ons else []),
        ("Reference", str(quote.id)[-8:]),
    ]


def _guest(quote: Quote) -> list[str]:
    return [] if quote.user_id else ["Sign up with this email address on our site, and you find it in My Services."]
