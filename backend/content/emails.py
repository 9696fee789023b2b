"""The email that tells the office where its news goes from now on."""

from common.days import day_and_time
from common.email_kinds import Cause, EmailKind
from content.models import BusinessVersion
from notifications.kinds import message_kind
from notifications.layout import Email
from notifications.models import Message
from notifications.planning import plan


@message_kind(EmailKind("office-address-changed", Cause.STAFF))
def office_address_changed(message: Message) -> Email:
    """Tell an address of the business that all news for the office goes to the new one. The occasion is the number of
    the version and which address this is, such as "2 before".
    """
    number, which = message.occasion.split()
    version = BusinessVersion.objects.get(number=number)
    change = _change_of_email(version)
    return Email(
        to=change[which],
        name="",
        subject=f"The business's email is now {change['after']}",
        paragraphs=[
            f"{version.by} changed the email of the business on the desk. News for the office goes to the new "
            "address, and customers see it on every page and in every email.",
            "If that is wrong, an owner can change it back at once under Business and texts.",
        ],
        facts=[
            ("Before", change["before"]),
            ("Now", change["after"]),
            ("Changed by", version.by),
            ("Changed on", day_and_time(version.created_at)),
        ],
        action=("Open Business and texts", "/admin/business"),
    )


def tell_of_address(version: BusinessVersion) -> None:
    """Plan that email to both addresses if a version changes the business's: a mistyped one would otherwise take all
    news with it, and nobody would know."""
    if _change_of_email(version):
        for which in ("before", "after"):
            plan(office_address_changed, occasion=f"{version.number} {which}")


def _change_of_email(version: BusinessVersion) -> dict[str, str]:
    return next((change for change in version.changes if change["field"] == "email"), {})
