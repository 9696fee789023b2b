"""Content encodings of responses that are compressed once and sent often."""

import gzip
import re

import brotli


def compress(body: bytes, *, fast: bool = False) -> dict[str, bytes]:
    """Return ``body`` by encoding. ``fast`` takes a fraction of the time and a few more bytes."""
    return {
        "identity": body,
        "gzip": gzip.compress(body, mtime=0),
        "br": brotli.compress(body, quality=5 if fast else 11),
    }


def best_coding(accepted: str) -> str:
    """Return the best of these encodings that an ``Accept-Encoding`` header accepts."""
    names = set()
    for part in accepted.lower().split(","):
        name, _, quality = part.partition(";")
        if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality):
            names.add(name.strip())
    return next((coding for coding in ("br", "gzip") if coding in names), "identity")
