"""The form to request new links."""

from django import forms

from common.email_addresses import MAX_LENGTH, validate_email_address


class NewLinksForm(forms.Form):
    """The address that new links are emailed to."""

    email = forms.CharField(
        max_length=MAX_LENGTH,
        validators=[validate_email_address],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
