"""Journeys of what storage plans cost: declined cards, refunds, disputes and reports that never arrive."""

from django.utils import timezone

from config.tests.journeys.steps import (
    add_address,
    another_customer,
    confirm,
    enter_card,
    start_plan,
    stripe_id_of,
    work,
)
from payments.client import client
from payments.models import Payment
from payments.reconciliation import reconcile
from storage.models import StorageSubscription
from testing import cards
from testing.journey import Journey
from testing.payments import StripeSandbox, run_payments_queue
from testing.strangers import own

PLANS = "/api/storage-subscriptions"


def storage_payment_declined_and_recovered(journey: Journey, sandbox: StripeSandbox) -> None:
    """A monthly payment is declined, the customer changes the plan and enters another card, and the plan goes on."""
    office, oscar, eleanor = journey.office(), another_customer(journey, sandbox, "business"), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    plan = start_plan(journey, sandbox, eleanor, "enterprise", addressId=home)
    work(journey)
    journey.later(days=30, hours=1)
    with journey.step("Stripe says that the card was declined, and that another customer's was not"):
        sandbox.renew(stripe_id_of(eleanor), success=False)
        sandbox.renew(stripe_id_of(oscar))
        sandbox.deliver()
    work(journey)
    eleanor.get(PLANS)
    [failed, _] = eleanor.get("/api/storage-charges")
    eleanor.get(f"/api/storage-charges/{failed['id']}/receipt")
    eleanor.get("/api/payment-history")
    office.get(f"{PLANS}?scope=admin&status=past_due")
    office.get(f"{PLANS}?scope=admin&status=late")
    office.get("/api/analytics/subscriptions")
    office.get("/api/analytics/mrr")
    office.get("/api/payments?scope=admin&trouble=1")
    office.get("/api/desk/queue")
    eleanor.delete(f"/api/addresses/{home}")
    eleanor.post(f"{plan}/preview-change", plan="consumer")
    eleanor.post("/api/create-subscription", plan="consumer")
    work(journey)
    eleanor.get("/api/whats-next")
    journey.later(hours=5)
    card = eleanor.post(f"{plan}/update-card")
    with journey.step("She enters another card, and Stripe says so"):
        cards.set_up(card["clientSecret"])
        sandbox.deliver()
    work(journey)
    eleanor.get(PLANS)
    eleanor.get("/api/storage-charges")
    [newer, older] = eleanor.get("/api/payment-methods")
    eleanor.delete(f"/api/payment-methods/{newer['id']}")
    oscar.delete(f"/api/payment-methods/{older['id']}")
    eleanor.delete(f"/api/payment-methods/{older['id']}")
    eleanor.get("/api/payment-methods")
    oscar.get("/api/storage-charges")
    office.get("/api/analytics/subscriptions")


