"""Giving and taking roles."""

from django.db import transaction

from accounts import security_log
from accounts.models import Role, User
from accounts.services import end_sessions
from common.errors import Conflict

LAST_OWNER = "This is the last owner. Make someone else an owner first."


@transaction.atomic
def set_role(*, user: User, role: Role | None) -> None:
    """Give ``user`` a role, or take it (None); their sessions end, since a session keeps the rights it began with.

    Raises Conflict if no owner would remain. Owners are locked, so two of them can't remove each other at once.
    """
    owners = set(User.objects.select_for_update().filter(role=Role.OWNER).order_by("id").values_list("id", flat=True))
    user.refresh_from_db(fields=["role"])
    if user.role == role:
        return
    if user.role == Role.OWNER and owners <= {user.id}:
        raise Conflict(LAST_OWNER)
    user.role = role
    user.save(update_fields=["role", "updated_at"])
    end_sessions(user=user)
    security_log.record_administrator(user)
