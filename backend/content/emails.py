"""The email about a change of the office's own address."""

from common.days import day_and_time
from common.email_kinds import Cause, EmailKind
from content.models import BusinessVersion
from notifications.kinds import message_kind
from notifications.layout import Email, Recipient
from notifications.models import Message
from notifications.planning import plan


@message_kind(EmailKind("office-address-changed", Cause.STAFF))
def office_address_changed(message: Message) -> Email:
    """Notify the old or the new address that emails to the office go to the new one.

    The occasion is the number of the version and which address this is, such as "2 before".
    """
    number, which = message.occasion.split()
    version = BusinessVersion.objects.get(number=number)
    change = _change_of_email(version)
    return Email(
        to=Recipient(change[which]),
        subject=f"The business's email is now {change['after']}",
        paragraphs=[
            f"{version.by} changed the email of the business on the desk. Emails to the office go to the new address "
            "from now on, and customers see it on every page and in every email.",
            "If that's wrong, an owner can change it back right away under Business and texts.",
        ],
        facts=[
            ("Before", change["before"]),
            ("Now", change["after"]),
            ("Changed by", version.by),
            ("Changed on", day_and_time(version.created_at)),
        ],
        action=("Open Business and texts", "/admin/business"),
    )


def notify_address_changed(version: BusinessVersion) -> None:
    """If a version changes the business's email, plan the notice to both addresses.

    The old one needs it too: if the new one has a typo, nobody would receive the office's emails or find out why.
    """
    if _change_of_email(version):
        for which in ("before", "after"):
            plan(office_address_changed, occasion=f"{version.number} {which}")


def _change_of_email(version: BusinessVersion) -> dict[str, str]:
    return next((change for change in version.changes if change["field"] == "email"), {})
