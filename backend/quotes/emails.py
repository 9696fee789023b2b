"""The messages about quotes to the customer."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django.db.models import F, Sum
from django.utils import timezone

from catalog.catalog import ADD_ON_BY_ID
from common.business import business
from common.days import in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from common.response_deadlines import within_24_hours
from invoices.document import invoice_attachment
from invoices.models import BILLS_OF_ACCEPTANCES, REPLACEABLE, WHEN_REST_IS_DUE, Invoice
from looks.look import Look
from looks.pictures import CARD, stored_jpeg
from notifications.kinds import Skip, message_kind
from notifications.layout import FOLLOW, Email, EmailPicture, new_link_email
from notifications.models import AboutKind, Channel, Message, MessageStatus
from notifications.planning import plan
from notifications.told import latest_told
from quotes.deposits import credit_of, paid_before
from quotes.estimate import known_add_ons, range_in_words
from quotes.models import Quote, QuoteComment, QuoteStatus
from quotes.progress import NextStep, progress_of
from quotes.proposals.copies import LineChange, LineChangeKind
from quotes.proposals.document import acceptance_pdf
from quotes.proposals.shown import proposal_of
from quotes.texts import quote_text, recipient_of

# How many characters of a reply an inbox list can show.
_PREVIEW = 140

# How many changed lines an email lists. The page shows all of them.
MAX_LISTED_CHANGES = 12
_NOW_OFFERED_AS = {LineChangeKind.NOW_INCLUDED, LineChangeKind.NOW_OPTION, LineChangeKind.NOW_CHOICE}

# Days after a price was emailed, if it is still unanswered.
REMIND_AFTER_DAYS = (3, 7)


@message_kind(EmailKind("quote-requested", Cause.STRANGER), AboutKind.QUOTE)
def quote_requested(message: Message) -> Email:
    """Confirm the request to the customer."""
    quote = Quote.objects.get(id=message.row_id)
    # A text that waited for the morning, or an email after an outage, may come after the price.
    within = within_24_hours(quote.respond_by)
    promise = f" You'll have your free quote {within}, with no obligation." if quote.waits_for_price else ""
    return Email(
        to=recipient_of(quote),
        subject="We got your request for a holiday lights quote",
        paragraphs=[f"Thanks for reaching out!{promise}"],
        facts=_facts(quote),
        action=("View your request", FOLLOW),
        next_steps=["There you can add to your request, ask a question and see where it stands. No account needed."],
        closing="Didn't request this? You can ignore this email.",
        picture=_picture(quote.look),
        text=quote_text(
            quote,
            f"We got your request. You'll have your free quote {within}. Follow it here:",
        )
        if promise
        else None,
    )


@message_kind(EmailKind("quote-priced", Cause.STAFF), AboutKind.QUOTE)
def quote_priced(message: Message) -> Email:
    """Tell the customer the price that they can accept now, unless it was undone or they already know it."""
    # The lock serializes this with undoing the price.
    quote = Quote.objects.select_for_update(of=("self",)).get(id=message.row_id)
    if quote.offer is None:
        raise Skip("There is no price that the customer can accept.")
    tells = _tells(quote)
    told = latest_told(quote_priced, quote.id, thing=quote.id, but=message.id)
    if not _is_news(quote, message, tells, told):
        raise Skip("The customer already knows the price.")
    if quote.is_expired:
        raise Skip("The price has expired.")
    quote.unsent_prices.all().delete()
    quote.revisions.filter(number=quote.revision).update(emailed=True)
    _plan_reminders(message)
    price = dollars(quote.offer)
    subject, news = _price_news(price, told.tells if told else None, tells)
    again = _accept_again(quote)
    answer = "Please look it over and accept it again here:" if again else "Accept, decline or ask a question here:"
    then = "" if quote.has_visit else " Once you accept, we'll call to set your date."
    return Email(
        to=recipient_of(quote),
        subject=subject,
        paragraphs=[news, *([again] if again else []), *(["A note from us:"] if quote.note else [])],
        quoted=quote.note,
        facts=[*_facts(quote), *(_changed_lines(quote) if told else [])],
        total=("Total", price),
        action=("Review your quote", FOLLOW),
        next_steps=[f"There you can accept, decline or ask a question.{then}"],
        picture=_picture(quote.look),
        tells=tells,
        text=quote_text(quote, f"{news} {answer}"),
    )


def _tells(quote: Quote) -> dict[str, str]:
    """Return what an email about the quote's price tells (``Message.tells``)."""
    return {"price": str(quote.offer), **({"revision": str(quote.revision)} if quote.has_lines else {})}


