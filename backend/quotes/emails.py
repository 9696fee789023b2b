"""The emails about quotes."""

from accounts.own_address import confirmation_address, confirmation_cause
from catalog.catalog import ADD_ON_BY_ID
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from looks.look import Look
from looks.pictures import CARD, stored_jpeg
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, EmailPicture
from notifications.models import AboutKind, Message
from quotes.estimate import range_in_words
from quotes.models import Quote

_PATH = "/my-services?tab=quotes"


@message_kind(EmailKind("quote-requested", Cause.STRANGER), AboutKind.QUOTE)
def quote_requested(message: Message) -> Email:
    """Confirm the request to the customer."""
    quote = Quote.objects.get(id=message.row_id)
    return Email(
        cause=confirmation_cause(quote.user),
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
    )


@message_kind(EmailKind("quote-priced", Cause.STAFF), AboutKind.QUOTE)
def quote_priced(message: Message) -> Email:
    """Tell the customer the price that they can accept now, unless it was undone or they know it."""
    # The lock makes this and the undo of the price wait for each other.
    quote = Quote.objects.select_for_update(of=("self",)).get(id=message.row_id)
    if quote.offer is None:
        raise Skip("There is no price that the customer can accept.")
    tells = {"price": str(quote.offer)}
    is_new = quote.unsent_prices.filter(amount=quote.offer).exists() or message.tells == tells
    if not is_new:
        raise Skip("The customer knows the price already.")
    quote.unsent_prices.all().delete()
    price = dollars(quote.offer)
    return Email(
        to=confirmation_address(quote.user, quote.email),
        name=quote.full_name,
        subject=f"Your holiday lights quote is ready: {price}",
        paragraphs=[
            f"Your quote is ready: {price}. Review it online to accept, decline or ask a question.",
            *_guest(quote),
        ],
        facts=[*_facts(quote), ("Total", price)],
        action=("Review your quote", _PATH),
        tells=tells,
    )


@message_kind(EmailKind("quote-link", Cause.STRANGER), AboutKind.QUOTE)
def quote_link(message: Message) -> Email:
    """Send a new private link to whoever asked for one with the customer's address."""
    quote = Quote.objects.get(id=message.row_id)
    return Email(
        to=confirmation_address(quote.user, quote.email),
        name=quote.full_name,
        subject="Your new link to your holiday lights quote",
        paragraphs=["Here's a new link to your quote. It opens without a password, so keep this email to yourself."],
        facts=_facts(quote),
        action=("Open your quote", FOLLOW),
        closing="Didn't ask for this? You can ignore this email.",
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
