"""The current user and the saved addresses."""

from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Address
from accounts.serializers import AddressOutput, CurrentUserOutput
from common.pagination import answer_page
from common.schema import lists


@method_decorator([ensure_csrf_cookie, never_cache], name="dispatch")
class CurrentUserView(APIView):
    """Who is signed in; 401 for nobody. Either way the CSRF cookie is set, for the calls that follow."""

    @extend_schema(responses=CurrentUserOutput)
    def get(self, request: Request) -> Response:
        """The signed-in user."""
        return Response(CurrentUserOutput.of(request.user))


class AddressListView(APIView):
    """The caller's saved addresses."""

    @lists(AddressOutput)
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        return answer_page(request, Address.objects.owned_by(request.user), AddressOutput)