def _changed_lines(quote: Quote) -> list[tuple[str, str]]:
    """Return the lines that changed since the revision that the customer knows."""
    changes = proposal_of(quote).changes
    return [
        (change.text, _describe_change(change)) for change in (changes.lines[:MAX_LISTED_CHANGES] if changes else [])
    ]


def _describe_change(change: LineChange) -> str:
    kind, before, after = change.kind, change.before, change.after
    if after is None:
        return kind.label
    if before is None or kind in _NOW_OFFERED_AS:
        was = f", was {dollars(before)}" if before not in (None, after) else ""
        return f"{kind.label}: {dollars(after)}{was}"
    if before == after:
        return kind.label
    if kind == LineChangeKind.CHANGED:
        return f"Was {dollars(before)}, now {dollars(after)}"
    return f"{kind.label}: was {dollars(before)}, now {dollars(after)}"


def _is_news(quote: Quote, message: Message, tells: dict[str, str], told: Message | None) -> bool:
    """Return whether the message tells the customer something new: a price that was still unsent, or another revision.

    A retry of the same message counts as new, too. A price that was withdrawn and restored before the customer heard of
    it doesn't.
    """
    if told and told.tells == tells and not quote.acceptances.exists() and _is_withdrawal_unsent(quote):
        return False
    if message.tells == tells or quote.unsent_prices.filter(amount=tells["price"]).exists():
        return True
    return quote.has_lines and (told is None or told.tells != tells)


def _is_withdrawal_unsent(quote: Quote) -> bool:
    kind = price_withdrawn.kind.slug
    return Message.objects.filter(kind=kind, about_id=quote.id, status=MessageStatus.QUEUED).exists()


def _price_news(price: str, before: dict[str, str] | None, tells: dict[str, str]) -> tuple[str, str]:
    """Return the subject and the first sentence. ``before`` is what the last email told."""
    if not before:
        return f"Your price is ready: {price}", f"Your price for holiday lights is {price}."
    if before == tells:
        return f"Your price applies again: {price}", f"Your price of {price} for holiday lights applies again."
    old = dollars(Decimal(before["price"]))
    if old == price:
        return f"Your quote has changed: {price}", f"We changed your quote. Your price is still {price}."
    return f"Your price is now {price}", f"Your price has changed from {old} to {price}."


def _accept_again(quote: Quote) -> str:
    """Return that a customer who had accepted has to accept again, and what becomes of their invoice and payments; ""
    if they never did.
    """
    if not quote.acceptances.exists():
        return ""
    canceled = quote.invoices.filter(REPLACEABLE).first()
    is_open = canceled and canceled.amount > canceled.amount_paid
    return " ".join(
        [
            "Please look it over and accept it again.",
            *([f"Invoice {canceled} is canceled, so please don't pay it."] if is_open else []),
            *paid_before_words(quote, counts_toward="the new price"),
        ]
    )


def paid_before_words(quote: Quote, *, counts_toward: str) -> list[str]:
    """Return what becomes of payments for an earlier price: a sentence, or nothing without any."""
    paid = paid_before(quote)
    if not paid:
        return []
    if not credit_of(quote):
        return [f"We'll contact you about the {dollars(paid)} that you paid."]
    return [f"The {dollars(paid)} that you paid counts toward {counts_toward}."]


