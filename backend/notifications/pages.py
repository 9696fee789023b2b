"""``/unsubscribe/{token}``, the page behind the link in an offer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import unsubscribing


@csrf_exempt  # the token authenticates, and mail programs send the request without cookies (RFC 8058, section 3.1)
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation on GET, since email scanners open links too. On POST, unsubscribe the recipient, or
    resubscribe them if the form has ``undo``. Raises Http404 for an invalid token.
    """
    key = unsubscribing.recipient_of(token)
    if key is None:
        raise Http404
    if request.method == "POST":
        if "undo" in request.POST:
            unsubscribing.subscribe_again(key)
        else:
            unsubscribing.unsubscribe(key)
    done = unsubscribing.is_unsubscribed(key)
    response = render(
        request, "notifications/unsubscribe.html", {"done": done, "undone": request.method == "POST" and not done}
    )
    response["Referrer-Policy"] = "strict-origin"  # the token stays out of other pages' logs
    return response
