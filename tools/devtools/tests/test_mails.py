"""The gallery of emails shows each kind once, with its picture inside the page."""

import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from devtools import mails


def _store(outbox: Path, name: str, subject: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = subject
    mail.set_content(f"Text of <{name}>")
    dark = "<style>@media (prefers-color-scheme:dark){p{color:#ffffff}}</style>"
    mail.add_alternative(f'{dark}<p>{name}</p><img src="cid:picture">', "html")
    mail.get_payload()[1].add_related(b"\xff\xd8", "image", "jpeg", cid="<picture>")  # type: ignore[union-attr,index]
    (outbox / f"{name}.eml").write_bytes(mail.as_bytes())


def test_gallery_shows_the_newest_of_each_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outbox, gallery = tmp_path / "outbox", tmp_path / "gallery"
    outbox.mkdir()
    _store(outbox, "1", "Your price is ready: $1,250.00")
    _store(outbox, "2", "Your price is ready: $480.00")
    _store(outbox, "3", "Your sign-in code")
    monkeypatch.setattr(sys, "argv", ["mails", str(outbox), str(gallery)])
    mails.main()
    page = (gallery / "index.html").read_text()
    assert "Text of &lt;1&gt;" not in page
    assert page.count("<section>") == 2
    assert page.count("<iframe") == 2 * 3 * 2  # light, dark and without pictures; wide and narrow
    assert "data:image/jpeg;base64,/9g=" in (gallery / "00-light.html").read_text()
    assert "@media all{" in (gallery / "00-dark.html").read_text()
    assert "data:" not in (gallery / "00-bare.html").read_text()
