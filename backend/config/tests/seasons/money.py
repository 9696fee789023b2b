"""What happens to money afterwards: refunds, disputes, payouts, and renewals of plans."""

from typing import Any

from config.tests.journeys.steps import confirm
from config.tests.seasons.season import NothingToDo, Season
from payments.models import Payment
from quotes.models import Quote
from storage.models import StorageSubscription
from stripe_sandbox.errors import ApiError
from trees.models import TreeOrder


def _succeeded(payment: Payment) -> bool:
    return payment.status == "succeeded"


def refund(season: Season) -> None:
    payment = season.row(Payment, _succeeded)
    confirm(season.owner)
    amount = season.filled(amount=season.dollars(5, 80))
    season.owner.post(f"/api/payments/{payment.id}/refund", reason="A broken pane", **amount)
    season.hear_from_stripe()


def keep_money(season: Season) -> None:
    payment = season.row(Payment, _succeeded)
    season.staff().post(f"/api/payments/{payment.id}/keep", reason="Agreed on the phone")


def assign_payment(season: Season) -> None:
    payment = season.row(Payment, lambda each: each.purpose == "checkout" and _succeeded(each))
    targets: list[tuple[str, type[Any]]] = [("quoteId", Quote), ("treeOrderId", TreeOrder)]
    field, model = season.draw(targets, "to")
    season.staff().post(f"/api/payments/{payment.id}/assign", **{field: str(season.row(model).id)})


def _any(season: Season, kind: str, **equal: Any) -> Any:
    """Draw an object of Stripe's."""
    found = season.sandbox.objects(kind, **equal)
    if not found:
        raise NothingToDo
    return season.draw(found, kind)


def dispute(season: Season) -> None:
    """Open a dispute, respond to one, or end one."""
    open_ones = season.sandbox.objects("dispute", status="needs_response")
    if not open_ones:
        charge = _any(season, "charge", status="succeeded", disputed=False, refunded=False)
        season.sandbox.dispute(charge["id"], reason=season.draw(["fraudulent", "product_not_received"], "reason"))
    else:
        one = season.draw(open_ones, "dispute")
        payment = season.row(Payment, lambda each: each.stripe_payment_intent_id == one["payment_intent"])
        how = season.draw(["answer", "accept", "won", "lost"], "how")
        if how in ("won", "lost"):
            season.sandbox.close_dispute(one["id"], won=how == "won")
        else:
            season.owner.post(
                f"/api/payments/{payment.id}/dispute-{how}", **({"statement": "We came."} if how == "answer" else {})
            )
    season.hear_from_stripe("Stripe has news of a dispute")


def bank_returns_refund(season: Season) -> None:
    season.sandbox.fail_refund(_any(season, "refund", status="succeeded")["id"])
    season.hear_from_stripe("Stripe says that a bank returned a refund")


def pay_out(season: Season) -> None:
    try:
        payout = season.sandbox.pay_out()["id"]
    except ApiError as nothing_to_pay_out:
        raise NothingToDo from nothing_to_pay_out
    season.sandbox.advance_payout(payout)
    season.hear_from_stripe("Stripe pays out")


def end_processing(season: Season) -> None:
    """End what a bank is still processing, or finish an authentication."""
    if intents := season.sandbox.objects("payment_intent", status="processing"):
        season.sandbox.finish_processing(season.draw(intents)["id"], success=season.happens(0.7, "success"))
    else:
        intent = _any(season, "payment_intent", status="requires_action")
        season.sandbox.authenticate(intent["id"], success=season.happens(0.7, "success"))
    season.hear_from_stripe("A bank has decided, and Stripe says so")


def renew_plan(season: Season) -> None:
    plan = season.row(StorageSubscription, lambda each: each.status in ("active", "past_due"))
    identity = plan.stripe_subscription_id
    if plan.status == "past_due" and season.happens(0.3, "the last retry"):
        season.sandbox.exhaust_retries(identity)
    else:
        season.sandbox.renew(identity, success=season.happens(0.7, "success"))
    season.hear_from_stripe("Stripe reports on a monthly payment")


ACTIONS = [
    (4, refund), (3, keep_money), (2, assign_payment), (3, dispute), (1, bank_returns_refund), (2, pay_out),
    (4, end_processing), (3, renew_plan),
]  # fmt: skip
