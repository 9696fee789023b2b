"""allauth's forms where this product's rules differ. Apart from ``accounts.forms``, which they are built upon."""

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
    """Mixin: the field for an email address takes what ``common.email_addresses`` calls one.

    It has to look at what was typed: allauth changes it to lower case, which turns the Kelvin sign into a k.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login" if "login" in self.fields else "email"]
        others = [each for each in field.validators if not isinstance(each, EmailValidator)]
        field.validators = [*others, validate_email_address]


class LoginForm(EmailRule, allauth.LoginForm):
    """Email and password."""


class RequestLoginCodeForm(EmailRule, allauth.RequestLoginCodeForm):
    """Where the sign-in code goes."""


class ResetPasswordForm(EmailRule, allauth.ResetPasswordForm):
    """Where the code for a new password goes."""


class AddEmailForm(EmailRule, allauth.AddEmailForm):
    """Another address for one's account."""


class SignupForm(EmailRule, allauth.SignupForm):
    """Name, address and password. Neither the page that comes next nor the time tells whether there is an account."""

    def try_save(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Send the code; there is no account before it is entered."""
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
