"""Inputs of texts."""

from typing import Annotated

from common.inputs import Choice, Form, Text, YesNo
from texts.models import CommunicationPreference

Phone = Annotated[str, Text(40)]


class ContactChoiceInput(Form):
    """How someone wants to be contacted. ``textUpdates`` is the checkbox beside the number."""

    channel: Annotated[CommunicationPreference, Choice()]
    number: Phone = ""
    text_updates: YesNo = False
