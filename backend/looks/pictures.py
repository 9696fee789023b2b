"""Render pictures of looks for pages, emails and link previews.

A picture is the client's own drawing, without the groups that the look doesn't include and in the colors of its bulbs.
Browsers get it as SVG, which is small and sharp at any size. Emails and link previews, which don't support SVG, get a
JPEG of it.
"""

import io
import logging
import tempfile
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree as ET

from django.conf import settings

from looks.drawing import bulb_colors, drawing, version
from looks.look import Bulbs, Look

logger = logging.getLogger(__name__)

_QUALITY = 86


@dataclass(frozen=True)
class Size:
    """A crop of the drawing (left, top, width and height in its own units), and the width of its JPEG in pixels."""

    crop: tuple[int, int, int, int]
    width: int

    @property
    def height(self) -> int:
        """The height of the JPEG in pixels."""
        return round(self.width * self.crop[3] / self.crop[2])


CARD = Size(crop=(604, 218, 900, 585), width=840)
THUMBNAIL = Size(crop=(716, 218, 780, 572), width=120)
PREVIEW = Size(crop=(520, 222, 1080, 567), width=1200)


@lru_cache(maxsize=64)
def svg(look: Look, size: Size) -> str:
    """Return the picture as SVG."""
    house = deepcopy(drawing())
    for parent in list(house.iter()):
        for child in list(parent):
            if not _shows(look, child):
                parent.remove(child)
            child.attrib.pop("data-package", None)
            child.attrib.pop("data-addon", None)
    house.set("viewBox", " ".join(map(str, size.crop)))
    text = ET.tostring(house, encoding="unicode")
    # Color-changing lights are drawn in all colors, as on the landing page.
    for name, color in bulb_colors()[Bulbs.MULTI if "rgb" in look.add_ons else look.bulbs].items():
        text = text.replace(f"var({name})", color)
    return text


def jpeg(look: Look, size: Size) -> bytes:
    """Return the picture as JPEG. A large one takes about a second of CPU time."""
    # Imported here because most processes never need the renderer.
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg(look, size), width=size.width, skip_system_fonts=True)
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").save(out, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return out.getvalue()


def stored_jpeg(look: Look, size: Size) -> bytes:
    """Return the picture as JPEG, from the cache in ``DATA_DIR/looks`` if it was rendered before.

    There are a few hundred looks, so the folder stays below 100 MB. It can be deleted at any time.
    """
    file = settings.DATA_DIR / "looks" / version() / f"{look.code}-{size.width}.jpg"
    try:
        return file.read_bytes()
    except OSError:
        content = jpeg(look, size)
    try:
        _write(file, content)
    except OSError as error:
        logger.warning("Could not store the picture of a look: %s", error)
    return content


def _write(file: Path, content: bytes) -> None:
    """Write a file atomically, so that other processes never see part of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        temporary = Path(folder) / file.name
        temporary.write_bytes(content)
        temporary.replace(file)


def _shows(look: Look, group: ET.Element) -> bool:
    packages, add_on = group.get("data-package"), group.get("data-addon")
    return (packages is None or look.service_package in packages.split()) and (add_on is None or add_on in look.add_ons)
