"""The emails about quotes. Each is composed from the quote as it is when the email is queued."""

from uuid import UUID

from accounts.own_address import confirmation_address, confirmation_kind
from catalog.catalog import ADD_ON_BY_ID
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from looks.look import Look
from looks.pictures import CARD, stored_jpeg
from notifications.composing import email_task
from notifications.emails import About, Email, EmailPicture, queue_email
from notifications.models import AboutKind
from quotes.estimate import range_in_words
from quotes.models import Quote, UnsentPrice

QUOTE_REQUESTED = EmailKind("quote-requested", Cause.STRANGER)
QUOTE_PRICED = EmailKind("quote-priced", Cause.STAFF)

_PATH = "/my-services?tab=quotes"


@email_task
def email_quote_requested(quote_id: str) -> None:
    """Confirm the request to the customer."""
    queue_quote_requested(Quote.objects.get(id=UUID(quote_id)))


@email_task
def email_quote_priced(price_id: str) -> None:
    """Tell the customer a price that was not undone, if it is still the quote's and they can still accept it.

    While a later price can be undone, this one stays unsent: it may become the quote's price again.
    """
    # The lock makes this and the undo of the price wait for each other.
    quote = Quote.objects.select_for_update(of=("self",)).filter(unsent_prices=UUID(price_id)).first()
    price = UnsentPrice.objects.filter(id=UUID(price_id)).first()
    if quote is None or price is None:
        return
    if quote.offer == price.amount:
        queue_quote_priced(quote)
    elif quote.unsent_prices.filter(created_at__gt=price.created_at).exists():
        return
    quote.unsent_prices.all().delete()


def queue_quote_requested(quote: Quote) -> None:
    queue_email(
        Email(
            kind=confirmation_kind(quote.user, QUOTE_REQUESTED),
            to=confirmation_address(quote.user, quote.email),
            name=quote.full_name,
            subject="We got your request for a holiday lights quote",
            paragraphs=[
                "Thanks for reaching out! You'll have your free quote within 24 hours, with no obligation.",
                *_guest(quote),
            ],
            facts=_facts(quote),
            action=("View your request", _PATH),
            closing="Didn't request this? You can ignore this email.",
            picture=_picture(quote.look),
            about=About(AboutKind.QUOTE, quote.id),
        )
    )


def queue_quote_priced(quote: Quote) -> None:
    """Raise ValueError for a quote without a price."""
    if quote.quote_amount is None:
        raise ValueError("A quote without a price can't be offered")
    price = dollars(quote.quote_amount)
    queue_email(
        Email(
            kind=QUOTE_PRICED,
            to=quote.email,
            name=quote.full_name,
            subject=f"Your holiday lights quote is ready: {price}",
            paragraphs=[
                f"Your quote is ready: {price}. Review it online to accept, decline or ask a question.",
                *_guest(quote),
            ],
            facts=[*_facts(quote), ("Total", price)],
            action=("Review your quote", _PATH),
            about=About(AboutKind.QUOTE, quote.id),
        )
    )


def _facts(quote: Quote) -> list[tuple[str, str]]:
    """Return what was chosen from the catalog. Text that a stranger typed is not sent to an address that they typed."""
    add_ons = [ADD_ON_BY_ID[add_on].name for add_on in quote.add_ons if add_on in ADD_ON_BY_ID]
    return [
        ("Package", quote.get_service_package_display()),
        *([("Add-ons", ", ".join(add_ons))] if add_ons else []),
        *([("Bulbs", quote.look.bulbs.label)] if quote.look else []),
        *_estimate(quote),
        ("Reference", str(quote.id)[-8:]),
    ]


def _picture(look: Look | None) -> EmailPicture | None:
    if look is None:
        return None
    return EmailPicture(content=stored_jpeg(look, CARD), description=look.description, path=look.link)


def _estimate(quote: Quote) -> list[tuple[str, str]]:
    """Return the range that the request was estimated at, until there is a price."""
    if quote.estimate is None or quote.quote_amount is not None:
        return []
    return [("Estimate", f"About {range_in_words(quote.estimate['low'], quote.estimate['high'])}")]


def _guest(quote: Quote) -> list[str]:
    return [] if quote.user_id else ["Create an account with this email to follow it online."]
