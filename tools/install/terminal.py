"""Ask questions in the terminal, or read the answers from a pipe."""

import sys
from collections.abc import Callable
from getpass import getpass

Check = Callable[[str], str]  # returns what is wrong with an answer, "" if nothing is


def say(text: str = "") -> None:
    """Print a line."""
    print(text, flush=True)  # noqa: T201 - this is a command


def ask(question: str, default: str = "", *, check: Check = lambda answer: "", secret: bool = False) -> str:
    """Return the answer, or ``default`` if it is empty. Ask again until ``check`` finds nothing wrong.

    A secret is not shown while it is typed, and neither is its default.
    """
    shown = f" [{'unchanged' if secret else default}]" if default else ""
    while True:
        answer = _read(f"{question}{shown}: ", secret=secret).strip() or default
        problem = check(answer)
        if not problem:
            return answer
        say(f"  {problem}")


def agree(question: str, *, default: bool) -> bool:
    """Return whether the answer is yes."""
    answer = _read(f"{question} [{'Y/n' if default else 'y/N'}]: ").strip().lower()
    return answer.startswith("y") if answer else default


def _read(prompt: str, *, secret: bool = False) -> str:
    if secret and sys.stdin.isatty():
        return getpass(prompt)
    answer = input(prompt)
    if not sys.stdin.isatty():
        say()
    return answer
