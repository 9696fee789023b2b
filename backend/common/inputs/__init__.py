"""Request bodies as pydantic models: strict types, with the messages that the web client shows for the same mistake.

A JSON value of another type is rejected, never converted ("1" is no number, and true isn't either). Messages of a
nested object or a list member belong to the top-level field they are in.
"""

from common.inputs.days import FIRST_DAY, LAST_DAY, Day, DayToCome, Instant, Seen, SeenVersion, parse_day
from common.inputs.errors import REQUIRED, UNPRINTABLE
from common.inputs.forms import Change, Changes, Form, Input
from common.inputs.numbers import ONCE, Figure, Items, Money, Number, WholeNumber, YesNo
from common.inputs.texts import Choice, Email, Honeypot, Pattern, ShortText, Text, is_printable, printable
