"""The administrator's list of quotes: filters, search and order.

Every combination is read from indexes in the order of the list, so it stays fast with a million quotes (see
``docs/decisions/0007-a-million-quotes-on-the-desk.md``).
"""

from functools import partial

from django.db.models import QuerySet
from django.db.models.functions import Lower
from rest_framework.request import Request

from common import filters
from common.literals import written_out
from common.ordering import NEWEST, OLDEST, ByColumn, ByGroup, Order, by_name, parse_amount, parse_instant
from common.pagination import Listing, newest_of_all
from common.search_lists import divided, search_list
from quotes.models import UNBILLED_QUOTES, Quote, QuoteStatus, ServicePackage

ORDERS = by_name(
    NEWEST,
    OLDEST,
    ByColumn("fullName", "name_key", str, expression=Lower("full_name")),
    ByColumn("-fullName", "name_key", str, expression=Lower("full_name"), descending=True),
    ByColumn("quoteAmount", "quote_amount", parse_amount, nullable=True),
    ByColumn("-quoteAmount", "quote_amount", parse_amount, nullable=True, descending=True),
    ByColumn("unbilledSince", "unbilled_since", parse_instant, nullable=True),
    ByGroup("status", "status"),
)
THREAD_ORDER = OLDEST.name
THREAD_ORDERS = by_name(OLDEST, NEWEST)
FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "servicePackage": "One or more packages",
    "city": "The city as the customer wrote it",
    "unbilled": "1: quotes whose work is done without an invoice, sorted by since when",
    "q": "Prefixes of words in the name, email address, phone number or short ID",
    "ordering": f"One of {', '.join(ORDERS)}; default: -createdAt",
}


def filtered(request: Request, quotes: QuerySet[Quote]) -> Listing:
    """Return the list of ``quotes`` that the query parameters ask for. Raises ValidationError (400)."""
    if request.query_params.keys().isdisjoint(FILTERS):
        return newest_of_all(quotes)
    everything = quotes
    unbilled = filters.flag(request, "unbilled")
    order = filters.ordering(request, ORDERS, "unbilledSince" if unbilled else NEWEST.name)
    statuses = filters.chosen(request, "status", QuoteStatus.values)
    packages = filters.chosen(request, "servicePackage", ServicePackage.values)
    city = filters.text(request, "city")
    if city:
        quotes = quotes.filter(city=city)
    if unbilled:
        quotes = quotes.filter(written_out(UNBILLED_QUOTES))
    chosen = quotes.filter(status__in=statuses) if statuses else quotes
    if packages:
        chosen = chosen.filter(service_package__in=packages)
    divide = partial(_partitions, quotes, statuses, packages, within_city=bool(city))
    return search_list(filters.text(request, "q"), everything, chosen, divide, order)


def _partitions(
    quotes: QuerySet[Quote], statuses: list[str], packages: list[str], order: Order, *, within_city: bool
) -> list[QuerySet[Quote]]:
    """Divide ``quotes`` into partitions that one index each has in order.

    The indexes start with the city, the package and the status. So a filter on one of them needs a partition for every
    value of the columns after it.
    """
    newest = order in (NEWEST, OLDEST)
    by_status = isinstance(order, ByGroup)
    if packages or within_city or (statuses and not newest and not by_status):
        packages = packages or ServicePackage.values
    if packages and not by_status:
        statuses = statuses or QuoteStatus.values
    if by_status and statuses:
        quotes, statuses = quotes.filter(status__in=statuses), []
    return divided(quotes, service_package=packages, status=statuses)
