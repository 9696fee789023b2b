"""Extract the new text of an email reply, without quoted text and signature."""

import re
from html.parser import HTMLParser

from mailparser_reply import EmailReplyParser

# The longest comment. The parser reads not much more than that, since its time grows with the square of the length.
LONGEST = 5000
_MAX_PARSED = 8000
_MAX_CLEANED = 10 * _MAX_PARSED  # before runs of spaces and blank lines are collapsed
_BLANK_LINES = re.compile(r"\n(?: ?\n){2,}")
_BLANKS = re.compile(r"[ \t\u00a0\u200b\u034f\u200c]{2,}")
# RFC 3676, section 4.3.
_SIGNATURE = re.compile(r"^-- ?$.*", re.MULTILINE | re.DOTALL)
# Added by phones and webmail.
_SENT_FROM = re.compile(r"^(Sent from (my|Outlook|Yahoo)|Get Outlook for)\b[^\n]*\s*\Z", re.MULTILINE)
_HEAD_OF_QUOTE = re.compile(r"^On\b.{0,300}?\bwrote:\s*$", re.MULTILINE | re.DOTALL)
_PARSER = EmailReplyParser(languages=["en"])


def read_reply(text: str, html: str) -> str:
    """Return what the sender wrote, in at most 5,000 characters; "" if the email only quotes. ``html`` is read if
    ``text`` is blank.
    """
    whole = (text if text.strip() else text_of_html(html))[:_MAX_CLEANED]
    whole = _BLANKS.sub(" ", whole.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", ""))
    newest = _PARSER.read(_BLANK_LINES.sub("\n\n", whole)[:_MAX_PARSED].strip()).latest_reply or ""
    if _only_quotes(newest):
        return ""
    words = _SENT_FROM.sub("", _SIGNATURE.sub("", newest).rstrip()).strip()
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def _only_quotes(text: str) -> bool:
    lines = _HEAD_OF_QUOTE.sub("", text).splitlines()
    return all(not line.strip() or line.lstrip().startswith(">") for line in lines)


def text_of_html(html: str) -> str:
    """Convert an HTML email to plain text, with ``>`` in front of quoted lines."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


class _Reader(HTMLParser):
    """Collects the text. HTML in emails is rarely well formed, so end tags without a start tag are ignored."""

    _HIDDEN = frozenset({"head", "style", "script", "title"})
    _BLOCKS = frozenset({"p", "div", "br", "tr", "table", "ul", "ol", "li", "blockquote", "hr", "h1", "h2", "h3", "h4"})

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0
        self._quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._HIDDEN:
            self._hidden += 1
        self._quoted += tag == "blockquote"
        if tag in self._BLOCKS:
            self._break()
        if tag == "hr" or (tag == "div" and dict(attrs).get("id") in ("divRplyFwdMsg", "appendonsend")):
            self.parts.append(
                "________________________________"
            )  # Outlook's separator in plain text, which the parser recognizes
            self._break()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._BLOCKS:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if tag in self._HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        if tag in self._BLOCKS and tag != "br":
            self._break()
        if tag == "blockquote":
            self._quoted = max(0, self._quoted - 1)

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and not self._hidden:
            lead = " " if data[0].isspace() else ""
            trail = " " if data[-1].isspace() else ""
            self.parts.append(f"{lead}{words}{trail}")

    def _break(self) -> None:
        self.parts.append("\n" + "> " * bool(self._quoted))
