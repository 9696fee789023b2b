"""The baseline of ``make bench``: a bare WSGI app that runs the product's SQL and nothing else.

It has no framework, access rules, error handling or throttles: it parses the request, runs the statements and
responds. It uses the product's tables, so both do the same work in the database. Never deployed.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any

import orjson
import psycopg
from psycopg.rows import dict_row

from catalog.catalog import TREE_SIZES

_local = threading.local()

_CLAIM = """
    INSERT INTO common_idempotentresponse (scope, key, fingerprint) VALUES (%s, %s, %s)
    ON CONFLICT (scope, key) DO NOTHING RETURNING id
"""
# The emails to the customer and the office, with their jobs.
_PLAN_EMAILS = """
    WITH planned AS (
        INSERT INTO notifications_message (channel, kind, cause, sender, recipients, recipient_key, subject, raw,
            status, error, attempts, about_kind, about_id, occasion)
        SELECT 'email', kind, cause, '', '[]', '', '', '', 'queued', '', 0, %(about)s, %(id)s, 'once'
        FROM (VALUES (%(received)s, 'stranger'), (%(office)s, 'staff')) AS email (kind, cause)
        RETURNING id
    )
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW('email', 'notifications.tasks.deliver', 0, NULL, NULL, jsonb_build_object('message_id', id), NULL)
            ::procrastinate_job_to_defer_v1
    ))
    FROM planned
"""
# The guest's private link.
_LINK = """
    INSERT INTO links_link (token_hash, kind, resource_id, source, open_count)
    VALUES (%(token_hash)s, %(about)s, %(id)s, 'form', 0)
"""
_STORE_RESPONSE = "UPDATE common_idempotentresponse SET status = %s, body = %s WHERE id = %s"
_TREE_ORDER = """
    INSERT INTO trees_treeorder (updated_at, customer_name, customer_email, customer_phone, address_line1,
        address_line2, city, state, zip_code, tree_size, tree_price, delivery_price, total_amount, include_tree_stand,
        include_tree_lights, include_wreaths, include_disposal, status, notes, stripe_payment_intent_id)
    VALUES (now(), %(customerName)s, %(customerEmail)s, %(customerPhone)s, %(addressLine1)s, '', %(city)s, %(state)s,
        %(zipCode)s, %(treeSize)s, %(price)s, %(deliveryPrice)s, %(price)s + %(deliveryPrice)s,
        false, false, false, false, 'pending', '', '')
    RETURNING *
"""
_PRICES = {size.id: {"price": size.price, "deliveryPrice": size.delivery_price} for size in TREE_SIZES}
_QUOTE = """
    INSERT INTO quotes_quote (updated_at, full_name, email, phone, city, street_address, service_package, add_ons,
        comments, text_updates, communication_preference, status)
    VALUES (now(), %(fullName)s, %(email)s, %(phone)s, %(city)s, '', %(servicePackage)s, '{}', '', false, 'email',
        'pending')
    RETURNING *
"""
_POST_ROUTES = {
    "/api/tree-orders": (
        _TREE_ORDER,
        {"about": "tree_order", "received": "tree-order-received", "office": "office-ordered"},
    ),
    "/api/quotes": (_QUOTE, {"about": "quote", "received": "quote-requested", "office": "office-requested"}),
}
_SESSION = (
    "SELECT session_key, session_data, expire_date FROM django_session WHERE session_key = %s AND expire_date > now()"
)
_USER = "SELECT * FROM accounts_user WHERE id = %s"
_OWN_QUOTES = "SELECT * FROM quotes_quote WHERE user_id = %s ORDER BY created_at DESC, id DESC LIMIT 51"
_ALL_QUOTES = "SELECT * FROM quotes_quote ORDER BY created_at DESC, id DESC LIMIT 51"
# What the product reads from its counters.
_COUNTS = {
    "packages": "SELECT service_package, count(*) FROM quotes_quote GROUP BY 1",
    "cities": "SELECT city, count(*) FROM quotes_quote GROUP BY 1",
    "pendingCount": "SELECT count(*) FROM quotes_quote WHERE status = 'pending'",
    "scheduledJobCount": "SELECT count(*) FROM jobs_job WHERE status IN ('scheduled', 'in_progress')",
}


def _connection() -> psycopg.Connection[dict[str, Any]]:
    if not hasattr(_local, "connection"):
        _local.connection = psycopg.connect(
            os.environ["DATABASE_URL"], autocommit=True, row_factory=dict_row, prepare_threshold=1
        )
    return _local.connection  # type: ignore[no-any-return]


def _create(environ: dict[str, Any], insert: str, kinds: dict[str, str]) -> bytes:
    raw = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    body = orjson.loads(raw)
    connection = _connection()
    with connection.transaction():
        key = environ["HTTP_IDEMPOTENCY_KEY"]
        claim = connection.execute(_CLAIM, ["bare", key, hashlib.sha256(raw).digest()]).fetchone()
        row = connection.execute(insert, body | _PRICES.get(body.get("treeSize"), {})).fetchone()
        follows = kinds | {"id": row["id"] if row else None, "token_hash": hashlib.sha256(os.urandom(32)).digest()}
        connection.execute(_PLAN_EMAILS, follows)
        connection.execute(_LINK, follows)
        answer = orjson.dumps(row, default=str)
        connection.execute(_STORE_RESPONSE, [201, answer, claim["id"] if claim else None])
    return answer


def _user(environ: dict[str, Any]) -> Any:
    """Return the user's ID, after running the statements a framework uses to load the session and its user."""
    session = environ["HTTP_COOKIE"].partition("sessionid=")[2].partition(";")[0]
    _connection().execute(_SESSION, [session]).fetchone()
    user = _connection().execute(_USER, [environ["HTTP_X_BENCH_USER"]]).fetchone()
    return user["id"] if user else None


def _read(environ: dict[str, Any]) -> bytes:
    user = _user(environ)
    if environ["PATH_INFO"] == "/api/analytics/quotes":
        found: Any = {name: _connection().execute(sql).fetchall() for name, sql in _COUNTS.items()}
    elif environ["QUERY_STRING"]:
        found = _connection().execute(_ALL_QUOTES).fetchall()
    else:
        found = _connection().execute(_OWN_QUOTES, [user]).fetchall()
    return orjson.dumps(found, default=str)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Handle a WSGI request."""
    if environ["REQUEST_METHOD"] == "GET":
        status, answer = "200 OK", _read(environ)
    else:
        status, answer = "201 Created", _create(environ, *_POST_ROUTES[environ["PATH_INFO"]])
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
    return [answer]
