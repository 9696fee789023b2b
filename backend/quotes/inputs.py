"""Request bodies for quotes."""

from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

import orjson
from pydantic import (
    AfterValidator,
    AliasChoices,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)
from pydantic_core import ErrorDetails

from catalog.catalog import add_on_id
from common.attribution.inputs import Campaign, HeardFromAnswer
from common.inputs import (
    ONCE,
    Change,
    Changes,
    Choice,
    Day,
    DayToCome,
    Email,
    Figure,
    Form,
    Honeypot,
    Input,
    Items,
    Money,
    Number,
    Seen,
    SeenVersion,
    ShortText,
    Text,
    WholeNumber,
    YesNo,
)
from common.unset import UNSET
from quotes.estimate import known_add_ons
from quotes.models import (
    AcceptanceChannel,
    DeclineReason,
    LineUnit,
    QuoteStatus,
    ServicePackage,
)
from quotes.proposals.rules import MAX_LINES, DraftLine
from texts.models import CommunicationPreference

MAX_DESIGN_BYTES = 4096  # bytes of JSON

Package = Annotated[ServicePackage, Choice("Please select a service package")]
Dollars = Annotated[int, WholeNumber(0, 10_000_000)]
SquareFootage = Annotated[int, WholeNumber(0, 10_000_000, rounds=True)]
Storeys = Annotated[int, WholeNumber(1, 10, "Enter 1 to 10 stories")]
FrontWidth = Annotated[int, WholeNumber(10, 1_000, "Enter a front width of 10 to 1,000 feet")]
_MAX_FIGURE = Decimal("99999.99")  # of a quantity, and dollars per unit
UnitPrice = Annotated[Decimal, Figure(-_MAX_FIGURE, _MAX_FIGURE, "a unit price", " in dollars, such as 6.50", places=3)]
Roofline = Annotated[float, Number(1, 5_000, "Enter a roofline of 1 to 5,000 feet")]


def _known_add_ons(names: list[str]) -> list[str]:
    if unknown := [name for name in names if add_on_id(name) is None]:
        raise ValueError(f"Unknown add-on: {unknown[0]}")
    return known_add_ons(names)


class _DesignPart(Form):
    """Part of a design. Unknown keys are an error, and blank values are not stored."""

    model_config = ConfigDict(extra="forbid")

    @model_serializer(mode="wrap")
    def _omit_blanks(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in serialize(self).items() if value not in (None, "", [])}


class ShownLineInput(_DesignPart):
    """A line of the estimate."""

    label: Annotated[str, Text(200)]
    low: Dollars | None = None
    high: Dollars | None = None


class ShownEstimateInput(_DesignPart):
    """The estimate on the customer's screen (see ``quotes.estimate``), in whole US dollars."""

    low: Dollars | None = None
    high: Dollars | None = None
    currency: Annotated[str, Text(3)] = ""
    lines: Annotated[list[ShownLineInput], Items(30)] = []
    excludes: Annotated[list[Annotated[str, Text(300, 1)]], Items(20), ONCE] = []


class DesignInput(_DesignPart):
    """The design that a customer made before the request, at most 4 kB."""

    style: Annotated[str, Text(100)] = ""
    colour: Annotated[str, Text(100)] = ""
    lit: Annotated[list[ShortText], Items(20), ONCE] = []
    estimate: ShownEstimateInput | None = None

    @model_validator(mode="before")
    @classmethod
    def _limit_size(cls, design: object) -> object:
        if len(orjson.dumps(design)) > MAX_DESIGN_BYTES:
            raise ValueError(f"A design must be at most {MAX_DESIGN_BYTES} bytes")
        return design


class QuoteInput(Form):
    """The quote form, with the form's own messages."""

    full_name: Annotated[str, Text(200, 1, "Full name is required")]
    email: Annotated[str, Email(message="Valid email is required")]
    phone: Annotated[str, Text(40, 1, "Phone number is required")]
    city: Annotated[str, Text(100, 1, "City is required")]
    street_address: Annotated[str, Text(255)] = ""
    address_id: UUID | None = None
    service_package: Package
    square_footage: SquareFootage | None = None
    storeys: Storeys | None = None
    front_width_feet: FrontWidth | None = None
    preferred_start_date: Day = None
    add_ons: Annotated[list[ShortText], Items(20), ONCE] = []
    comments: Annotated[str, Text(5000)] = ""
    text_updates: YesNo = False
    communication_preference: Annotated[CommunicationPreference, Choice()] = CommunicationPreference.EMAIL
    design: DesignInput | None = None
    heard_from: HeardFromAnswer | None = None
    campaign: Campaign = None
    website: Honeypot = ""