def storage_plan_ended_unpaid(journey: Journey, sandbox: StripeSandbox) -> None:
    """Every attempt to charge the card is declined, so the plan ends and its properties are free again."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox, "consumer"), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    shop = add_address(eleanor, "7 Central Avenue", "Dover", "03820", label="Shop")
    plan = start_plan(journey, sandbox, eleanor, "business", addressId=home)
    eleanor.post(f"{plan}/addresses", addressId=shop)
    eleanor.post(f"{plan}/addresses", addressId=shop)
    work(journey)
    journey.later(days=30)
    with journey.step("Stripe says that the card was declined"):
        sandbox.renew(stripe_id_of(eleanor), success=False)
        sandbox.deliver()
    work(journey)
    journey.later(hours=3)
    eleanor.post(f"{plan}/cancel")
    work(journey)
    owner.get("/api/analytics/subscriptions")
    journey.later(hours=3)
    eleanor.post(f"{plan}/resume")
    work(journey)
    journey.later(days=14)
    with journey.step("Stripe says that the last attempt was declined, too"):
        sandbox.exhaust_retries(stripe_id_of(eleanor))
        sandbox.deliver()
    work(journey)
    eleanor.get(PLANS)
    eleanor.get("/api/storage-charges")
    eleanor.delete(f"/api/addresses/{home}")
    eleanor.get("/api/addresses")
    eleanor.post(f"{plan}/addresses", addressId=shop)
    owner.get(f"{PLANS}?scope=admin&status=canceled")
    owner.get(f"{PLANS}?scope=admin&status=active")
    owner.get("/api/analytics/mrr")
    oscar.get("/api/addresses")


def storage_payments_refunded(journey: Journey, sandbox: StripeSandbox) -> None:
    """The owner refunds a part of one month and all of another; one refund fails at the bank."""
    owner, office, eleanor = journey.owner(), journey.office(), journey.customer()
    start_plan(journey, sandbox, eleanor, "business")
    work(journey)
    journey.later(days=30)
    with journey.step("Stripe says that the second month is paid"):
        sandbox.renew(stripe_id_of(eleanor))
        sandbox.deliver()
    work(journey)
    second, first = (payment["id"] for payment in own(owner.get("/api/payments?scope=admin")))
    office.post(f"/api/payments/{first}/refund", amount="5.00", reason="A box came back wet")
    confirm(owner)
    owner.post(f"/api/payments/{first}/refund", amount="25.01", reason="A box came back wet")
    owner.post(f"/api/payments/{first}/refund", amount="5.50", reason="A box came back wet")
    with journey.step("Stripe says that it refunded a part"):
        run_payments_queue()
        sandbox.deliver()
    work(journey)
    owner.post(f"/api/payments/{second}/refund", reason="The truck was late")
    with journey.step("Stripe says that it refunded all of the second month"):
        run_payments_queue()
        sandbox.deliver()
    owner.post(f"/api/payments/{second}/refund", amount="1.00", reason="The truck was late")
    work(journey)
    eleanor.get("/api/storage-charges")
    eleanor.get("/api/payment-history")
    eleanor.get("/api/payments")
    journey.later(days=2)
    with journey.step("Stripe says that the bank refused the first refund"):
        sandbox.fail_refund(sandbox.objects("refund")[0]["id"])
        sandbox.deliver()
    work(journey)
    owner.get("/api/desk/queue")
    owner.get("/api/payments?scope=admin&trouble=1")
    eleanor.get("/api/storage-charges")
    owner.get("/api/desk/money")


def storage_payment_disputed(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer's bank takes a monthly payment back while the plan goes on."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox, "consumer"), journey.customer()
    start_plan(journey, sandbox, eleanor, "enterprise")
    work(journey)
    journey.later(days=3)
    with journey.step("Stripe says that the payment is disputed"):
        sandbox.dispute(Payment.objects.get(user=eleanor.user).stripe_payment_intent_id, reason="duplicate")
        sandbox.deliver()
    work(journey)
    [row] = own(owner.get("/api/desk/queue"))
    owner.get("/api/desk/disputes")
    eleanor.get("/api/payment-history")
    eleanor.get("/api/storage-charges")
    eleanor.get(PLANS)
    confirm(owner)
    owner.post(f"/api/payments/{row['id']}/refund", reason="They asked for it")
    owner.post(f"/api/payments/{row['id']}/dispute-accept")
    with journey.step("Stripe says that the dispute is lost"):
        run_payments_queue()
        sandbox.deliver()
    work(journey)
    owner.get("/api/desk/queue")
    owner.get("/api/desk/disputes")
    owner.get("/api/payments?scope=admin")
    eleanor.get("/api/payment-history")
    assert eleanor.user
    owner.get(f"/api/desk/customers/{eleanor.user.id}")
    oscar.get("/api/payment-history")


def storage_plan_begun_and_left(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer leaves the form twice, and comes back: nobody is charged, and the office sees no plan."""
    office, eleanor = journey.office(), journey.customer()
    first = eleanor.post("/api/create-subscription", plan="consumer")
    plan = f"{PLANS}/{first['subscription']['id']}"
    eleanor.post("/api/create-subscription", plan="consumer")
    eleanor.post(f"{plan}/preview-change", plan="business")
    eleanor.post(f"{plan}/cancel")
    with journey.step("Stripe says that nothing was paid"):
        sandbox.deliver()
    eleanor.get(PLANS)
    office.get(f"{PLANS}?scope=admin")
    again = eleanor.post("/api/create-subscription", plan="enterprise")
    journey.later(days=1)
    with journey.step("Stripe says that the attempt has expired"):
        sandbox.expire(stripe_id_of(eleanor))
        sandbox.deliver()
    enter_card(journey, sandbox, eleanor, again["clientSecret"])
    eleanor.get(PLANS)
    third = eleanor.post("/api/create-subscription", plan="business")
    enter_card(journey, sandbox, eleanor, third["clientSecret"], cards.AUTHENTICATE)
    eleanor.get(PLANS)
    with journey.step("The bank asks her for a code, she enters it, and Stripe says so"):
        [intent] = [each for each in sandbox.objects("payment_intent") if each["status"] == "requires_action"]
        sandbox.authenticate(intent["id"])
        sandbox.deliver()
    eleanor.get(PLANS)
    eleanor.get("/api/storage-charges")
    work(journey)
    office.get("/api/analytics/subscriptions")


