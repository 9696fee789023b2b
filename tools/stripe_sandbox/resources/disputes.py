"""Disputes: a cardholder's bank takes money back."""

from stripe_sandbox.call import Call
from stripe_sandbox.errors import Json, invalid
from stripe_sandbox.lists import page

_EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation", "duplicate_charge_explanation",
    "duplicate_charge_id", "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier",
    "shipping_date", "shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip
RESPONSE_TIME = 9 * 24 * 3600


def retrieve(call: Call) -> Json:
    return call.find_by_path("dispute")


def list_all(call: Call) -> Json:
    equal = {name: call.params.text(name) for name in ("charge", "payment_intent")}
    return page(call, "dispute", "/v1/disputes", equal)


def open_dispute(call: Call, payment: str, *, reason: str) -> Json:
    """Dispute a charge, or a payment intent's charge. Raises ApiError if there is none or it is disputed already."""
    found = call.store.get(payment)
    if found and found["object"] == "payment_intent":
        payment = found["latest_charge"] or payment
    charge = call.find("charge", payment, param="charge")
    if not charge["paid"] or charge["disputed"]:
        raise invalid(f"Charge {charge['id']} cannot be disputed.", param="charge")
    dispute = call.new_object(
        "dispute", "du", amount=charge["amount"], balance_transactions=[], charge=charge["id"],
        currency=charge["currency"], enhanced_eligibility_types=[],
        evidence=dict.fromkeys(_EVIDENCE) | {"enhanced_evidence": {}},
        evidence_details={
            "due_by": call.now + RESPONSE_TIME, "enhanced_eligibility": {}, "has_evidence": False, "past_due": False,
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
    call.emit("charge.dispute.created", dispute)
    call.emit("charge.dispute.funds_withdrawn", dispute)
    call.emit("charge.updated", charge, before)
    return dispute


def respond(call: Call, identity: str) -> Json:
    """Submit evidence, as in the dashboard. Raises ApiError unless the bank waits for it."""
    dispute = call.find("dispute", identity)
    if dispute["status"] != "needs_response":
        raise invalid(f"{identity} takes no evidence any more.")
    before = call.snapshot(dispute)
    dispute["status"] = "under_review"
    dispute["evidence_details"] |= {"has_evidence": True, "submission_count": 1, "submission_method": "manual"}
    call.emit("charge.dispute.updated", dispute, before)
    return dispute


def close_dispute(call: Call, identity: str, *, won: bool) -> Json:
    """Close a dispute with the bank's decision. Raises ApiError if it is already closed."""
    dispute = call.find("dispute", identity)
    if dispute["status"] in ("won", "lost"):
        raise invalid(f"{identity} is already closed.")
    before = call.snapshot(dispute)
    dispute["status"] = "won" if won else "lost"
    call.emit("charge.dispute.closed", dispute, before)
    if won:
        call.emit("charge.dispute.funds_reinstated", dispute)
    return dispute
