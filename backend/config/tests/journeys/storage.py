"""Journeys of storage plans."""

from config.tests.journeys.steps import add_address, another_customer, enter_card, start_plan, stripe_id_of, work
from testing import cards
from testing.journey import Journey
from testing.payments import StripeSandbox

PLANS = "/api/storage-subscriptions"


def storage_plan_started(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer chooses another plan before paying, is declined, pays, and the office sees the plan."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801", label="Home")
    shop = add_address(eleanor, "7 Central Avenue", "Dover", "03820", label="Shop")
    theirs = oscar.get("/api/addresses")[0]["id"]
    eleanor.get(PLANS)
    eleanor.post("/api/create-subscription", plan="palace")
    eleanor.post("/api/create-subscription", plan="consumer", addressId=theirs)
    eleanor.post("/api/create-subscription", plan="consumer", addressId=home)
    started = eleanor.post("/api/create-subscription", plan="business", addressId=shop)
    eleanor.get(PLANS)
    enter_card(journey, sandbox, eleanor, started["clientSecret"], cards.DECLINED)
    eleanor.get("/api/storage-charges")
    enter_card(journey, sandbox, eleanor, started["clientSecret"], cards.MASTERCARD)
    work(journey)
    eleanor.get(PLANS)
    [charge] = eleanor.get("/api/storage-charges")
    oscar.get(f"/api/storage-charges/{charge['id']}/receipt")
    eleanor.get("/api/addresses")
    eleanor.delete(f"/api/addresses/{shop}")
    eleanor.get("/api/payment-history")
    eleanor.get(f"{PLANS}?scope=admin")
    owner.get(f"{PLANS}?scope=admin")
    owner.get("/api/analytics/mrr")
    owner.get("/api/analytics/subscriptions")
    owner.get("/api/desk/customers")
    assert eleanor.user
    owner.get(f"/api/desk/customers/{eleanor.user.id}")
    owner.get("/api/payments?scope=admin")


def storage_plan_changed_up_and_down(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer adds properties up to the plan's limit, changes the plan twice and pays the differences."""
    owner, oscar, eleanor = journey.owner(), another_customer(journey, sandbox, "consumer"), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    cottage = add_address(eleanor, "16 Ocean Boulevard", "Hampton", "03842-1234", label="Cottage", isDefault=True)
    plan = start_plan(journey, sandbox, eleanor, "consumer")
    eleanor.post(f"{plan}/addresses", addressId=home)
    eleanor.post(f"{plan}/addresses", addressId=cottage)
    eleanor.post(f"{plan}/addresses", addressId=oscar.get("/api/addresses")[0]["id"])
    oscar.post(f"{plan}/cancel")
    journey.later(days=10)
    eleanor.post(f"{plan}/preview-change", plan="business")
    eleanor.post("/api/create-subscription", plan="business", addressId=cottage)
    with journey.step("Stripe says that the plan has changed"):
        sandbox.deliver()
    work(journey)
    eleanor.post(f"{plan}/preview-change", plan="consumer")
    journey.later(days=20, hours=2)
    with journey.step("Stripe says that the second month is paid"):
        sandbox.renew(stripe_id_of(eleanor))
        sandbox.deliver()
    eleanor.get("/api/storage-charges")
    owner.get("/api/analytics/subscriptions")
    eleanor.post("/api/create-subscription", plan="consumer")
    eleanor.delete(f"{plan}/addresses/{home}")
    eleanor.post("/api/create-subscription", plan="consumer")
    with journey.step("Stripe says that the plan has changed back"):
        sandbox.deliver()
    work(journey)
    eleanor.get("/api/addresses")
    eleanor.post("/api/create-subscription", plan="consumer")
    eleanor.get("/api/payment-history")
    owner.get(f"{PLANS}?scope=admin&status=active,canceling")


def storage_plan_canceled_and_kept(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer cancels, keeps the plan after all, cancels again, and it ends while items are still stored."""
    office, oscar, eleanor = journey.office(), another_customer(journey, sandbox, "business"), journey.customer()
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    office_of_hers = add_address(eleanor, "200 Lafayette Road", "Hampton", "03842")
    plan = start_plan(journey, sandbox, eleanor, "business", addressId=home)
    eleanor.post(f"{plan}/addresses", addressId=office_of_hers)
    work(journey)
    journey.later(days=3)
    eleanor.post(f"{plan}/cancel")
    with journey.step("Stripe says that the plan is canceled"):
        sandbox.deliver()
    work(journey)
    office.get(f"{PLANS}?scope=admin&status=canceling")
    office.get("/api/analytics/subscriptions")
    journey.later(days=2)
    eleanor.post(f"{plan}/resume")
    with journey.step("Stripe says that the plan continues"):
        sandbox.deliver()
    work(journey)
    office.get("/api/stored-items?scope=admin")
    office.patch(f"/api/stored-items/{home}", inStorage=True)
    eleanor.delete(f"{plan}/addresses/{home}")
    eleanor.delete(f"/api/addresses/{home}")
    eleanor.post(f"{plan}/cancel")
    work(journey)
    journey.later(days=26)
    with journey.step("Stripe says that the plan has ended"):
        sandbox.renew(stripe_id_of(eleanor))
        sandbox.deliver()
    work(journey)
    eleanor.get(PLANS)
    eleanor.get("/api/addresses")
    eleanor.post(f"{plan}/resume")
    eleanor.post(f"{plan}/cancel")
    eleanor.post(f"{plan}/update-card")
    eleanor.get("/api/account/erasure")
    start_plan(journey, sandbox, eleanor, "consumer")
    eleanor.get(PLANS)
    office.get(f"{PLANS}?scope=admin")
    oscar.get(PLANS)
    office.get("/api/analytics/mrr")
