"""PDF documents, typeset with typst.

A template is a ``.typ`` file that imports ``/common/typesetting/letterhead.typ``. All text is passed as data, so
nothing that someone typed is ever interpreted as markup. The same data always results in the same bytes.
"""

import datetime as dt
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import orjson

from common.business import business

_FOLDER = Path(__file__).parent


class Letterhead(TypedDict):
    """The sender of a document."""

    name: str
    address: str  # one line, or "" if the owner has not given it
    phone: str
    email: str


def letterhead() -> Letterhead:
    """Return the business's letterhead, for ``letter`` in ``letterhead.typ``."""
    now = business()
    return Letterhead(name=now.name, address=now.address, phone=now.phone, email=now.email)


def typeset(template: Path, data: dict[str, Any], *, at: dt.datetime) -> bytes:
    """Return a PDF of ``template``, which reads ``data`` as JSON from ``sys.inputs.data``, dated ``at``.

    Takes a few hundredths of a second.
    """
    import typst  # imported here, so that web processes start without it

    drawn: bytes = typst.compile(
        template,
        root=_FOLDER.parents[1],
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": orjson.dumps(data).decode()},
        timestamp=int(at.timestamp()),
    )
    return drawn


@cache
def _fonts() -> Any:
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[_FOLDER / "fonts"])
