"""Write the web client's copy of the catalog and the statuses: ``manage.py write_catalog FILE`` (``make generate``)."""

from typing import Any

from catalog.catalog import catalog_as_json
from common.management.constants_command import ConstantsCommand
from common.new_hampshire import ZIP_PREFIXES
from common.statuses import choices_as_json
from common.text_consent import consent_as_json


class Command(ConstantsCommand):
    """Write ``catalog``, ``newHampshireZips``, ``textConsent``, ``choices`` and ``statuses``."""

    help = __doc__
    sources = "backend/catalog/catalog.py and the backend's statuses"

    def constants(self) -> dict[str, Any]:
        return {
            "catalog": catalog_as_json(),
            "newHampshireZips": ZIP_PREFIXES,
            "textConsent": consent_as_json(),
            **choices_as_json(),
        }
