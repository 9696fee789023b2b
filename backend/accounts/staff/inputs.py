"""Request bodies about staff."""

from typing import Annotated

from accounts.models import Role
from common.inputs import Choice, Email, Form


class InvitationInput(Form):
    """An invitation to the staff."""

    email: Annotated[str, Email(message="Valid email is required")]
    role: Annotated[Role, Choice()]


class RoleInput(Form):
    """A new role for a staff member."""

    role: Annotated[Role, Choice()]
