"""``make configure``: writes .env. It runs on a fresh server with only Python and Docker installed."""
