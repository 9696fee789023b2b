"""Error reports to Sentry, if SENTRY_DSN is set: what happened and where, without personal data."""

from typing import Any

import sentry_sdk

from common.private_text import ERRORS_ABOUT_CODE, for_the_log, without_personal_data
from common.request_ids import current_request_id

_ABOUT_CODE = {error.__name__ for error in ERRORS_ABOUT_CODE}
# The keys of an event that are sent. All others could have personal data or details of this machine.
_KEPT = {
    "event_id", "timestamp", "platform", "level", "logger", "exception", "message", "logentry", "release",
    "environment", "tags", "fingerprint", "transaction", "sdk", "type",
}  # fmt: skip


def start(dsn: str) -> None:
    """Start reporting errors, if there is a ``dsn``."""
    if dsn:
        sentry_sdk.init(
            dsn=dsn,
            data_collection={"user_info": False, "http_bodies": [], "stack_frame_variables": False},
            max_breadcrumbs=0,
            server_name="",
            before_send=_cleaned,  # type: ignore[arg-type]  # a plain dictionary
        )


def report_browser_error(report: dict[str, str]) -> None:
    """Report an error from a browser. ``report`` must not have personal data."""
    sentry_sdk.capture_event(
        {
            "level": "error",
            "logger": "client",
            "platform": "javascript",  # type: ignore[typeddict-item]
            "message": report["message"],
            "fingerprint": ["client", report["message"]],
            "tags": {"path": report["path"], "build": report.get("build", "")},
        }
    )


def _cleaned(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    clean = {name: value for name, value in event.items() if name in _KEPT}
    clean["tags"] = {**clean.get("tags", {}), **({"request_id": current_request_id()} if current_request_id() else {})}
    if "transaction" in clean:
        clean["transaction"] = without_personal_data(clean["transaction"])
    if "message" in clean:
        clean["message"] = without_personal_data(clean["message"])
    if "logentry" in clean:
        clean["logentry"] = {"message": for_the_log(str(clean["logentry"].get("message", "")))}
    for error in clean.get("exception", {}).get("values", []):
        error["value"] = for_the_log(str(error.get("value"))) if error.get("type") in _ABOUT_CODE else ""
    return clean
