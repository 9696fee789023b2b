"""Disputes: a cardholder's bank takes money back."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import page
from stripe_sandbox.render import plain
from stripe_sandbox.resources.balance import book

_EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation", "duplicate_charge_explanation",
    "duplicate_charge_id", "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier",
    "shipping_date", "shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip
_FILES = {
    "cancellation_policy", "customer_communication", "customer_signature", "duplicate_charge_documentation", "receipt",
    "refund_policy", "service_documentation", "shipping_documentation", "uncategorized_file",
}  # fmt: skip
RESPONSE_TIME = 9 * 24 * 3600
FEE = 1500


def retrieve(call: Call) -> Json:
    return call.find_by_path("dispute")


def list_all(call: Call) -> Json:
    equal = {name: call.params.text(name) for name in ("charge", "payment_intent")}
    return page(call, "dispute", "/v1/disputes", equal)


def update(call: Call) -> Json:
    """Stage evidence, and submit it to the bank unless ``submit`` is false. Raises ApiError if it is too late."""
    dispute = call.find_by_path("dispute")
    before = call.snapshot(dispute)
    dispute["metadata"] = call.params.metadata(dispute["metadata"])
    submit = call.params.flag("submit", True)
    if evidence := call.params.child("evidence"):
        _check_waits(dispute)
        for name in _EVIDENCE:
            if name in evidence:
                value = evidence.text(name)
                if value and name in _FILES:
                    call.find("file", value, param=evidence.full_name(name))
                dispute["evidence"][name] = value
        dispute["evidence_details"]["has_evidence"] = any(dispute["evidence"][name] for name in _EVIDENCE)
    if submit and dispute["evidence_details"]["has_evidence"] and dispute["status"] == "needs_response":
        _submit(dispute)
    call.emit("charge.dispute.updated", dispute, before)
    return dispute


def close(call: Call) -> Json:
    """Accept a dispute as lost. Raises ApiError if the bank isn't waiting for a response."""
    dispute = call.find_by_path("dispute")
    _check_waits(dispute)
    return close_dispute(call, dispute["id"], won=False)


def lose_overdue(call: Call) -> None:
    """Close disputes as lost whose deadline has passed without a response."""
    for dispute in call.store.select("dispute", status="needs_response"):
        if dispute["evidence_details"]["due_by"] <= call.now:
            close_dispute(call, dispute["id"], won=False)


def open_dispute(call: Call, payment: str, *, reason: str, due_in: int = RESPONSE_TIME) -> Json:
    """Dispute a charge, or a payment intent's charge, with a deadline ``due_in`` seconds from now. The disputed amount
    and a fee leave the balance at once. Raises ApiError if there is no charge or it is disputed already."""
    found = call.store.get(payment)
    if found and found["object"] == "payment_intent":
        payment = found["latest_charge"] or payment
    charge = call.find("charge", payment, param="charge")
    if not charge["paid"] or charge["disputed"]:
        raise invalid(f"Charge {charge['id']} cannot be disputed.", param="charge")
    left = charge["amount"] - charge["amount_refunded"] or charge["amount"]
    dispute = call.new_object(
        "dispute", "du", amount=left, balance_transactions=[], charge=charge["id"],
        currency=charge["currency"], enhanced_eligibility_types=[],
        evidence=dict.fromkeys(_EVIDENCE) | {"enhanced_evidence": {}},
        evidence_details={
            "due_by": call.now + due_in, "enhanced_eligibility": {}, "has_evidence": False, "past_due": False,
            "submission_count": 0, "submission_method": "not_submitted",
        },
        is_charge_refundable=False, metadata={}, network_reason_code="10.4", payment_intent=charge["payment_intent"],
        payment_method_details={
            "card": {
                "brand": charge["payment_method_details"]["card"]["brand"], "case_type": "chargeback",
                "network": charge["payment_method_details"]["card"]["brand"], "network_reason_code": "10.4",
            },
            "type": "card",
        },
        reason=reason, status="needs_response",
    )  # fmt: skip
    before = call.snapshot(charge)
    charge["disputed"] = True
    withdrawn = book(
        call, "adjustment", "dispute", -left, source=dispute["id"], fee=FEE, fee_name="Dispute fee",
        description=f"Chargeback withdrawal for {charge['id']}",
    )  # fmt: skip
    dispute["balance_transactions"] = [plain(withdrawn)]
    call.emit("charge.dispute.created", dispute)
    call.emit("charge.dispute.funds_withdrawn", dispute)
    call.emit("charge.updated", charge, before)
    return dispute


def respond(call: Call, identity: str) -> Json:
    """Submit evidence, as in the dashboard. Raises ApiError unless the bank waits for it."""
    dispute = call.find("dispute", identity)
    _check_waits(dispute)
    before = call.snapshot(dispute)
    _submit(dispute)
    call.emit("charge.dispute.updated", dispute, before)
    return dispute


def close_dispute(call: Call, identity: str, *, won: bool) -> Json:
    """Close a dispute with the bank's decision. Raises ApiError if it is already closed."""
    dispute = call.find("dispute", identity)
    if dispute["status"] in ("won", "lost"):
        raise invalid(f"{identity} is already closed.")
    before = call.snapshot(dispute)
    dispute["status"] = "won" if won else "lost"
    if won:
        returned = book(
            call, "adjustment", "dispute_reversal", dispute["amount"], source=identity,
            description=f"Chargeback reversal for {dispute['charge']}",
        )  # fmt: skip
        dispute["balance_transactions"].append(plain(returned))
    call.emit("charge.dispute.closed", dispute, before)
    if won:
        call.emit("charge.dispute.funds_reinstated", dispute)
    return dispute


def _check_waits(dispute: Json) -> None:
    if dispute["status"] != "needs_response":
        raise invalid(f"{dispute['id']} takes no evidence any more.")


def _submit(dispute: Json) -> None:
    details = dispute["evidence_details"]
    dispute["status"] = "under_review"
    details |= {
        "has_evidence": True, "submission_count": details["submission_count"] + 1, "submission_method": "manual",
    }  # fmt: skip
