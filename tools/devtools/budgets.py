"""Script sizes of the built web client's pages, and their budgets.

``python -m devtools.budgets`` prints the sizes as a browser downloads them, compressed with Brotli.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from devtools.paths import FRONTEND
from devtools.terminal import say

BUILD = FRONTEND / "build"

# In kB, as agreed for the first visit to a page.
PUBLIC = 90
PERSONAL = 180
# A public page after the first interaction (frontend/src/app/start-of-page.ts). This limit was not agreed with anyone;
# it keeps the size from growing unnoticed.
IN_USE = 170

# Pages rendered in the browser, by their files: the page, and the on-demand parts that it shows right away.
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
        """Return the total in kB (1,000 bytes)."""
        return sum(size for _, size in self.files) / 1000

    def complaint(self) -> str | None:
        """Return a message with the largest files if the page is over its budget, else None."""
        if self.kilobytes <= self.budget:
            return None
        largest = ", ".join(f"{Path(name).name} {size / 1000:.1f}" for name, size in self.files[:6])
        return f"{self.page} loads {self.kilobytes:.1f} kB of script, over its {self.budget} kB. Largest: {largest}"


def complaints(build: Path = BUILD) -> str | None:
    """Return a line for each page over its budget, or None. Raises FileNotFoundError if the client isn't built."""
    return "\n".join(filter(None, (load.complaint() for load in page_loads(build)))) or None


def page_loads(build: Path = BUILD) -> list[PageLoad]:
    """Return what each page loads initially, and what a public page has loaded after the first interaction."""
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
    """Return the chunks and everything they import statically."""
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
    """Return the compressed size, or the file's own size if it isn't served compressed."""
    compressed = file.with_name(f"{file.name}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def main() -> int:
    """Print the pages with their sizes; return 1 if one is over its budget."""
    for load in page_loads():
        say(f"{load.page:32}{load.kilobytes:8.1f} of {load.budget} kB")
    over = complaints()
    if over:
        say(over)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