@message_kind(EmailKind("quote-price-withdrawn", Cause.STAFF), AboutKind.QUOTE)
def price_withdrawn(message: Message) -> Email:
    """Tell the customer that staff withdrew a price that they were told, and when they get another one."""
    quote = Quote.objects.get(id=message.row_id)
    progress = progress_of(quote)
    if progress is None or progress.next != NextStep.PRICE or progress.by is None:
        raise Skip("The quote has another price, or nobody waits for one.")
    kinds = [kind.kind.slug for kind in (quote_priced, acceptance_confirmed, price_withdrawn)]
    sent = Message.objects.filter(about_id=quote.id, kind__in=kinds, status=MessageStatus.SENT, channel=Channel.EMAIL)
    known = sent.exclude(id=message.id).order_by("sent_at").last()
    if known is None or known.kind == message.kind:
        raise Skip("The customer was not told the price.")
    news = "Our price for your holiday lights no longer applies."
    promise = f"We'll send you a new one {within_24_hours(progress.by)}."
    return Email(
        to=recipient_of(quote),
        subject="Your price for holiday lights no longer applies",
        paragraphs=[f"{news} {promise}", *paid_before_words(quote, counts_toward="the new price")],
        facts=_facts(quote),
        action=("View your quote", FOLLOW),
        next_steps=["Questions? Write to us on your page or call us."],
        text=quote_text(quote, f"{news} {promise}"),
    )


@message_kind(EmailKind("quote-link", Cause.STRANGER), AboutKind.QUOTE)
def quote_link(message: Message) -> Email:
    """Send a new private link, which someone requested for the customer's email address."""
    quote = Quote.objects.get(id=message.row_id)
    return new_link_email(to=recipient_of(quote), what="your holiday lights quote", facts=_facts(quote))


def _plan_reminders(message: Message) -> None:
    for days in REMIND_AFTER_DAYS:
        later = timezone.now() + dt.timedelta(days=days)
        plan(price_reminder, message.row_id, occasion=f"{days} days after {message.id}", not_before=later)


@message_kind(EmailKind("quote-price-open", Cause.STAFF, is_offer=True), AboutKind.QUOTE)
def price_reminder(message: Message) -> Email:
    """Remind the customer of an unanswered price. The occasion is "{days} days after {ID of the price's message}"."""
    quote = Quote.objects.get(id=message.row_id)
    days, _, _, price_message_id = message.occasion.split()
    told = latest_told(quote_priced, quote.id, thing=quote.id)
    if told is None or told.id != UUID(price_message_id):
        raise Skip("The email about this price was not sent, or there was a newer one.")
    earlier = Message.objects.filter(kind=message.kind, about_id=quote.id, status=MessageStatus.SENT)
    if earlier.filter(occasion__startswith=f"{days} days ").exists():
        raise Skip("This reminder was sent for an earlier price.")
    if quote.offer is None or quote.is_expired:
        raise Skip("There is no price that the customer can accept.")
    if told.tells != _tells(quote):
        raise Skip("There is a new price, and the email about it has not been sent yet.")
    if quote.let_go_at:
        raise Skip("The quote was let go.")
    if quote.question_at:
        raise Skip("The customer is waiting for our reply.")
    price = dollars(quote.offer)
    return Email(
        to=recipient_of(quote),
        subject=f"Your holiday lights quote is still open: {price}",
        paragraphs=[f"We sent you a price of {price}, and it's yours to accept or decline."],
        facts=_facts(quote),
        total=("Total", price),
        action=("Review your quote", FOLLOW),
        next_steps=["Have a question first? Ask it there or call us."],
        picture=_picture(quote.look),
    )


