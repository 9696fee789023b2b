"""The sandbox's own pages: the home page, an invoice, and where a bank asks a customer to authenticate."""

from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

from stripe_sandbox import API_VERSION
from stripe_sandbox.account import Account
from stripe_sandbox.api import ApiRequest
from stripe_sandbox.control import ACTIONS
from stripe_sandbox.errors import ApiError, Json
from stripe_sandbox.resources import authentication

_PAGE_TEMPLATE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body{{font:1rem/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1a1f36}}
button{{font:inherit;min-height:2.75rem;padding:0 1.25rem;margin:.5rem .5rem 0 0}}code{{overflow-wrap:anywhere}}</style>
</head><body><main><h1>{title}</h1>{body}</main></body></html>
"""


@dataclass(frozen=True)
class Page:
    """An HTML response; ``location``: where it redirects."""

    status: int
    body: bytes
    location: str | None = None


def home(account: Account) -> bytes:
    """Return the home page."""
    status = account.webhooks.status()
    target = escape(account.webhooks.url or "nowhere yet; they are queued")
    controls = "".join(f"<li><code>{escape(name)}</code></li>" for name in ACTIONS)
    return _page(
        "Stripe sandbox",
        "<p>A local stand-in for the payment provider, for development and tests. It moves no money and takes no real "
        f"cards. It implements API version <code>{API_VERSION}</code>.</p>"
        "<p>Cards: <code>4242 4242 4242 4242</code> succeeds, <code>4000 0000 0000 0002</code> is declined, "
        "<code>4000 0025 0000 3155</code> asks for authentication; any future date, any code.</p>"
        f"<p>Events go to <code>{target}</code>. Deliveries: {escape(str(status['deliveries']))}.</p>"
        f"<p>Controls:</p><ul>{controls}</ul>",
    )


def not_found() -> bytes:
    return _page("Not found", '<p>Go to the <a href="/">home page</a>.</p>')


def hosted_invoice(account: Account, request: ApiRequest) -> Page:
    """Show an invoice and its receipt, as Stripe's Hosted Invoice Page does."""
    try:
        invoice = account.get(request.path.removeprefix("/i/"))
    except LookupError:
        return Page(404, not_found())
    lines = "".join(
        f"<li>{escape(line['description'] or '')}: {_dollars(line['amount'])}</li>" for line in invoice["lines"]["data"]
    )
    paid = f"<p>Paid: {_dollars(invoice['amount_paid'])}</p>" if invoice["status"] == "paid" else ""
    body = f"<p>Status: {escape(invoice['status'])}</p><ul>{lines}</ul><p>Total: {_dollars(invoice['total'])}</p>{paid}"
    return Page(200, _page(f"Invoice {escape(invoice['number'] or '')}", body))


def receipt(account: Account, request: ApiRequest) -> Page:
    """Show the receipt of a charge in its current state, as Stripe's page does."""
    try:
        charge = account.get(request.path.removeprefix("/receipts/"))
        card = charge["payment_method_details"]["card"]
    except LookupError:
        return Page(404, not_found())
    refunded = f"<p>Refunded: {_dollars(charge['amount_refunded'])}</p>" if charge["amount_refunded"] else ""
    body = (
        f"<p>{escape(charge['description'] or '')}</p><p>Paid: {_dollars(charge['amount'])}</p>{refunded}"
        f"<p>Card: {escape(card['brand'])} ending in {escape(card['last4'])}</p>"
    )
    return Page(200, _page("Receipt", body))


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def authenticate(account: Account, request: ApiRequest) -> Page:
    """Show the bank's question (``GET``), or complete it and redirect to the shop (``POST``)."""
    query = parse_qs(request.query)
    secret = query.get("client_secret", [""])[0]
    try:
        with account.store.transaction():
            intent = authentication.find_intent(account.call(), request.path.rsplit("/", 1)[1], secret)
            is_waiting, back = intent["status"] == "requires_action", intent.get("_return_url")
        if request.method == "POST" and is_waiting:
            answered = account.authenticate(intent["id"], success="outcome=success" in request.body)
            return Page(303, b"", return_address(back or "/", answered))
    except ApiError as error:
        return Page(error.status, _page("Not found", f"<p>{escape(str(error))}</p>"))
    if not is_waiting:
        return Page(303, b"", return_address(back or "/", intent))
    return Page(200, _page("Confirm it is you", _QUESTION))


def return_address(back: str, intent: Json) -> str:
    """Return the shop's URL with the parameters that Stripe adds."""
    kind = intent["object"]
    good = intent["status"] in ("succeeded", "processing")
    added = {
        kind: intent["id"],
        f"{kind}_client_secret": intent["client_secret"],
        "redirect_status": "succeeded" if good else "failed",
    }
    parts = urlsplit(back)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), *added.items()])
    return urlunsplit(parts._replace(query=query))


_QUESTION = """<p>This is where your bank would ask you to confirm the payment. No real card is involved.</p>
<form method="post"><button name="outcome" value="success">Complete authentication</button>
<button name="outcome" value="failure">Fail authentication</button></form>"""


def _page(title: str, body: str) -> bytes:
    return _PAGE_TEMPLATE.format(title=title, body=body).encode()
