"""Request bodies about a person's data."""

from typing import Annotated

from common.inputs import Email, Form


class ErasureInput(Form):
    """The confirmation of an erasure, which is the person's email address."""

    email: Annotated[str, Email(message="Type the email address")]
