"""All URL routes: the API, the back office, health checks, and the web client for everything else."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.permissions import AllowAny

from common import health, spa
from common.client_errors import ClientErrorView
from common.views import ChallengeView, NotFoundView
from links import pages as link_pages
from looks.preview import preview_of_link
from notifications.pages import unsubscribe
from payments.wallet_domain import APPLE_PATH, apple_pay_file

# The most requested routes come first, since Django tries them in order.
api: list[URLPattern | URLResolver] = [
    path("", include("quotes.urls")),
    path("", include("trees.urls")),
    path("challenge", ChallengeView.as_view()),
    path("client-errors", ClientErrorView.as_view()),
    path("", include("catalog.urls")),
    path("", include("looks.urls")),
    path("", include("accounts.urls")),
    path("", include("payments.urls")),
    path("", include("jobs.urls")),
    path("", include("storage.urls")),
    path("", include("invoices.urls")),
    path("", include("links.urls")),
    path("", include("texts.urls")),
    path("", include("desk.urls")),  # before the texts of pages, whose pattern would also match texts/off
    path("", include("content.urls")),
    path("", include("notifications.urls")),
    path("", include("replies.urls")),
    path("", include("analytics.urls")),
    path("", include("whatsnext.urls")),
    path("", include("privacy.urls")),
    path("schema/", SpectacularJSONAPIView.as_view(permission_classes=[AllowAny], authentication_classes=[])),
    re_path("", NotFoundView.as_view()),
]

urlpatterns = [
    path("api/", include(api)),
    path("accounts/", include("accounts.page_urls")),
    path("accounts/", include("allauth.urls")),
    *([path("demo/", include("demo.urls"))] if settings.DEMO else []),
    path("backoffice/", admin.site.urls),
    path("f/", link_pages.request_new_links, name="request_new_links"),
    path("f/<str:token>", link_pages.open_link),
    path("unsubscribe/<str:token>", unsubscribe, name="unsubscribe"),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path(APPLE_PATH, apple_pay_file),
    path("robots.txt", spa.robots),
    path("sitemap.xml", spa.sitemap),
    re_path("", spa.page, {"preview_of": preview_of_link}),
]

handler400 = "common.errors.bad_request"
handler403 = "common.errors.forbidden"
handler404 = "common.errors.not_found"
handler500 = "common.errors.failed"
