"""Checks the parameters of a request against the official stripe package: names, types and values.

The calls are read from the package's services, and the types of their parameters from its TypedDicts.
"""

import ast
import re
import sys
import types
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, Union

import stripe
from stripe._request_options import RequestOptions
from stripe._stripe_object import UntypedStripeObject

from stripe_sandbox.errors import ApiError, unreadable
from stripe_sandbox.forms import Tree
from stripe_sandbox.server import Sandbox

S = TypeVar("S", bound=Sandbox)
_OPTIONS = set(RequestOptions.__annotations__)  # sent as headers, not as parameters
_PATTERNS: dict[Any, str] = {
    int: r"-?\d+", float: r"-?\d+(\.\d+)?", Decimal: r"-?\d+(\.\d+)?", bool: "true|false", str: "(?s).*",
}  # fmt: skip


@contextmanager
def checked_sandbox(kind: type[S]) -> Iterator[S]:
    """Run a sandbox that rejects parameters that Stripe's published types don't allow.

    The code under test may swallow the error, so at the end a rejected request raises an AssertionError.
    """
    with kind(check_request=check_request) as sandbox:
        yield sandbox
        if refused := sandbox.api.unreadable_requests:
            raise AssertionError(f"Stripe would reject these requests: {refused}")


def check_request(method: str, path: str, tree: Tree) -> None:
    """Raise ApiError (400) for an unknown parameter or one of the wrong type."""
    name = _params_type_of(method, path)
    problem = _object(tree, getattr(stripe.params, name), "") if name else None
    if problem:
        raise problem


@cache
def _params_type_of(method: str, path: str) -> str | None:
    """Return the name of the type of a call's parameters; None for a call that is not in the package."""
    fitting = [
        (template.count("{"), name)
        for (of_method, template), name in _calls().items()
        if of_method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)
    ]
    return min(fitting)[1] if fitting else None  # a fixed path such as /v1/invoices/create_preview wins


@cache
def _calls() -> dict[tuple[str, str], str]:
    """Return all calls in the package: (method, path with names in braces) to the type of the parameters."""
    calls: dict[tuple[str, str], str] = {}
    for file in sorted(Path(stripe.__file__).parent.glob("_*_service.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and (call := _call(node)):
                calls[call] = _params_type(node)
    return calls


def _call(function: ast.FunctionDef) -> tuple[str, str] | None:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_request":
            method, path = (
                next(part for part in ast.walk(one) if isinstance(part, ast.Constant)) for one in node.args[:2]
            )
            return str(method.value).upper(), str(path.value)
    return None


def _params_type(function: ast.FunctionDef) -> str:
    [annotation] = [one.annotation for one in function.args.args if one.arg == "params"]
    [name] = [part.value for part in ast.walk(annotation or function) if isinstance(part, ast.Constant)]
    return str(name)


def _object(tree: Any, kind: Any, path: str) -> ApiError | None:
    if not isinstance(tree, dict):
        return _wrong(path, "must be an object")
    hints = _hints(kind)
    for name, value in tree.items():
        full = f"{path}[{name}]" if path else name
        if name not in hints:
            return unreadable(f"Received unknown parameter: {full}", code="parameter_unknown", param=full)
        if problem := _value(value, hints[name], full):
            return problem
    for name in sorted(kind.__required_keys__ & set(hints) - set(tree)):
        full = f"{path}[{name}]" if path else name
        return unreadable(f"Missing required param: {full}.", code="parameter_missing", param=full)
    return None


@cache
def _hints(kind: Any) -> dict[str, Any]:
    own = {name: hint for name, hint in kind.__annotations__.items() if name not in _OPTIONS}
    return typing.get_type_hints(types.SimpleNamespace(__annotations__=own), vars(sys.modules[kind.__module__]))


def _value(value: Any, hint: Any, path: str) -> ApiError | None:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        # Some enumerations also allow any str: here they don't. Next to a str, Literal[''] means "or unset".
        closed = any(typing.get_origin(one) is Literal and typing.get_args(one) != ("",) for one in arguments)
        tried = [_value(value, one, path) for one in arguments if not (closed and one is str)]
        return None if None in tried else max(tried, key=_depth)
    if origin is Literal:
        return None if value in arguments else _wrong(path, f"must be one of {', '.join(arguments[:8])}")
    if origin is list:
        if not isinstance(value, list):
            return _wrong(path, "must be an array")
        found = (_value(one, arguments[0], f"{path}[{index}]") for index, one in enumerate(value))
        return next((problem for problem in found if problem), None)
    if origin in (dict, UntypedStripeObject):
        good = isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
        return None if good else _wrong(path, "must be an object of strings")
    if hasattr(hint, "__required_keys__"):  # a TypedDict
        return _object(value, hint, path)
    if isinstance(value, str) and re.fullmatch(_PATTERNS[hint], value):
        return None
    return _wrong(path, f"must be of type {hint.__name__}", "parameter_invalid_integer" if hint is int else None)


def _depth(problem: ApiError | None) -> int:
    """Return how deep in the value the problem is, to report the alternative that matches best."""
    return str(problem.error["param"]).count("[") if problem else -1


def _wrong(path: str, what: str, code: str | None = None) -> ApiError:
    return unreadable(f"Invalid {path}: {what}", param=path, code=code)
