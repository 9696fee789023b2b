"""Recognizes addresses in New Hampshire, since other states tax sales."""

# The ZIP code prefixes of New Hampshire are 030 to 038.
ZIP_PREFIXES = tuple(f"0{prefix}" for prefix in range(30, 39))


def is_in_new_hampshire(zip_code: str) -> bool:
    """Return whether a ZIP code is in New Hampshire."""
    return zip_code.strip().startswith(ZIP_PREFIXES)
