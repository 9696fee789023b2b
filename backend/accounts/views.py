"""Views of the current user and saved addresses."""

from urllib.parse import urlencode
from uuid import UUID

from allauth.account.views import LogoutView
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.inputs import AddressChangeInput, AddressInput, ProfileInput
from accounts.models import Address, signed_in
from accounts.return_to import safe_path
from accounts.serializers import AddressOutput, CurrentUserOutput
from accounts.services import add_address, change_address, delete_address, update_profile
from common.idempotency import create_once
from common.pagination import own_page_response
from common.schema import creates, lists
from common.views import View


class LoginRedirectView(View):
    """``GET /api/login?returnTo=/path``."""

    permission_classes = [AllowAny]

    @extend_schema(
        parameters=[
            OpenApiParameter("returnTo", description="A path on this site (anything else: /)"),
            OpenApiParameter("screen", description="signup: the page that creates an account"),
        ],
        responses={302: OpenApiResponse(description="To the sign-in page, or to returnTo if already signed in")},
    )
    def get(self, request: Request) -> HttpResponse:
        """Redirect to the sign-in page, and from there to ``returnTo``."""
        return_to = safe_path(request.query_params.get("returnTo", "/"))
        if request.user.is_authenticated:
            return redirect(return_to)
        page = "account_signup" if request.query_params.get("screen") == "signup" else "account_login"
        return redirect(f"{reverse(page)}?{urlencode({'next': return_to})}")


class LogoutRedirectView(View):
    """``GET /api/logout``."""

    permission_classes = [AllowAny]

    @extend_schema(
        responses={
            302: OpenApiResponse(description="To /"),
            (200, "text/html"): OpenApiResponse(OpenApiTypes.STR, description="The confirmation page"),
        }
    )
    def get(self, request: Request) -> HttpResponse:
        """End the session and redirect to ``/``.

        A request from another site (the browser's ``Sec-Fetch-Site``, W3C Fetch Metadata) gets a confirmation page,
        so that other sites can't sign people out.
        """
        if request.headers.get("Sec-Fetch-Site", "none") in {"cross-site", "same-site"}:
            confirmation: HttpResponse = LogoutView.as_view()(request._request)
            return confirmation
        logout(request._request)
        return redirect("/")


@method_decorator(ensure_csrf_cookie, name="dispatch")
class CurrentUserView(View):
    """``GET`` and ``PATCH /api/auth/user``. Sets the CSRF cookie, even with the 401 for signed-out visitors."""

    @extend_schema(responses=CurrentUserOutput)
    def get(self, request: Request) -> Response:
        """Return the signed-in user."""
        return Response(CurrentUserOutput.of(request.user))

    @extend_schema(request=ProfileInput, responses=CurrentUserOutput)
    def patch(self, request: Request) -> Response:
        """Change the user's name."""
        user = update_profile(user=signed_in(request.user), **self.parse(ProfileInput))
        return Response(CurrentUserOutput.of(user))


class AddressListView(View):
    """``GET`` and ``POST /api/addresses``."""

    @lists(AddressOutput)
    def get(self, request: Request) -> Response:
        """Return one page, newest first."""
        return own_page_response(request, Address, AddressOutput)

    @creates(AddressInput, AddressOutput)
    def post(self, request: Request) -> Response:
        """Save an address."""
        form = self.parse(AddressInput)
        return create_once(
            request, "addresses", lambda: AddressOutput.of(add_address(user=signed_in(request.user), **form))
        )


class AddressView(View):
    """One of the caller's saved addresses."""

    @extend_schema(request=AddressChangeInput, responses=AddressOutput)
    def patch(self, request: Request, address_id: UUID) -> Response:
        """Change the address, or make it the default."""
        changes = self.parse(AddressChangeInput)
        address = change_address(user=signed_in(request.user), address_id=address_id, **changes)
        return Response(AddressOutput.of(address))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, address_id: UUID) -> Response:
        """Delete the address."""
        delete_address(user=signed_in(request.user), address_id=address_id)
        return Response(status=204)
