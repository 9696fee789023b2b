"""Inputs of storage subscriptions."""

from typing import Annotated
from uuid import UUID

from common.inputs import Choice, Form, YesNo
from storage.models import StoragePlan

Plan = Annotated[StoragePlan, Choice()]


class SubscriptionInput(Form):
    """The requested plan, and a saved address that it is for."""

    plan: Plan
    address_id: UUID | None = None


class PlanInput(Form):
    """The requested plan."""

    plan: Plan


class PropertyInput(Form):
    """One of the user's saved addresses."""

    address_id: UUID


class StoredItemsInput(Form):
    """Whether we store items from a property."""

    in_storage: YesNo
