"""Removal of personal data and secrets from what is logged or reported."""

import re
import traceback

LINK_TOKEN = re.compile(r"(/(?:f|unsubscribe)/)[\w%.-]{16,}")
_REMOVED = [
    (re.compile(r"\bDETAIL:.*", re.DOTALL), "DETAIL: …"),  # PostgreSQL quotes the row there
    (LINK_TOKEN, r"\1…"),
    (re.compile(r"[?#][^\s:)]*"), ""),  # parameters of addresses
    (re.compile(r"[^\s@:/(<\"']+@[^\s@:/)>\"',]+"), "[email]"),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE), "[id]"),
    (re.compile(r"(?<=/)[\w-]{20,}(?=/|\s|$)"), "[token]"),
    (re.compile(r"(?<![\w:])\+?\(?\d[\d\s().-]{5,}\d"), "[number]"),
]
_EMAIL_AND_PHONE = [
    _REMOVED[0],
    _REMOVED[1],
    _REMOVED[3],
    (re.compile(r"\(\d{3}\) ?\d{3}-\d{4}|\+\d{10,15}\b|\b\d{3}[-.]\d{3}[-.]\d{4}\b"), "[number]"),
]

# Their messages come from Python itself and name code, not data.
ERRORS_ABOUT_CODE = (TypeError, AttributeError, NameError, ImportError, ZeroDivisionError, RecursionError)


def without_personal_data(text: str) -> str:
    """Remove addresses, numbers, IDs and tokens from a browser's report."""
    for pattern, replacement in _REMOVED:
        text = pattern.sub(replacement, text)
    return text


def for_the_log(text: str) -> str:
    """Remove email addresses, phone numbers, link tokens and database rows from our own log lines.

    Times and IDs are kept.
    """
    for pattern, replacement in _EMAIL_AND_PHONE:
        text = pattern.sub(replacement, text)
    return text


def described(error: BaseException) -> str:
    """Return an error's type, and its message only if that is about code. Others can quote what someone typed."""
    return (
        f"{type(error).__name__}: {for_the_log(str(error))}"
        if isinstance(error, ERRORS_ABOUT_CODE)
        else type(error).__name__
    )


def stack_of(error: BaseException) -> list[str]:
    """Return the stack of an error and its causes, innermost call last, without values."""
    lines: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(lines) < 200:
        frames = traceback.extract_tb(seen.__traceback__)
        lines = [*[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames], described(seen), *lines]
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return lines
