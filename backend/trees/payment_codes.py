"""QR codes that open an order's payment page at the door, on the driver's phone or the printed day sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from links.models import LinkKind
from links.services import create_code_links, url_of
from trees.models import TreeOrder

# Makes the page open its card form.
CARD_FORM_FRAGMENT = "#pay"
# Scanners read all eight masks. By default, the library tries each of them to find the best, which takes five times as
# long, and makes no difference for codes as small as ours.
_MASK = 3


@dataclass(frozen=True)
class PaymentCode:
    """The QR code of an order: a new private link, the number of squares per side, and an SVG path of the dark ones."""

    order_id: UUID
    url: str
    size: int
    path: str


def create_payment_codes(*, order_ids: Sequence[UUID]) -> list[PaymentCode]:
    """Create a private link and its QR code for each of the orders that can be paid online.

    URLs aren't stored, so each call creates new links; earlier ones stay valid.
    """
    orders = TreeOrder.objects.filter(id__in=order_ids)
    payable = [order.id for order in orders if order.can_pay_online and not order.is_paying]
    tokens = create_code_links(kind=LinkKind.TREE_ORDER, resource_ids=payable)
    return [_draw(order_id, f"{url_of(token)}{CARD_FORM_FRAGMENT}") for order_id, token in tokens.items()]


def _draw(order_id: UUID, url: str) -> PaymentCode:
    import qrcode  # imports an image library that no other request needs

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=_MASK)
    code.add_data(url)
    rows = code.get_matrix()
    return PaymentCode(order_id, url, len(rows), "".join(_row_path(y, row) for y, row in enumerate(rows)))


def _row_path(y: int, row: list[bool]) -> str:
    """Return the SVG path of a row: a rectangle for each run of dark squares, such as ``M0 2h7v1h-7z``."""
    path, x = "", 0
    for is_dark, squares in groupby(row):
        length = len(list(squares))
        if is_dark:
            path += f"M{x} {y}h{length}v1h-{length}z"
        x += length
    return path
