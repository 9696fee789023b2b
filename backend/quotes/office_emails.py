"""The messages about quotes to the office."""

from collections.abc import Callable

from common.money import dollars
from notifications.models import AboutKind, Message
from notifications.office import News, office_kind
from quotes.emails import expired_quote, price_or_package
from quotes.models import DeclineReason, Quote, QuoteStatus

# Why customers decline, as the office reads it.
_REASONS = {
    DeclineReason.PRICE: "because of the price",
    DeclineReason.TIMING: "because of the timing",
    DeclineReason.SOMEBODY_ELSE: "chose someone else",
    DeclineReason.CHANGED_MIND: "changed their mind",
    DeclineReason.OTHER: "for another reason",
}


@office_kind("office-requested", AboutKind.QUOTE)
def office_requested(message: Message) -> News:
    """Tell the office that someone requested a quote."""
    return _news(message, "asked for a quote", lambda quote: quote.get_service_package_display())


@office_kind("office-asked", AboutKind.QUOTE)
def office_asked(message: Message) -> News:
    """Tell the office that a customer asked a question, or who else wrote about their quote. Further comments before a
    reply belong to it.
    """
    quote = Quote.objects.get(id=message.row_id)
    newest = quote.thread.to_staff().first()
    if newest and newest.other_sender:
        sentence = f"{newest.other_sender} wrote about {quote.full_name}'s quote"
    else:
        sentence = f"{quote.full_name} has a question"
    return _news_of(quote, sentence, quote.get_service_package_display())


@office_kind("office-accepted", AboutKind.QUOTE)
def office_accepted(message: Message) -> News:
    """Tell the office that a customer accepted a price."""
    return _news(message, "accepted", _accepted_price)


@office_kind("office-declined", AboutKind.QUOTE)
def office_declined(message: Message) -> News:
    """Tell the office that a customer declined a price, and why if they gave a reason."""
    return _news(message, "declined", _price_and_reason)


@office_kind("office-expired", AboutKind.QUOTE)
def office_expired(message: Message) -> News:
    """Tell the office that a price expired without an answer, which no row of the desk's queue shows. For the occasion,
    see ``quotes.emails.expiry_of``.
    """
    expired_quote(message)
    return _news(message, "did not answer in time", price_or_package)


@office_kind("office-asked-again", AboutKind.QUOTE)
def office_asked_again(message: Message) -> News:
    """Tell the office that a customer asks for a new price after declining one, or after it expired."""
    return _news(message, "asks for the price again", lambda quote: quote.get_service_package_display())


def _news(message: Message, verb: str, facts: Callable[[Quote], str]) -> News:
    quote = Quote.objects.get(id=message.row_id)
    return _news_of(quote, f"{quote.full_name} {verb}", facts(quote))


def _news_of(quote: Quote, sentence: str, facts: str) -> News:
    return News(sentence, f"{facts}, {quote.city}", f"/admin?tab=quotes&q={quote.short_id}&open={quote.id}")


def _accepted_price(quote: Quote) -> str:
    """Return the price that the customer accepted, unless the quote was reopened since."""
    return dollars(quote.acceptance.amount) if quote.acceptance else quote.get_service_package_display()


def _price_and_reason(quote: Quote) -> str:
    """Return the price that the customer declined, unless the quote was reopened since, and why if they said so."""
    declined = quote.status in QuoteStatus.DECLINED
    price = price_or_package(quote) if declined else quote.get_service_package_display()
    decline = quote.last_decline
    reason = f" ({_REASONS[DeclineReason(decline.reason)]})" if decline and decline.reason else ""
    return f"{price}{reason}"
