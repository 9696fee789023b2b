"""The hashing of passwords."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the parameters of OWASP's Password Storage Cheat Sheet for 19 MiB.

    Django's default uses 100 MiB per check, and the web server's threads can run as many checks at once
    (docs/decisions/0014-password-hashes-of-19-mib.md).
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
