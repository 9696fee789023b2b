"""Quotes and their comment threads."""

import datetime as dt
from decimal import Decimal
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone

from accounts.models import Address, SearchableRows, User, Viewer
from catalog.catalog import PACKAGE_BY_ID
from common.attribution.models import Attribution, known_answer
from common.business import business
from common.email_addresses import email_key_of, validate_email_address
from common.models import JSONField, Record, newest_first
from common.response_deadlines import ResponseDeadline
from common.search import person_search_columns, search_vector_of
from common.statuses import Badge, Mark, SharedChoices, Status, Tone, group
from looks.look import Look, look_of_request
from quotes.models.proposal import Decline
from texts.models import CommunicationPreference


class ServicePackage(models.TextChoices):
    """The catalog's light-installation packages."""

    BASIC = "basic", PACKAGE_BY_ID["basic"].name
    PREMIUM = "premium", PACKAGE_BY_ID["premium"].name
    COMMERCIAL = "commercial", PACKAGE_BY_ID["commercial"].name


class QuoteStatus(Status):
    """Administrators can set any status from any other."""

    PENDING = "pending", Badge(Tone.AMBER, Mark.RING)
    QUOTING = "quoting", Badge(Tone.BLUE)
    REVIEWED = "reviewed", Badge(Tone.PLUM)
    APPROVED = "approved", Badge(Tone.GREEN)
    SERVICE_SCHEDULED = "service_scheduled", Badge(Tone.TEAL, Mark.SQUARE)
    COMPLETE = "complete", Badge(Tone.EVERGREEN)
    COMPLETE_STORAGE = "complete_storage", Badge(Tone.SLATE, Mark.SQUARE), "Complete with Storage"
    REJECTED = "rejected", Badge(Tone.RED)

    # The customer can accept or decline, once there is a price.
    ANSWERABLE = group(QUOTING, REVIEWED)
    # A proposal's lines are a draft that the customer does not see.
    DRAFTING = group(PENDING, QUOTING)
    # The customer is waiting for a response, unless they already had one.
    OPEN = group(PENDING, ANSWERABLE)
    COMPLETED = group(COMPLETE, COMPLETE_STORAGE)
    SCHEDULED = group(SERVICE_SCHEDULED, COMPLETED)
    # The customer accepted, and the work is not done yet.
    ACCEPTED = group(APPROVED, SERVICE_SCHEDULED)
    # The customer accepted, or the work is done. Bulk changes skip these.
    AGREED = group(APPROVED, SCHEDULED)
    DECLINED = group(REJECTED)
    # Nothing is left to do.
    SETTLED = group(COMPLETED, DECLINED)


class QuoteStep(SharedChoices):
    """The steps of the customer's progress bar, in order. A declined quote has none, unless a visit is left
    (``quotes.progress``).
    """

    REQUESTED = "requested"
    PRICED = "priced"
    ACCEPTED = "accepted"
    SCHEDULED = "scheduled"
    DONE = "done"


# Conditions of partial indexes, for queries with ``written_out`` (see common.literals).
# The customer has had no response yet.
WAITING_QUOTES = Q(answered_at=None, closed_at=None, status__in=QuoteStatus.OPEN)
# The next four are the desk's queue (desk.queue.quotes). The customer has not been told a price.
UNPRICED_QUOTES = Q(let_go_at=None) & (
    Q(status=QuoteStatus.PENDING)
    | Q(status__in=QuoteStatus.ANSWERABLE, quote_amount=None)
    | Q(status=QuoteStatus.QUOTING, has_lines=True)
)
# The customer wrote the newest comment.
ASKING_QUOTES = Q(question_at__isnull=False)
# A visit needs a day, from ``needs_day_from`` on. Lights that are up come down even if the quote was declined since.
DAYLESS_QUOTES = Q(needs_day_from__isnull=False) & (
    Q(status__in=QuoteStatus.ACCEPTED) | Q(status__in=QuoteStatus.DECLINED, has_visit=True)
)
# The customer has a price that they may have forgotten. The queue itself leaves out expired ones, since an index
# condition can't depend on today's date.
SILENT_QUOTES = Q(let_go_at=None, status__in=QuoteStatus.ANSWERABLE, quote_amount__isnull=False) & ~Q(
    status=QuoteStatus.QUOTING, has_lines=True
)
# The work is done and not on an invoice (invoices.unbilled).
UNBILLED_QUOTES = Q(unbilled_since__isnull=False)
# Staff have neither replied to the question nor marked it "no reply needed".
OPEN_QUESTIONS = Q(answered_at=None, closed_at=None)


