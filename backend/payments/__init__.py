"""Card payments, and everything that talks to Stripe."""

import sys

# Stripe's library imports aiohttp if it is installed, but only for asynchronous calls, which we don't make. Without it,
# every process starts a tenth faster.
if "aiohttp" not in sys.modules:
    sys.modules["aiohttp"] = None  # type: ignore[assignment]
    import stripe  # noqa: F401

    del sys.modules["aiohttp"]
