"""Every email has a text and an HTML part with the same content, and mail programs can display the HTML."""

import datetime as dt
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any

import pytest

from notifications.layout import Email, EmailDay, EmailPicture, Recipient, render_email

GMAIL_CLIPS_AT = 102_000  # bytes of HTML; what follows is hidden behind a link
PICTURE = EmailPicture(b"\xff\xd8\xff\xd9", "Premium Installation, warm white lights", "/?design=p-warm")
VOID = {"meta", "img", "br"}


def _email(**changes: Any) -> Email:
    content = {"to": Recipient("eleanor@example.com", "Eleanor Whitcomb"), "subject": "News"}
    return Email(**{**content, "paragraphs": ["Your visit is set."], **changes})


def _sent(**changes: Any) -> EmailMessage:
    """Return the email as a mail program parses it."""
    raw = render_email(_email(**changes)).message().as_bytes()
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def _part(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


class _Page(HTMLParser):
    """The elements and visible text of an email's HTML, which has to be well formed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self._open: list[str] = []
        self._text: list[str] = []
        self.feed(html)
        assert self._open == []
        self.text = " ".join("".join(self._text).replace("\u00a0", " ").split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self._text.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def _page(**changes: Any) -> _Page:
    return _Page(_part(_sent(**changes), "html"))


FULL: dict[str, Any] = {
    "headline": "We'll be there Tue, Dec 1",
    "preheader": "The calendar file is attached.",
    "picture": PICTURE,
    "day": EmailDay(dt.date(2026, 12, 1), "9:00 AM", "52 Islington Street", "Premium, with a timer"),
    "quoted": "See you then.\n\nSam",
    "facts": [("Paid Fri, Nov 20", "$318.75")],
    "total": ("Left to pay", "$956.25"),
    "action": ("See your visit", "/my-services"),
    "next_steps": ["We'll remind you the evening before."],
    "closing": "If this wasn't you, you can ignore this email.",
}


def test_text_part_has_everything_in_order(settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"
    assert _part(_sent(**FULL), "plain").replace("\r\n", "\n") == (
        "Hi Eleanor,\n\nYour visit is set.\n\nPremium Installation, warm white lights\n\n"
        "Tue, Dec 1, 9:00 AM\n52 Islington Street\nPremium, with a timer\n\nSee you then.\n\nSam\n\n"
        "Paid Fri, Nov 20: $318.75\nLeft to pay: $956.25\n\nSee your visit:\nhttps://lights.example/my-services\n\n"
        "We'll remind you the evening before.\n\nIf this wasn't you, you can ignore this email.\n\n"
        "Seacoast Holiday Lights\n12 Bow Street, Portsmouth, NH 03801\n(603) 555-0148\n"
        "hello@seacoastholidaylights.example\n"
    )


def test_html_part_has_same_content_as_text_part(settings: Any) -> None:
    settings.BUSINESS_ADDRESS = "12 Bow Street, Portsmouth, NH 03801"
    page = _page(**FULL)
    for words in (
        "We'll be there Tue, Dec 1", "Hi Eleanor, Your visit is set.", "Tue 1 December 9:00 AM", "52 Islington Street",
        "Premium, with a timer", "See you then.", "Paid Fri, Nov 20 $318.75 Left to pay $956.25", "See your visit",
        "We'll remind you the evening before.", "If this wasn't you", "12 Bow Street, Portsmouth, NH 03801",
        "(603) 555-0148. You can also reply to this email.",
    ):  # fmt: skip
        assert words in page.text
    [image] = page.all("img")
    assert image["alt"] == PICTURE.description


def test_headline_defaults_to_subject() -> None:
    assert "News Hi Eleanor," in _page().text
    assert "Soon Hi Eleanor," in _page(headline="Soon").text


def test_preheader_defaults_to_first_paragraph() -> None:
    assert _page().text.startswith("News Your visit is set.")
    assert _page(preheader="At nine.").text.startswith("News At nine.")


def test_html_has_one_button_which_outlook_draws_itself(settings: Any) -> None:
    settings.SITE_URL = "https://lights.example"
    page = _page(**FULL)
    buttons = [link for link in page.all("a") if link["href"] == "https://lights.example/my-services"]
    assert len(buttons) == 1
    [drawn] = [comment for comment in page.comments if "v:roundrect" in comment]
    assert 'href="https://lights.example/my-services"' in drawn
    assert "See your visit" in drawn


@pytest.mark.parametrize("label", ["Pay", "See your visit", "Choose another day for your installation", "W" * 90])
def test_label_fits_on_the_button_that_outlook_draws(label: str) -> None:
    [drawn] = re.findall(r"<v:roundrect.*?;width:(\d+)px", _part(_sent(action=(label, "/")), "html"))
    narrowest, widest = 10 * len(label) + 40, 540  # 10 px a letter and the padding; what the email leaves
    assert min(narrowest, widest) <= int(drawn) <= widest


def test_html_loads_nothing_from_anywhere() -> None:
    html = _part(_sent(**FULL), "html")
    page = _Page(html)
    assert [image["src"] for image in page.all("img")] == ["cid:picture"]
    assert {name for name, _ in page.elements}.isdisjoint({"link", "script", "iframe", "svg", "video", "form"})
    assert not re.search(r"url\(|@import|@font-face|background=", html)


def test_html_declares_language_and_layout_tables() -> None:
    page = _page(**FULL)
    assert page.all("html")[0]["lang"] == "en"
    assert [box["lang"] for box in page.all("div") if box.get("role") == "article"] == ["en"]
    assert len(page.all("h1")) == 1
    data = [table for table in page.all("table") if table.get("role") != "presentation"]
    assert len(data) == 1  # the facts, whose rows have headers
    assert {header["scope"] for header in page.all("th")} == {"row"}


def test_html_colors_work_in_every_mail_program() -> None:
    html = _part(_sent(**FULL), "html")
    assert not re.search(r"rgb|hsl|var\(|oklch|color-mix", html)
    colors = re.findall(r"(?:[^-]color|background-color):([^;}\"!]+)", html)
    assert len(colors) > 20
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in colors), colors


def test_html_has_a_dark_version() -> None:
    html = _part(_sent(**FULL), "html")
    assert '<meta name="color-scheme" content="light dark">' in html
    dark = re.findall(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", html)[0]
    for name in ("ground", "card", "ink", "muted", "link"):
        assert f".{name}{{" in dark
        assert re.search(rf"\[data-ogs[bc]\] \.{name}\{{", html)  # Outlook.com's own dark mode


def test_entered_text_is_escaped() -> None:
    typed = "<script>alert('x')</script> & <b>\"bold\"</b> --> <![endif]-->"
    page = _page(
        to=Recipient("eleanor@example.com", typed),
        subject=typed, paragraphs=[typed], facts=[(typed, typed)], total=(typed, typed), quoted=typed,
        action=(typed, "/"), next_steps=[typed], closing=typed, headline=typed, preheader=typed,
        day=EmailDay(dt.date(2026, 12, 1), typed, typed, typed), picture=EmailPicture(b"", typed, "/"),
    )  # fmt: skip
    assert page.all("script") == []
    assert page.text.count(typed) == 15
    assert len(page.all("b")) == 1  # the time
    assert not any("<b>" in comment for comment in page.comments)


def test_quoted_text_keeps_its_line_breaks() -> None:
    mail = _sent(quoted="Hi Eleanor,\n\nyes.\n- Sam")
    assert "\n\nHi Eleanor,\n\nyes.\n- Sam\n\n" in _part(mail, "plain").replace("\r\n", "\n")
    assert "Hi Eleanor,<br><br>yes.<br>- Sam" in _part(mail, "html")


@pytest.mark.parametrize("character", ["<", '"', "\n", "🎄", "ש", "W"])
def test_longest_comment_is_sent_in_full_and_not_clipped(character: str) -> None:
    comment = f"Start{character * 4_990}End!!"
    mail = _sent(**{**FULL, "quoted": comment, "facts": [("W" * 255, "W" * 255)] * 10})
    assert comment in _part(mail, "plain").replace("\r\n", "\n")
    html = _part(mail, "html")
    assert "End!!" in _Page(html).text
    assert len(html.encode()) < GMAIL_CLIPS_AT


def test_line_can_break_within_a_word_that_is_wider_than_a_phone() -> None:
    html = _part(_sent(facts=[("Name", "W" * 255), ("City", "Portsmouth")]), "html")
    assert f'<span style="word-break:break-all">{"W" * 255}</span>' in html
    assert ">Portsmouth<" in html


@pytest.mark.parametrize(
    "words", ["Tue, Dec 1", "December 21, 2026", "9:00 AM", "Tuesday, December 1", "Sept 3", "May 12"]
)
def test_no_line_breaks_within_a_date_or_a_time(words: str) -> None:
    mail = _sent(paragraphs=[f"See you on {words} at the house."])
    assert f"See you on {words.replace(' ', '&nbsp;')} at the house." in _part(mail, "html")
    assert f"See you on {words} at the house." in _part(mail, "plain")


def test_right_to_left_text_has_its_direction() -> None:
    html = _part(_sent(quoted="שלום", facts=[("שם", "דוד")]), "html")
    assert re.search(r'dir="auto"[^>]*>שלום<', html)
    assert re.search(r'<td[^>]*dir="auto"[^>]*>דוד<', html)


def test_blank_business_details_are_omitted(settings: Any) -> None:
    settings.BUSINESS_ADDRESS = settings.BUSINESS_PHONE = ""
    mail = _sent()
    assert _part(mail, "plain").endswith(
        "Seacoast Holiday Lights\nPortsmouth, NH\nhello@seacoastholidaylights.example\n"
    )
    page = _Page(_part(mail, "html"))
    assert page.text.endswith("Seacoast Holiday Lights, Portsmouth, NH You can reply to this email.")
    assert not any((link["href"] or "").startswith("tel:") for link in page.all("a"))


def test_email_to_business_has_no_contact_line(settings: Any) -> None:
    mail = _sent(to=Recipient(settings.BUSINESS_EMAIL))
    assert "reply to this email" not in _part(mail, "html")
    for kind in ("plain", "html"):
        assert settings.BUSINESS_PHONE not in _part(mail, kind)


def test_only_email_with_unsubscribe_url_offers_unsubscribing() -> None:
    url = "https://lights.example/unsubscribe/abc"
    mail = _sent(unsubscribe_url=url)
    assert mail["List-Unsubscribe"] == f"<{url}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"\n{url}\n" in _part(mail, "plain")
    assert any(link["href"] == url for link in _Page(_part(mail, "html")).all("a"))
    other = _sent()
    assert other["List-Unsubscribe"] is None
    assert other["List-Unsubscribe-Post"] is None
    assert "unsubscribe" not in other.as_string().lower()


def test_picture_is_related_to_html_and_files_are_attached() -> None:
    mail = _sent(picture=PICTURE, attachments=[("INV-1063.pdf", b"%PDF-1.7", "application/pdf")])
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/jpeg",
        "application/pdf",
    ]  # fmt: skip
    assert [part.get_filename() for part in mail.iter_attachments()] == ["INV-1063.pdf"]


def test_rendering_stores_and_sends_nothing() -> None:
    render_email(_email())  # without access to the database, which would fail
