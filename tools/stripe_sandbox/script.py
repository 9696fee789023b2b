"""The stand-in for Stripe.js: its parts in ``js/``, served as one script."""

from functools import cache
from pathlib import Path

PARTS = ("cards", "client", "style", "saved", "form", "dialog", "elements", "stripe")
_FOLDER = Path(__file__).parent / "js"


@cache
def stripe_js() -> bytes:
    """Return the whole script. Its parts share one private scope."""
    parts = "\n".join((_FOLDER / f"{name}.js").read_text() for name in PARTS)
    return f"(() => {{\n'use strict';\nconst SCRIPT = document.currentScript;\n{parts}\n}})();\n".encode()
