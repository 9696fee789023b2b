"""Installation checks of staff accounts (``common.doctor``)."""

from allauth.mfa.models import Authenticator
from django.conf import settings

from accounts.factors import FACTORS
from accounts.models import User
from common.doctor import Finding, check, failing, ok, warning


@check("administrators", "People at the desk")
def _second_factor() -> Finding:
    staff = User.objects.exclude(role=None).filter(is_active=True)
    if not staff.exists():
        return failing(
            "Nobody can open the desk yet.",
            "Give yourself the role: docker compose exec web python manage.py make_admin you@example.com",
        )
    if not settings.SECOND_FACTOR_REQUIRED:
        return ok("The demo asks nobody for a second sign-in step.")
    with_factor = Authenticator.objects.filter(type__in=FACTORS).values("user")
    missing = list(staff.exclude(pk__in=with_factor).order_by("email").values_list("email", flat=True)[:20])
    if missing:
        return warning(
            f"Without a second sign-in step: {', '.join(missing)}. Until they have one, their password or their "
            "mailbox is enough to set one up.",
            "They sign in and open /admin, which leads them through it. Remove those who don't need the desk anymore.",
        )
    return ok("Everyone at the desk has a second sign-in step.")
