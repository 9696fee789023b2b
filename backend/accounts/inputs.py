"""Request bodies for users and saved addresses."""

from typing import Annotated

from pydantic import AfterValidator

from common.inputs import Change, Changes, Form, Pattern, Text, YesNo
from common.unset import UNSET

# The same rules as on the tree order form.
Street = Annotated[str, Text(255, 5, "Please provide a street address")]
City = Annotated[str, Text(100, 2, "City is required")]
State = Annotated[
    str, Pattern(regex="[!-~]{2}", message="State must be 2 characters (e.g., NH)"), AfterValidator(str.upper)
]
ZipCode = Annotated[str, Pattern(regex=r"\d{5}(-\d{4})?", message="Invalid ZIP code format")]
Label = Annotated[str, Text(100)]
Name = Annotated[str, Text(100)]


class ProfileInput(Changes):
    """Changes to one's own profile."""

    first_name: Change[Name] = UNSET
    last_name: Change[Name] = UNSET


class AddressInput(Form):
    """A new address."""

    label: Label = ""
    street: Street
    city: City
    state: State
    zip_code: ZipCode
    is_default: YesNo = False


class AddressChangeInput(Changes):
    """Changes to an address; omitted fields keep their values."""

    label: Change[Label] = UNSET
    street: Change[Street] = UNSET
    city: Change[City] = UNSET
    state: Change[State] = UNSET
    zip_code: Change[ZipCode] = UNSET
    is_default: Change[YesNo] = UNSET
