"""Middleware for all HTML forms: sign-in, account and back office."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from common.inputs import is_printable

_MESSAGE = (
    "This form contains a character that can't be displayed, so nothing was saved. "
    "Go back, delete the character and send the form again."
)


def printable_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Reject posted forms with control characters (400), as the API does.

    Tab, line feed and CRLF (the line end that browsers send) are accepted.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/"):
            texts = [text for _, values in request.POST.lists() for text in values]
            if not all(is_printable(text.replace("\r\n", "\n")) for text in texts):
                return HttpResponse(_MESSAGE, status=400, content_type="text/plain; charset=utf-8")
        return get_response(request)

    return middleware
