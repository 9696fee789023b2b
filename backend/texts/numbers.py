"""Phone numbers in the form that is compared and stored: E.164, such as ``+16035550142``."""

import phonenumbers

# Numbers without a country code are from here.
_HOME = "US"


def e164(phone: str) -> str | None:
    """Return a phone number as people write it in E.164, None if it can't be one. An extension is left out."""
    try:
        number = phonenumbers.parse(phone, _HOME)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def readable(number: str) -> str:
    """Return a number in E.164 as people here read it: "(603) 555-0142", foreign ones as "+44 20 7946 0018"."""
    parsed = phonenumbers.parse(number, _HOME)
    is_home = parsed.country_code == phonenumbers.country_code_for_region(_HOME)
    style = phonenumbers.PhoneNumberFormat.NATIONAL if is_home else phonenumbers.PhoneNumberFormat.INTERNATIONAL
    return phonenumbers.format_number(parsed, style)
