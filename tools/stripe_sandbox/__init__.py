"""A local stand-in for Stripe, for development and tests: its HTTP API, webhooks and Stripe.js.

It implements the part of Stripe's API that the product uses, in the version below, so that the product needs neither
a Stripe account nor special cases. The two do not import each other.

``python -m stripe_sandbox --port N --webhook URL --data FOLDER`` runs it; tests use ``stripe_sandbox.server.Sandbox``.
"""

API_VERSION = "2026-10-28.endive"
SECRET_KEY = "sk_test_sandbox"  # noqa: S105 - only for this sandbox
PUBLISHABLE_KEY = "pk_test_sandbox"
WEBHOOK_SECRET = "whsec_sandbox"  # noqa: S105
