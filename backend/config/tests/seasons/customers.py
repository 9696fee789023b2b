"""What customers do: they ask, accept, order, pay, and look after their account."""

from typing import Any

from accounts.models import Address
from config.tests.seasons.season import Season
from invoices.models import Invoice, InvoiceStatus
from quotes.models import Quote, QuoteStatus
from storage.models import StorageSubscription
from testing.journey import Person
from testing.payments import CHECKOUT
from trees.models import TreeOrder, TreeOrderStatus

_NAMES = {
    "Eleanor (customer)": ("Eleanor Hayes", "603-555-0172"),
    "Nora (customer)": ("Nora Quill", "(603) 555-0191"),
    "Walter (guest)": ("Walter Finch", "603-555-0119"),
    "Ruth (guest)": ("Ruth Abbott", "603.555.0122"),
}
_TOWNS = ["Portsmouth", "Dover", "Exeter", "Kittery"]
_WORDS = ["Can you come earlier?", "Thank you!", "Please mind the roses.", "What about the garage?\nIt has an outlet."]


def _form(season: Season, person: Person) -> tuple[str, str, str]:
    """Return a name, an email address and a number. Guests also use a customer's address, and customers another one."""
    name, number = _NAMES[person.name]
    own = person.user.email if person.user else f"{name.split()[0].lower()}@example.org"
    return name, season.draw([own, own, own, "eleanor@example.com", "office@finch.example"], "email"), number


def request_quote(season: Season) -> None:
    person = season.draw(season.people, "who")
    name, email, phone = _form(season, person)
    more = season.filled(
        streetAddress=f"{season.number(1, 90, 'house')} Mill Street",
        addOns=season.some(["wreaths", "storage", "tree_lighting", "A star on the chimney"], 0.5, "add-ons"),
        squareFootage=season.number(800, 4000, "feet"),
        storeys=season.number(1, 3, "storeys"),
        preferredStartDate=season.day(1, 30),
        comments=season.draw(_WORDS, "comments"),
        textUpdates=True,
        communicationPreference=season.draw(["email", "sms", "phone"], "channel"),
        heardFrom=season.draw(["neighbor", "search", "mail"], "heard"),
    )
    made = person.post(
        "/api/quotes",
        fullName=name,
        email=email,
        phone=phone,
        city=season.draw(_TOWNS, "town"),
        servicePackage=season.draw(["basic", "premium", "commercial"], "package"),
        **more,
    )
    season.remember(made, person)


def order_tree(season: Season) -> None:
    person = season.draw(season.people, "who")
    name, email, phone = _form(season, person)
    more = season.filled(
        includeTreeLights=True,
        includeTreeStand=True,
        includeWreaths=True,
        includeDisposal=True,
        preferredDeliveryDate=season.day(2, 20),
        notes=season.draw(_WORDS, "notes"),
        textUpdates=True,
        heardFrom=season.draw(["yard_sign", "social_media"], "heard"),
    )
    made = person.post(
        "/api/tree-orders",
        customerName=name,
        customerEmail=email,
        customerPhone=phone,
        addressLine1=f"{season.number(1, 90, 'house')} Oak Lane",
        city=season.draw(_TOWNS, "town"),
        state=season.draw(["NH", "NH", "NH", "ME"], "state"),
        zipCode="03833",
        treeSize=season.draw(["modest_6ft", "quality_7_8ft", "premium_8_10ft"], "size"),
        **more,
    )
    season.remember(made, person)


def accept_price(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.ANSWERABLE and bool(each.quote_amount))
    path, holder = f"/api/quotes/{quote.id}", season.holder(quote)
    by_phone = season.happens(0.25, "by phone")
    person = season.staff() if by_phone else holder
    seen = person.client.get(path).json()
    body: dict[str, Any] = {"quoteAmount": seen.get("quoteAmount") or "1.00", "acceptedBy": _NAMES[holder.name][0]}
    if lines := seen.get("lines"):
        body["revision"] = seen["revision"]
        body["chosen"] = [
            line["id"]
            for line in lines
            if line.get("suggested") or (line.get("optional") and season.happens(0.5, line["text"]))
        ]
    person.post(f"{path}/accept", **body, **({"channel": "phone"} if by_phone else {}))


def decline_price(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.ANSWERABLE)
    reason = season.draw(["price", "timing", "other"], "reason")
    season.holder(quote).post(f"/api/quotes/{quote.id}/decline", **season.filled(reason=reason, note="Maybe next year"))


def ask_again(season: Season) -> None:
    quote = season.row(Quote, lambda each: each.status in QuoteStatus.DECLINED)
    season.holder(quote).post(f"/api/quotes/{quote.id}/ask-again")


