"""What the storage subscriptions' endpoints take."""

from typing import Annotated
from uuid import UUID

from common.inputs import Choice, Form
from storage.models import StoragePlan

Plan = Annotated[StoragePlan, Choice()]


class SubscriptionInput(Form):
    """The plan that is wanted, and a saved address it is for."""

    plan: Plan
    address_id: UUID | None = None


class PlanInput(Form):
    """The plan that is wanted."""

    plan: Plan


class PropertyInput(Form):
    """A saved address of one's own."""

    address_id: UUID
