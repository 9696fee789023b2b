"""Browsers in words, for the list of sessions."""

# The first that fits: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
_BROWSERS = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
]  # fmt: skip
_SYSTEMS = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
]  # fmt: skip


def browser_name(user_agent: str) -> str:
    """``Firefox on Windows`` from a ``User-Agent`` header; "Another browser" where it says nothing known."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "Another browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    return f"{browser} on {system}" if system else browser
