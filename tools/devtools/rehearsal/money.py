"""Check the money after a rehearsal: compare our rows with each other and with the Stripe sandbox."""

import json
import urllib.request
from decimal import Decimal
from typing import Any

import psycopg

from devtools.rehearsal.checks import Check

_RECOUNTS = {
    "invoice": """
        SELECT i.id, i.amount_paid, coalesce(sum(p.amount), 0) FROM invoices_invoice AS i
        LEFT JOIN invoices_invoicepayment AS p ON p.invoice_id = i.id AND p.taken_back_at IS NULL
        WHERE i.created_at > to_timestamp(%s) GROUP BY i.id HAVING i.amount_paid <> coalesce(sum(p.amount), 0)""",
    "tree order": """
        SELECT o.id, o.amount_paid, coalesce(sum(p.amount), 0) FROM trees_treeorder AS o
        LEFT JOIN trees_treepayment AS p ON p.order_id = o.id AND p.taken_back_at IS NULL
        WHERE o.created_at > to_timestamp(%s) GROUP BY o.id HAVING o.amount_paid <> coalesce(sum(p.amount), 0)""",
    "payment": """
        SELECT p.id, p.amount_received, coalesce(sum(b.amount), 0) FROM payments_payment AS p
        LEFT JOIN payments_balancetransaction AS b ON b.payment_id = p.id AND b.kind = 'charge'
        WHERE p.status = 'succeeded' AND p.created_at > to_timestamp(%s)
        GROUP BY p.id HAVING p.amount_received <> coalesce(sum(b.amount), 0)""",
}
_UNUSED = """
    SELECT p.id, p.amount_received, 0 FROM payments_payment AS p WHERE p.status = 'succeeded'
        AND p.created_at > to_timestamp(%s) AND p.reference IS NOT NULL
        AND NOT EXISTS (SELECT FROM invoices_invoicepayment WHERE payment_id = p.id)
        AND NOT EXISTS (SELECT FROM trees_treepayment WHERE payment_id = p.id)"""
_RECEIVED = """
    SELECT stripe_payment_intent_id, amount_received FROM payments_payment
    WHERE created_at > to_timestamp(%s) AND status = 'succeeded'"""
_EVENTS = "SELECT stripe_id, type, state, error FROM payments_stripeevent WHERE state IN ('received', 'failed')"


def check_money(url: str, stripe: str, since: float) -> Check:
    """Check sums, webhooks and card payments made after the Unix time ``since``."""
    with psycopg.connect(url) as connection:
        wrong = {what: connection.execute(sql, [since]).fetchall() for what, sql in _RECOUNTS.items()}
        wrong["unused payment"] = connection.execute(_UNUSED, [since]).fetchall()
        ours: dict[str, Decimal] = dict(connection.execute(_RECEIVED, [since]).fetchall())
        events = connection.execute(_EVENTS).fetchall()
    deviations = [f"{what} {row}: shows {has}, sum {real}" for what, rows in wrong.items() for row, has, real in rows]
    deviations += [f"event {event} {kind} is {state}: {error}" for event, kind, state, error in events]
    charged = _charged(stripe, since)
    deviations += [
        f"{intent}: charged {charged.get(intent)}, stored {ours.get(intent)}"
        for intent in sorted(charged.keys() | ours.keys()) if charged.get(intent) != ours.get(intent)
    ]  # fmt: skip
    deliveries = undelivered(stripe)
    deviations += [f"webhook {each['type']} is {each['state']}: {each['response']}" for each in deliveries]
    total = sum(ours.values(), Decimal())
    return Check(
        "money", f"{len(ours)} card payments of ${total} are those that Stripe made; all sums agree", deviations
    )


def undelivered(stripe: str) -> list[Any]:
    """Return the webhooks that the product has not accepted."""
    with urllib.request.urlopen(f"{stripe}/sandbox/deliveries") as response:  # noqa: S310 - our own address
        return [each for each in json.load(response)["data"] if each["state"] != "delivered"]


def _charged(stripe: str, since: float) -> dict[str, Decimal]:
    body = json.dumps({"object": "charge"}).encode()
    with urllib.request.urlopen(f"{stripe}/sandbox/objects", body) as response:  # noqa: S310 - our own address
        charges = json.load(response)["data"]
    return {
        each["payment_intent"]: Decimal(each["amount"]) / 100
        for each in charges if each["status"] == "succeeded" and each["created"] >= int(since)
    }  # fmt: skip
