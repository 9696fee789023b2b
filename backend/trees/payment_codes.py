"""QR codes that open an order's payment page, for the door: on the driver's phone and on the printed day sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from links.models import LinkKind
from links.services import create_code_links, url_of
from trees.models import TreeOrder

# The page opens its card form at once.
AT_THE_CARD_FORM = "#pay"
# Scanners read each of the eight masks. Trying all of them, which the library does without this, takes five times as
# long, and no printed code is so large that it would matter.
_MASK = 3


@dataclass(frozen=True)
class PaymentCode:
    """The code of one order: a new private link, its squares across and down, and their outline as an SVG path."""

    order_id: UUID
    url: str
    size: int
    path: str


def create_payment_codes(*, order_ids: Sequence[UUID]) -> list[PaymentCode]:
    """Create a private link to each of the orders that can be paid online, and draw it.

    The others are left out. No row stores a URL, so each call makes new links, and the earlier ones stay valid.
    """
    orders = TreeOrder.objects.filter(id__in=order_ids)
    payable = [order.id for order in orders if order.can_pay_online and not order.is_paying]
    tokens = create_code_links(kind=LinkKind.TREE_ORDER, resource_ids=payable)
    return [_draw(order_id, f"{url_of(token)}{AT_THE_CARD_FORM}") for order_id, token in tokens.items()]


def _draw(order_id: UUID, url: str) -> PaymentCode:
    import qrcode  # brings a library for pictures, which no other request needs

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=_MASK)
    code.add_data(url)
    rows = code.get_matrix()
    return PaymentCode(order_id, url, len(rows), "".join(_outline(y, row) for y, row in enumerate(rows)))


def _outline(y: int, row: list[bool]) -> str:
    """Return each run of dark squares of a row as a rectangle, such as ``M0 2h7v1h-7z``."""
    path, x = "", 0
    for is_dark, squares in groupby(row):
        length = len(list(squares))
        if is_dark:
            path += f"M{x} {y}h{length}v1h-{length}z"
        x += length
    return path
