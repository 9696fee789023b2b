"""Proof of work, which a request has to bring while the site gets more requests than its limits allow.

The challenges are ALTCHA's (https://altcha.org). A browser solves one in a moment, once for each form, while a flood
has to solve one for every request. No third party is involved.
"""

import datetime as dt
import secrets

from altcha import Challenge, Payload, create_challenge, verify_solution
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request

from common.errors import TooManyRequests

PATH = "/api/challenge"
# The response to a refused request names the challenge's path here; the next request carries the solution here.
CHALLENGE_HEADER = "X-Challenge"
SOLUTION_HEADER = "X-Challenge-Solution"
LIFETIME = dt.timedelta(minutes=5)
# The solver counts up from 0 to a random number below STEPS, with one key derivation per step: half of STEPS on
# average. The iterations make each derivation long enough to outweigh the browser's overhead of calling it.
ITERATIONS, STEPS = 10_000, 300

_SPEND = """
    INSERT INTO common_spentchallenge (nonce, expires_at) VALUES (%s, %s) ON CONFLICT (nonce) DO NOTHING RETURNING nonce
"""


class ProofOfWorkRequired(TooManyRequests):
    """A 429 that names a challenge in a header. The web client solves it and retries."""

    headers = {CHALLENGE_HEADER: PATH}


def new_challenge() -> Challenge:
    """Return a challenge that is valid for LIFETIME."""
    return create_challenge(
        "PBKDF2/SHA-256",
        ITERATIONS,
        counter=secrets.randbelow(STEPS),
        expires_at=timezone.now() + LIFETIME,
        hmac_secret=_key("challenge"),
        hmac_key_secret=_key("solution"),
    )


def spend_solution(request: Request) -> bool:
    """Return whether the request has the solution of one of our challenges that is neither expired nor used.

    The solution is then used up, unless the surrounding transaction is rolled back.
    """
    try:
        payload = Payload.from_base64(request.headers.get(SOLUTION_HEADER, ""))
        nonce, expires_at = payload.challenge.parameters.nonce, payload.challenge.parameters.expires_at
        result = verify_solution(payload, _key("challenge"), hmac_key_secret=_key("solution"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False
    if not result.verified or expires_at is None:
        return False
    with connection.cursor() as cursor:
        # A second request with the same solution waits here until the first has committed or rolled back.
        cursor.execute(_SPEND, [nonce, dt.datetime.fromtimestamp(expires_at, dt.UTC)])
        return cursor.fetchone() is not None


def _key(purpose: str) -> str:
    return salted_hmac("common.proof_of_work", purpose, algorithm="sha256").hexdigest()
