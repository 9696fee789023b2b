"""Rows for the messages about storage plans. The plan costs $21.35 a month, which no plan of the catalog does."""

import datetime as dt
from decimal import Decimal
from typing import Any

from accounts.models import User
from notifications.tests.stored_messages import EARLIER, Planned, account, id_of, stored, was_told
from payments.models import Payment
from payments.tests.factories import make_payment
from storage import emails
from storage.models import StorageCharge, StorageSubscription
from storage.office_emails import office_storage
from storage.tests.factories import make_address

NEXT = dt.datetime(2026, 12, 13, 17, tzinfo=dt.UTC)
ENDS = dt.datetime(2026, 12, 14, 2, tzinfo=dt.UTC)  # December 13 in Eastern time


def _plan(**changes: Any) -> StorageSubscription:
    """Create the customer's plan, after another customer's that no message may mention."""
    stranger = User.objects.create_user("zelda@example.com", first_name="Zelda", last_name="Stranger")
    StorageSubscription.objects.create(user=stranger, plan="enterprise", monthly_amount="88.88", card_last4="8888")
    fields = {
        "id": id_of("plan", 53), "user": account(), "plan": "business", "monthly_amount": "21.35",
        "current_period_end": NEXT, "card_brand": "amex", "card_last4": "0005", "started_at": EARLIER,
    }  # fmt: skip
    return StorageSubscription.objects.create(**{**fields, **changes})


def _unpaid(*earlier: str, **changes: Any) -> StorageSubscription:
    """Create a plan that was changed after its latest payment, of another plan at another price, had failed, and before
    that the payments of ``earlier`` amounts.
    """
    row = _plan(**{"status": "past_due", **changes})
    failed = [(amount, "failed") for amount in (*earlier, "18.45")]
    for number, (amount, outcome) in enumerate([("17.90", "paid"), *failed]):
        StorageCharge.objects.create(
            user=row.user, subscription=row, plan="enterprise", amount=amount, outcome=outcome, charged_at=EARLIER,
            stripe_invoice_id=f"in_{number}", created_at=EARLIER + dt.timedelta(days=number),
        )  # fmt: skip
    return row


def _paid(row: StorageSubscription, **changes: Any) -> Payment:
    """Create a payment of the first month, which cost less than the plan does now."""
    fields = {
        "id": id_of("card", 10), "purpose": "storage", "reference": row.id, "user": row.user,
        "description": "Business storage", "amount": Decimal("17.90"), "amount_received": Decimal("17.90"),
        "succeeded_at": EARLIER,
    }  # fmt: skip
    return make_payment(**{**fields, **changes})


@stored("storage-started")
def _started() -> Planned:
    return Planned(emails.storage_started, _plan().id)


@stored("storage-changed")
def _changed() -> Planned:
    return Planned(emails.storage_changed, _plan(plan="consumer").id, "consumer now")


@stored("storage-changed-canceled")
def _changed_canceled() -> Planned:
    return Planned(emails.storage_changed, _plan(plan="consumer", status="canceling", ends_at=ENDS).id, "consumer now")


@stored("storage-changed-unpaid")
def _changed_unpaid() -> Planned:
    return Planned(emails.storage_changed, _unpaid(plan="consumer").id, "consumer now")


@stored("storage-charged")
def _charged() -> Planned:
    row = _plan()
    return Planned(emails.storage_charged, row.id, str(_paid(row).id))


@stored("storage-refunded")
def _refunded() -> Planned:
    row = _plan()
    payment = _paid(row, amount_refunded=Decimal("9.15"))
    return Planned(emails.storage_refunded, row.id, f"{payment.id} 2.40 9.15 2")


@stored("storage-payment-failed")
def _payment_failed() -> Planned:
    return Planned(emails.storage_payment_failed, _unpaid().id, f"{NEXT}")


@stored("storage-payment-failed-twice")
def _payments_failed() -> Planned:
    return Planned(emails.storage_payment_failed, _unpaid("17.15").id, f"{NEXT}")


def _canceled(row: StorageSubscription, told: str = "") -> Planned:
    if told:
        was_told(emails.storage_canceled, row.id, row.id, {"ends": told})
    return Planned(emails.storage_canceled, row.id, f"{row.id} 2")


@stored("storage-canceled")
def _will_end() -> Planned:
    return _canceled(_plan(status="canceling", ends_at=ENDS))


@stored("storage-canceled-changed")
def _will_end_changed() -> Planned:
    return _canceled(_plan(status="canceling", ends_at=ENDS, next_payment_differs=True))


@stored("storage-canceled-unpaid")
def _will_end_unpaid() -> Planned:
    return _canceled(_unpaid(ends_at=ENDS))


@stored("storage-canceled-unpaid-twice")
def _will_end_unpaid_twice() -> Planned:
    return _canceled(_unpaid("17.15", ends_at=ENDS))


@stored("storage-canceled-unpaid-changed")
def _will_end_unpaid_changed() -> Planned:
    return _canceled(_unpaid(ends_at=ENDS, next_payment_differs=True))


@stored("storage-canceled-at-once")
def _ended() -> Planned:
    return _canceled(_plan(status="canceled", ends_at=dt.datetime(2026, 11, 16, 17, tzinfo=dt.UTC)))


@stored("storage-canceled-after-failures")
def _ended_unpaid() -> Planned:
    return _canceled(_unpaid(status="canceled", ends_at=dt.datetime(2026, 11, 16, 17, tzinfo=dt.UTC)))


@stored("storage-canceled-continues")
def _continues() -> Planned:
    return _canceled(_plan(), "2026-12-13")


@stored("storage-canceled-continues-unpaid")
def _continues_unpaid() -> Planned:
    return _canceled(_unpaid(), "2026-12-13")


def _items(status: str, told: dict[str, str] | None = None) -> Planned:
    row = _plan()
    address = make_address(row.user, street="3 Elm Street", city="Dover", status=status)
    row.addresses.add(address, make_address(row.user, street="5 Elm Street"))
    if told:
        was_told(emails.storage_items, row.id, address.id, told)
    return Planned(emails.storage_items, row.id, f"{address.id} 2")


@stored("storage-items")
def _picked_up() -> Planned:
    return _items("items_in_storage")


@stored("storage-items-returned")
def _returned() -> Planned:
    return _items("subscribed", {"items": "stored"})


def _office(event: str, row: StorageSubscription) -> Planned:
    addresses = [make_address(row.user, street=f"{number} Elm Street", city="Dover") for number in (3, 5)]
    row.addresses.add(*addresses)
    return Planned(office_storage, row.id, f"{event} now")


@stored("office-storage")
def _office_started() -> Planned:
    return Planned(office_storage, _plan().id, "started now")


@stored("office-storage-changed")
def _office_changed() -> Planned:
    return _office("changed", _plan())


@stored("office-storage-canceled")
def _office_canceled() -> Planned:
    return _office("canceled", _plan(status="canceling", ends_at=ENDS))


@stored("office-storage-kept")
def _office_kept() -> Planned:
    return _office("kept", _plan())


@stored("office-storage-unpaid")
def _office_unpaid() -> Planned:
    return _office("unpaid", _unpaid())


@stored("office-storage-ended")
def _office_ended() -> Planned:
    return _office("ended", _plan(status="canceled", ends_at=dt.datetime(2026, 11, 16, 17, tzinfo=dt.UTC)))
