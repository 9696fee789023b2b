"""Permissions. The API is closed unless a view opens itself."""

from typing import Any

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request


def is_admin(request: Request) -> bool:
    return bool(getattr(request.user, "is_admin", False))


def is_owner(request: Request) -> bool:
    return bool(getattr(request.user, "is_owner", False))


NOT_ADMIN = "You don't have permission to access the admin area."


SECOND_FACTOR_MISSING = (
    "Your session needs a second sign-in step before it can use the admin area. Nothing was changed. "
    "Open /admin, follow the steps there, then try again."
)


def admin_refusal(request: Request) -> str:
    """Return the message for someone without administrator rights, and what an administrator can do about it."""
    return SECOND_FACTOR_MISSING if getattr(request.user, "second_factor_missing", False) else NOT_ADMIN


NOT_OWNER = "Only owners can do this."


class Admin(IsAuthenticated):
    """Users with ``isAdmin``; 403 for other signed-in users, 401 for the signed-out."""

    def has_permission(self, request: Request, view: Any) -> bool:
        self.message = admin_refusal(request)
        return super().has_permission(request, view) and is_admin(request)


class Owner(Admin):
    """Administrators whose role is owner; 403 for office staff, with a sentence that says who can."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not super().has_permission(request, view):
            return False
        self.message = NOT_OWNER
        return is_owner(request)
