"""The base of Twilio's webhooks: signed form posts."""

from django.conf import settings
from django.http import QueryDict
from rest_framework.request import Request
from twilio.request_validator import RequestValidator

from common.errors import DomainError
from common.views import AnonymousView
from common.webhooks import RawBodyParser

SIGNATURE_HEADER = "X-Twilio-Signature"


class NotSigned(DomainError):
    """The signature is missing or wrong (403)."""

    status = 403


class TwilioWebhookView(AnonymousView):
    """Base of the views that Twilio calls. Its signatures have no timestamp, so requests can be replayed: handling the
    same form twice must have no further effect.
    """

    parser_classes = [RawBodyParser]

    def signed_form(self, request: Request) -> dict[str, str]:
        """Return the form's fields. Raises NotSigned, always so if ``TWILIO_AUTH_TOKEN`` is not set, since no signature
        can be verified then.
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
    """Return the URLs that Twilio may have signed: the public one, and the one that was requested, with https or http
    since a proxy may terminate TLS. The host is in ``ALLOWED_HOSTS``, so webhooks signed for other sites are rejected.
    """
    path = request.get_full_path()
    hosts = (settings.SITE_URL, f"https://{request.get_host()}", f"http://{request.get_host()}")
    return [f"{host}{path}" for host in hosts]
