"""How long we try to send Stripe what staff or the product decided: once while the browser waits, and for a day by the
worker.
"""

import datetime as dt

from procrastinate import RetryStrategy
from procrastinate.types import TimeDeltaParams

# The browser waits for the first attempt, so the worker's begins after that has ended.
WORKER_WAITS: TimeDeltaParams = {"seconds": 60}
FOR_A_DAY = RetryStrategy(max_attempts=8, exponential_wait=4)
# The last of these retries is made a little more than a day after the request.
GIVE_UP_AFTER = dt.timedelta(hours=25)
NO_ANSWER = "Stripe could not be reached for a day."
# Rows that one reconciliation gives up.
AT_ONCE = 200
