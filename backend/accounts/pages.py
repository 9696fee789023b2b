"""Pages beside allauth's own."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from accounts.browsers import browser_name


@require_POST
@login_required
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """Sign one's own account out on another device. The session in use is ended by signing out."""
    mine = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    session = get_object_or_404(mine, id=session_id)
    session.end()
    messages.success(request, f"Signed out: {browser_name(session.user_agent)}.")
    return redirect("usersessions_list")
