"""A local stand-in for Stripe, for development and tests: its HTTP API, its webhooks, its Stripe.js.

It speaks the part of Stripe's API that the product uses, in the version below, so that the product needs no account
and has no branch of its own for it. It knows nothing of the product, and nothing of the product imports it.

``python -m stripe_sandbox --port N --webhook URL --data FOLDER`` runs it; tests use ``stripe_sandbox.server.Sandbox``.
"""

API_VERSION = "2026-10-28.endive"
SECRET_KEY = "sk_test_sandbox"  # noqa: S105 - opens nothing but this stand-in
PUBLISHABLE_KEY = "pk_test_sandbox"
WEBHOOK_SECRET = "whsec_sandbox"  # noqa: S105
