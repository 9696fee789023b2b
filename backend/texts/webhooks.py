"""What Twilio's webhooks share: they are forms, told from what others send by their signature."""

from django.conf import settings
from django.http import QueryDict
from rest_framework.request import Request
from twilio.request_validator import RequestValidator

from common.errors import DomainError
from common.permissions import Anyone
from common.views import View
from common.webhooks import RawBodyParser

SIGNATURE_HEADER = "X-Twilio-Signature"


class NotSigned(DomainError):
    """The signature is missing or wrong (403)."""

    status = 403


class TwilioWebhookView(View):
    """The base of the views that Twilio calls. A signature has no time, so handling the same form twice must change
    nothing."""

    permission_classes = [Anyone]
    authentication_classes = []
    parser_classes = [RawBodyParser]

    def signed_form(self, request: Request) -> dict[str, str]:
        """Return the form's fields. Raises NotSigned, also without ``TWILIO_AUTH_TOKEN``: there is nothing to check a
        signature with then, so nothing is trusted.
        """
        form = QueryDict(request.data if isinstance(request.data, bytes) else b"")
        signature = request.headers.get(SIGNATURE_HEADER, "")
        validator = RequestValidator(settings.TWILIO_AUTH_TOKEN)
        if not settings.TWILIO_AUTH_TOKEN or not any(
            validator.validate(url, form, signature) for url in _signed_urls(request)
        ):
            raise NotSigned("The signature is missing or wrong")
        return form.dict()


def _signed_urls(request: Request) -> list[str]:
    """Return the URLs that Twilio may have signed: at the public address, and as the request came in, before and after
    a proxy that ends TLS. The host is one of ``ALLOWED_HOSTS``, so nobody else's webhook counts here.
    """
    path = request.get_full_path()
    hosts = (settings.SITE_URL, f"https://{request.get_host()}", f"http://{request.get_host()}")
    return [f"{host}{path}" for host in hosts]
