"""The state of this installation: what is missing or wrong, in plain words.

A check is a function that returns a ``Finding``. An app declares its checks in ``installation_checks.py``, with the
decorator ``check``; ``inspect`` runs them for ``manage.py doctor``, the desk and the alerts.
"""

from common.doctor.registry import Check, Finding, Result, State, check, failing, inspect, ok, warning

__all__ = ["Check", "Finding", "Result", "State", "check", "failing", "inspect", "ok", "warning"]
