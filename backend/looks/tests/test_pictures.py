"""Pictures of looks."""

import io
import itertools
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image, ImageChops
from rest_framework.test import APIClient

from catalog.catalog import ADD_ONS, PACKAGES
from looks import pictures
from looks.drawing import version
from looks.look import Bulbs, Look, parse_code
from looks.pictures import CARD, PREVIEW, THUMBNAIL, Size, jpeg, svg

ADD_ON_IDS = [add_on.id for add_on in ADD_ONS]
LOOKS = [
    Look(package.id, bulbs, add_ons)
    for package in PACKAGES
    for bulbs in Bulbs
    for count in range(len(ADD_ON_IDS) + 1)
    for add_ons in itertools.combinations(ADD_ON_IDS, count)
]
SKETCH = Size(CARD.crop, width=225)  # a quarter of the drawing's units: fast, and every bulb is a few pixels


@cache
def _sketch(code: str) -> Image.Image:
    look = parse_code(code)
    assert look, code
    return Image.open(io.BytesIO(jpeg(look, SKETCH)))


def _changed(one: str, other: str) -> tuple[float, float, float, float]:
    """Return the box in which two looks differ: left, top, right and bottom in units of the drawing."""
    channels = ImageChops.difference(_sketch(one), _sketch(other)).split()
    strongest = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2])
    box = strongest.point(lambda value: 255 * (value > 40)).getbbox()
    assert box, f"{one} and {other} look the same"
    left, top = CARD.crop[:2]
    return left + box[0] * 4, top + box[1] * 4, left + box[2] * 4, top + box[3] * 4


def _is_inside(box: tuple[float, float, float, float], frame: tuple[int, int, int, int]) -> bool:
    return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]


def test_every_look_has_its_own_picture() -> None:
    drawings = {svg(look, CARD) for look in LOOKS}
    # Color-changing lights are drawn as multicolor, whatever color they start with.
    assert len(LOOKS) == 192
    assert len(drawings) == 3 * 4 * 8
    assert all("var(" not in drawing and "data-" not in drawing for drawing in drawings)


@pytest.mark.parametrize(
    ("one", "other", "frame"),
    [
        ("b-warm", "b-warm-w", (820, 440, 1440, 740)),  # windows, door and porch
        ("b-warm", "b-warm-t", (1340, 530, 1375, 635)),  # the timer on the wall
        ("b-warm", "b-warm-s", (1410, 640, 1485, 710)),  # the bins beside the house
        ("b-warm", "p-warm", (604, 290, 1504, 808)),  # tree, dormers, porch, shrubs, walkway and fence
        ("p-warm", "c-warm", (820, 230, 1504, 720)),  # ridge, corners, columns and star
    ],
)
def test_picture_differs_where_the_look_does(one: str, other: str, frame: tuple[int, int, int, int]) -> None:
    box = _changed(one, other)
    assert _is_inside(box, frame), box


@pytest.mark.parametrize("bulbs", ["cool", "multi", "red-green"])
def test_bulbs_change_color(bulbs: str) -> None:
    _changed("p-warm", f"p-{bulbs}")


def test_color_changing_lights_are_drawn_as_multicolor() -> None:
    look, multicolor = parse_code("p-cool-wr"), parse_code("p-multi-w")
    assert look
    assert multicolor
    assert svg(look, CARD) == svg(multicolor, CARD)


@pytest.mark.parametrize(
    ("name", "kind", "size"),
    [("thumbnail.jpg", "JPEG", (120, 88)), ("preview.jpg", "JPEG", (1200, 630))],
)
def test_jpeg_pictures_have_their_sizes(name: str, kind: str, size: tuple[int, int]) -> None:
    response = Client().get(f"/api/looks/p-warm-wt/{name}")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/jpeg"
    picture = Image.open(io.BytesIO(response.content))
    assert (picture.format, picture.size) == (kind, size)
    assert len(response.content) < 300_000  # larger ones are not shown by some messaging apps


