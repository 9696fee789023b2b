"""``docs/operations.md`` lists every kind of message, and no other."""

import re
from pathlib import Path

from notifications.kinds import all_kinds

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"


def test_documentation_lists_every_kind_of_message() -> None:
    section = OPERATIONS.read_text().partition("\n## Messages\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \| (?:customer|office) \| \S", section, re.MULTILINE)
    assert sorted(listed) == sorted(kind.kind.slug for kind in all_kinds())
