"""Phone numbers, compared and stored in E.164 format, such as ``+16035550142``."""

import phonenumbers

# The region of numbers without a country code.
_HOME = "US"


def e164(phone: str) -> str | None:
    """Convert a phone number as people write it to E.164; return None if it is not valid. Extensions are dropped."""
    try:
        number = phonenumbers.parse(phone, _HOME)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def readable(number: str) -> str:
    """Format an E.164 number for display: "(603) 555-0142", and foreign ones as "+44 20 7946 0018"."""
    parsed = phonenumbers.parse(number, _HOME)
    is_home = parsed.country_code == phonenumbers.country_code_for_region(_HOME)
    style = phonenumbers.PhoneNumberFormat.NATIONAL if is_home else phonenumbers.PhoneNumberFormat.INTERNATIONAL
    return phonenumbers.format_number(parsed, style)
