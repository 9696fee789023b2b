"""Journeys of accounts: addresses, how to be reached, signing up and signing in."""

from django.conf import settings

from accounts.models import User
from accounts.tasks import forget_unverified_accounts
from config.tests.journeys.steps import add_address, another_customer, count_inbound, submit, work
from notifications.unsubscribing import unsubscribe_url
from replies.models import Inbound, InboundState
from replies.tasks import process_inbound
from replies.texts import receive_text
from testing.journey import Journey
from testing.payments import StripeSandbox


def addresses_saved_and_changed(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer keeps three addresses, of which exactly one is the default."""
    eleanor = journey.customer()
    visitor = journey.person("a visitor")
    other = another_customer(journey)
    visitor.get("/api/addresses")
    eleanor.get("/api/addresses")
    eleanor.post("/api/addresses", street="4 A", city="P", state="New", zipCode="3801")
    home = add_address(eleanor, "41 Marcy Street", "Portsmouth", "03801", label="Home")
    journey.later(minutes=1)
    shop = add_address(eleanor, "7 Central Avenue", "Dover", "03820-4411", label="Shop", isDefault=True)
    journey.later(minutes=1)
    cabin = add_address(eleanor, "212 Lake Shore Drive", "Kittery", "03904", id=home, status="items_in_storage")
    eleanor.patch(f"/api/addresses/{home}", isDefault=True, label="")
    eleanor.patch(f"/api/addresses/{home}", isDefault=False)
    eleanor.patch(f"/api/addresses/{cabin}", street="214 Lake Shore Drive", state="me", zipCode="03904-0001")
    eleanor.patch(f"/api/addresses/{cabin}", zipCode="west", city=None)
    other.patch(f"/api/addresses/{shop}", label="Mine")
    other.delete(f"/api/addresses/{shop}")
    other.get("/api/addresses")
    eleanor.get("/api/addresses")
    quote = eleanor.post(
        "/api/quotes", fullName="E. Hayes", email="lights@example.com", phone="603-555-0190", city="Dover",
        servicePackage="basic", addressId=shop,
    )  # fmt: skip
    eleanor.delete(f"/api/addresses/{shop}")
    eleanor.delete(f"/api/addresses/{home}")
    eleanor.get("/api/addresses")
    eleanor.get(f"/api/quotes/{quote['id']}")
    eleanor.patch("/api/auth/user", firstName="Ellie", lastName=" Hayes-Stone ", isAdmin=True, email="x@example.com")
    eleanor.get("/api/auth/user")
    visitor.get("/api/auth/user")


def texts_agreed_to_and_stopped(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer chooses texts, stops them by text, starts them again, and the office turns them off."""
    office, eleanor = journey.office(), journey.customer()
    eleanor.get("/api/contact-choice")
    eleanor.put("/api/contact-choice", channel="sms", number="12345", textUpdates=True)
    eleanor.put("/api/contact-choice", channel="phone", number="603 555 0142", textUpdates=True)
    quote = eleanor.post(
        "/api/quotes", fullName="E. Hayes", email="lights@example.com", phone="(603) 555-0190", city="Exeter",
        servicePackage="commercial", textUpdates=False, communicationPreference="sms",
    )  # fmt: skip
    visitor = journey.person("a visitor")
    visitor.post(
        "/api/tree-orders", customerName="Frank Stone", customerEmail="frank@example.com",
        customerPhone="603-555-0190", addressLine1="8 Pine Street", city="Rye", state="NH", zipCode="03870",
        treeSize="premium_8_10ft", includeWreaths=True, textUpdates=True,
    )  # fmt: skip
    assert eleanor.user
    office.get(f"/api/desk/customers/{eleanor.user.id}")
    _text(journey, "+16035550142", "Stop")
    eleanor.get("/api/contact-choice")
    _text(journey, "+16035550199", "START")
    _text(journey, "+16035550142", "unstop")
    eleanor.get("/api/contact-choice")
    _text(journey, "+16035550142", "Help")
    _text(journey, "+16035550142", "Can you come before noon?", pictures=2)
    eleanor.get(f"/api/quotes/{quote['id']}/comments")
    office.get("/api/desk/queue?kind=question")
    eleanor.post("/api/texts/off", phone="603-555-0142")
    office.post("/api/texts/off", phone="call me")
    office.post("/api/texts/off", phone="1 (603) 555-0142")
    eleanor.put("/api/contact-choice", channel="sms", number="603-555-0142", textUpdates=False)
    office.get(f"/api/desk/customers/{eleanor.user.id}")
    office.get("/api/desk/queue?city=Exeter")
    eleanor.put("/api/contact-choice", channel="email")
    eleanor.get("/api/contact-choice")


def _text(journey: Journey, number: str, words: str, pictures: int = 0) -> None:
    with journey.step(f"{number} texts {words!r}"):
        sid = f"SM{count_inbound()}"
        for _ in range(2):  # Twilio may report a text twice
            receive_text({"MessageSid": sid, "From": number, "Body": words, "NumMedia": f"{pictures}"})
        for waiting in Inbound.objects.filter(state=InboundState.RECEIVED):
            process_inbound(str(waiting.id))


def reminders_unsubscribed_from(journey: Journey, sandbox: StripeSandbox) -> None:
    """One of two customers unsubscribes: she still gets her price, but no reminder of it."""
    owner, eleanor, visitor = journey.owner(), journey.customer(), journey.person("a visitor")
    page = unsubscribe_url("eleanor@example.com").removeprefix(settings.SITE_URL)
    with journey.step("A mail program opens the link in her email") as lines:
        lines.append(f"{visitor.client.get(page).status_code}")
    with journey.step("Somebody changes the link") as lines:
        lines.append(f"{visitor.client.post(f'{page}x').status_code}")
    with journey.step("She unsubscribes, without signing in") as lines:
        lines.append(f"{visitor.client.post(page).status_code}")
        lines.append(f"{visitor.client.post(page, {'List-Unsubscribe': 'One-Click'}).status_code}")
    hers = eleanor.post(
        "/api/quotes", fullName="E. Hayes", email="Eleanor@Example.com", phone="603-555-0190", city="Dover",
        servicePackage="basic",
    )  # fmt: skip
    franks = visitor.post(
        "/api/quotes", fullName="Frank Stone", email="frank@example.com", phone="603-555-0133", city="Hampton",
        servicePackage="premium",
    )  # fmt: skip
    owner.patch(f"/api/quotes/{hers['id']}", status="reviewed", quoteAmount="410.50")
    owner.patch(f"/api/quotes/{franks['id']}", status="reviewed", quoteAmount="899.99")
    journey.later(minutes=20)
    work(journey)
    journey.later(days=4)
    work(journey)
    owner.get("/api/desk/messages")
    owner.get("/api/desk/queue?kind=silent")
    with journey.step("She subscribes again") as lines:
        lines.append(f"{visitor.client.post(page, {'undo': '1'}).status_code}")
    journey.later(days=6)
    work(journey)
    owner.get("/api/desk/messages?status=skipped")
    eleanor.get("/api/quotes")


def guest_signs_up_and_finds_everything(journey: Journey, sandbox: StripeSandbox) -> None:
    """A guest's quote, order and invoice join the account that verifies their address, and nothing else does."""
    owner, guest, stranger = journey.owner(), journey.person("a guest"), journey.person("a stranger")
    quote = guest.post(
        "/api/quotes", fullName="Grace Lund", email="Grace@Example.com", phone="603-555-0111", city="Rye",
        servicePackage="premium",
    )  # fmt: skip
    guest.post(
        "/api/tree-orders", customerName="G. Lund", customerEmail="GRACE@example.com", customerPhone="603-555-0112",
        addressLine1="3 Elm Street", city="Rye", state="NH", zipCode="03870", treeSize="quality_7_8ft",
    )  # fmt: skip
    stranger.post(
        "/api/quotes", fullName="Not Grace", email="grace@example.org", phone="603-555-0113", city="Rye",
        servicePackage="basic",
    )  # fmt: skip
    invoice = owner.post(
        "/api/invoices", quoteId=quote["id"], amount="120.00", dueDate="2031-12-05", description="Repair"
    )
    owner.post(f"/api/invoices/{invoice['id']}/send")
    form = {
        "first_name": "Grace",
        "last_name": "Lund",
        "email": "grace@example.com",
        "password1": "a long enough secret",
    }
    submit(journey, stranger, "a stranger", "/accounts/signup/", **{**form, "password1": "the stranger's"})
    stranger.get("/api/auth/user")
    work(journey)
    submit(journey, guest, "a guest", "/accounts/signup/", **{**form, "password1": "short"})
    submit(journey, guest, "a guest", "/accounts/signup/", **form)
    code = work(journey)
    submit(journey, guest, "a guest", "/accounts/confirm-email/", code="WRONG1")
    submit(journey, guest, "a guest", "/accounts/confirm-email/", code=code)
    guest.get("/api/auth/user")
    guest.get("/api/quotes")
    guest.get("/api/tree-orders")
    guest.get("/api/invoices")
    owner.get("/api/desk/customers")
    guest.post(
        "/api/quotes", fullName="Grace Lund", email="grace@example.com", phone="603-555-0111", city="Rye",
        servicePackage="basic",
    )  # fmt: skip
    submit(journey, stranger, "a stranger", "/accounts/signup/", **{**form, "password1": "the stranger's"})
    work(journey)
    submit(journey, stranger, "a stranger", "/accounts/login/", login="grace@example.com", password="wrong")
    stranger.get("/api/quotes")


def main_address_changed(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer adds a second address, makes it the main one, and gets what was sent to it."""
    owner, eleanor, visitor = journey.owner(), journey.customer(), journey.person("a visitor")
    start = eleanor.post("/api/create-subscription", plan="consumer")
    assert start["clientSecret"]
    visitor.post(
        "/api/quotes", fullName="Hayes & Co.", email="work@example.com", phone="603-555-0155", city="Portsmouth",
        servicePackage="commercial",
    )  # fmt: skip
    page = "/accounts/email/"
    submit(journey, eleanor, "Eleanor", page, email="work@example.com", action_add="1")
    submit(journey, eleanor, "Eleanor", "/accounts/reauthenticate/", password="wrong horse")
    submit(journey, eleanor, "Eleanor", "/accounts/reauthenticate/", password="correct horse")
    submit(journey, eleanor, "Eleanor", page, email="ada@example.com", action_add="1")
    submit(journey, eleanor, "Eleanor", page, email="work@example.com", action_add="1")
    code = work(journey)
    eleanor.get("/api/quotes")
    submit(journey, eleanor, "Eleanor", page, email="work@example.com", action_primary="1")
    submit(journey, eleanor, "Eleanor", "/accounts/confirm-email/", code=code)
    eleanor.get("/api/quotes")
    submit(journey, eleanor, "Eleanor", page, email="work@example.com", action_primary="1")
    work(journey)
    eleanor.get("/api/auth/user")
    assert eleanor.user
    owner.get(f"/api/desk/customers/{eleanor.user.id}")
    submit(journey, eleanor, "Eleanor", page, email="eleanor@example.com", action_remove="1")
    work(journey)
    visitor.post(
        "/api/quotes", fullName="Somebody", email="eleanor@example.com", phone="603-555-0156", city="Exeter",
        servicePackage="basic",
    )  # fmt: skip
    submit(journey, visitor, "a visitor", "/accounts/login/", login="eleanor@example.com", password="correct horse")
    submit(journey, visitor, "a visitor", "/accounts/login/", login="WORK@example.com", password="correct horse")
    visitor.get("/api/quotes")


def sessions_ended_and_password_reset(journey: Journey, sandbox: StripeSandbox) -> None:
    """A customer signs in on two devices, ends one of them, forgets the password and sets a new one."""
    journey.customer()
    phone, laptop = journey.person("her phone"), journey.person("her laptop")
    phone.client.credentials(HTTP_USER_AGENT="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1")
    laptop.client.credentials(HTTP_USER_AGENT="Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")
    known = {"login": "eleanor@example.com", "password": "correct horse"}
    submit(journey, phone, "her phone", "/accounts/login/?next=/my-services", **known)
    journey.later(minutes=5)
    submit(journey, laptop, "her laptop", "/accounts/login/?next=//evil.example", **known)
    work(journey)
    phone.get("/api/login?returnTo=/my-services?tab=storage")
    laptop.get("/api/auth/confirmation")
    laptop.get("/accounts/sessions/")
    with journey.step("She decides which of them to end"):
        sessions = laptop.client.get("/accounts/sessions/").context["sessions"]
        [other] = [session.id for session in sessions if "iPhone" in session.user_agent]
        [mine] = [session.id for session in sessions if "Firefox" in session.user_agent]
    submit(journey, laptop, "her laptop", f"/accounts/sessions/{mine}/end/")
    submit(journey, laptop, "her laptop", f"/accounts/sessions/{other}/end/")
    phone.get("/api/auth/user")
    laptop.get("/api/auth/user")
    submit(journey, phone, "her phone", "/accounts/password/reset/", email="nobody@example.com")
    submit(journey, phone, "her phone", "/accounts/password/reset/", email="eleanor@example.com")
    code = work(journey)
    submit(journey, phone, "her phone", "/accounts/password/reset/confirm/", code=code)
    new = {"password1": "a long enough secret", "password2": "a long enough secret"}
    submit(journey, phone, "her phone", "/accounts/password/reset/complete/", **new)
    work(journey)
    laptop.get("/api/auth/user")
    submit(journey, laptop, "her laptop", "/accounts/login/", **known)
    submit(journey, laptop, "her laptop", "/accounts/login/code/", email="eleanor@example.com")
    code = work(journey)
    submit(journey, laptop, "her laptop", "/accounts/login/code/confirm/", code=code)
    laptop.get("/api/auth/user")
    laptop.get("/api/logout")
    laptop.get("/api/auth/user")
    laptop.get("/api/login?returnTo=/admin&screen=signup")
    with journey.step("Accounts that nobody verified are forgotten after a day"):
        User.objects.create_user("never@example.com", "correct horse")
        journey.later(days=1, minutes=1)
        forget_unverified_accounts(0)
