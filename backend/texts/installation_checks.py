"""Checks of text messages (``common.doctor``)."""

from django.conf import settings

from common.doctor import Finding, check, ok, warning

SETTINGS = ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBER")


@check("texts", "Texts")
def _texts() -> Finding:
    missing = [name for name in SETTINGS if not getattr(settings, name)]
    if len(missing) == len(SETTINGS):
        return ok("Texts are not set up; everything goes by email.")
    if missing:
        return warning(
            f"Texts are only partly set up: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing. "
            "Everything goes by email.",
            "Run make configure, which asks for what Twilio's console shows.",
        )
    if not settings.SMS_REGISTERED:
        return warning(
            "Texts are off until the number is registered with the carriers; everything goes by email.",
            "Once Twilio shows the number as registered, set SMS_REGISTERED=1 in .env, then: docker compose up "
            "--detach",
        )
    return ok(f"Texts go out from {settings.TWILIO_NUMBER}.")
