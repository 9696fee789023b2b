"""Checks the shape of a response against the official stripe package: keys, types and values."""

import types
import typing
from decimal import Decimal, InvalidOperation
from typing import Any, ForwardRef, Literal, Union

import stripe
from stripe._stripe_object import StripeObject, UntypedStripeObject

# Aliases that the package imports only for type checkers.
_ALIASES = {"CardResource": "Card", "DisputeResource": "Dispute"}
_ISSUING = {"Authorization": "Authorization", "IssuingDisputeResource": "Dispute", "Transaction": "Transaction"}
CLASSES: dict[str, type[StripeObject]] = {
    "account": stripe.Account,
    "balance_transaction": stripe.BalanceTransaction,
    "charge": stripe.Charge,
    "customer": stripe.Customer,
    "customer_session": stripe.CustomerSession,
    "dispute": stripe.Dispute,
    "event": stripe.Event,
    "invoice": stripe.Invoice,
    "invoice_payment": stripe.InvoicePayment,
    "invoiceitem": stripe.InvoiceItem,
    "line_item": stripe.InvoiceLineItem,
    "payment_intent": stripe.PaymentIntent,
    "payment_method": stripe.PaymentMethod,
    "payment_method_domain": stripe.PaymentMethodDomain,
    "payout": stripe.Payout,
    "plan": stripe.Plan,
    "price": stripe.Price,
    "product": stripe.Product,
    "refund": stripe.Refund,
    "setup_intent": stripe.SetupIntent,
    "subscription": stripe.Subscription,
    "subscription_item": stripe.SubscriptionItem,
    "webhook_endpoint": stripe.WebhookEndpoint,
}


def find_problems(item: Any) -> list[str]:
    """Return the problems of a response (an object or a list of objects)."""
    if item.get("object") == "list":
        problems = [] if set(item) == {"object", "data", "has_more", "url"} else [f"list: keys {sorted(item)}"]
        return problems + [problem for one in item["data"] for problem in find_problems(one)]
    kind = item["object"]
    problems = _object(item, CLASSES[kind], kind)
    if kind == "event":
        problems += [f"{item['type']}: {problem}" for problem in find_problems(item["data"]["object"])]
    return problems


def _object(item: Any, kind: type, path: str) -> list[str]:
    if not isinstance(item, dict):
        return [f"{path}: {item!r} is no {kind.__name__}"]
    if item.get("deleted"):
        return [] if set(item) == {"id", "object", "deleted"} else [f"{path}: deleted: keys {sorted(item)}"]
    known = {key: value for key, value in kind.__annotations__.items() if not key.startswith("_")}
    known = {key: value for key, value in known.items() if typing.get_origin(value) is not typing.ClassVar}
    problems = [f"{path}.{key}: unknown" for key in item if key not in known]
    problems += [f"{path}.{key}: missing" for key, hint in known.items() if key not in item and not _optional(hint)]
    for key, value in item.items():
        if key in known:
            problems += _value(value, known[key], f"{path}.{key}")
    return problems


def _value(value: Any, hint: Any, path: str) -> list[str]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(value, arguments, path)
    if origin is Literal:
        return [] if value in arguments else [f"{path}: {value!r} is none of {arguments[:8]}"]
    if origin is list:
        return _all(value, arguments[0], path)
    if origin is stripe.ListObject:
        if not isinstance(value, dict) or set(value) != {"object", "data", "has_more", "url"}:
            return [f"{path}: no list object"]
        return _all(value["data"], arguments[0], f"{path}.data")
    if origin is UntypedStripeObject:
        if not isinstance(value, dict):
            return [f"{path}: {value!r} is no object"]
        return [problem for key, one in value.items() for problem in _value(one, arguments[0], f"{path}.{key}")]
    return _plain(value, hint, path)


def _plain(value: Any, hint: Any, path: str) -> list[str]:
    if isinstance(hint, ForwardRef | str):
        name = hint if isinstance(hint, str) else hint.__forward_arg__
        if name in _ISSUING:
            return _object(value, getattr(stripe.issuing, _ISSUING[name]), path)
        return _object(value, getattr(stripe, _ALIASES.get(name, name)), path)
    if hint is Any:
        return []
    if hint is Decimal:
        return _decimal(value, path)
    if isinstance(hint, type) and issubclass(hint, StripeObject):
        return _object(value, hint, path)
    good = isinstance(value, hint) and not (hint is int and isinstance(value, bool))
    return [] if good else [f"{path}: {value!r} is no {hint}"]


def _union(value: Any, arguments: tuple[Any, ...], path: str) -> list[str]:
    """Check that one alternative matches. Enumerations that also allow any str don't here."""
    if value is None and type(None) in arguments:
        return []
    closed = any(typing.get_origin(one) is Literal for one in arguments)
    tried = [_value(value, one, path) for one in arguments if one is not type(None) and not (closed and one is str)]
    return min(tried, key=len) if all(tried) else []


def _all(value: Any, hint: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        return [f"{path}: no list"]
    return [problem for index, one in enumerate(value) for problem in _value(one, hint, f"{path}[{index}]")]


def _decimal(value: Any, path: str) -> list[str]:
    try:
        Decimal(value)
    except (InvalidOperation, TypeError):
        return [f"{path}: {value!r} is no decimal number"]
    return [] if isinstance(value, str) else [f"{path}: a decimal number is a text"]


def _optional(hint: Any) -> bool:
    return typing.get_origin(hint) in (Union, types.UnionType) and type(None) in typing.get_args(hint)
