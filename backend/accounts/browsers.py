"""Readable browser names for the list of sessions."""

# The first match counts: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
_BROWSERS = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
]  # fmt: skip
_SYSTEMS = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
]  # fmt: skip


def browser_name(user_agent: str) -> str:
    """Return a name such as ``Firefox on Windows`` for a ``User-Agent`` header, or "Another browser"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "Another browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    return f"{browser} on {system}" if system else browser
