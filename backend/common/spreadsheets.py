"""CSV files (RFC 4180) for Excel and LibreOffice, generated line by line."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

# A cell that starts with one of these is run as a formula (OWASP, "CSV Injection"); an apostrophe makes it text. The
# last four are full-width forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BYTE_ORDER_MARK = "\ufeff"  # Excel recognizes UTF-8 by it


class _Echo:
    """A file that returns what is written to it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the header line, with a byte order mark, and then a line for each row.

    Only text is checked for formulas, so negative amounts remain numbers.
    """
    writer = csv.writer(_Echo())
    yield _BYTE_ORDER_MARK + writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_cell(value) for value in row])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    return f"'{value}" if value.startswith(_FORMULA) or value.lstrip().startswith(_FORMULA[:4]) else value