def write_comment(season: Season) -> None:
    quote = season.row(Quote)
    season.holder(quote).post(f"/api/quotes/{quote.id}/comments", content=season.draw(_WORDS, "words"))


def change_tree(season: Season) -> None:
    order = season.row(TreeOrder, lambda each: each.status in TreeOrderStatus.UNDELIVERED)
    changes = season.filled(preferredDeliveryDate=season.day(1, 15), notes=season.draw(_WORDS, "notes"))
    season.holder(order).patch(f"/api/tree-orders/{order.id}", **changes)


def _pay(season: Season, person: Person, **what: Any) -> None:
    if season.happens(0.1, "slow"):
        season.sandbox.process_next()
    form = person.post("/api/create-payment-intent", **what)
    if form and form.get("clientSecret"):
        season.enter_card(person, form["clientSecret"])


def pay_invoice(season: Season) -> None:
    invoice = season.row(Invoice, lambda each: each.status in InvoiceStatus.PAYABLE)
    part = season.draw([{"part": "first"}, {"part": "all"}, {}], "part")
    _pay(season, season.holder(invoice), invoiceId=str(invoice.id), **part)


def pay_tree(season: Season) -> None:
    order = season.row(TreeOrder, lambda each: each.status not in TreeOrderStatus.CALLED_OFF)
    _pay(season, season.holder(order), treeOrderId=str(order.id))


def pay_published_amount(season: Season) -> None:
    _pay(season, season.draw(season.people, "who"), **CHECKOUT)


def open_row(season: Season) -> None:
    pages: list[tuple[type[Any], str]] = [(Quote, "quotes"), (TreeOrder, "tree-orders"), (Invoice, "invoices")]
    model, name = season.draw(pages, "what")
    row = season.row(model)
    season.holder(row).post(f"/api/{name}/{row.id}/opened")


def save_address(season: Season) -> None:
    person = season.draw(season.accounts, "who")
    person.post(
        "/api/addresses",
        street=f"{season.number(1, 90, 'house')} Court Street",
        city=season.draw(_TOWNS, "town"),
        state="NH",
        zipCode="03801",
        **season.filled(label=season.draw(["Home", "Shop"], "label"), isDefault=True),
    )


def change_address(season: Season) -> None:
    address = season.row(Address)
    path, person = f"/api/addresses/{address.id}", season.holder(address)
    if season.happens(0.3, "delete"):
        person.delete(path)
    else:
        person.patch(path, **season.filled(label="Cottage", isDefault=season.happens(0.5, "default"), city="Rye"))


def choose_plan(season: Season) -> None:
    """Start a plan or change it."""
    person = season.draw(season.accounts, "who")
    plan = season.draw(["consumer", "business", "enterprise"], "plan")
    address = {"addressId": str(season.row(Address, lambda each: season.holder(each) is person).id)}
    made = person.post("/api/create-subscription", plan=plan, **(address if season.happens(0.5, "address") else {}))
    if made and made.get("clientSecret"):
        season.enter_card(person, made["clientSecret"])
    else:
        season.hear_from_stripe()


def change_plan(season: Season) -> None:
    """Cancel a plan, keep it after all, or change its properties."""
    plan = season.row(StorageSubscription)
    person, path = season.holder(plan), f"/api/storage-subscriptions/{plan.id}"
    change = season.draw(["cancel", "resume", "add", "remove", "preview-change", "update-card"], "change")
    if change == "add":
        person.post(f"{path}/addresses", addressId=str(season.row(Address).id))
    elif change == "remove":
        person.delete(f"{path}/addresses/{season.row(Address).id}")
    elif change == "preview-change":
        person.post(f"{path}/preview-change", plan=season.draw(["consumer", "business", "enterprise"], "plan"))
    else:
        person.post(f"{path}/{change}")
    season.hear_from_stripe()


def choose_channel(season: Season) -> None:
    person = season.draw(season.accounts, "who")
    channel = season.draw(["email", "sms", "phone"], "channel")
    person.put("/api/contact-choice", channel=channel, **season.filled(number="603-555-0177", textUpdates=True))


# What people do before anybody knows them.
BEGINNINGS = [(5, request_quote), (3, order_tree), (1, save_address), (1, choose_plan)]
ACTIONS = [
    (9, request_quote), (8, order_tree), (17, accept_price), (2, decline_price), (2, ask_again), (4, write_comment),
    (3, change_tree), (14, pay_invoice), (8, pay_tree), (1, pay_published_amount), (2, open_row), (3, save_address),
    (2, change_address), (4, choose_plan), (5, change_plan), (2, choose_channel),
]  # fmt: skip
