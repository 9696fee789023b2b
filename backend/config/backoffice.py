"""Django's admin site as the back office: who has access, and which tables it shows."""

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


def _ignoring_invalid_filters(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Redirect from invalid filters to the unfiltered list, as Django does for most of them.

    Without this, filters that fail only in the query would be a 500, such as a year out of range.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (ValueError, OverflowError, DataError):
            if request.method != "GET" or set(request.GET) <= {ERROR_FLAG}:
                raise  # not caused by a filter
            return redirect(f"{request.path}?{ERROR_FLAG}=1")

    return wrapper


class BackOffice(AdminSite):
    """Open to administrators who have taken the second sign-in step."""

    # Tables of libraries that are shown: the change history, and queue jobs, whose arguments are only IDs.
    FROM_LIBRARIES = ("auditlog.LogEntry", "procrastinate.ProcrastinateJob")

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register our own models, and only ``FROM_LIBRARIES`` of the libraries' models.

        Libraries register all their models, including authenticators with their seeds, tokens and sessions.
        """
        models = model_or_iterable if isinstance(model_or_iterable, (list, tuple)) else [model_or_iterable]
        super().register([model for model in models if self._shows(model)], admin_class, **options)

    # Django's own form has neither rate limits nor the second step (allauth documentation, "Admin").
    @method_decorator(secure_admin_login)
    def _sign_in(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().login(request, extra_context)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the sign-in pages, or to the second step if only that is missing."""
        if isinstance(request.user, User) and request.user.second_factor_missing:
            return redirect(second_step_path(get_next_redirect_url(request) or "/backoffice/"))
        return self._sign_in(request, extra_context)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the account page, which also notifies the user by email."""
        return redirect("account_change_password")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Return ``view`` behind the sign-in. Lists also accept invalid filters."""
        lists = getattr(view, "__name__", "") == "changelist_view"
        return super().admin_view(_ignoring_invalid_filters(view) if lists else view, cacheable)

    def _shows(self, model: Any) -> bool:
        app = apps.get_app_config(model._meta.app_label)
        return Path(app.path).is_relative_to(settings.BACKEND_DIR) or model._meta.label in self.FROM_LIBRARIES