class QuoteRows(SearchableRows["Quote"]):
    """Manager of quotes."""

    def unfinished(self) -> QuerySet["Quote"]:
        """Return the quotes that something is left to do for."""
        return self.exclude(status__in=QuoteStatus.SETTLED)


class Quote(Record, ResponseDeadline, Attribution):
    """A request for a light installation, and its price (US dollars).

    ``answered_at`` is when staff first responded: told the customer a price, replied or reached them. ``estimate`` is
    the server's estimate at the time of the request (``quotes.estimate``), None if the price needs a visit.

    ``quotes.clocks`` maintains the times (UTC) that deadlines count from. ``clock_at`` starts the deadline for a price
    (None: the request does). ``question_at`` is when the open question was asked, None if there is none.
    ``last_word_at`` is when either side last wrote or spoke, and ``retry_at`` is when to contact the customer again.
    ``has_visit`` says whether a visit is scheduled, and ``takedown_from`` is when a missing takedown is due.
    ``let_go_at`` and ``no_reply_needed_at`` are when staff set the quote or its question aside. ``deposit_paid_at`` is
    when the deposit was paid (``invoices.balance``), and ``unbilled_since`` is since when the work is done without an
    invoice (``invoices.unbilled``), unless staff gave a ``no_invoice_reason``. ``accepted_by`` is the name on the last
    acceptance, and ``opened_at`` is when someone last opened a private link to the quote.

    A quote with lines (``quotes.proposals``) is a proposal, and ``quote_amount`` is the sum of its lines. ``revision``
    numbers the current lines, and ``told_revision`` is the last revision that the customer could see (0: none).
    ``valid_until`` is the last day (Eastern) to accept, None for no limit. ``acceptance`` is the one in force.
    """

    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="quotes", db_index=False
    )
    full_name = models.CharField(max_length=200)
    email = models.EmailField(max_length=254, validators=[validate_email_address])
    phone = models.CharField(max_length=40)
    city = models.CharField(max_length=100)
    street_address = models.CharField(max_length=255, blank=True)
    address = models.ForeignKey(Address, null=True, blank=True, on_delete=models.SET_NULL, related_name="quotes")
    service_package = models.CharField(max_length=20, choices=ServicePackage)
    square_footage = models.PositiveIntegerField(null=True, blank=True)
    storeys = models.PositiveSmallIntegerField(null=True, blank=True)
    front_width_feet = models.PositiveSmallIntegerField(null=True, blank=True)
    preferred_start_date = models.DateField(null=True, blank=True)
    add_ons = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    comments = models.TextField(blank=True)
    text_updates = models.BooleanField(default=False)
    communication_preference = models.CharField(
        max_length=10, choices=CommunicationPreference, default=CommunicationPreference.EMAIL
    )
    design = JSONField(null=True, blank=True)
    estimate = JSONField(null=True, blank=True)
    status = models.CharField(max_length=20, choices=QuoteStatus, default=QuoteStatus.PENDING)
    quote_amount = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    has_lines = models.BooleanField(default=False, db_default=False, editable=False)
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    told_revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    valid_until = models.DateField(null=True, blank=True, editable=False)
    note = models.TextField(blank=True, db_default="", editable=False)
    acceptance = models.ForeignKey(
        "quotes.Acceptance", null=True, blank=True, on_delete=models.PROTECT, related_name="+", editable=False
    )
    clock_at = models.DateTimeField(null=True, blank=True, editable=False)
    question_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_word_at = models.DateTimeField(null=True, blank=True, editable=False)
    accepted_at = models.DateTimeField(null=True, blank=True, editable=False)
    accepted_by = models.CharField(max_length=200, blank=True, db_default="", editable=False)
    deposit_paid_at = models.DateTimeField(null=True, blank=True, editable=False)
    unbilled_since = models.DateTimeField(null=True, blank=True, editable=False)
    no_invoice_reason = models.CharField(max_length=500, blank=True, db_default="", editable=False)
    has_visit = models.BooleanField(default=False, db_default=False, editable=False)
    takedown_from = models.DateTimeField(null=True, blank=True, editable=False)
    retry_at = models.DateTimeField(null=True, blank=True, editable=False)
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    let_go_at = models.DateTimeField(null=True, blank=True, editable=False)
    no_reply_needed_at = models.DateTimeField(null=True, blank=True, editable=False)
    unpriced_since = models.GeneratedField(
        expression=Coalesce("clock_at", "created_at"), output_field=models.DateTimeField(), db_persist=True
    )
    silent_since = models.GeneratedField(
        expression=Coalesce("last_word_at", "created_at"), output_field=models.DateTimeField(), db_persist=True
    )
    needs_day_from = models.GeneratedField(
        expression=Case(When(has_visit=True, then="takedown_from"), default=Coalesce("accepted_at", "created_at")),
        output_field=models.DateTimeField(),
        db_persist=True,
    )
    search_vector = models.GeneratedField(
        expression=search_vector_of(*person_search_columns("full_name", "email", "phone")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    objects = QuoteRows()

    class Meta:
        indexes = [
            newest_first("quote_new"),
            newest_first("quote_user_new", "user"),
            models.Index(fields=["created_at", "id"], name="quote_waiting", condition=WAITING_QUOTES),
            models.Index(fields=["unpriced_since", "id", "city"], name="quote_unpriced", condition=UNPRICED_QUOTES),
            models.Index(fields=["question_at", "id", "city"], name="quote_asking", condition=ASKING_QUOTES),
            models.Index(fields=["needs_day_from", "id", "city"], name="quote_dayless", condition=DAYLESS_QUOTES),
            models.Index(
                fields=["silent_since", "id", "city"],
                include=["valid_until"],  # so that the index alone can rule out expired prices
                name="quote_silent",
                condition=SILENT_QUOTES,
            ),
            models.Index(fields=["unbilled_since", "id"], name="quote_unbilled", condition=UNBILLED_QUOTES),
            models.Index(fields=["retry_at"], name="quote_retry", condition=~Q(retry_at=None)),
            # For every order and filter of the administrator's list: see quotes.filters.
            models.Index(fields=["status", "-created_at", "-id"], name="quote_status_new"),
            models.Index(fields=["service_package", "status", "-created_at", "-id"], name="quote_package_new"),
            models.Index(fields=["city", "service_package", "status", "-created_at", "-id"], name="quote_city_new"),
            models.Index(Lower("full_name"), "id", name="quote_name"),
            models.Index("service_package", "status", Lower("full_name"), "id", name="quote_package_name"),
            models.Index("city", "service_package", "status", Lower("full_name"), "id", name="quote_city_name"),
            models.Index(fields=["quote_amount", "id"], name="quote_amount"),
            models.Index(fields=["service_package", "status", "quote_amount", "id"], name="quote_package_amount"),
            models.Index(fields=["city", "service_package", "status", "quote_amount", "id"], name="quote_city_amount"),
            GinIndex(fields=["search_vector"], name="quote_search", fastupdate=False),
            models.Index(
                email_key_of("email"),
                F("created_at").desc(),
                F("id").desc(),
                name="quote_guest_email",
                condition=Q(user=None),
            ),  # accounts.claims
        ]
        constraints = [
            models.CheckConstraint(condition=Q(service_package__in=ServicePackage.values), name="quote_package_known"),
            models.CheckConstraint(condition=Q(status__in=QuoteStatus.values), name="quote_status_known"),
            models.CheckConstraint(
                condition=Q(communication_preference__in=CommunicationPreference.values),
                name="quote_communication_known",
            ),
            models.CheckConstraint(condition=Q(quote_amount__gte=0), name="quote_amount_not_negative"),
            known_answer("quote_heard_from_known"),
        ]

    def __str__(self) -> str:
        return f"{self.full_name}, {self.city}"

    @property
    def offer(self) -> Decimal | None:
        """The price (US dollars) that the customer was told and has not answered yet, if any. It may have expired."""
        return self.quote_amount if self.status in QuoteStatus.ANSWERABLE and not self.is_draft else None

    @property
    def is_draft(self) -> bool:
        """Whether the customer can't see the current lines."""
        return self.has_lines and (self.status in QuoteStatus.DRAFTING or self.told_revision != self.revision)

    @property
    def told_amount(self) -> Decimal | None:
        """The price (US dollars) that the customer sees, None for a draft."""
        return None if self.is_draft else self.quote_amount

    @property
    def shows_lines(self) -> bool:
        """Whether the customer sees lines."""
        return self.has_lines and not self.is_draft

    @property
    def shown_revision(self) -> int:
        """The revision that the customer sees, or saw last."""
        return self.told_revision if self.is_draft else self.revision

    @property
    def shown_valid_until(self) -> dt.date | None:
        """The last day to accept (Eastern) that the customer sees."""
        return None if self.is_draft else self.valid_until

    @property
    def is_expired(self) -> bool:
        """Whether the customer didn't answer the price by the last day to accept (Eastern)."""
        if self.offer is None or self.valid_until is None:
            return False
        return timezone.localdate() > self.valid_until

    @property
    def news_at(self) -> dt.datetime:
        """When the quote last changed, or either side last wrote or spoke."""
        changed_at: dt.datetime = self.updated_at
        return max(changed_at, self.last_word_at or changed_at)

    @property
    def waits_for_price(self) -> bool:
        """Whether the quote is open and the customer has not been told a price."""
        return self.status in QuoteStatus.OPEN and self.offer is None

    @property
    def visits(self) -> QuerySet[Any]:
        """The quote's jobs by date; those without a date come last."""
        return self.jobs.order_by(F("scheduled_date").asc(nulls_last=True), "id")

    @property
    def sent_invoices(self) -> QuerySet[Any]:
        """The invoices that the customer can see, oldest first."""
        return self.invoices.filter(sent_at__isnull=False).order_by("created_at", "id")

    @property
    def last_decline(self) -> Decline | None:
        """The customer's latest decline. They may have asked for a new price since."""
        return self.declines.order_by("-created_at", "-id").first()

    @property
    def look(self) -> Look | None:
        """The look that the customer chose, None without a design or if it can't be drawn."""
        return look_of_request(self.service_package, self.add_ons, self.design)


class Question(Record, ResponseDeadline):
    """A customer's question: their first unanswered comment and those after it. A quote has at most one open one."""

    quote = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="questions")

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="question_open", condition=OPEN_QUESTIONS)]
        constraints = [
            models.UniqueConstraint(fields=["quote"], name="one_open_question", condition=OPEN_QUESTIONS),
        ]

    def __str__(self) -> str:
        return f"{self.quote_id}, {timezone.localdate(self.created_at)}"


