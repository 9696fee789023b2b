"""Check the outbox against what the mail server received."""

from collections import Counter
from dataclasses import dataclass

import psycopg

from devtools.rehearsal.checks import Check
from devtools.rehearsal.phases import Phase
from testing.mail_server import MailServer

# Messages queued by the product's services. Their Message-ID contains the row's ID. Older ones are demo data.
_PLANNED = """
    SELECT replace(id::text, '-', ''), kind, status, error, not_before > now() FROM notifications_message
    WHERE created_at > to_timestamp(%s) AND occasion <> ''
"""
_WAITING = """
    SELECT EXISTS (
        SELECT FROM notifications_message WHERE status = 'queued' AND (not_before IS NULL OR not_before <= now())
    )
"""
# The rows whose customer must get a message of each kind, exactly once.
_OWED = {
    "quote-requested": "SELECT id FROM quotes_quote WHERE email LIKE 'rehearsal-%'",
    "tree-order-received": "SELECT id FROM trees_treeorder WHERE customer_email LIKE 'rehearsal-%'",
    "quote-accepted": "SELECT id FROM quotes_quote WHERE email LIKE 'rehearsal-%' AND acceptance_id IS NOT NULL",
    "tree-payment-received": "SELECT order_id FROM trees_treepayment JOIN trees_treeorder AS o ON o.id = order_id "
        "WHERE customer_email LIKE 'rehearsal-%'",
    "payment-received": "SELECT invoice_id FROM invoices_invoicepayment JOIN invoices_invoice AS i "
        "ON i.id = invoice_id JOIN quotes_quote AS q ON q.id = i.quote_id WHERE q.email LIKE 'rehearsal-%'",
}  # fmt: skip
_TOLD = (
    "SELECT about_id FROM notifications_message WHERE kind = %s AND status = 'sent' AND created_at > to_timestamp(%s)"
)


@dataclass(frozen=True)
class _Sent:
    """The times at which the mail server accepted a message."""

    times: list[float]

    def was_interrupted(self, phases: list[Phase]) -> bool:
        """Return whether a fault may have struck between sending the message and recording that it was sent.

        In that case it is sent again with the same Message-ID, since SMTP has no way to ask whether it arrived.
        """
        return any(phase.explains(self.times[0], self.times[0]) for phase in phases)


def check_messages(url: str, mail: MailServer, phases: list[Phase], since: float) -> Check:
    """Check that each message planned after the Unix time ``since`` was sent once and none is missing."""
    sent: dict[str, _Sent] = {}
    for (_, email), moment in zip(mail.received, mail.times, strict=True):
        local = str(email["Message-ID"]).strip("<>").partition("@")[0]
        sent.setdefault(local, _Sent([])).times.append(moment)
    with psycopg.connect(url) as connection:
        planned = connection.execute(_PLANNED, [since]).fetchall()
        owed = {kind: Counter(row[0] for row in connection.execute(sql)) for kind, sql in _OWED.items()}
        told = {kind: Counter(row[0] for row in connection.execute(_TOLD, [kind, since])) for kind in _OWED}
    deviations = [problem for row in planned if (problem := _problem(row, sent.get(row[0])))]
    deviations += [
        f"{kind} about {about}: {told[kind][about]} sent, {number} due"
        for kind, abouts in owed.items() for about, number in abouts.items() if told[kind][about] != number
    ]  # fmt: skip
    twice = {message: one for message, one in sent.items() if len(one.times) > 1}
    again = {message for message, one in twice.items() if one.was_interrupted(phases)}
    deviations += [f"{message} was sent {len(twice[message].times)} times" for message in twice.keys() - again]
    states = Counter("waiting for its time" if later else status for _, _, status, _, later in planned)
    found = ", ".join(f"{number} {state}" for state, number in states.most_common())
    reasons = Counter(error for _, _, status, error, _ in planned if status == "skipped")
    skipped = "; ".join(f"{number} times: {reason}" for reason, number in reasons.most_common())
    again_once = f"{len(again)} sent again under the same Message-ID after a kill"
    return Check("messages", f"{found}; {again_once}. Skipped {skipped or 'none'}", deviations)


def _problem(row: tuple[str, str, str, str, bool | None], sent: _Sent | None) -> str:
    message, kind, status, error, later = row
    if status == "sent" and sent is None:
        return f"{kind} {message} is marked as sent, and the mail server has none"
    if status == "failed" or (status == "queued" and not later):
        return f"{kind} {message} is {status}: {error}"
    if status == "skipped" and (sent or kind in _OWED):
        return f"{kind} {message} was skipped: {error}"
    return ""


def are_waiting(url: str) -> bool:
    """Return whether a message is still due. After a fault, its next attempt can be minutes away."""
    with psycopg.connect(url) as connection:
        row = connection.execute(_WAITING).fetchone()
    return bool(row and row[0])
