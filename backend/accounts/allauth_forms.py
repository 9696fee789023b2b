"""allauth's forms with this product's rules. They can't be in ``accounts.forms``, which allauth's own forms import."""

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
    """Mixin: the email field accepts what ``common.email_addresses`` accepts.

    It checks the text as typed, since allauth lowercases it, which turns the Kelvin sign into a k.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login" if "login" in self.fields else "email"]
        others = [each for each in field.validators if not isinstance(each, EmailValidator)]
        field.validators = [*others, validate_email_address]


class LoginForm(EmailRule, allauth.LoginForm):
    """Email and password."""


class RequestLoginCodeForm(EmailRule, allauth.RequestLoginCodeForm):
    """The address for the sign-in code."""


class ResetPasswordForm(EmailRule, allauth.ResetPasswordForm):
    """The address for the code to reset the password."""


class AddEmailForm(EmailRule, allauth.AddEmailForm):
    """Another address of the account."""


class SignupForm(EmailRule, allauth.SignupForm):
    """Name, address and password. Neither the next page nor the response time reveals whether an account exists."""

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Send the code. The account is created when it is entered."""
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
