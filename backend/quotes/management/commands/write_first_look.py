"""Write the look that the landing page shows first, with its estimate: ``manage.py write_first_look FILE``
(``make generate``)."""

from typing import Any

from common.management.constants_command import ConstantsCommand
from looks.look import FIRST_LOOK
from quotes.estimate import estimate
from quotes.models import ServicePackage
from quotes.serializers import EstimateOutput


class Command(ConstantsCommand):
    """Write ``firstLook`` and ``firstEstimate``, for the prerendered page."""

    help = __doc__
    sources = "backend/looks/look.py and backend/quotes/estimate.py"

    def constants(self) -> dict[str, Any]:
        look = FIRST_LOOK
        made = estimate(service_package=ServicePackage(look.service_package), add_ons=look.add_ons)
        return {
            "firstLook": {"servicePackage": look.service_package, "addOns": look.add_ons, "bulbs": look.bulbs},
            "firstEstimate": EstimateOutput.of(made),
        }
