"""What a server-rendered page says and offers, without its looks."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

_VOID = {"br", "hr", "img", "input", "link", "meta", "path", "use"}
# Each of these starts a line; other elements add to it.
_LINES = {
    "a", "aside", "button", "details", "form", "h1", "h2", "img", "input", "label", "li", "main", "nav", "ol", "p",
    "script", "section", "summary", "ul",
}  # fmt: skip
_LOOKS = {"class", "style"}
# Differ each time: the token of a form, and the data of pictures.
_RANDOM = re.compile(r"(?<=name=csrfmiddlewaretoken type=hidden value=)\w+|(?<=src=data:)\S+")


def outline(
    html: str, landmark: str, tags: Collection[str] = _LINES, attributes: Collection[str] | None = None
) -> list[str]:
    """Return a line for each element inside the first ``landmark`` (a tag): its tag, attributes and text.

    Lines are indented below the one that contains them. ``tags`` start a line; ``attributes`` are those to show, by
    default all but the ones about looks.
    """
    parser = _Outline(landmark, tags, attributes)
    parser.feed(html)
    return [_RANDOM.sub("…", line) for line in parser.lines]


class _Outline(HTMLParser):
    def __init__(self, landmark: str, tags: Collection[str], attributes: Collection[str] | None) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._open: list[str] = []
        self._landmark, self._tags, self._attributes = landmark, tags, attributes

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._open and (tag != self._landmark or self.lines):
            return
        if tag in self._tags or not self._open:
            said = [f"{name}={value}" if value else name for name, value in sorted(attrs) if self._is_shown(name)]
            indent = "  " * sum(each in self._tags for each in self._open)
            self.lines.append(indent + " ".join([tag, *said]))
        if tag not in _VOID:
            self._open.append(tag)

    def _is_shown(self, name: str) -> bool:
        return name not in _LOOKS if self._attributes is None else name in self._attributes

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        # The data of scripts with an ID are about passkeys, and differ each time.
        if self._open and data.strip() and not (self._open[-1] == "script" and " id=" in self.lines[-1]):
            self.lines[-1] += " " + " ".join(data.split())
