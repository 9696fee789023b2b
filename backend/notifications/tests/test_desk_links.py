"""A link in an email to the office leads to a list on the desk with only the row that it is about."""

import re

import pytest
import time_machine
from rest_framework.test import APIClient

from notifications.tests.all_stored import STORED
from notifications.tests.stored_messages import FOLDER, NOW


@pytest.mark.parametrize(
    ("tab", "api"), [("quotes", "quotes"), ("trees&view=all", "tree-orders"), ("invoices", "invoices")]
)
def test_link_leads_to_a_list_with_only_its_row(tab: str, api: str, admin_client: APIClient) -> None:
    link = re.compile(rf"/admin\?tab={tab}&q=(\S+)&open=(\S+)")
    links = {file.stem: link.search(file.read_text()) for file in sorted(FOLDER.iterdir())}
    name, found = next((name, found) for name, found in links.items() if found)
    with time_machine.travel(NOW, tick=True):
        STORED[name]()
    for text in found.groups():  # what the email's link searches for, and the ID, as links within the desk do
        rows = admin_client.get(f"/api/{api}", {"scope": "admin", "q": text}).json()
        assert [row["id"] for row in rows] == [found[2]], text