@message_kind(EmailKind("quote-expired", Cause.STAFF, is_offer=True), AboutKind.QUOTE)
def price_expired(message: Message) -> Email:
    """Tell the customer that their price has expired, and how to ask for a new one. For the occasion, see
    ``expiry_of``.
    """
    quote = expired_quote(message)
    if quote.let_go_at:
        raise Skip("The quote was let go.")
    return Email(
        to=recipient_of(quote),
        subject="Your holiday lights quote has expired",
        paragraphs=[f"Our price of {price_or_package(quote)} was good through {_last_day(quote)}."],
        facts=_facts(quote),
        action=("Ask for it again", FOLLOW),
        next_steps=["Still want lights? Ask for a new price there, and we'll send it within 24 hours."],
        closing="Not this year? You don't need to do anything.",
        picture=_picture(quote.look),
    )


def expired_quote(message: Message) -> Quote:
    """Return the quote whose price expired. Raises Skip if it no longer has."""
    quote = Quote.objects.get(id=message.row_id)
    if not quote.is_expired or message.occasion != expiry_of(quote):
        raise Skip("The price was answered or changed, or its last day was extended.")
    return quote


def expiry_of(quote: Quote) -> str:
    """Return the occasion of the messages about the expiry of the quote's price: its revision and last day."""
    return f"{quote.revision} {quote.valid_until}"


def _last_day(quote: Quote) -> str:
    return in_words(quote.valid_until) if quote.valid_until else ""


@message_kind(EmailKind("quote-closed", Cause.STAFF), AboutKind.QUOTE)
def quote_closed(message: Message) -> Email:
    """Tell the customer that we closed their quote, and what happens to money that they paid and no bank holds."""
    quote = Quote.objects.get(id=message.row_id)
    if quote.status not in QuoteStatus.DECLINED:
        raise Skip("The quote is open again.")
    left = F("amount_paid") - F("amount_refunded") - F("amount_kept") - F("amount_disputed")
    paid = quote.invoices.aggregate(left=Sum(left))["left"]
    news = "We closed your quote for holiday lights, so it can't be accepted anymore."
    return Email(
        to=recipient_of(quote),
        subject="We closed your holiday lights quote",
        paragraphs=[
            news,
            f"We'll contact you about the {dollars(paid)} that you paid." if paid else "There's nothing to pay.",
        ],
        facts=_facts(quote),
        action=("View your quote", FOLLOW),
        next_steps=["Still want lights? You can ask for a new price there."],
        closing="Didn't expect this? Write to us on that page or call us.",
        text=quote_text(quote, f"{news} Not what you expected? Write to us here:"),
    )


@message_kind(EmailKind("quote-replied", Cause.STAFF), AboutKind.QUOTE)
def staff_replied(message: Message) -> Email:
    """Send the customer a staff reply. The occasion is the ID of the comment."""
    reply = QuoteComment.objects.select_related("quote__user").get(id=UUID(message.occasion))
    quote = reply.quote
    return Email(
        to=recipient_of(quote),
        subject=f"{business().name} replied about your quote",
        headline="We replied about your quote",
        preheader=reply.comment[:_PREVIEW],
        paragraphs=["We wrote:"],
        quoted=reply.comment,
        action=("Read and reply", FOLLOW),
        text=quote_text(quote, f'We replied about your quote: "{reply.comment}"', replaces_email=True),
    )


@message_kind(EmailKind("quote-accepted", Cause.ACCOUNT), AboutKind.QUOTE)
def acceptance_confirmed(message: Message) -> Email:
    """Confirm the acceptance to the customer, and say what happens next."""
    quote = Quote.objects.get(id=message.row_id)
    if quote.status not in QuoteStatus.ACCEPTED:
        raise Skip(f"The quote is {quote.get_status_display()} now.")
    invoice = quote.invoices.filter(BILLS_OF_ACCEPTANCES).first()
    call = call_about_day(quote)
    return Email(
        to=recipient_of(quote),
        subject="You said yes to your holiday lights",
        paragraphs=["Thank you for accepting your quote!"],
        facts=_facts(quote),
        total=("Total", dollars(quote.quote_amount)) if quote.quote_amount is not None else None,
        action=("Pay the deposit" if invoice and invoice.asks_for_deposit else "View your quote", FOLLOW),
        next_steps=[
            *_payment_steps(invoice),
            *([f"{call} of your installation."] if call else []),
        ],
        attachments=[*_acceptance_attachments(quote), *([invoice_attachment(invoice)] if invoice else [])],
        closing="Didn't say yes? Tell us on your page or call us.",
        picture=_picture(quote.look),
        text=quote_text(quote, f"Thank you for accepting your quote! {call}." if call else "Thank you for accepting!"),
    )


