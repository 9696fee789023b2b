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


class NotSetUp(DomainError):
    """There is no token to check a signature with (503)."""

    status = 503


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
        """Return the form's fields. Raises NotSigned, and NotSetUp without ``TWILIO_AUTH_TOKEN``.

        What Twilio signed is the public address, which is not what a proxy passes on, and the fields.
        """
        if not settings.TWILIO_AUTH_TOKEN:
            raise NotSetUp("Texts are not set up here.")
        form = QueryDict(request.data if isinstance(request.data, bytes) else b"")
        url = f"{settings.SITE_URL}{request.get_full_path()}"
        signature = request.headers.get(SIGNATURE_HEADER, "")
        if not RequestValidator(settings.TWILIO_AUTH_TOKEN).validate(url, form, signature):
            raise NotSigned("The signature is missing or wrong")
        return form.dict()
