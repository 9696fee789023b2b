"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id at the parameters that OWASP's Password Storage Cheat Sheet gives for 19 MiB.

    Django's own take 100 MiB for each check, and as many checks run at once as the web server has threads
    (docs/decisions/0014-password-hashes-of-19-mib.md).
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
