"""``/api/webhooks``: what Twilio and the email provider report."""

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
from common.permissions import Anyone
from common.views import View
from notifications.reply_addresses import inbound_is_set_up
from replies.calls import receive_call
from replies.texts import receive_text
from texts.twiml import NO_ANSWER_TEXT
from texts.webhooks import NotSigned, TwilioWebhookView

_XML = "text/xml; charset=utf-8"
_FORM = {"application/x-www-form-urlencoded": OpenApiTypes.OBJECT}
_TWIML = {(200, "text/xml"): OpenApiTypes.STR}


class InboundTextView(TwilioWebhookView):
    """``POST /api/webhooks/twilio/messages``."""

    @extend_schema(request=_FORM, responses=_TWIML)
    def post(self, request: Request) -> HttpResponse:
        """Store a text for the worker. What can't be stored is a 5xx."""
        form = self.signed_form(request)
        if form.get("MessageSid"):
            receive_text(form)
        return HttpResponse(NO_ANSWER_TEXT, content_type=_XML)


class InboundCallView(TwilioWebhookView):
    """``POST /api/webhooks/twilio/calls``."""

    @extend_schema(request=_FORM, responses=_TWIML)
    def post(self, request: Request) -> HttpResponse:
        """Store a missed call for the worker, and say what Twilio is to do with a call that rings."""
        form = self.signed_form(request)
        answer = receive_call(form) if form.get("CallSid") else ""
        return HttpResponse(answer or NO_ANSWER_TEXT, content_type=_XML)


class InboundEmailView(View):
    """``POST /api/webhooks/email``, in the format of the provider that is set up. django-anymail reads it."""

    permission_classes = [Anyone]
    authentication_classes = []

    @extend_schema(request=OpenApiTypes.OBJECT, responses={200: None})
    def post(self, request: Request) -> HttpResponse:
        """Store an email for the worker. What can't be stored is a 5xx, so that the provider sends it again."""
        given = get_request_basic_auth(request._request) or ""
        if not inbound_is_set_up() or not constant_time_compare(given, settings.INBOUND_EMAIL_SECRET):
            raise NotSigned("The name or the password is missing or wrong")
        name = settings.INBOUND_EMAIL_PROVIDERS[settings.INBOUND_EMAIL_PROVIDER]
        provider = import_string(f"anymail.webhooks.{name}InboundWebhookView")
        try:  # anymail passes each email on to ``replies.mailbox`` by its signal
            response: HttpResponse = provider.as_view()(request._request)
        except AnymailWebhookValidationFailure:
            raise NotSigned("The signature is missing or wrong") from None
        except (AnymailError, KeyError, ValueError, TypeError):  # signed, so at most an address that is none
            raise DomainError("This is not an email that can be read") from None
        return response
