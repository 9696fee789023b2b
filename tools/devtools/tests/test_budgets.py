"""The budgets of the web client's pages."""

import json
from pathlib import Path

import pytest

from devtools import budgets

ASSETS = "client/assets"


def link(name: str, attributes: str = "", rel: str = "waiting-modulepreload") -> str:
    return f'<link rel="{rel}" {attributes}href="/assets/{name}"/>'


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build with one public page; the personal pages share one file, and the desk's first tab loads another."""
    (tmp_path / ASSETS).mkdir(parents=True)
    for name, size in {"react.js": 60_000, "page.js": 20_000, "desk.js": 50_000, "tab.js": 5_000}.items():
        (tmp_path / ASSETS / name).write_bytes(b"x" * size * 3)
        (tmp_path / ASSETS / f"{name}.br").write_bytes(b"x" * size)
    client = tmp_path / "client"
    (client / "routes.json").write_text(json.dumps({"prerendered": ["/"], "clientRendered": []}))
    (client / "index.html").write_text(link("react.js", "data-early ") + link("page.js"))
    (client / "__spa-fallback.html").write_text(link("react.js", rel="modulepreload"))
    chunks: dict[str, dict[str, object]] = {"_react": {"file": "assets/react.js"}}
    for sources in budgets._PERSONAL_PAGES.values():
        for source in sources:
            chunks[f"src/{source}"] = {"file": "assets/desk.js", "imports": ["_react"]}
    chunks["src/desk/queue/queue-tab.tsx"] = {"file": "assets/tab.js", "imports": ["_react"]}
    (tmp_path / "chunks.json").write_text(json.dumps(chunks))
    return tmp_path


def grow(build: Path, name: str, size: int) -> None:
    (build / ASSETS / f"{name}.br").write_bytes(b"x" * size)


def test_pages_count_what_they_load_at_first_and_in_use_compressed_and_once(build: Path) -> None:
    sizes = {load.page: load.kilobytes for load in budgets.page_loads(build)}
    assert sizes["/"] == 60
    assert sizes["/, in use,"] == 80
    assert sizes["/admin"] == 115
    assert sizes["/my-services"] == 110
    assert budgets.complaints(build) is None


def test_page_over_its_budget_is_named_with_its_size_and_what_is_largest(build: Path) -> None:
    grow(build, "react.js", 95_000)
    assert budgets.complaints(build) == "/ loads 95.0 kB of script, over its 90 kB. Largest: react.js 95.0"


def test_first_tab_of_the_desk_counts_though_it_is_loaded_on_demand(build: Path) -> None:
    grow(build, "tab.js", 75_000)
    complaint = budgets.complaints(build)
    assert complaint == (
        "/admin loads 185.0 kB of script, over its 180 kB. Largest: tab.js 75.0, react.js 60.0, desk.js 50.0"
    )
