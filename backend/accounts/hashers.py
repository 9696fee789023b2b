"""Password hashing."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the 19 MiB parameters of OWASP's Password Storage Cheat Sheet.

    Django's default takes 100 MiB per check, and every thread of the web server can run one at the same time
    (docs/decisions/0014-password-hashes-of-19-mib.md).
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
