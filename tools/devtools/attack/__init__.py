"""``make attack``: scanners that try to break the running product, from outside."""
