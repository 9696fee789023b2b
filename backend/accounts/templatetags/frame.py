"""What server-rendered pages share with the web client: stylesheet, fonts and the business's details.

Nothing here needs a request or the database, so that error pages can use it too.
"""

import re
from functools import lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.auth.password_validation import MinimumLengthValidator, get_default_password_validators
from django.forms import BaseForm, BoundField
from django.utils.safestring import SafeString

from accounts.browsers import browser_name
from common.business import business_details

register = template.Library()

# The build adds a hash of eight characters to each name.
_ASSET = re.compile(r"/assets/([\w.-]+)-[\w-]{8}\.(css|svg|woff2)")

register.filter("browser_name", browser_name)


@register.simple_tag
def asset(name: str) -> str:
    """Return the URL of a file in the client's build, such as ``root.css``; blank if the client is not built.

    The development server serves the stylesheet under its source name.
    """
    if settings.DEBUG and name == "root.css":
        return "/src/styles/app.css"
    page = settings.CLIENT_BUILD_DIR / "index.html"
    try:
        return _assets(page, page.stat().st_mtime_ns).get(name, "")
    except FileNotFoundError:
        return ""


@lru_cache(maxsize=2)
def _assets(page: Path, mtime_ns: int) -> dict[str, str]:
    """Return the URLs by name without the hash. ``mtime_ns`` makes a new build a new cache entry."""
    found = _ASSET.finditer(page.read_text(encoding="utf-8"))
    return {f"{match[1]}.{match[2]}": match[0] for match in found}


@register.simple_tag
def business() -> dict[str, str]:
    """Return the business's details; those that the owner has not filled in are blank."""
    return business_details()


@register.simple_tag
def shortest_password() -> int:
    """Return the minimum length of a password."""
    return max(
        rule.min_length for rule in get_default_password_validators() if isinstance(rule, MinimumLengthValidator)
    )


@register.simple_tag
def control(field: BoundField, css_class: str, described_by: str = "") -> SafeString:
    """Return the input of ``field``, without allauth's placeholder, since there is a label above it.

    The first field with an error gets the focus.
    """
    attrs: dict[str, str | bool] = {"class": css_class}
    field.field.widget.attrs.pop("placeholder", None)
    if described_by:
        attrs["aria-describedby"] = described_by
    if field.name == "code":
        attrs |= {"autocapitalize": "characters", "spellcheck": "false"}
    if next(iter(field.form.errors), None) == field.name:
        attrs["autofocus"] = True
    return field.as_widget(attrs=attrs)


_NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six"]


@register.filter
def error_summary(form: object) -> str:
    """Return the line above a rejected form: its general errors, or which fields to check."""
    if not isinstance(form, BaseForm) or not form.errors:
        return ""
    if general := form.non_field_errors():
        return " ".join(map(str, general))
    names = [str(form[field].label).lower() for field in form.errors]
    if len(names) == 1:
        return f"One thing needs another look: {names[0]}."
    return f"{_NUMBERS[len(names)]} things need another look: {', '.join(names[:-1])} and {names[-1]}."