def call_about_day(quote: Quote) -> str:
    """Return that we'll call to set the first day; "" if someone accepts a new price after that."""
    progress = progress_of(quote)
    if progress is None or progress.next != NextStep.DAY or progress.by is None:
        return ""
    return f"We'll call you {within_24_hours(progress.by)} to set the day"


def _acceptance_attachments(quote: Quote) -> list[tuple[str, bytes, str]]:
    """Return the PDF of the acceptance; none if staff set the status by hand."""
    if quote.acceptance is None:
        return []
    name = f"accepted-quote-{quote.short_id}.pdf"
    return [(name, acceptance_pdf(quote.acceptance), "application/pdf")]


def _payment_steps(invoice: Invoice | None) -> list[str]:
    """Return a sentence about what is left to pay: the deposit and the rest, or all of it if the work is done. If more
    was paid for a higher price, it says that we refund the difference.
    """
    if invoice and invoice.overpaid:
        return [f"You've paid {dollars(invoice.overpaid)} more than this price. We'll refund the difference."]
    if invoice is None:
        return []
    if invoice.due_now and invoice.due_date:
        return [f"Your invoice is attached: {dollars(invoice.due_now)} is due on {in_words(invoice.due_date)}."]
    deposit = f"Pay the deposit: {dollars(invoice.first_due)}.{paid_jobs_first(invoice.quote)}"
    rest = f"The rest, {dollars(invoice.rest_later)}, is due {WHEN_REST_IS_DUE}."
    # A payment for an earlier price may cover the deposit.
    left = [*([deposit] if invoice.due_now else []), *([rest] if invoice.rest_later else [])]
    return [" ".join(left)] if left else []


def paid_jobs_first(quote: Quote | None) -> str:
    """Return why to pay the deposit soon; "" once a visit has a day."""
    return "" if quote and quote.has_visit else " Paid jobs are scheduled first."


def price_or_package(quote: Quote) -> str:
    """Return the quote's price, or its package if it has none."""
    return dollars(quote.quote_amount) if quote.quote_amount is not None else quote.get_service_package_display()


def _facts(quote: Quote) -> list[tuple[str, str]]:
    """Return facts from the catalog only: a stranger must not be able to email their own text to someone else."""
    add_ons = [ADD_ON_BY_ID[id_].name for id_ in known_add_ons(quote.add_ons)]
    return [
        ("Package", quote.get_service_package_display()),
        *([("Add-ons", ", ".join(add_ons))] if add_ons else []),
        *([("Bulbs", quote.look.bulbs.label)] if quote.look else []),
        *_estimate(quote),
        *([("Good through", _last_day(quote))] if quote.shown_valid_until and quote.offer is not None else []),
        ("Reference", quote.short_id),
    ]


def _picture(look: Look | None) -> EmailPicture | None:
    if look is None:
        return None
    return EmailPicture(content=stored_jpeg(look, CARD), description=look.description, path=look.link)


def _estimate(quote: Quote) -> list[tuple[str, str]]:
    """Return the estimate of the request, until there is a price."""
    if quote.estimate is None or quote.told_amount is not None:
        return []
    return [("Estimate", f"About {range_in_words(quote.estimate['low'], quote.estimate['high'])}")]
