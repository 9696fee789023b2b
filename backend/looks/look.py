"""The look of a house: package, bulbs and add-ons, as visitors try them on the landing page.

A look has a short code for links and file names, such as ``p-warm-wt``: the first letter of the package, the bulbs, and
a letter for each add-on. The web client reads and writes the same codes (``frontend/src/lib/look-code.ts``).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from catalog.catalog import ADD_ONS, PACKAGE_BY_ID, PACKAGES, add_on_id
from common.business import join_with_and
from common.statuses import SharedChoices
from looks.drawing import version


class Bulbs(SharedChoices):
    """The colors of the bulbs."""

    WARM = "warm", "Warm white"
    COOL = "cool", "Cool white"
    MULTI = "multi", "Multicolor"
    RED_GREEN = "red-green", "Red and green"


_PACKAGE_BY_LETTER = {package.id[0]: package.id for package in PACKAGES}
_ADD_ON_BY_LETTER = {add_on.id[0]: add_on.id for add_on in ADD_ONS}
_BULBS_BY_NAME = {name.casefold(): bulbs for bulbs in Bulbs for name in (bulbs.value, bulbs.label)}
_CODE = re.compile(
    rf"([{''.join(_PACKAGE_BY_LETTER)}])-({'|'.join(Bulbs.values)})(?:-([{''.join(_ADD_ON_BY_LETTER)}]+))?"
)


@dataclass(frozen=True)
class Look:
    """What is on the house. ``add_ons`` are in the order of the catalog, so that equal looks have equal codes."""

    service_package: str
    bulbs: Bulbs
    add_ons: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The code, such as ``p-warm-wt``, or ``b-cool`` without add-ons."""
        letters = "".join(add_on[0] for add_on in self.add_ons)
        return "-".join([self.service_package[0], self.bulbs, *([letters] if letters else [])])

    @property
    def description(self) -> str:
        """What the picture shows, in words. This is the alternative text wherever the picture appears."""
        bulbs = self.bulbs.label.lower()
        lights = f"color-changing lights starting with {bulbs}" if "rgb" in self.add_ons else f"{bulbs} lights"
        extras = [add_on.name for add_on in ADD_ONS if add_on.id in self.add_ons and add_on.id != "rgb"]
        return f"{PACKAGE_BY_ID[self.service_package].name}, {lights}" + (
            f", with {join_with_and(extras)}" if extras else ""
        )

    @property
    def link(self) -> str:
        """The path of the home page with this look on the house."""
        return f"/?design={self.code}"

    @property
    def picture(self) -> str:
        """The path of the large picture."""
        return self.picture_path("card.svg")

    @property
    def thumbnail(self) -> str:
        """The path of the small picture."""
        return self.picture_path("thumbnail.jpg")

    def picture_path(self, name: str) -> str:
        """Return the path of the picture with this name (``looks.views``), which can be cached forever."""
        return f"/api/looks/{self.code}/{name}?v={version()}"


# What the landing page shows before the visitor changes it.
FIRST_LOOK = Look(service_package="premium", bulbs=Bulbs.WARM, add_ons=("wreaths",))


def parse_code(code: str) -> Look | None:
    """Return the look of a code, None if there is no such look. Each look has exactly one code."""
    if not (found := _CODE.fullmatch(code)):
        return None
    package, bulbs, letters = found.groups()
    look = Look(
        _PACKAGE_BY_LETTER[package], Bulbs(bulbs), _in_order(_ADD_ON_BY_LETTER[letter] for letter in letters or "")
    )
    return look if look.code == code else None


def look_of_request(service_package: str, add_ons: Iterable[str], design: object) -> Look | None:
    """Return the look of a quote request, None if it can't be drawn.

    Package and add-ons come from the request, since those are what gets priced. The color of the bulbs comes from the
    ``design`` that was sent along. It is free text: without one of our colors, no picture is better than a wrong one.
    Add-ons that are not in the catalog are left out.
    """
    colour = design.get("colour") if isinstance(design, dict) else None
    bulbs = _BULBS_BY_NAME.get(colour.casefold()) if isinstance(colour, str) else None
    if bulbs is None:
        return None
    return Look(service_package, bulbs, _in_order(id_ for name in add_ons if (id_ := add_on_id(name))))


def _in_order(ids: Iterable[str]) -> tuple[str, ...]:
    chosen = set(ids)
    return tuple(add_on.id for add_on in ADD_ONS if add_on.id in chosen)
