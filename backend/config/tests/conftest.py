"""The fixture of the tables of statuses."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from config.tests.status_tables import World


@pytest.fixture
def world(customer: User, customer_client: APIClient, admin_client: APIClient) -> World:
    return World(customer, customer_client, admin_client)
