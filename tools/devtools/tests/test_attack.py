"""What a scanner reports: what it found, what it could not look at, and which rows the requests ask for."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from schemathesis.core.failures import AcceptedNegativeData

from devtools.attack import aftermath, audits, hooks
from devtools.attack.report import FAILED, NOT_AVAILABLE, PASSED, Part, as_text, failed

VULNERABLE = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "CVE-1"}]}
FINE = {"name": "django", "version": "5.2", "vulns": []}
THEIRS = str(uuid4())
CONTEXT: Any = None  # which the hooks have no use for


def test_scanner_that_could_not_run_fails_nothing_and_passes_nothing() -> None:
    parts = [Part("API", "9 requests"), Part("Packages", "", missing="no index")]
    assert [part.state for part in parts] == [PASSED, NOT_AVAILABLE]
    assert not failed(parts)
    assert "1 passed, 1 not available in 3 seconds" in as_text(parts, 3)


def test_finding_fails_the_attack_and_is_in_the_report() -> None:
    parts = [Part("API", "9 requests", ["GET /api/x: 500"])]
    assert parts[0].state == FAILED
    assert failed(parts)
    assert "  - GET /api/x: 500" in as_text(parts, 3)


def test_tracebacks_in_the_log_are_found_by_their_kind() -> None:
    one = f'{aftermath.TRACEBACK}:\n  File "a.py", line 1, in b\n    c\nKeyError: 1\n'
    assert aftermath.tracebacks(f"ready\n{one}2026-11-23 WARNING x\n{one}") == ["2 times in product.log: KeyError: 1"]
    assert aftermath.tracebacks("ready\n") == []


@pytest.mark.parametrize(
    ("sample", "locked", "state"),
    [
        ([VULNERABLE], [FINE], PASSED),
        ([VULNERABLE], [FINE, VULNERABLE], FAILED),
        ([{"name": "jinja2", "skip_reason": "not found"}], [FINE], NOT_AVAILABLE),  # as pip-audit of a bare mirror
        (None, [FINE], NOT_AVAILABLE),
        ([VULNERABLE], None, NOT_AVAILABLE),
    ],
)
def test_audit_of_python_packages_counts_where_it_finds_what_is_known(
    monkeypatch: pytest.MonkeyPatch, sample: Any, locked: Any, state: str
) -> None:
    told = iter([sample, locked])
    monkeypatch.setattr(audits, "_json", lambda *_: (found := next(told)) and {"dependencies": found})
    assert audits.python_packages().state == state


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 9}}}, PASSED),
        ({"vulnerabilities": {"x": {"severity": "high"}}, "metadata": {"dependencies": {"total": 9}}}, FAILED),
        ({"statusCode": 405, "error": {}}, NOT_AVAILABLE),
        (None, NOT_AVAILABLE),
    ],
)
def test_audit_of_npm_packages_counts_where_the_index_responds(
    monkeypatch: pytest.MonkeyPatch, told: Any, state: str
) -> None:
    monkeypatch.setattr(audits, "_json", lambda *_: told)
    assert audits.npm_packages().state == state


@pytest.fixture
def another_customer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The role that the hooks act in: a customer who has nothing."""
    file = tmp_path / "role.json"
    told = {"roles": [], "owns_nothing": True, "ids": {"quote_id": [THEIRS]}, "others": ["eleanor@example.com"]}
    file.write_text(json.dumps(told))
    monkeypatch.setenv("ATTACK_ROLE", str(file))
    hooks.role.cache_clear()
    yield
    hooks.role.cache_clear()


def _case(security: list[Any] | None = None, **values: Any) -> Any:
    definition = SimpleNamespace(raw={"security": security or [{"cookieAuth": []}]})
    case = {"path_parameters": {}, "query": {}, "body": None, **values}
    case |= {"method": "PATCH", "path": values.get("path", "/api/x")}
    return SimpleNamespace(operation=SimpleNamespace(definition=definition), **case)


def _response(status: int, content: bytes = b"{}") -> Any:
    return SimpleNamespace(status_code=status, content=content)


@pytest.mark.parametrize("status", [200, 204, 302, 400, 409, 500])
def test_operation_of_the_staff_that_does_not_refuse_a_customer_is_found(another_customer: None, status: int) -> None:
    staff = _case([{"cookieAuth": ["owner", "office"]}])
    with pytest.raises(AssertionError, match="It is for office, owner"):
        hooks.closed_to_other_roles(CONTEXT, _response(status), staff)
    hooks.closed_to_other_roles(CONTEXT, _response(403), staff)
    hooks.closed_to_other_roles(CONTEXT, _response(status), _case())


@pytest.mark.parametrize("status", [200, 204, 302, 409, 500])
def test_row_of_somebody_else_that_is_not_refused_is_found(another_customer: None, status: int) -> None:
    theirs, unknown = _case(path_parameters={"quote_id": THEIRS}), _case(path_parameters={"quote_id": str(uuid4())})
    with pytest.raises(AssertionError, match="somebody else's"):
        hooks.closed_to_other_people(CONTEXT, _response(status), theirs)
    hooks.closed_to_other_people(CONTEXT, _response(404), theirs)
    hooks.closed_to_other_people(CONTEXT, _response(status), unknown)


def test_address_of_another_customer_in_a_response_is_found(another_customer: None) -> None:
    with pytest.raises(AssertionError, match="eleanor@example"):
        hooks.tells_nothing_of_others(CONTEXT, _response(200, b'{"email": "Eleanor@example.com"}'), _case())
    asked = _case(body={"email": "eleanor@example.com"})
    hooks.tells_nothing_of_others(CONTEXT, _response(200, b'{"email": "eleanor@example.com"}'), asked)


def test_what_is_accepted_on_purpose_is_no_finding(another_customer: None) -> None:
    def kept(message: str, query: dict[str, str], body: Any = None) -> bool:
        failure = AcceptedNegativeData(operation="x", message=message, status_code=200, expected_statuses=["400"])
        return bool(hooks.filter_failure(CONTEXT, failure, _case(query=query, body=body), _response(200)))

    assert not kept("Invalid component: in body - campaign: Incorrect type", {})
    assert not kept("Invalid component: parameter `state` in query", {"state": ""})
    order = _case(path="/api/tree-orders/{order_id}")
    failure = AcceptedNegativeData(operation="x", message="in body - notes", status_code=200, expected_statuses=["400"])
    assert not hooks.filter_failure(CONTEXT, failure, order, _response(200))
    assert not kept("Invalid component: in body - amount: Incorrect type", {}, {"amount": 0})
    assert kept("Invalid component: in body - amount: Incorrect type", {}, {"amount": [0]})
    assert kept("Invalid component: in body - amount: Incorrect type", {"limit": "5"})


def test_invented_ids_become_those_of_rows_and_bad_ones_stay(another_customer: None) -> None:
    invented = [str(uuid4()) for _ in range(40)]
    sent = []
    for one in invented:
        case = _case(path_parameters={"quote_id": one}, body={"quoteId": one, "ids": ["x"]}, query={"quoteId": "\x00"})
        hooks.before_call(CONTEXT, case, {})
        assert (case.query, case.body["ids"]) == ({"quoteId": "\x00"}, ["x"])
        sent += [case.path_parameters["quote_id"], case.body["quoteId"]]
    assert THEIRS in sent
    assert set(sent) & set(invented)
