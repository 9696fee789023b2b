"""The attacking roles: their cookies, from signing in like a browser, and the rows that they try to reach."""

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psycopg
import requests

from devtools.attack.accounts import OFFICE, OUTSIDER, PASSWORD

QUOTE = {
    "fullName": "Linda Link", "email": "linda@example.com", "phone": "603-555-0172", "city": "Portsmouth",
    "servicePackage": "basic",
}  # fmt: skip
TREE_ORDER = {
    "customerName": "Linda Link", "customerEmail": "linda@example.com", "customerPhone": "603-555-0172",
    "treeSize": "modest_6ft", "addressLine1": "41 Marcy Street", "city": "Portsmouth", "state": "NH",
    "zipCode": "03801",
}  # fmt: skip
# The table for each ID parameter in a path, query or body.
TABLES = {
    "address_id": "accounts_address", "card_payment_id": "payments_payment", "charge_id": "storage_storagecharge",
    "document_id": "privacy_retaineddocument", "event_id": "payments_stripeevent", "inquiry_id": "replies_inquiry",
    "invitation_id": "accounts_staffinvitation", "invoice_id": "invoices_invoice", "item_id": "quotes_pricelistitem",
    "job_id": "jobs_job", "key": "accounts_user", "link_id": "links_link", "message_id": "notifications_message",
    "order_id": "trees_treeorder", "payment_id": "invoices_invoicepayment", "payout_id": "payments_payout",
    "quote_id": "quotes_quote", "reply_id": "desk_savedreply", "staff_id": "accounts_user",
    "subscription_id": "storage_storagesubscription", "tree_order_id": "trees_treeorder",
    "tree_payment_id": "trees_treepayment", "user_id": "accounts_user",
}  # fmt: skip
IDS = 30  # at most, from each table
# All demo addresses are at example domains. Leave out others: a scan made them up, maybe this role's own.
DEMO_EMAILS = """
    SELECT email FROM (SELECT email FROM accounts_user UNION SELECT email FROM quotes_quote) AS known
    WHERE email LIKE '%@example.com' OR email LIKE '%.example'
"""


@dataclass(frozen=True)
class Role:
    """Someone who sends requests. ``roles`` are those of the schema; ``email`` is blank without an account.

    Roles without ``covers_schema`` have no permissions beyond those with it; they test that access is refused.
    """

    name: str
    email: str = ""
    roles: list[str] = field(default_factory=list)
    owns_nothing: bool = False
    holds_links: bool = False
    covers_schema: bool = False


# The owner comes last, since its requests change and delete the most.
ROLES = [
    Role("signed out", owns_nothing=True, covers_schema=True),
    Role("private link", holds_links=True),
    Role("another customer", OUTSIDER, owns_nothing=True),
    Role("customer", "customer@example.com", covers_schema=True),
    Role("office", OFFICE, ["office"]),
    Role("owner", "admin@example.com", ["office", "owner"], covers_schema=True),
]


def sign_in(url: str, role: Role) -> requests.Session:
    """Return a session with the cookies of a role. Raises RuntimeError if signing in fails."""
    session = requests.Session()
    if role.holds_links:
        for path, body in (("/api/quotes", QUOTE), ("/api/tree-orders", TREE_ORDER)):
            _expect(session.post(f"{url}{path}", json=body, timeout=30), 201)
    if role.email:
        page = session.get(f"{url}/accounts/login/", timeout=30).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        form = {"login": role.email, "password": PASSWORD, "csrfmiddlewaretoken": token[1] if token else ""}
        _expect(session.post(f"{url}/accounts/login/", form, allow_redirects=False, timeout=30), 302)
        _expect(session.get(f"{url}/api/auth/user", timeout=30), 200)
    return session


def is_signed_in(url: str, session: requests.Session) -> bool:
    """Return whether the session is still signed in. If not, the scan ran as an anonymous visitor."""
    return session.get(f"{url}/api/auth/user", timeout=30).status_code == 200


def headers(session: requests.Session) -> dict[str, str]:
    """Return what a browser would send along with each request."""
    cookies = {cookie.name: cookie.value or "" for cookie in session.cookies}
    if not cookies:
        return {}
    token = {"X-CSRFToken": cookies["csrftoken"]} if "csrftoken" in cookies else {}
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), **token}


def write(role: Role, database_url: str, file: Path) -> None:
    """Write what the hooks need to know about a role to ``file``."""
    with psycopg.connect(database_url) as connection:
        ids = {name: _ids(connection, table) for name, table in TABLES.items()}
        emails = connection.execute(DEMO_EMAILS).fetchall()
    own = {role.email, QUOTE["email"] if role.holds_links else role.email}
    others = [] if role.roles else sorted({email.lower() for (email,) in emails} - own)
    file.write_text(json.dumps({**asdict(role), "ids": ids, "others": others}))


def _ids(connection: psycopg.Connection, table: str) -> list[str]:
    rows = connection.execute(f'SELECT id FROM "{table}" ORDER BY id DESC LIMIT {IDS}').fetchall()  # noqa: S608
    return [str(row[0]) for row in rows]


def _expect(response: requests.Response, status: int) -> None:
    if response.status_code != status:
        raise RuntimeError(f"{response.request.method} {response.url}: {response.status_code}, not {status}")
