"""Reauthentication by emailed code, for accounts without a password or a second factor.

allauth lets those accounts through without asking for anything.
"""

import time
from typing import Any, Self

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.views import BaseReauthenticateView
from allauth.core import ratelimit
from allauth.core.exceptions import RateLimited
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator

from accounts import security_log
from accounts.session_codes import SessionCode

_METHOD = "code"


def did_confirm_by_code(request: HttpRequest) -> bool:
    """Return whether a code was entered within ``REAUTHENTICATION_TIMEOUT``."""
    records = get_authentication_records(request, request.user)
    times = [record["at"] for record in records if record["method"] == _METHOD and record.get("reauthenticated")]
    return bool(times) and time.time() - max(times) < app_settings.REAUTHENTICATION_TIMEOUT


class ReauthenticationCode(SessionCode):
    """A code emailed to the user's primary address."""

    session_key = "reauthentication_code"

    @classmethod
    def begin(cls, request: HttpRequest) -> None:
        """Email a code that replaces any earlier one. Raises RateLimited."""
        process = cls(request, cls.initial_state(request.user))
        process.send()
        process.persist()

    @classmethod
    def resume(cls, request: HttpRequest) -> Self | None:
        """Return the session's pending code if it belongs to this user and has not expired."""
        process = super().resume(request)
        return process if process and process.user == request.user else None

    def send(self) -> None:
        """Email a new code. Raises RateLimited."""
        email = EmailAddress.objects.get_primary_email(self.request.user)
        ratelimit.consume(self.request, action="request_login_code", key=email, raise_exception=True)
        adapter = get_adapter()
        self.state["code"] = adapter.generate_login_code()
        adapter.send_mail("account/email/reauthentication_code", email, {"code": self.code})


@method_decorator(login_required, name="dispatch")
class ReauthenticateByCodeView(BaseReauthenticateView):
    """A page with a button that sends a code, and then a field to enter it."""

    template_name = "account/reauthenticate_by_code.html"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        signed_in = request.user.is_authenticated
        self.process = ReauthenticationCode.resume(request) if signed_in else None
        self.sends = self.process is None or request.POST.get("action") == "send"

    def get_form_class(self) -> type[Form]:
        return Form if self.sends else BaseConfirmCodeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_form_kwargs()
        return kwargs if self.sends or not self.process else kwargs | {"code": self.process.code}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        address = EmailAddress.objects.get_primary_email(self.request.user)
        return context | {"code_sent": self.process is not None, "email": address}

    def form_valid(self, form: Form) -> HttpResponse:
        if self.sends or not self.process:
            return self._send()
        self.process.abort()
        record_authentication(self.request, self.request.user, method=_METHOD, reauthenticated=True)
        response: HttpResponse = super().form_valid(form)
        return response

    def _send(self) -> HttpResponse:
        try:
            ReauthenticationCode.begin(self.request)
        except RateLimited:
            messages.error(self.request, get_adapter().error_messages["rate_limited"])
        return redirect(self.request.get_full_path())

    def form_invalid(self, form: Form) -> HttpResponse:
        if self.process:
            last = not self.process.record_invalid_attempt()
            security_log.record("code_rejected", self.request, self.request.user, purpose="reauthentication", last=last)
            if last:
                messages.error(self.request, get_adapter().error_messages["code_used_up"])
                return redirect(self.request.get_full_path())
        response: HttpResponse = super().form_invalid(form)
        return response
