"""Account pages that allauth lacks."""

from allauth.account.decorators import reauthentication_required
from allauth.account.views import password_set
from allauth.core.exceptions import ReauthenticationRequired
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from accounts.browsers import browser_name
from accounts.confirmation import confirmed_until
from accounts.models import signed_in
from accounts.return_to import safe_path
from accounts.second_factor import RETURN_TO, confirmation_path, has_second_factor
from accounts.staff.services import accept_invitations

DESK = "/admin"


@login_required
def second_step(request: HttpRequest) -> HttpResponse:
    """Redirect an administrator to the second sign-in step, and then to the path ``next`` (default: the desk).

    The link of an invitation opens this page. Someone who was signed in before joins here, and signs in again.
    """
    user = signed_in(request.user)
    if accept_invitations(user):
        logout(request)
        messages.success(request, "You've joined the staff. Sign in again to open the desk.")
        return redirect_to_login(request.get_full_path())
    return_to = safe_path(request.GET.get("next") or request.session.get(RETURN_TO, DESK), DESK)
    if not user.second_factor_missing:
        request.session.pop(RETURN_TO, None)
        return redirect(return_to)
    if has_second_factor(user):
        return redirect(confirmation_path(user, return_to))
    request.session[RETURN_TO] = return_to
    return render(request, "accounts/second_step.html")


@require_POST
@login_required
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign the user out on another device. The current session ends by signing out."""
    mine = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    session = get_object_or_404(mine, id=session_id)
    get_adapter().end_sessions([session])
    messages.success(request, f"Signed out: {browser_name(session.user_agent)}.")
    return redirect("usersessions_list")


@login_required
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask for reauthentication unless it is recent, then redirect to the path ``next``."""
    if confirmed_until(request) is None:
        raise ReauthenticationRequired
    return redirect(safe_path(request.GET.get("next", "/")))


# allauth does not ask for reauthentication before it sets a first password.
set_password = login_required(reauthentication_required(password_set, app="allauth.account"))
