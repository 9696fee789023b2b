"""What the desk's endpoints take."""

from typing import Annotated

from common.inputs import Choice, Form, Text
from desk.models import CallOutcome


class CallInput(Form):
    """A call that was made."""

    outcome: Annotated[CallOutcome, Choice()]
    note: Annotated[str, Text(2000)] = ""
