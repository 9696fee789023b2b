"""Journeys of storage plans."""

from accounts.models import User
from config.tests.journeys.mailing import deliver_mail
from storage.tests.factories import make_address, subscribe
from testing import cards
from testing.journey import Journey, Person
from testing.payments import StripeSandbox

PLANS = "/api/storage-subscriptions"


def _neighbor(journey: Journey, sandbox: StripeSandbox, plan: str = "enterprise") -> Person:
    """Another customer with a plan and a stored address, which nobody else may see."""
    oscar = User.objects.create_user("oscar@example.com", "correct horse", first_name="Oscar", last_name="Outside")
    subscribe(
        oscar, sandbox, plan, address=make_address(oscar, street="9 Court Street", city="Exeter", zip_code="03833")
    )
    return journey.person("Oscar (another customer)", oscar)


def _address(person: Person, street: str, city: str, zip_code: str, **more: object) -> str:
    made = person.post("/api/addresses", street=street, city=city, state="nh", zipCode=zip_code, **more)
    return str(made["id"])


def _pay(journey: Journey, sandbox: StripeSandbox, secret: str, card: str = cards.VISA) -> None:
    with journey.step(f"The first month is paid by {card}, and Stripe says so") as lines:
        cards.pay(secret, card)
        lines += [f"  {kind}: {status}" for kind, status in sandbox.deliver()]


def storage_plan_started(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer chooses another plan before paying, is declined, pays, and the office sees the plan."""
    owner, oscar, eleanor = journey.owner(), _neighbor(journey, sandbox), journey.customer()
    home = _address(eleanor, "41 Marcy Street", "Portsmouth", "03801", label="Home")
    shop = _address(eleanor, "7 Central Avenue", "Dover", "03820", label="Shop")
    theirs = oscar.get("/api/addresses")[0]["id"]
    eleanor.get(PLANS)
    eleanor.post("/api/create-subscription", plan="palace")
    eleanor.post("/api/create-subscription", plan="consumer", addressId=theirs)
    eleanor.post("/api/create-subscription", plan="consumer", addressId=home)
    started = eleanor.post("/api/create-subscription", plan="business", addressId=shop)
    eleanor.get(PLANS)
    with journey.step("The bank declines the card, and Stripe says so") as lines:
        try:
            cards.pay(started["clientSecret"], cards.DECLINED)
        except Exception as error:
            lines.append(f"  {error}")
        lines += [f"  {kind}: {status}" for kind, status in sandbox.deliver()]
    eleanor.get("/api/storage-charges")
    _pay(journey, sandbox, started["clientSecret"], cards.MASTERCARD)
    deliver_mail(journey)
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
    owner.get("/api/payments")


def storage_plan_changed_up_and_down(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer adds properties up to the plan's limit, changes the plan twice and pays the differences."""
    owner, oscar, eleanor = journey.owner(), _neighbor(journey, sandbox, "consumer"), journey.customer()
    home = _address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    cottage = _address(eleanor, "16 Ocean Boulevard", "Hampton", "03842-1234", label="Cottage", isDefault=True)
    started = eleanor.post("/api/create-subscription", plan="consumer")
    _pay(journey, sandbox, started["clientSecret"])
    plan = f"{PLANS}/{started['subscription']['id']}"
    eleanor.post(f"{plan}/addresses", addressId=home)
    eleanor.post(f"{plan}/addresses", addressId=cottage)
    eleanor.post(f"{plan}/addresses", addressId=oscar.get("/api/addresses")[0]["id"])
    oscar.post(f"{plan}/cancel")
    journey.later(days=10)
    eleanor.post(f"{plan}/preview-change", plan="business")
    eleanor.post("/api/create-subscription", plan="business", addressId=cottage)
    with journey.step("Stripe says that the plan has changed"):
        sandbox.deliver()
    deliver_mail(journey)
    eleanor.post(f"{plan}/preview-change", plan="consumer")
    journey.later(days=20, hours=2)
    with journey.step("Stripe says that the second month is paid"):
        sandbox.renew(_stripe_id(eleanor))
        sandbox.deliver()
    eleanor.get("/api/storage-charges")
    owner.get("/api/analytics/subscriptions")
    eleanor.post("/api/create-subscription", plan="consumer")
    eleanor.delete(f"{plan}/addresses/{home}")
    eleanor.post("/api/create-subscription", plan="consumer")
    with journey.step("Stripe says that the plan has changed back"):
        sandbox.deliver()
    deliver_mail(journey)
    eleanor.get("/api/addresses")
    eleanor.post("/api/create-subscription", plan="consumer")
    eleanor.get("/api/payment-history")
    owner.get(f"{PLANS}?scope=admin&status=active,canceling")


def _stripe_id(person: Person) -> str:
    assert person.user
    return person.user.storage_subscriptions.latest("id").stripe_subscription_id


def storage_plan_canceled_and_kept(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer cancels, keeps the plan after all, cancels again, and it ends while items are still stored."""
    office, oscar, eleanor = journey.office(), _neighbor(journey, sandbox, "business"), journey.customer()
    home = _address(eleanor, "41 Marcy Street", "Portsmouth", "03801")
    office_of_hers = _address(eleanor, "200 Lafayette Road", "Hampton", "03842")
    started = eleanor.post("/api/create-subscription", plan="business", addressId=home)
    _pay(journey, sandbox, started["clientSecret"])
    plan = f"{PLANS}/{started['subscription']['id']}"
    eleanor.post(f"{plan}/addresses", addressId=office_of_hers)
    deliver_mail(journey)
    journey.later(days=3)
    eleanor.post(f"{plan}/cancel")
    with journey.step("Stripe says that the plan is canceled"):
        sandbox.deliver()
    deliver_mail(journey)
    office.get(f"{PLANS}?scope=admin&status=canceling")
    office.get("/api/analytics/subscriptions")
    journey.later(days=2)
    eleanor.post(f"{plan}/resume")
    with journey.step("Stripe says that the plan continues"):
        sandbox.deliver()
    deliver_mail(journey)
    with journey.step("The crew stores boxes from her home"):
        assert eleanor.user
        eleanor.user.addresses.filter(id=home).update(status="items_in_storage")
    eleanor.delete(f"{plan}/addresses/{home}")
    eleanor.delete(f"/api/addresses/{home}")
    eleanor.post(f"{plan}/cancel")
    deliver_mail(journey)
    journey.later(days=26)
    with journey.step("Stripe says that the plan has ended"):
        sandbox.renew(_stripe_id(eleanor))
        sandbox.deliver()
    deliver_mail(journey)
    eleanor.get(PLANS)
    eleanor.get("/api/addresses")
    eleanor.post(f"{plan}/resume")
    eleanor.post(f"{plan}/cancel")
    eleanor.post(f"{plan}/update-card")
    eleanor.get("/api/account/erasure")
    again = eleanor.post("/api/create-subscription", plan="consumer")
    _pay(journey, sandbox, again["clientSecret"])
    eleanor.get(PLANS)
    office.get(f"{PLANS}?scope=admin")
    oscar.get(PLANS)
    office.get("/api/analytics/mrr")