def storage_reports_never_arrive(journey: Journey, sandbox: StripeSandbox) -> None:
    """Stripe's reports get lost, so the product asks Stripe what was paid, changed and deleted."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox, "consumer"), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    started = eleanor.post("/api/create-subscription", plan="consumer", addressId=home)
    with journey.step("She pays, and the reports get lost"):
        cards.pay(started["clientSecret"])
        sandbox.capture_webhooks()
    eleanor.get(PLANS)
    _reconcile_after(journey, sandbox, minutes=5)
    eleanor.get(PLANS)
    work(journey)
    with journey.step("Stripe is down"):
        sandbox.faults.add("500", count=None)
    eleanor.post("/api/create-subscription", plan="business")
    eleanor.post(f"{PLANS}/{started['subscription']['id']}/cancel")
    eleanor.get(PLANS)
    with journey.step("Stripe is back"):
        sandbox.faults.clear()
    _reconcile_after(journey, sandbox, minutes=15)
    eleanor.get(PLANS)
    with journey.step("The office ends the plan in Stripe's dashboard at the end of the month, and the report is lost"):
        client().v1.subscriptions.update(stripe_id_of(eleanor), {"cancel_at_period_end": True})
        sandbox.capture_webhooks()
    _reconcile_after(journey, sandbox, minutes=15)
    eleanor.get(PLANS)
    with journey.step("The office deletes the customer at Stripe"):
        assert eleanor.user
        eleanor.user.refresh_from_db()
        sandbox.delete_customer(eleanor.user.stripe_customer_id)
        sandbox.deliver()
    work(journey)
    eleanor.get(PLANS)
    eleanor.get("/api/addresses")
    owner.get(f"{PLANS}?scope=admin")
    eleanor.post("/api/create-subscription", plan="business", addressId=home)
    oscar.get(PLANS)


def storage_news_overtaken(journey: Journey, sandbox: StripeSandbox) -> None:
    """Emails that wait say nothing that is no longer so: a plan changed twice, a paid bill, a refund that failed."""
    owner, eleanor = journey.owner(), journey.customer()
    plan = start_plan(journey, sandbox, eleanor, "consumer")
    work(journey)
    [charge] = eleanor.get("/api/storage-charges")
    eleanor.get(f"/api/storage-charges/{charge['id']}/receipt")
    journey.later(hours=1)
    eleanor.post("/api/create-subscription", plan="business")
    eleanor.post("/api/create-subscription", plan="enterprise")
    eleanor.post(f"{plan}/cancel")
    eleanor.post(f"{plan}/resume")
    with journey.step("Stripe says that the payment was refunded, and that the bank refused the refund"):
        refund = sandbox.refund(sandbox.charges()[0]["id"], amount=300)
        sandbox.deliver()
        sandbox.fail_refund(refund["id"])
        sandbox.deliver()
    journey.later(days=30)
    with journey.step("Stripe says that the next month was declined, and then paid after all"):
        sandbox.renew(stripe_id_of(eleanor), success=False)
        sandbox.deliver()
        [bill] = sandbox.objects("invoice", status="open")
        client().v1.invoices.pay(bill["id"])
        sandbox.deliver()
    work(journey)
    owner.get("/api/desk/messages?status=skipped")
    owner.get("/api/desk/queue")
    eleanor.get(PLANS)


def storage_plans_lost_at_stripe(journey: Journey, sandbox: StripeSandbox) -> None:
    """Customers' plans are gone at Stripe, or were paid there unseen: nobody pays twice, and nobody is stuck."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox, "business"), journey.customer()
    with journey.step("Stripe is down"):
        sandbox.faults.add("500", count=None)
    eleanor.post("/api/create-subscription", plan="consumer")
    [begun] = eleanor.get(PLANS)
    eleanor.post(f"{PLANS}/{begun['id']}/cancel")
    with journey.step("Stripe is back"):
        sandbox.faults.clear()
    eleanor.get(PLANS)
    paid = eleanor.post("/api/create-subscription", plan="consumer")
    with journey.step("She pays, and the reports get lost"):
        cards.pay(paid["clientSecret"])
        sandbox.capture_webhooks()
    eleanor.post("/api/create-subscription", plan="enterprise")
    with journey.step("Both customers are deleted at Stripe, and the reports get lost"):
        for person in (oscar, eleanor):
            assert person.user
            person.user.refresh_from_db()
            sandbox.delete_customer(person.user.stripe_customer_id)
        sandbox.capture_webhooks()
    oscar.post("/api/create-subscription", plan="consumer")
    oscar.get(PLANS)
    eleanor.post(f"{PLANS}/{paid['subscription']['id']}/resume")
    eleanor.post(f"{PLANS}/{paid['subscription']['id']}/update-card")
    journey.later(days=31)
    _reconcile_after(journey, sandbox, minutes=0)
    eleanor.get(PLANS)
    assert eleanor.user
    with journey.step("A plan is paid by check, so Stripe knows nothing of it"):
        StorageSubscription.objects.create(
            user=eleanor.user, plan="business", monthly_amount=25, started_at=timezone.now(), status="active"
        )
    by_check = eleanor.get(PLANS)[0]["id"]
    eleanor.post(f"{PLANS}/{by_check}/cancel")
    eleanor.post("/api/create-subscription", plan="consumer")
    owner.get(f"{PLANS}?scope=admin")
    owner.get("/api/analytics/mrr")


def _reconcile_after(journey: Journey, sandbox: StripeSandbox, minutes: int) -> None:
    journey.later(minutes=minutes)
    with journey.step("The product asks Stripe what has happened") as lines:
        lines.append(f"  {reconcile()} errors")
