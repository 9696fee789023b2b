"""Adds the accounts that the demo has none of, with its password: ``python -m devtools.attack.accounts``.

It runs in the environment of the product that is attacked, since Django's settings read it.
"""

import os

import django

OUTSIDER, OFFICE = "outsider@example.com", "office@example.com"
PASSWORD = "holiday-lights-demo"  # noqa: S105 - as the demo's accounts


def main() -> None:
    """Create a customer who has nothing, and a member of the office."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from allauth.account.models import EmailAddress

    from accounts.models import Role, User

    for email, role in ((OUTSIDER, None), (OFFICE, Role.OFFICE)):
        user = User.objects.create_user(email, PASSWORD, first_name="Attack", role=role)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


if __name__ == "__main__":
    main()
