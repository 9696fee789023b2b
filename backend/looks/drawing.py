"""The drawing that pictures are made from. ``make generate`` writes its files (``devtools.house``)."""

import hashlib
import json
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

_FOLDER = Path(__file__).parent / "drawing"


@cache
def drawing() -> ET.Element:
    """Return the whole drawing. It is cached, so callers must not modify it."""
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    return ET.fromstring((_FOLDER / "house.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file


@cache
def bulb_colors() -> dict[str, dict[str, str]]:
    """Return the values of the drawing's color variables for each choice of bulbs."""
    return json.loads((_FOLDER / "bulbs.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def version() -> str:
    """Return a short hash of the drawing and its crops, for URLs that are cached forever."""
    files = [*sorted(_FOLDER.iterdir()), Path(__file__).with_name("pictures.py")]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]
