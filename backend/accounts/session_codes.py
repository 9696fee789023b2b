"""Emailed codes whose state is kept in the session."""

from typing import Any, ClassVar, Self

from allauth.account import app_settings
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django.http import HttpRequest


class SessionCode(AbstractCodeVerificationProcess):
    """A pending code. Subclasses define its purpose and send it."""

    session_key: ClassVar[str]

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        self.request = request
        super().__init__(
            state=state,
            max_attempts=app_settings.EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS,
            timeout=app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT,
        )

    @classmethod
    def resume(cls, request: HttpRequest) -> Self | None:
        """Return the session's pending code unless it has expired."""
        state = request.session.get(cls.session_key)
        process: Self | None = cls(request, state).abort_if_invalid() if state else None
        return process

    def persist(self) -> None:
        self.request.session[self.session_key] = self.state

    def abort(self) -> None:
        """Forget the code."""
        self.request.session.pop(self.session_key, None)
