"""Make private links for tests."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from rest_framework.test import APIClient

from links.models import Link, LinkKind
from links.services import create_link, hash_of

_KINDS = {"quote": LinkKind.QUOTE, "treeorder": LinkKind.TREE_ORDER, "invoice": LinkKind.INVOICE}


@dataclass(frozen=True)
class MadeLink:
    """The token of a link and the ID of its row."""

    token: str
    link_id: str

    @property
    def path(self) -> str:
        return f"/f/{self.token}"

    @property
    def row(self) -> Link:
        """The current row."""
        return Link.objects.get(id=self.link_id)


def make_link(row: Model) -> MadeLink:
    """Create a link to a quote, tree order or invoice, as in the response to a form."""
    token = create_link(kind=_KINDS[str(row._meta.model_name)], resource_id=row.pk)
    return MadeLink(token, str(Link.objects.get(token_hash=hash_of(token)).pk))


def open_link(client: APIClient, link: MadeLink) -> Any:
    """Open the link in the client's browser; return the response."""
    return client.get(link.path)
