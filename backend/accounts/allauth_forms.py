"""allauth's forms with our rules. They can't be in ``accounts.forms``, since allauth's forms import that module."""

from typing import Any

from allauth.account import forms as allauth
from allauth.core.ratelimit import RateLimited, respond_429
from django.contrib.auth.hashers import make_password
from django.core.validators import EmailValidator
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.sign_up import PendingSignUp
from common.email_addresses import validate_email_address


class EmailRule(Form):
    """Mixin that validates the email field with ``common.email_addresses``.

    It checks the text as typed: allauth lowercases it later, which would turn the Kelvin sign into a k.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login" if "login" in self.fields else "email"]
        others = [each for each in field.validators if not isinstance(each, EmailValidator)]
        field.validators = [*others, validate_email_address]


class LoginForm(EmailRule, allauth.LoginForm):
    """Email and password."""


class RequestLoginCodeForm(EmailRule, allauth.RequestLoginCodeForm):
    """The address to send a sign-in code to."""


class ResetPasswordForm(EmailRule, allauth.ResetPasswordForm):
    """The address to send a password reset code to."""


class AddEmailForm(EmailRule, allauth.AddEmailForm):
    """An additional address for the account."""


class SignupForm(EmailRule, allauth.SignupForm):
    """Name, email and password. Neither the next page nor the response time reveals whether an account exists."""

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Email a code. The account is created when the code is entered."""
        data = self.cleaned_data
        try:
            PendingSignUp.begin(
                request,
                email=data["email"],
                password=make_password(data["password1"]),
                first_name=data["first_name"],
                last_name=data["last_name"],
            )
        except RateLimited:
            return None, respond_429(request)
        return None, redirect("account_email_verification_sent")
