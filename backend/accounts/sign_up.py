"""Sign-up: the account is created only when the emailed code is entered.

Until then, everything is kept in the visitor's session. If the account existed earlier, someone who knows only the
address could set a password for it that would still work after the owner of the mailbox verifies the address.
"""

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.utils import complete_signup, get_next_redirect_url
from allauth.account.views import email_verification_sent
from allauth.core import ratelimit
from allauth.core.exceptions import RateLimited
from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.generic.edit import FormView

from accounts import security_log
from accounts.models import User
from accounts.session_codes import SessionCode
from accounts.verification import AccountExists, claim_address, find_account


class PendingSignUp(SessionCode):
    """A sign-up that waits for its code. The session has only the hash of the password."""

    session_key = "pending_sign_up"

    @classmethod
    def begin(cls, request: HttpRequest, *, email: str, password: str, first_name: str, last_name: str) -> None:
        """Email a code. ``password`` is a hash. Raises RateLimited after too many codes for this address."""
        clear_login(request)
        person = {"password": password, "first_name": first_name, "last_name": last_name}
        state = cls.initial_state(None, email) | person | {"next": get_next_redirect_url(request)}
        process = cls(request, state)
        process.send()
        process.persist()

    @property
    def email(self) -> str:
        """The address to be verified."""
        return str(self.state["email"])

    @property
    def can_resend(self) -> bool:
        """Whether another code can be requested."""
        return not self.is_resend_quota_reached(app_settings.EMAIL_VERIFICATION_MAX_RESEND_COUNT)

    def send(self) -> None:
        """Email a new code, or a note that the account already exists. Raises RateLimited."""
        ratelimit.consume(self.request, action="confirm_email", key=self.email, raise_exception=True)
        adapter = get_adapter()
        self.state["code"] = adapter.generate_email_verification_code()
        if find_account(self.email):
            self.state["code"] = ""  # no input matches it
            adapter.send_account_already_exists_mail(self.email)
        else:
            context = {"code": self.code}
            adapter.send_mail("account/email/email_confirmation_signup", self.email, context)

    def resend(self) -> None:
        """Email a new code that replaces the previous one. Raises RateLimited."""
        self.send()
        self.record_resend()
        self.persist()

    @transaction.atomic
    def finish(self) -> User:
        """Create the account. Raises AccountExists if one was created after the code was sent."""
        user = claim_address(self.email)
        user.password = self.state["password"]
        user.first_name, user.last_name = self.state["first_name"], self.state["last_name"]
        user.save()
        self.abort()
        return user


class ConfirmSignUpView(FormView):  # type: ignore[type-arg]  # generic only in its stubs
    """The page to enter the code. It is the same whether or not the address has an account."""

    template_name = "account/confirm_email_verification_code.html"
    process: PendingSignUp

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.process = kwargs["process"]
        self.resends = request.POST.get("action") == "resend" and self.process.can_resend

    def get_form_class(self) -> type[Form]:
        return Form if self.resends else BaseConfirmCodeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | ({} if self.resends else {"code": self.process.code})

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        own = {"email": self.process.email, "can_resend": self.process.can_resend, "verify_form": context["form"]}
        return context | own

    def form_valid(self, form: Form) -> HttpResponse:
        return self._resend() if self.resends else self._open_account(form)

    def _resend(self) -> HttpResponse:
        try:
            self.process.resend()
        except RateLimited:
            _say_error(self.request, "rate_limited")
        else:
            messages.success(self.request, "A new code is on its way.")
        return redirect("account_email_verification_sent")

    def _open_account(self, form: Form) -> HttpResponse:
        try:
            user = self.process.finish()
        except AccountExists:
            form.add_error("code", get_adapter().validation_error("incorrect_code"))
            return self.form_invalid(form)
        response: HttpResponse = complete_signup(self.request, user, None, self.process.state["next"])
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        attempts_left = self.process.record_invalid_attempt()
        security_log.record("code_rejected", self.request, purpose="sign_up", last=not attempts_left)
        if attempts_left:
            return super().form_invalid(form)
        _say_error(self.request, "too_many_login_attempts")
        return redirect("account_login")


def _say_error(request: HttpRequest, code: str) -> None:
    adapter = get_adapter()
    adapter.add_message(request, messages.ERROR, message=adapter.error_messages[code])


def confirm_email(request: HttpRequest) -> HttpResponseBase:
    """Show our page for a sign-up's code, or allauth's page for the code of an added address."""
    verifies_at_sign_in = LoginStageController.enter(request, EmailVerificationStage.key)
    process = None if request.user.is_authenticated or verifies_at_sign_in else PendingSignUp.resume(request)
    if process:
        return ConfirmSignUpView.as_view()(request, process=process)
    response: HttpResponseBase = email_verification_sent(request)
    return response
