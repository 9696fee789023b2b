"""What the endpoints of a person's data take."""

from typing import Annotated

from common.inputs import Email, Form


class ErasureInput(Form):
    """The confirmation of an erasure: the person's email address, typed."""

    email: Annotated[str, Email(message="Type the email address")]
