"""The form of the sign-up page. Apart from ``accounts.forms``, which allauth's own forms are built upon."""

from allauth.account.forms import SignupForm as AllauthSignupForm
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse

from accounts.models import User


class SignupForm(AllauthSignupForm):
    """allauth's, which tells nobody whether an address has an account; nor does the time that it takes."""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new user; or the page that comes next, where the address has an account already."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])  # as for a new account
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved
