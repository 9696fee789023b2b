"""``/api/webhooks/twilio/status``."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from notifications.reports import record_report
from texts.webhooks import SIGNATURE_HEADER, TwilioWebhookView

_SIGNATURE = OpenApiParameter(
    SIGNATURE_HEADER,
    location=OpenApiParameter.HEADER,
    required=True,
    description="Twilio's signature of the URL and the form",
)


class DeliveryReportView(TwilioWebhookView):
    """``POST /api/webhooks/twilio/status?message=…``: the delivery status of a text."""

    @extend_schema(
        request=OpenApiTypes.OBJECT, responses={204: None}, parameters=[OpenApiParameter("message"), _SIGNATURE]
    )
    def post(self, request: Request) -> Response:
        """Record the report. One about an unknown message is accepted too, so that Twilio doesn't send it again."""
        form = self.signed_form(request)
        code = form.get("ErrorCode", "")
        try:
            message_id = UUID(request.query_params.get("message", ""))
        except ValueError:
            return Response(status=204)
        record_report(
            message_id=message_id,
            provider_id=form.get("MessageSid", "")[:64],
            status=form.get("MessageStatus", ""),
            code=int(code) if code.isascii() and code.isdigit() else None,
        )
        return Response(status=204)
