"""How long a call to Stripe is retried: once while the browser waits, then by the worker, for minutes or for a day."""

import datetime as dt

from procrastinate import RetryStrategy
from procrastinate.types import TimeDeltaParams

# The browser waits for the first attempt, so the worker starts after that one has ended.
WORKER_DELAY: TimeDeltaParams = {"seconds": 60}
# After 4, 16, 64, 256 and 1,024 seconds: someone may be watching the page, and the reconciliation follows anyway.
RETRY_SOON = RetryStrategy(max_attempts=5, exponential_wait=4)
# The last pause is four hours.
RETRY_FOR_HOURS = RetryStrategy(max_attempts=6, exponential_wait=5)
# The last pause is 18 hours, so the last retry is made a little more than a day after the request.
RETRY_FOR_A_DAY = RetryStrategy(max_attempts=8, exponential_wait=4)
GIVE_UP_AFTER = dt.timedelta(hours=25)
UNREACHABLE_FOR_A_DAY = "Stripe could not be reached for a day."
# How many unsent rows one reconciliation gives up on.
BATCH_SIZE = 200
