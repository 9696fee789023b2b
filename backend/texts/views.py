"""``/api/contact-choice`` and ``/api/texts/off``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.permissions import Admin
from common.views import View
from texts.inputs import ContactChoiceInput, TextsOffInput
from texts.serializers import ContactChoiceOutput, TextConsentOutput
from texts.services import choose_contact, contact_of, turn_texts_off


class ContactChoiceView(View):
    """``GET`` and ``PUT /api/contact-choice``."""

    @extend_schema(responses=ContactChoiceOutput)
    def get(self, request: Request) -> Response:
        """Return how the signed-in user wants to be contacted."""
        return Response(ContactChoiceOutput.of(contact_of(signed_in(request.user))))

    @extend_schema(request=ContactChoiceInput, responses=ContactChoiceOutput)
    def put(self, request: Request) -> Response:
        """Set it. It applies to all of the user's quotes and orders, starting with the next message."""
        contact = choose_contact(user=signed_in(request.user), **self.parse(ContactChoiceInput))
        return Response(ContactChoiceOutput.of(contact))


class TextsOffView(View):
    """``POST /api/texts/off``."""

    permission_classes = [Admin]

    @extend_schema(request=TextsOffInput, responses=TextConsentOutput)
    def post(self, request: Request) -> Response:
        """Turn texts to a number off, at the customer's request."""
        return Response(TextConsentOutput.of(turn_texts_off(by=signed_in(request.user), **self.parse(TextsOffInput))))