class QuoteRevisionInput(Changes):
    """An administrator's changes; missing fields stay as they are. ``updatedAt`` is the version they saw."""

    seen: Seen = None
    status: Change[Annotated[QuoteStatus, Choice()]] = UNSET
    quote_amount: Change[Annotated[Decimal, Money()] | None] = UNSET


class SeenQuoteInput(Form):
    """The version of the quote that the administrator saw."""

    seen: Seen = None


class NoInvoiceNeededInput(Form):
    """Why the work on a quote needs no invoice."""

    reason: Annotated[str, Text(500, 1, "Enter a reason")]


class BulkStatusInput(Form):
    """One status for several quotes."""

    ids: Annotated[list[UUID], Items(200, 1), ONCE]
    status: Annotated[QuoteStatus, Choice()]


class LineInput(Form):
    """A line of a proposal. ``cost`` is our own cost, which only the office sees."""

    id: UUID | None = None
    text: Annotated[str, Text(200, 1, "Enter what the line is for")]
    quantity: Annotated[Decimal, Figure(Decimal("0.01"), _MAX_FIGURE, "a quantity", ", such as 24 or 1.5")]
    unit: Annotated[LineUnit, Choice()]
    unit_price: UnitPrice
    optional: YesNo = False
    choice: Annotated[str, Text(40, 1)] | None = None
    suggested: YesNo = False
    cost: Annotated[Decimal, Money()] | None = None

    def as_draft(self) -> DraftLine:
        """Return the line in the form that services take."""
        return DraftLine(**{**dict(self), "choice": self.choice or ""})


class LinesInput(Input):
    """All lines of a proposal. ``updatedAt`` is the version that the administrator saw. A missing ``validUntil`` means
    30 days from today, and null means no limit.
    """

    seen: SeenVersion
    lines: Annotated[list[LineInput], Items(MAX_LINES)]
    valid_until: Change[DayToCome] = UNSET
    note: Annotated[str, Text(2000)] = ""

    @model_validator(mode="before")
    @classmethod
    def _drop_null_note(cls, body: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in body.items() if key != "note" or value is not None}

    def given(self) -> dict[str, Any]:
        """Return the fields in the body, with lines in the form that services take."""
        return {**super().given(), "lines": [line.as_draft() for line in self.lines]}

    @classmethod
    def _explain(cls, detail: ErrorDetails) -> tuple[str, str]:
        """Name the line that an error is in, counting from 1."""
        name, message = super()._explain(detail)
        match detail["loc"]:
            case ["lines", int(number), field, *_]:
                return name, f"Line {number + 1}, {str(field).replace('_', ' ')}: {message}"
            case ["lines", int(number)]:
                return name, f"Line {number + 1}: {message}"
        return name, message


class QuoteAcceptanceInput(Form):
    """What the customer saw when accepting, which lines they chose, and the name they typed."""

    seen_amount: Annotated[Decimal, Money(), Field(alias="quoteAmount")]
    accepted_by: Annotated[str, Text(200)] = ""
    revision: Annotated[int, WholeNumber(0, 1_000_000)] | None = None
    chosen: Annotated[list[UUID], Items(MAX_LINES), ONCE] = []
    terms_version: Annotated[int, WholeNumber(0, 1_000_000)] | None = None
    channel: Annotated[AcceptanceChannel, Choice()] | None = None


class QuoteDeclineInput(Form):
    """The customer's reason to decline, if they give one."""

    reason: Annotated[DeclineReason, Choice()] | None = None
    note: Annotated[str, Text(1000)] = ""


class PriceListItemInput(Form):
    """A line for the price list."""

    text: Annotated[str, Text(200, 1, "Enter what the line is for")]
    unit: Annotated[LineUnit, Choice()]
    unit_price: UnitPrice


class PriceListItemChangeInput(Changes):
    """Changes to a line of the price list; missing fields stay as they are."""

    text: Change[Annotated[str, Text(200, 1, "Enter what the line is for")]] = UNSET
    unit: Change[Annotated[LineUnit, Choice()]] = UNSET
    unit_price: Change[UnitPrice] = UNSET


class CommentInput(Form):
    """A comment; ``comment`` is an alias for ``content``."""

    content: Annotated[str, Text(5000, 1)] = Field(validation_alias=AliasChoices("content", "comment"))


class EstimateInput(Form):
    """Facts about the house. Missing ones widen the estimate."""

    service_package: Package
    square_footage: SquareFootage | None = None
    storeys: Storeys | None = None
    front_width_feet: FrontWidth | None = None
    roofline_feet: Roofline | None = None
    add_ons: Annotated[list[ShortText], Items(20), AfterValidator(_known_add_ons), ONCE] = []
