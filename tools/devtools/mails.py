"""A gallery of emails for review: ``python -m devtools.mails OUTBOX GALLERY`` writes ``GALLERY/index.html``.

It shows the newest email of each kind in ``OUTBOX``, a folder of ``.eml`` files such as the demo's ``outbox``, as mail
programs show it: 600 and 320 pixels wide, light and dark, and without images. Subjects that differ only in names and
numbers count as one kind.
"""

import base64
import re
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path

_WIDTHS = [600, 320]
_PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Emails</title><style>body{{font:16px sans-serif}}"
    "section{{display:flex;flex-wrap:wrap;gap:16px}}h2,pre{{flex-basis:100%;white-space:pre-wrap}}"
    "iframe{{border:0;height:900px}}</style>{sections}"
)


def main() -> None:
    """Write the gallery and print its path."""
    outbox, gallery = map(Path, sys.argv[1:3])
    gallery.mkdir(parents=True, exist_ok=True)
    sections = [_section(mail, gallery, number) for number, mail in enumerate(_newest_of_each_kind(outbox))]
    page = gallery / "index.html"
    page.write_text(_PAGE.format(sections="".join(sections)), encoding="utf-8")
    sys.stdout.write(f"{page}\n")


def _newest_of_each_kind(outbox: Path) -> list[EmailMessage]:
    kinds: dict[str, EmailMessage] = {}
    for file in sorted(outbox.glob("*.eml")):  # file names sort by time
        mail = message_from_bytes(file.read_bytes(), policy=policy.default)
        kinds[re.sub(r"[\d$.,:-]+|\b[A-Z]\w+", "#", mail["Subject"])] = mail
    return list(kinds.values())


def _section(mail: EmailMessage, gallery: Path, number: int) -> str:
    """Write the email's HTML for each view; return HTML with a frame for each view and the plain text."""
    html, text = _content(mail, "html"), _content(mail, "plain")
    for part in mail.walk():
        if cid := part["Content-ID"]:
            data = base64.b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{cid.strip('<>')}", f"data:{part.get_content_type()};base64,{data}")
    views = {"light": html, "dark": html.replace("(prefers-color-scheme:dark)", "all"), "bare": _without_pictures(html)}
    for view, content in views.items():
        (gallery / f"{number:02}-{view}.html").write_text(content, encoding="utf-8")
    frames = "".join(_frame(f"{number:02}-{view}.html", width) for view in views for width in _WIDTHS)
    return f"<section><h2>{escape(mail['Subject'])}</h2>{frames}<pre>{escape(text)}</pre></section>"


def _content(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part else ""


def _without_pictures(html: str) -> str:
    return re.sub(r'src="data:[^"]*"', 'src="about:blank"', html)


def _frame(name: str, width: int) -> str:
    return f'<iframe src="{name}" width="{width}" title="{name}, {width} px"></iframe>'


if __name__ == "__main__":
    main()
