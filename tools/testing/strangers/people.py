"""Strangers with an account, without one, erased ones, and staff."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession

from accounts.models import Address, Role, SecurityEvent, StaffInvitation, User
from desk.models import SavedReply
from notifications.models import Unsubscription
from privacy.models import RetainedDocument
from quotes.models import PriceListItem
from testing.strangers.making import BASE, FAR, Making
from texts.models import ConsentEvent, ContactChoice

NUMBER, GUESTS_NUMBER = "+16035550601", "+16035550602"
GUESTS_EMAIL = "ulrike@far.example"


@dataclass(frozen=True)
class People:
    """``ursula`` has an account, ``udo`` one with an unverified address, ``gone`` was erased, and ``ute`` is staff."""

    ursula: User
    udo: User
    gone: User
    ute: User
    homes: list[Address]


def make_people(make: Making) -> People:
    """Make the accounts with what belongs to them, and what the office wrote for all customers."""
    ursula = _account(make, "ursula", "Ursula", "Vogt", stripe_customer_id="cus_stranger")
    udo = _account(make, "udo", "Udo", "Vance", is_verified=False)
    ute = _account(make, "ute", "Ute", "Vale", role=Role.OFFICE)
    _account(make, "ugo", "Ugo", "Vane", role=Role.OWNER, is_active=False)
    gone = make(User, email="00000000-0000-4000-8000-00000000dead@erased.invalid", password="!", is_active=False)
    homes = [
        make(Address, user=user, street=street, city="Lee", state="NH", zip_code="03861", status=status,
             is_default=is_default)
        for user, street, status, is_default in [
            (ursula, "1 Far Road", "items_in_storage", True), (ursula, "2 Far Road", "active", False),
            (udo, "3 Far Road", "active", True), (ute, "4 Far Road", "inactive", True),
        ]
    ]  # fmt: skip
    _ways_to_sign_in(ursula)
    _consents(make, ursula, ute)
    make(StaffInvitation, email="uri@far.example", role=Role.OFFICE, invited_by=ute, expires_at=BASE)
    make(SecurityEvent, kind="invited", actor=ute, actor_name="Ute Vale", subject="uri@far.example",
         summary="Uri was invited")  # fmt: skip
    make(SecurityEvent, kind="role_given", actor_name="", subject=ute.email, summary="Ute has the role")
    make(SavedReply, title="Strangers' reply", text="Hello {name}, this is for somebody else.")
    make(PriceListItem, text="Unusual garland", unit="ft", unit_price="8.125")
    make(RetainedDocument, kind="invoice", source_id=gone.id, reference="INV-2029-00066", erasure=gone.id, dated=BASE,
         delete_after=FAR, data={"bill_to_name": "Ulf Vik"}, file=b"%PDF of a stranger")  # fmt: skip
    make(RetainedDocument, kind="payment", source_id=ute.id, reference=str(ute.id), erasure=gone.id, dated=BASE,
         delete_after=FAR, data={"payer_name": "Ulf Vik"})  # fmt: skip
    return People(ursula, udo, gone, ute, homes)


def _account(make: Making, name: str, first: str, last: str, *, is_verified: bool = True, **fields: object) -> User:
    email = f"{name}@far.example"
    user = make(User, email=email, password="!", first_name=first, last_name=last, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=is_verified, primary=True)
    return user


def _ways_to_sign_in(user: User) -> None:
    EmailAddress.objects.create(user=user, email="ursula.second@far.example", verified=False, primary=False)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""}, created_at=BASE)
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.RECOVERY_CODES, data={"seed": "", "used_mask": 0}, created_at=BASE
    )
    SocialAccount.objects.create(user=user, provider="google", uid="600600600", last_login=BASE, date_joined=BASE)
    UserSession.objects.create(
        user=user,
        ip="192.0.2.60",
        session_key="of-a-stranger",
        user_agent="Firefox",
        created_at=BASE,
        last_seen_at=BASE,
    )


def _consents(make: Making, ursula: User, ute: User) -> None:
    for number in (NUMBER, GUESTS_NUMBER):
        make(ConsentEvent, number=number, is_given=True, wording="Text me", method="quote_form")
    make(ConsentEvent, number=GUESTS_NUMBER, is_given=False, wording="STOP", method="text")
    make(ConsentEvent, number="+16035550603", is_given=False, method="office", staff=ute)
    ContactChoice.objects.create(user=ursula, channel="sms", number=NUMBER)
    Unsubscription.objects.create(recipient_key=GUESTS_EMAIL)
