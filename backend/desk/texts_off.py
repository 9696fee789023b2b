"""``/api/texts/off``: staff turn texts off for a customer who asks for it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User, signed_in
from common.email_addresses import same_address
from common.views import AdminView
from desk.customer_keys import read_customer_key
from desk.inputs import TextsOffInput
from quotes.models import Quote
from texts.models import ContactChoice
from texts.serializers import TextConsentOutput
from texts.services import TextConsent, turn_texts_off
from trees.models import TreeOrder


class TextsOffView(AdminView):
    """``POST /api/texts/off``."""

    @extend_schema(request=TextsOffInput, responses=TextConsentOutput)
    def post(self, request: Request) -> Response:
        """Turn texts to a number off, and with ``customerKey`` also texts to that customer's other numbers."""
        consent = _turn_off(by=signed_in(request.user), **self.parse(TextsOffInput))
        return Response(TextConsentOutput.of(consent))


def _turn_off(*, phone: str, by: User, customer_key: str = "") -> TextConsent:
    return turn_texts_off(phone=phone, others=_phones(customer_key) if customer_key else (), by=by)


def _phones(key: str) -> list[str]:
    """Return every number that we may text a customer at. Raises Http404 for an unknown key."""
    customer = read_customer_key(key)
    quotes, orders = Quote.objects.all(), TreeOrder.objects.all()
    if isinstance(customer, User):
        quotes, orders = quotes.filter(user=customer), orders.filter(user=customer)
        chosen = ContactChoice.objects.filter(user=customer).values_list("number", flat=True)
    else:
        quotes = quotes.filter(same_address("email", customer), user=None)
        orders = orders.filter(same_address("customer_email", customer), user=None)
        chosen = ContactChoice.objects.none().values_list("number", flat=True)
    return [*chosen, *quotes.values_list("phone", flat=True), *orders.values_list("customer_phone", flat=True)]
