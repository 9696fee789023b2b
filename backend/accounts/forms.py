"""Fields that we add to allauth's sign-up form."""

from django import forms
from django.http import HttpRequest

from accounts.models import User


class NameForm(forms.Form):
    """The customer's name (``ACCOUNT_SIGNUP_FORM_CLASS``)."""

    first_name = forms.CharField(
        max_length=100, label="First name", widget=forms.TextInput({"autocomplete": "given-name"})
    )
    last_name = forms.CharField(
        max_length=100, label="Last name", required=False, widget=forms.TextInput({"autocomplete": "family-name"})
    )
    field_order = ["first_name", "last_name", "email", "password1"]

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the name of the new user."""
        user.first_name = self.cleaned_data["first_name"]
        user.last_name = self.cleaned_data["last_name"]
        user.save(update_fields=["first_name", "last_name", "updated_at"])
