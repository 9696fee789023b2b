"""The server's copy of the house: the client's drawing with the client's styles inlined.

The client draws the house with CSS: which group of lights a package or add-on shows (``house.css``), the paints
(``paints.css``) and the colors of the bulbs (``tokens.css``). The server's renderer doesn't support style
sheets, so ``make generate`` resolves them here. That keeps the picture of a look identical to the house on the landing
page. Anything in these files that this module doesn't understand raises ValueError.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from devtools.paths import FRONTEND

SVG = "http://www.w3.org/2000/svg"
_STYLES = FRONTEND / "src" / "styles"
_DRAWING = FRONTEND / "src" / "drawings" / "svg" / "house.svg"

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_HIDDEN = re.compile(r"\.house-art:not\((\[data-(package|addons)[^)]*)\)\s+(?::is\(([^)]*)\)|(\.[\w-]+))")
_BULBS = re.compile(r'^\[data-bulbs="([\w-]+)"\]$')
_SIZE = re.compile(r"calc\(var\(--k, 1\) \* ([\d.]+)px\)")
_PAINT = re.compile(r"var\((--[\w-]+), (#[0-9a-f]+)\)")


def write_house(folder: Path) -> None:
    """Write ``house.svg`` and ``bulbs.json`` into ``folder``.

    In the SVG, a group that only some looks show lists them in ``data-package`` or ``data-addon``. A color that depends
    on the bulbs is ``var(--bulb-…)``, whose value for each kind of bulb is in ``bulbs.json``.
    """
    ET.register_namespace("", SVG)
    house = ET.fromstring(_DRAWING.read_text(encoding="utf-8"))  # noqa: S314 - our own file
    _mark_switched_groups(house)
    _paint(house, _rules("paints.css"))
    (folder / "house.svg").write_text(ET.tostring(house, encoding="unicode") + "\n", encoding="utf-8")
    (folder / "bulbs.json").write_text(json.dumps(_bulbs(), indent=2) + "\n", encoding="utf-8")


def _rules(name: str) -> list[tuple[str, dict[str, str]]]:
    """Return (selectors, declarations) of each rule of a style sheet."""
    text = re.sub(r"/\*.*?\*/|@import[^;]*;", "", (_STYLES / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    return [
        (" ".join(selectors.split()), dict(re.findall(r"([\w-]+):\s*([^;]+);", body)))
        for selectors, body in _RULE.findall(text)
    ]


def _bulbs() -> dict[str, dict[str, str]]:
    colors = {found[1]: values for selector, values in _rules("tokens.css") if (found := _BULBS.match(selector))}
    if not colors:
        raise ValueError("tokens.css has no bulbs")
    return colors


def _classes(element: ET.Element) -> set[str]:
    return set(element.get("class", "").split())


def _mark_switched_groups(house: ET.Element) -> None:
    """Mark each group that ``house.css`` hides by default with the packages or add-on that show it."""
    switched: dict[str, dict[str, str]] = {}
    for selectors, values in _rules("house.css"):
        if values == {"opacity": "0"}:
            for condition, kind, several, single in _HIDDEN.findall(selectors):
                shown_with = " ".join(re.findall(r'"([\w-]+)"', condition))
                for name in re.findall(r"\.([\w-]+)", several or single):
                    switched[name] = {"data-addon" if kind == "addons" else "data-package": shown_with}
    if len(switched) < 10:
        raise ValueError("house.css no longer says what a look hides in the form that is read here")
    for element in house.iter():
        for name in _classes(element) & switched.keys():
            element.attrib.update(switched[name])


def _paint(house: ET.Element, rules: list[tuple[str, dict[str, str]]]) -> None:
    """Replace classes and styles with presentation attributes."""
    for element, ancestors in _walk(house, []):
        k = next((float(found) for each in [element, *reversed(ancestors)] if (found := _bulb_size(each))), 1.0)
        for selector, values in rules:
            if _matches(selector, element, ancestors):
                element.attrib.update({name: _resolve(value, k) for name, value in values.items()})
    for element in house.iter():
        element.attrib.pop("class", None)
        element.attrib.pop("style", None)


def _walk(element: ET.Element, ancestors: list[ET.Element]) -> Iterator[tuple[ET.Element, list[ET.Element]]]:
    yield element, ancestors
    for child in element:
        yield from _walk(child, [*ancestors, element])


def _bulb_size(element: ET.Element) -> str:
    style = element.get("style", "")
    if style and not style.startswith("--k:"):
        raise ValueError(f"A style other than --k: {style}")
    return style.removeprefix("--k:")


def _matches(selector: str, element: ET.Element, ancestors: list[ET.Element]) -> bool:
    """Return whether a paints.css selector (`.a`, `.a tag` or `.a :nth-child(n)`) matches ``element``."""
    parent, _, last = selector.rpartition(" ")
    if not parent:
        return selector.removeprefix(".") in _classes(element)
    if not any(parent.removeprefix(".") in _classes(each) for each in ancestors):
        return False
    if place := re.fullmatch(r":nth-child\((\d+)\)", last):
        return list(ancestors[-1]).index(element) == int(place[1]) - 1
    return element.tag == f"{{{SVG}}}{last}"


def _resolve(value: str, k: float) -> str:
    if size := _SIZE.fullmatch(value):
        return f"{k * float(size[1]):g}"
    paint = _PAINT.fullmatch(value)
    if paint and paint[1].startswith("--bulb-"):
        return f"var({paint[1]})"
    return paint[2] if paint else value
