"""The demo's other customers with accounts, each of whom has a card issue."""

from allauth.account.models import EmailAddress

from accounts.models import Address, User

EMAILS = "dana.whitfield@example.com", "omar.haddad@example.com", "keiko.lindqvist@example.com"
REFUNDED, DECLINED, PAST_DUE = EMAILS
_PLACES = {
    REFUNDED: ("Dana", "Whitfield", "8 Lafayette Road", "Portsmouth", "03801"),
    DECLINED: ("Omar", "Haddad", "27 Silver Street", "Dover", "03820"),
    PAST_DUE: ("Keiko", "Lindqvist", "3 Front Street", "Exeter", "03833"),
}


def create() -> dict[str, User]:
    """Create three customers with homes, without a password; return them by email address."""
    users = {}
    for email, (first, last, street, city, zip_code) in _PLACES.items():
        user = User.objects.create_user(email, first_name=first, last_name=last)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        place = {"street": street, "city": city, "state": "NH", "zip_code": zip_code}
        Address.objects.create(user=user, label="Home", is_default=True, **place)
        users[email] = user
    return users