class CommentType(models.TextChoices):
    """Whether a person wrote the entry, or the system recorded a change."""

    COMMENT = "comment"
    STATUS_UPDATE = "status_update"


class CommentChannel(models.TextChoices):
    """How a comment reached us."""

    SITE = "site"
    TEXT = "text"
    EMAIL = "email"


class QuoteCommentQuerySet(models.QuerySet["QuoteComment"]):
    def visible_to(self, user: Viewer) -> Self:
        """Return comments on the quotes that ``user`` can see."""
        return self.filter(quote__in=Quote.objects.all().visible_to(user))

    def to_staff(self) -> Self:
        """Return what the customer or another sender wrote, newest first."""
        return self.filter(comment_type=CommentType.COMMENT, is_staff_comment=False).order_by("-created_at", "-id")


class QuoteComment(Record):
    """One entry in a quote's thread. For a change, the customer reads ``news`` instead of ``comment``.

    ``other_sender`` is the address that an emailed reply came from, if it isn't one of the customer's.
    """

    quote = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="thread")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    comment_type = models.CharField(max_length=20, choices=CommentType, default=CommentType.COMMENT)
    is_staff_comment = models.BooleanField(default=False)
    comment = models.TextField()
    news = models.TextField(blank=True, db_default="")
    attachment_url = models.URLField(max_length=500, blank=True)
    channel = models.CharField(
        max_length=10, choices=CommentChannel, default=CommentChannel.SITE, db_default=CommentChannel.SITE
    )
    other_sender = models.CharField(max_length=320, blank=True, db_default="")

    objects = QuoteCommentQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["quote", "created_at", "id"], name="quotecomment_thread")]
        constraints = [
            models.CheckConstraint(condition=Q(comment_type__in=CommentType.values), name="quotecomment_type_known"),
            models.CheckConstraint(condition=Q(channel__in=CommentChannel.values), name="quotecomment_channel_known"),
        ]

    def __str__(self) -> str:
        return self.comment[:60]

    @property
    def author_name(self) -> str:
        """The author's name as the other side sees it. Without an account, it is the name on the quote."""
        if self.other_sender:
            return self.other_sender
        if self.is_staff_comment:
            return self.user.staff_name if self.user else business().name
        return (self.user.first_name or self.user.email) if self.user else self.quote.full_name


class UnsentPrice(Record):
    """A price that has not been emailed yet, so staff can still undo it (``quotes.undo``).

    ``changes`` maps each column of the quote that the price changed to its old and new value, as text. ``lines`` are
    the IDs of the entries that the price added to the thread, and ``quote_updated_at`` is the ``updated_at`` that the
    quote got with it.
    """

    quote = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="unsent_prices")
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    changes = models.JSONField()
    lines = ArrayField(models.UUIDField())
    quote_updated_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.quote_id}: {self.amount}"
