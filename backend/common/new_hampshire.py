"""Which addresses are in New Hampshire. Other states tax what is sold there."""

# The Postal Service's prefixes of New Hampshire (ZIP code prefixes 030 to 038).
_PREFIXES = tuple(f"0{prefix}" for prefix in range(30, 39))


def is_in_new_hampshire(zip_code: str) -> bool:
    """Return whether a ZIP code is one of New Hampshire's."""
    return zip_code.strip().startswith(_PREFIXES)
