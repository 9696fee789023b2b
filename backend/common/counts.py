"""Numbers with what they count."""


def count_of(number: int, one: str, many: str = "") -> str:
    """Return "1 job" or "2 jobs". ``many`` is a plural that isn't ``one`` with an "s"."""
    return f"{number} {one if number == 1 else many or one + 's'}"
