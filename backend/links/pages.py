"""``/f/{token}``, the target of private links, and the form for new ones. Opening either stores nothing."""

from typing import Any, cast
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import TooManyRequests
from common.throttling import count_request
from links.cookies import keep_token
from links.forms import NewLinksForm
from links.resources import Resource
from links.services import resource_of
from links.tasks import email_new_links

THROTTLE_SCOPE = "new links"


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Redirect to the page that the link opens, and give the browser access to it.

    Email scanners open links too, so this neither counts as opened nor uses up the link.
    """
    resource = resource_of(token)
    if resource is None:
        response = render(request, "links/unknown.html", {"form": NewLinksForm()}, status=404)
        # Under "no-referrer", browsers would submit the form with the origin "null", which fails the CSRF check.
        response["Referrer-Policy"] = "strict-origin"
        return response
    response = redirect(resource.follow_path)
    response["Referrer-Policy"] = "no-referrer"
    if _needs_no_link(request, resource):
        get_token(request)
    else:
        keep_token(request, response, kind=resource.kind, resource_id=resource.id, token=token)
    return response


def _needs_no_link(request: HttpRequest, resource: Resource) -> bool:
    """Return whether the visitor is an administrator or the signed-in owner, who act as themselves."""
    user: Any = request.user
    return bool(user.is_authenticated and (user.has_admin_role or user.pk == resource.owner_id))


@require_http_methods(["GET", "HEAD", "POST"])
def request_new_links(request: HttpRequest) -> HttpResponse:
    """Email new links to an address. Neither the page nor the response time reveals whether we know the address."""
    form = NewLinksForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "links/new_links.html", {"form": form}, status=400 if form.errors else 200)
    try:
        with transaction.atomic():
            count_request(cast(Any, request), THROTTLE_SCOPE)
            email_new_links.defer(email=form.cleaned_data["email"], occasion=str(uuid4()))
    except TooManyRequests as error:
        response = render(request, "links/new_links.html", {"form": form, "refused": error.message}, status=429)
        response["Retry-After"] = str(error.retry_after)
        return response
    return render(request, "links/new_links_sent.html", {"email": form.cleaned_data["email"]})
