"""``/api/contact-choice``."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import signed_in
from common.views import View
from texts.inputs import ContactChoiceInput
from texts.serializers import ContactChoiceOutput
from texts.services import choose_contact, contact_of


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
