"""``/api/webhooks``: reports by Twilio and the email provider."""

from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from common.errors import DomainError
from common.views import AnonymousView
from notifications.reply_addresses import inbound_is_set_up
from replies.calls import receive_call
from replies.texts import receive_text
from texts.twiml import EMPTY_RESPONSE
from texts.webhooks import NotSigned, TwilioWebhookView

_XML = "text/xml; charset=utf-8"
_FORM = {"application/x-www-form-urlencoded": OpenApiTypes.OBJECT}
_TWIML = {(200, "text/xml"): OpenApiTypes.STR}


class InboundTextView(TwilioWebhookView):
    """``POST /api/webhooks/twilio/messages``."""

    @extend_schema(request=_FORM, responses=_TWIML)
    def post(self, request: Request) -> HttpResponse:
        """Store a text for the worker. If it can't be stored, the response is a 5xx."""
        form = self.signed_form(request)
        if form.get("MessageSid"):
            receive_text(form)
        return HttpResponse(EMPTY_RESPONSE, content_type=_XML)


class InboundCallView(TwilioWebhookView):
    """``POST /api/webhooks/twilio/calls``."""

    @extend_schema(request=_FORM, responses=_TWIML)
    def post(self, request: Request) -> HttpResponse:
        """Store a missed call for the worker, and tell Twilio how to handle a ringing one."""
        form = self.signed_form(request)
        twiml = receive_call(form) if form.get("CallSid") else ""
        return HttpResponse(twiml or EMPTY_RESPONSE, content_type=_XML)


class InboundEmailView(AnonymousView):
    """``POST /api/webhooks/email``, in the format of the configured provider, which django-anymail parses."""

    @extend_schema(request=OpenApiTypes.OBJECT, responses={200: None})
    def post(self, request: Request) -> HttpResponse:
        """Store an email for the worker. If it can't be stored, the response is a 5xx, so that the provider retries."""
        given = get_request_basic_auth(request._request) or ""
        if not inbound_is_set_up() or not constant_time_compare(given, settings.INBOUND_EMAIL_SECRET):
            raise NotSigned("The username or password is missing or wrong")
        name = settings.INBOUND_EMAIL_PROVIDERS[settings.INBOUND_EMAIL_PROVIDER]
        provider = import_string(f"anymail.webhooks.{name}InboundWebhookView")
        try:  # anymail's signal passes each email to ``replies.mailbox``
            response: HttpResponse = provider.as_view()(request._request)
        except AnymailWebhookValidationFailure:
            raise NotSigned("The signature is missing or wrong") from None
        except (AnymailError, KeyError, ValueError, TypeError):  # malformed, such as an invalid address
            raise DomainError("This email can't be read") from None
        return response
