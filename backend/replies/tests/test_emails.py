"""Replies to our emails become comments on the thread that the email was about."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from anymail.inbound import AnymailInboundMessage
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from invoices.tests.factories import make_invoice
from notifications.reply_addresses import read_reply_address, reply_address
from quotes.models import Quote
from quotes.tests.factories import make_quote, quote_body
from replies.automatic import reason_to_ignore
from replies.models import Inbound
from replies.reading import read_reply
from replies.tests.mails import SECRET, picture, post_email, report
from testing.helpers import delivered, delivered_to_office, run_queue, text_of
from texts.consent import give_consent
from texts.models import ConsentMethod
from trees.tests.factories import make_tree_order, tree_order_body

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inbound_email")]

REPLY = """Can you do white bulbs?

Thanks,
Eleanor

On Mon, Nov 23, 2026 at 9:14 AM Seacoast Holiday Lights <
hello@lights.example> wrote:

""" + "\n".join(f"{'>' * depth} level {depth}" for depth in range(1, 11))
HTML = """<html><head><style>p {color: red}</style></head><body><div dir="ltr">Can you do <b>white</b> bulbs?<br>
<br>Eleanor</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, Nov 23, 2026 at 9:14 AM Seacoast
&lt;<a href="mailto:hello@lights.example">hello@lights.example</a>&gt; wrote:<br></div>
<blockquote><p>Hi Eleanor,</p><blockquote><p>older</p></blockquote></blockquote></div></body></html>"""


def _thread(quote: Quote) -> list[tuple[str, str, str]]:
    comments = quote.thread.order_by("created_at", "id")
    return [(comment.author_name, comment.channel, comment.comment) for comment in comments]


def _questions(admin_client: APIClient) -> list[dict[str, Any]]:
    return list(admin_client.get("/api/desk/queue?kind=question").json())


def test_reply_to_email_is_added_to_thread_without_quoted_text(
    guest: APIClient, admin_client: APIClient, settings: LazySettings
) -> None:
    guest.post("/api/quotes", quote_body(), format="json")
    quote = Quote.objects.get()
    run_queue()
    [email] = delivered(settings.DATA_DIR)
    address = str(email["Reply-To"])
    assert address.endswith("@reply.lights.example")
    assert "Reply on your page" not in text_of(email)
    [own] = delivered_to_office(settings.DATA_DIR)
    assert own["Reply-To"] == settings.BUSINESS_EMAIL
    assert post_email(report(address.upper(), REPLY)) == 200
    assert post_email(report(address, REPLY)) == 200  # the same email again
    run_queue()
    assert _thread(quote) == [("Eleanor Hayes", "email", "Can you do white bulbs?\n\nThanks,\nEleanor")]
    [row] = _questions(admin_client)
    assert row["quoteId"] == str(quote.id)


PLAN = {**picture("plan.pdf"), "ContentType": "application/pdf"}
SIGNATURE = {**picture(""), "ContentID": "logo@example.com"}  # a picture in the text, without a name


@pytest.mark.parametrize(
    ("attachments", "line"),
    [
        ([picture()], "(1 picture attached. We can't show it here yet.)"),
        ([picture(), PLAN, PLAN, SIGNATURE], "(1 picture and 2 files attached. We can't show them here yet.)"),
    ],
)
def test_html_only_reply_mentions_attachments(attachments: list[dict[str, Any]], line: str) -> None:
    quote = make_quote()
    body = report(reply_address("quote", quote.id), html=HTML, attachments=attachments)
    # Not every email has a Return-Path.
    body["Headers"] = [header for header in body["Headers"] if header["Name"] != "Return-Path"]
    body["TextBody"] = None
    assert post_email(body) == 200
    run_queue()
    [(_, _, words)] = _thread(quote)
    assert words == f"Can you do white bulbs?\n\nEleanor\n\n{line}"


@pytest.mark.parametrize(
    "html",
    [
        "</style></head><p>White bulbs, please</p>",  # an end tag without a start tag hides nothing
        "</blockquote></blockquote><p>White bulbs, please</p>",
        "<head><title>Re: Your price</title></head><p>White bulbs, please</p>",
        "<script>track()</script><p>White <b>bulbs</b>, please</p><br/>",
        "<p>White bulbs, please</p><hr><p>From: Lights<br>Sent: Monday<br>To: Pat<br>Subject: Price</p><p>Hi</p>",
        '<p>White bulbs, please</p><div id="appendonsend"></div><p>From: Lights<br>To: Pat</p><p>Hi</p>',
    ],
)
def test_malformed_html_is_read(html: str) -> None:
    quote = make_quote()
    post_email(report(reply_address("quote", quote.id), html=html))
    run_queue()
    [(_, _, words)] = _thread(quote)
    assert words == "White bulbs, please"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("White bulbs,<br/>please", "White bulbs,\nplease"),
        ("White <img src='a.png'/>bulbs", "White bulbs"),
        ("<p>White bulbs</p><p>Please</p>", "White bulbs\n\nPlease"),
        ("<blockquote>Which?</blockquote><p>White ones</p>", "> Which?\n>\nWhite ones"),
        (
            "<blockquote>Which?<blockquote>Any</blockquote>When?</blockquote><p>White ones</p>",
            "> Which?\n> Any\n> When?\n>\nWhite ones",
        ),
    ],
)
def test_html_keeps_line_breaks_and_text_after_quote(html: str, expected: str) -> None:
    quote = make_quote()
    post_email(report(reply_address("quote", quote.id), html=html))
    run_queue()
    [(_, _, words)] = _thread(quote)
    assert words == expected


def test_email_to_two_threads_is_added_to_both() -> None:
    quotes = [make_quote(), make_quote()]
    addresses = [reply_address("quote", quote.id) for quote in quotes]
    for address in addresses:  # the mail server delivers it to each
        to = [{"Name": "", "Email": each, "MailboxHash": ""} for each in addresses]
        post_email(report(address, "Both, please") | {"ToFull": to})
    run_queue()
    assert [[words for *_, words in _thread(quote)] for quote in quotes] == [["Both, please"]] * 2


@pytest.mark.parametrize("field", ["OriginalRecipient", "ToFull", "CcFull"])
def test_reply_address_is_found_in_envelope_and_headers(field: str) -> None:
    quote = make_quote()
    address = reply_address("quote", quote.id)
    body = report("pat@example.com", "White bulbs, please")
    body |= {field: address if field == "OriginalRecipient" else [{"Name": "", "Email": address, "MailboxHash": ""}]}
    assert post_email(body) == 200
    run_queue()
    assert [words for *_, words in _thread(quote)] == ["White bulbs, please"]


def test_emails_without_any_id_are_told_apart_by_their_content() -> None:
    quote = make_quote()
    for text in ("White bulbs, please", "Or blue ones", "Or blue ones"):
        body = report(reply_address("quote", quote.id), text) | {"MessageID": ""}
        body["Headers"] = [header for header in body["Headers"] if header["Name"] != "Message-ID"]
        assert post_email(body) == 200
    # The same words an hour later, from a program that writes no date either.
    body["Headers"] = [{"Name": "Received", "Value": "by mx.example; Wed, 18 Nov 2026 11:00:00 -0500"}]
    assert post_email(body) == 200
    run_queue()
    assert [words for *_, words in _thread(quote)] == ["White bulbs, please", "Or blue ones", "Or blue ones"]


def test_reply_from_other_address_is_never_shown_as_customer(
    customer: User, outsider: User, customer_client: APIClient, admin_client: APIClient, settings: LazySettings
) -> None:
    quote = make_quote(user=customer)
    address = reply_address("quote", quote.id)
    EmailAddress.objects.create(user=customer, email="mallory@example.net", verified=False)
    EmailAddress.objects.create(user=outsider, email="mallory@example.net", verified=True)
    post_email(report(address, "I'm his wife", sender="Eleanor Hayes <mallory@example.net>"))
    run_queue()
    [email] = delivered_to_office(settings.DATA_DIR)
    assert email["Subject"] == "mallory@example.net wrote about Eleanor Hayes's quote"
    [row] = _questions(admin_client)
    assert (row["question"], row["otherSender"]) == ("I'm his wife", "mallory@example.net")
    forged = {"Authentication-Results": "mx.example; dkim=none; dmarc=fail (p=none)"}
    post_email(report(address, "Cancel it all", headers=forged, message_id="<2@example.com>"))
    run_queue()
    for client in (customer_client, admin_client):
        thread = client.get(f"/api/quotes/{quote.id}/comments").json()
        assert [(entry["authorName"], entry["otherSender"]) for entry in thread] == [
            ("mallory@example.net", "mallory@example.net"),
            ("eleanor@example.com", "eleanor@example.com"),
        ]
    [row] = _questions(admin_client)
    assert (row["question"], row["otherSender"]) == ("Cancel it all", "eleanor@example.com")
    customer_client.post(f"/api/quotes/{quote.id}/comments", {"content": "That wasn't me"}, format="json")
    [row] = _questions(admin_client)
    assert (row["question"], row["otherSender"]) == ("That wasn't me", "")


def test_question_from_forged_sender_is_never_shown_as_customer(admin_client: APIClient) -> None:
    make_quote(email="eleanor@example.com", full_name="Eleanor Hayes")
    forged = {"Authentication-Results": "mx.example; dkim=none; dmarc=fail (p=none)"}
    post_email(report("hello@reply.lights.example", "Refund me to this account", headers=forged))
    run_queue()
    [row] = _questions(admin_client)
    assert (row["customerName"], row["customerKey"], row["phone"]) == ("eleanor@example.com", None, None)
    warning = "(This may not be from eleanor@example.com: the email failed the check of its sender.)"
    assert row["question"] == f"Refund me to this account\n\n{warning}"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"headers": {"Auto-Submitted": "auto-replied (vacation)"}}, "automatic reply"),
        ({"headers": {"X-Autoreply": "yes"}}, "automatic reply"),
        ({"headers": {"X-Auto-Response-Suppress": "All"}}, "automatic reply"),
        ({"headers": {"Precedence": "bulk"}}, "many people"),
        ({"headers": {"List-Id": "<all.example.com>"}}, "many people"),
        ({"headers": {"X-Failed-Recipients": "x@example.com"}}, "could not be delivered"),
        ({"return_path": ""}, "reports by mail servers"),
        ({"sender": "Mail Delivery System <MAILER-DAEMON@example.com>"}, "machine"),
        ({"subject": "Automatic reply: Your price is ready"}, "machine"),
        ({"sender": "Us <hello@seacoastholidaylights.example>"}, "our own"),
        ({"sender": "Us <qabc@reply.lights.example>"}, "our own"),
        ({"text": "> Hi Eleanor,\n>> older"}, "only quoted text"),
    ],
)
def test_automatic_email_is_ignored(
    admin_client: APIClient, settings: LazySettings, change: dict[str, Any], why: str
) -> None:
    quote = make_quote()
    assert post_email(report(reply_address("quote", quote.id), **{"text": "I'm away until Monday", **change})) == 200
    run_queue()
    assert _thread(quote) == []
    assert _questions(admin_client) == []
    assert not (settings.DATA_DIR / "outbox").exists()
    assert why in Inbound.objects.get().note
    assert "away" not in str(Inbound.objects.get().contents), "only the subject is kept"


_BY_MACHINES = [
    *({"Precedence": each} for each in ("bulk", "junk", "list", "auto_reply")),
    {"X-Autorespond": "yes"},
    {"Auto-Submitted": "auto-generated"},
    *({"From": f"{each}@example.com"} for each in ("postmaster", "noreply", "no-reply", "do-not-reply", "bounces+7")),
    *(
        {"Subject": each}
        for each in (
            "Automatic reply: Hi", "Auto-Response", "autoreply", "Out of the office", "Out of Office: Hi",
            "Undeliverable: Hi", "Undelivered Mail Returned to Sender", "Delivery Status Notification (Failure)",
            "Mail delivery failed: returning message to sender", "Returned mail: see transcript", "Delivery has failed",
        )
    ),
]  # fmt: skip
_BY_PEOPLE = [
    {"Auto-Submitted": "no", "Precedence": "first-class", "X-Auto-Response-Suppress": "OOF"},
    *({"From": f"{each}@example.com"} for each in ("reply", "norah", "postmastery")),
    *({"Subject": each} for each in ("Delivery on Monday?", "Re: out of town", "Mail delivery", "Returned lights")),
]


def test_email_by_a_machine_is_told_from_one_by_a_person() -> None:
    for is_automatic, emails in ((True, _BY_MACHINES), (False, _BY_PEOPLE)):
        for headers in emails:
            given = {"From": "eleanor@example.com", "Subject": "Hi", **headers}
            message = AnymailInboundMessage.construct(headers=given)
            assert bool(reason_to_ignore(message, given["From"])) is is_automatic, headers


def test_reply_about_invoice_is_added_to_thread_of_its_quote() -> None:
    quote = make_quote()
    post_email(report(reply_address("invoice", make_invoice(quote=quote).id), "The check is in the mail"))
    run_queue()
    assert _thread(quote) == [("Eleanor Hayes", "email", "The check is in the mail")]


@pytest.mark.parametrize("about", ["quote", "tree_order", "invoice"])
def test_reply_about_deleted_row_is_a_question(admin_client: APIClient, about: str) -> None:
    make_quote(email="pat@example.com", full_name="Pat Nolan", status="complete")
    post_email(report(reply_address(about, uuid4()), "Is it still on?", sender="pat@example.com"))
    run_queue()
    [row] = _questions(admin_client)
    assert (row["question"], row["customerName"]) == ("Is it still on?", "Pat Nolan")


def test_reply_about_tree_order_is_question_with_order(customer: User, admin_client: APIClient) -> None:
    EmailAddress.objects.create(user=customer, email="tom@work.example", verified=True)
    order = make_tree_order(user=customer, customer_email="tom@example.com", customer_name="Tom Okafor")
    make_tree_order(customer_email="bo@example.com", customer_name="Bo Lund", city="Rye")
    address = reply_address("tree_order", order.id)
    senders = ["tom@example.com", "tom@work.example", "ann@example.com", "bo@example.com"]
    words = ["Tuesday is better", "Or Friday", "I live there too", "I have the key"]
    for n, sender in enumerate(senders):
        post_email(report(address, words[n], sender=sender, message_id=f"<{n}@example.com>"))
    run_queue()
    questions = _questions(admin_client)
    assert [row["question"] for row in questions] == words
    assert [row["treeOrderId"] for row in questions] == [str(order.id)] * 4
    fields = ("customerName", "otherSender", "city", "streetAddress")
    assert [tuple(row[field] for field in fields) for row in questions] == [
        ("Tom Okafor", "", "Portsmouth", "41 Marcy Street"),
        ("Tom Okafor", "", "Portsmouth", "41 Marcy Street"),
        ("ann@example.com", "ann@example.com", "Portsmouth", None),
        ("Bo Lund", "bo@example.com", "Portsmouth", None),
    ]
    assert questions[0]["phone"] == "603-555-0172"  # of the order
    assert [row["customerKey"] for row in questions[:2]] == [str(customer.id)] * 2
    assert (questions[2]["customerKey"], questions[2]["phone"]) == (None, None)


def test_question_is_about_the_order_that_its_newest_reply_names(admin_client: APIClient) -> None:
    tom = {"customer_email": "tom@example.com", "answered_at": timezone.now()}
    canceled, open_order = make_tree_order(status="cancelled", **tom), make_tree_order(**tom)
    make_tree_order(**tom)
    about: list[str | None] = []
    for n, to in enumerate(
        [
            reply_address("tree_order", canceled.id),
            reply_address("tree_order", open_order.id),
            "hello@reply.lights.example",  # names none
            reply_address("invoice", make_invoice(bill_to_email="tom@example.com").id),
        ]
    ):
        post_email(report(to, f"Is Saturday possible? {n}", sender="tom@example.com", message_id=f"<{n}@example.com>"))
        run_queue()
        [row] = _questions(admin_client)
        about.append(row["treeOrderId"])
    assert about == [str(canceled.id), *[str(open_order.id)] * 3]
    for order, waiting in ((canceled, 1), (open_order, 0)):
        admin_client.post(f"/api/tree-orders/{order.id}/calls", {"outcome": "reached"}, format="json")
        assert len(_questions(admin_client)) == waiting


def test_email_that_asks_for_no_more_texts_is_flagged(admin_client: APIClient) -> None:
    quote = make_quote(email="quote@example.com", phone="603-555-0172")
    make_tree_order(customer_email="tree@example.com", customer_phone="603-555-0173")
    make_tree_order(customer_email="calls@example.com", customer_phone="603-555-0174")
    for number in ("+16035550172", "+16035550173"):
        give_consent(number=number, wording="Texts about my order", method=ConsentMethod.TREE_ORDER_FORM)
    words = "Thank you! I don\u2019t want any more texts."
    for n, (to, sender) in enumerate(
        [
            (reply_address("quote", quote.id), "quote@example.com"),
            ("hello@reply.lights.example", "tree@example.com"),
            ("hello@reply.lights.example", "calls@example.com"),
        ]
    ):
        post_email(report(to, words, sender=sender, message_id=f"<{n}@example.com>"))
    run_queue()
    rows = _questions(admin_client)
    assert {row["phone"]: row["wantsNoTexts"] for row in rows} == {
        "603-555-0172": True, "603-555-0173": True, "603-555-0174": False,
    }  # fmt: skip
    for row in rows[:2]:
        body = {"phone": row["phone"], "customerKey": row["customerKey"]}
        assert admin_client.post("/api/texts/off", body, format="json").status_code == 200
    assert not any(row["wantsNoTexts"] for row in _questions(admin_client))


def test_email_without_thread_is_question_only_from_known_senders(admin_client: APIClient) -> None:
    for name in ("Frank Hayes", "Eleanor Hayes"):
        make_quote(email="eleanor@example.com", full_name=name)
        make_tree_order(customer_email="tom@example.com", customer_name=f"{name} of the trees")
    foreign = reply_address("quote", make_quote(email="x@example.com").id)
    invoice = make_invoice(bill_to_email="pat@example.com", bill_to_name="Pat Paige")
    for n, (to, sender) in enumerate(
        [
            ("hello@reply.lights.example", "eleanor@example.com"),
            (f"q{'a' * 42}@reply.lights.example", "stranger@example.com"),
            (foreign.replace("@", "@other."), "stranger@example.com"),
            ("hello@reply.lights.example", "tom@example.com"),
            (reply_address("invoice", invoice.id), "pat@example.com"),
        ]
    ):
        post_email(report(to, f"Hi {n}", sender=sender, message_id=f"<{n}@example.com>"))
    run_queue()
    assert {row["question"]: row["customerName"] for row in _questions(admin_client)} == {
        "Hi 0": "Eleanor Hayes",
        "Hi 3": "Eleanor Hayes of the trees",
        "Hi 4": "Pat Paige",
    }
    assert Inbound.objects.count() == 5


@pytest.mark.parametrize("newest", ["quote", "order"])
def test_question_has_name_of_newest_request_or_order(admin_client: APIClient, newest: str) -> None:
    for what in ("order", "quote") if newest == "quote" else ("quote", "order"):
        if what == "quote":
            make_quote(email="pat@example.com", full_name="Pat of the quote", status="complete")
        else:
            make_tree_order(customer_email="pat@example.com", customer_name="Pat of the order")
    post_email(report("hello@reply.lights.example", "Hello", sender="pat@example.com"))
    run_queue()
    assert [row["customerName"] for row in _questions(admin_client)] == [f"Pat of the {newest}"]


def test_reply_address_is_signed_and_survives_a_new_key(settings: LazySettings) -> None:
    quote = make_quote()
    address = reply_address("quote", quote.id)
    assert read_reply_address(address.upper()) == ("quote", quote.id)
    changed = "a" if address[30] != "a" else "b"
    assert read_reply_address(f"{address[:30]}{changed}{address[31:]}") is None
    assert read_reply_address(f"t{address[1:]}") is None
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 10
    assert read_reply_address(address) == ("quote", quote.id)
    assert reply_address("quote", quote.id) != address
    settings.SECRET_KEY_FALLBACKS = []
    assert read_reply_address(address) is None


def test_webhook_without_secret_is_rejected(settings: LazySettings, tmp_path: Path) -> None:
    body = report(reply_address("quote", make_quote().id), "Hi")
    assert post_email(body | {"FromFull": {"Name": "", "Email": "MAILER-DAEMON"}}) == 400
    for secret in (None, "postmark:wrong", "", f"{SECRET}x"):
        assert post_email(body, secret) == 403
    assert not Inbound.objects.exists()
    settings.INBOUND_EMAIL_PROVIDER = ""
    assert post_email(body) == 403
    settings.INBOUND_EMAIL_PROVIDER = "mailgun"  # signs its webhooks as well
    assert post_email(body) == 403
    assert not Inbound.objects.exists()


def test_emails_without_inbound_provider_ask_for_replies_on_page(guest: APIClient, settings: LazySettings) -> None:
    settings.INBOUND_EMAIL_PROVIDER = ""
    guest.post("/api/quotes", quote_body(), format="json")
    [email] = delivered(settings.DATA_DIR)
    assert email["Reply-To"] == settings.BUSINESS_EMAIL
    guest.post("/api/tree-orders", tree_order_body(), format="json")
    assert "Reply on your page" not in text_of(delivered(settings.DATA_DIR)[-1]), "an order has no thread"
    html = email.get_body(("html",))
    assert html
    for text in (text_of(email), html.get_content()):
        assert 0 < text.index("Reply on your page") < text.index("View your request")
        assert "reply to this email" not in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Good.\n\nFrom: Lights <a@b.example>\nSent: Monday\nTo: Pat <p@b.example>\nSubject: x\n\nHi", "Good."),
        ("Yes!\n\nSent from my iPhone\n\n> On Nov 23, 2026, at 9:14 AM, Lights <a@b.example> wrote:\n> \n> Hi", "Yes!"),
        ("Yes.\n\n-- \nEleanor Hayes\n(603) 555-0172", "Yes."),
        ("On Mon, Nov 23, 2026 at 9:14 AM X <a@b.c> wrote:\n> Which bulbs?\nWarm white.",
         "On Mon, Nov 23, 2026 at 9:14 AM X <a@b.c> wrote:\n> Which bulbs?\nWarm white."),
        ("From: my side it's fine.\nThanks,\nCan you come?", "From: my side it's fine.\nThanks,\nCan you come?"),
        ("\n" * 50_000, ""),
        ("On " * 30_000, ("On " * 3000)[:4999] + "…"),
    ],
)  # fmt: skip
def test_reply_keeps_new_text_and_drops_quoted_text(text: str, expected: str) -> None:
    assert read_reply(text.replace("\n", "\r\n"), "") == expected
