"""A local stand-in for Twilio, for development and tests: it accepts texts like Twilio's API and sends Twilio's
webhooks (delivery reports, incoming texts and calls), signed by Twilio's own library.

It implements only what the product uses. The two do not import each other.

``python -m twilio_sandbox --port N --site URL`` runs it; tests use ``twilio_sandbox.server.TwilioSandbox``.
"""

ACCOUNT_SID = "AC" + "0" * 32
AUTH_TOKEN = "twilio-sandbox-token"  # noqa: S105 - only for this sandbox
NUMBER = "+16035550148"
