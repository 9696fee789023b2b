"""How much script the pages of the built web client load, and their budgets.

``python -m devtools.budgets`` prints the sizes. They are those of the files as a browser gets them: in Brotli.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from devtools.paths import FRONTEND

BUILD = FRONTEND / "build"

# In kB, as agreed for the first visit to a page.
PUBLIC = 90
PERSONAL = 180
# A public page once somebody uses it (frontend/src/app/start-of-page.ts). Nobody promised it; it keeps it from growing.
IN_USE = 170

# Pages that the browser renders, by their files: the page, and what it shows at once though that is loaded on demand.
_PERSONAL_PAGES = {
    "/admin": ("desk/pages/admin-page.tsx", "desk/queue/queue-tab.tsx"),
    "/admin/day-sheet": ("desk/pages/day-sheet-page.tsx",),
    "/my-services": ("account/pages/my-services-page.tsx", "features/quotes/mine.ts"),
    "/follow/quotes": ("follow/pages/quote-page.tsx",),
    "/follow/tree-orders": ("follow/pages/tree-order-page.tsx",),
    "/follow/invoices": ("follow/pages/invoice-page.tsx",),
}

_LINK = re.compile(r'<link rel="waiting-modulepreload" (data-early )?href="/([^"]+)"')
_AT_ONCE = re.compile(r'<link rel="modulepreload" href="/([^"]+)"')


@dataclass(frozen=True)
class PageLoad:
    """The script files of a page, largest first, with their compressed sizes in bytes."""

    page: str
    budget: int
    files: tuple[tuple[str, int], ...]

    @property
    def kilobytes(self) -> float:
        """The sum, in kB of 1,000 bytes."""
        return sum(size for _, size in self.files) / 1000

    def complaint(self) -> str | None:
        """Say that the page is over its budget, and what is largest in it; None if it is within."""
        if self.kilobytes <= self.budget:
            return None
        largest = ", ".join(f"{Path(name).name} {size / 1000:.1f}" for name, size in self.files[:6])
        return f"{self.page} loads {self.kilobytes:.1f} kB of script, over its {self.budget} kB. Largest: {largest}"


def complaints(build: Path = BUILD) -> str | None:
    """Return what is over its budget, a line for each page; None if nothing is. Raises FileNotFoundError unbuilt."""
    return "\n".join(filter(None, (load.complaint() for load in page_loads(build)))) or None


def page_loads(build: Path = BUILD) -> list[PageLoad]:
    """Return what each page loads at first, and a public page once it is used."""
    return [*_public(build / "client"), *_personal(build)]


def _public(client: Path) -> Iterator[PageLoad]:
    for page in json.loads((client / "routes.json").read_text())["prerendered"]:
        text = (client / page.strip("/") / "index.html").read_text(encoding="utf-8")
        links = _LINK.findall(text)
        at_once = _AT_ONCE.findall(text)
        yield _load(page, PUBLIC, client, [*at_once, *(file for early, file in links if early)])
        yield _load(f"{page}, in use,", IN_USE, client, [*at_once, *(file for _, file in links)])


def _personal(build: Path) -> Iterator[PageLoad]:
    client = build / "client"
    chunks = json.loads((build / "chunks.json").read_text())
    frame = _AT_ONCE.findall((client / "__spa-fallback.html").read_text(encoding="utf-8"))
    for page, sources in _PERSONAL_PAGES.items():
        keys = [next(key for key in chunks if key.split("?")[0].endswith(source)) for source in sources]
        yield _load(page, PERSONAL, client, [*frame, *(chunks[key]["file"] for key in _with_imports(chunks, keys))])


def _with_imports(chunks: dict[str, dict[str, list[str]]], keys: Iterable[str]) -> set[str]:
    """Return the chunks and all they import at once."""
    found: set[str] = set()
    ahead = list(keys)
    while ahead:
        key = ahead.pop()
        if key not in found:
            found.add(key)
            ahead += chunks[key].get("imports", [])
    return found


def _load(page: str, budget: int, client: Path, files: Iterable[str]) -> PageLoad:
    sizes = {file: _sent_bytes(client / file) for file in files}
    return PageLoad(page, budget, tuple(sorted(sizes.items(), key=lambda each: -each[1])))


def _sent_bytes(file: Path) -> int:
    """Return the size of the compressed file; of the file itself where compressing it does not pay."""
    compressed = file.with_name(f"{file.name}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def main() -> int:
    """Print the pages with their sizes; return 1 if one is over its budget."""
    for load in page_loads():
        print(f"{load.page:32}{load.kilobytes:8.1f} of {load.budget} kB")  # noqa: T201 - this is a command
    over = complaints()
    if over:
        print(over)  # noqa: T201 - this is a command
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
