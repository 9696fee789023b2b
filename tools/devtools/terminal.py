"""The output of the commands."""


def say(text: str) -> None:
    """Print a line at once, even into a pipe."""
    print(text, flush=True)  # noqa: T201 - these are commands
