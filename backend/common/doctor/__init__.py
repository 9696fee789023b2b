"""Installation checks, which say in plain words what is missing or wrong.

A check is a function that returns a ``Finding``. Apps register theirs in ``installation_checks.py`` with the decorator
``check``, and ``inspect`` runs them for ``manage.py doctor``, the desk and the alerts.
"""

from common.doctor.registry import Check, Finding, Result, State, check, failing, inspect, ok, warning
