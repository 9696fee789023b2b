"""``make configure``: writes .env. It runs on a fresh server, with nothing but Python and Docker installed."""
