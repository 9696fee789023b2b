"""Add accounts that the demo data lacks, with the demo's password: ``python -m devtools.attack.accounts``.

It must run with the environment of the attacked product, which Django's settings read.
"""

import os

import django

OUTSIDER, OFFICE = "outsider@example.com", "office@example.com"
PASSWORD = "holiday-lights-demo"  # noqa: S105 - the demo accounts' password


def main() -> None:
    """Create a customer who has no quotes or orders, and a staff member with the office role."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from allauth.account.models import EmailAddress

    from accounts.models import Role, User

    for email, role in ((OUTSIDER, None), (OFFICE, Role.OFFICE)):
        user = User.objects.create_user(email, PASSWORD, first_name="Attack", role=role)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


if __name__ == "__main__":
    main()
