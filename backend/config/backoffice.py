"""Django's admin site as the back office: who gets in, and whose tables it shows."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.apps import apps
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.views.main import ERROR_FLAG
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator

from accounts.models import User
from accounts.second_factor import second_step_path


def _without_unreadable_filters(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lead from filters that the database can't compare with to the whole list, as Django does for most of them.

    Those that a library's filter or a year's limits refuse only once the rows are looked up would be a 500.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (ValueError, OverflowError, DataError):
            if request.method != "GET" or set(request.GET) <= {ERROR_FLAG}:
                raise  # a fault of our own
            return redirect(f"{request.path}?{ERROR_FLAG}=1")

    return wrapper


class BackOffice(AdminSite):
    """Open to administrators who took the second sign-in step."""

    # Of the libraries' tables: who changed what, and jobs that failed. Jobs are given ids, never codes or addresses.
    FROM_LIBRARIES = ("auditlog.LogEntry", "procrastinate.ProcrastinateJob")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register the product's own models, and of the libraries' only ``FROM_LIBRARIES``.

        Libraries register all their models: authenticators with their seeds, tokens, sessions.
        """
        models = model_or_iterable if isinstance(model_or_iterable, (list, tuple)) else [model_or_iterable]
        super().register([model for model in models if self._shows(model)], admin_class, **options)

    # Django's own form knows neither rate limits nor the second step (allauth documentation, "Admin").
    @method_decorator(secure_admin_login)
    def _sign_in(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().login(request, extra_context)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the sign-in pages, or through the second step where that is all that is missing."""
        if isinstance(request.user, User) and request.user.second_factor_missing:
            return redirect(second_step_path(get_next_redirect_url(request) or "/backoffice/"))
        return self._sign_in(request, extra_context)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Lead to the account's own page, which also tells the owner by email."""
        return redirect("account_change_password")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Return ``view`` behind the sign-in; a list also takes filters that make no sense."""
        lists = getattr(view, "__name__", "") == "changelist_view"
        return super().admin_view(_without_unreadable_filters(view) if lists else view, cacheable)

    def _shows(self, model: Any) -> bool:
        app = apps.get_app_config(model._meta.app_label)
        return Path(app.path).is_relative_to(settings.BACKEND_DIR) or model._meta.label in self.FROM_LIBRARIES