def test_svg_picture_loads_nothing() -> None:
    response = Client().get("/api/looks/p-warm-wt/card.svg", headers={"Accept-Encoding": "gzip"})
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) < 15_000
    assert response["Content-Security-Policy"] == "default-src 'none'"
    plain = Client().get("/api/looks/p-warm-wt/card.svg")
    assert plain["ETag"] != response["ETag"]
    drawing = plain.content.decode()
    for active in ("<script", "<style", "http://", "https://", "<image", "<foreignObject"):
        assert active not in drawing.replace("http://www.w3.org/2000/svg", "")


def test_picture_is_rendered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Client().get("/api/looks/b-warm/thumbnail.jpg")
    first = Client().get("/api/looks/b-cool/thumbnail.jpg").content
    assert {file.name for file in tmp_path.rglob("*.jpg")} == {"b-warm-120.jpg", "b-cool-120.jpg"}
    monkeypatch.setattr(pictures, "jpeg", lambda *_: pytest.fail("rendered again"))
    assert Client().get("/api/looks/b-cool/thumbnail.jpg").content == first


def test_picture_is_served_even_if_it_cannot_be_stored(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path / "a-file"
    settings.DATA_DIR.write_text("")
    assert Client().get("/api/looks/b-cool/thumbnail.jpg").status_code == 200


def test_picture_that_cannot_be_stored_leaves_no_file_behind(tmp_path: Path) -> None:
    assert Client().get("/api/looks/b-cool/thumbnail.jpg").status_code == 200
    [stored] = tmp_path.rglob("*.jpg")
    stored.unlink()
    (stored / "in-the-way").mkdir(parents=True)
    assert Client().get("/api/looks/b-cool/thumbnail.jpg").status_code == 200
    assert [*stored.parent.iterdir()] == [stored]


def test_picture_is_cached_forever_with_the_current_version() -> None:
    path = "/api/looks/b-cool/card.svg"
    assert Client().get(f"{path}?v={version()}")["Cache-Control"] == "max-age=31536000, public, immutable"
    assert Client().get(f"{path}?v=older")["Cache-Control"] == "public, max-age=3600"
    response = Client().get(path)
    assert response["Cache-Control"] == "public, max-age=3600"
    assert "Cookie" not in response["Vary"]
    assert not response.cookies
    again = Client().get(path, headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    assert again["ETag"] == response["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        *(
            f"{code}/card.svg"
            for code in ("x-warm", "p-pink", "p-warm-tw", "p-warm-ww", "p-warm-", "P-warm", "p", "p-warm-wtrsw")
        ),
        "p-warm/huge.svg",
        "p-warm/card.jpg",
    ],
)
def test_unknown_look_or_picture_is_a_404(guest: APIClient, path: str) -> None:
    response = guest.get(f"/api/looks/{path}")
    assert response.status_code == 404
    assert response.json().keys() == {"message"}


@pytest.mark.parametrize("look", LOOKS[::7], ids=lambda look: look.code)
def test_code_parses_to_its_look(look: Look) -> None:
    assert parse_code(look.code) == look


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("b-cool", "Basic Installation, cool white lights"),
        ("p-warm-w", "Premium Installation, warm white lights, with Wreaths & Garland"),
        (
            "c-red-green-wts",
            "Commercial Package, red and green lights, with Wreaths & Garland, Smart Timers and Off-Season Storage",
        ),
        ("p-multi-tr", "Premium Installation, color-changing lights starting with multicolor, with Smart Timers"),
    ],
)
def test_description_names_everything_in_the_picture(code: str, words: str) -> None:
    look = parse_code(code)
    assert look
    assert look.description == words


def test_sizes_match_where_they_are_shown() -> None:
    assert (THUMBNAIL.width, THUMBNAIL.height) == (120, 88)  # twice 60 by 44
    assert (PREVIEW.width, PREVIEW.height) == (1200, 630)  # what Open Graph recommends
