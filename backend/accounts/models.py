"""Users and their addresses."""

from typing import Any, Self, TypeVar
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from common.business import business
from common.email_addresses import email_key, email_key_of, validate_email_address
from common.models import KeptForBooks, Record, newest_first
from common.search import search_vector_of
from common.statuses import Badge, Mark, Status, Tone, group


class Role(models.TextChoices):
    """Roles of staff. Both can use the desk; ``common.permissions.Owner`` guards what only owners may do."""

    OWNER = "owner", "Owner"
    OFFICE = "office", "Office"


class UserManager(BaseUserManager["User"]):
    """Creates users. The email address is the username, in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create a user. Without ``password`` they get an unusable one. Raises IntegrityError if ``email`` is taken."""
        user = self.model(email=email_key(email.strip()), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an owner."""
        from accounts.security_log import record_administrator  # imported late, since it needs this model

        user = self.create_user(email, password, role=Role.OWNER, **fields)
        record_administrator(user)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this email address in any case."""
        return self.get(email=email_key(username or ""))


# For staff's search of customers. The index is used only for exactly this expression.
USER_SEARCH_VECTOR = search_vector_of("first_name", "last_name", "email")


class User(Record, AbstractBaseUser, PermissionsMixin):
    """Someone with an account: a customer, or an administrator, who has a role.

    The database stores the role. What a request may do depends on ``is_admin`` and ``is_owner``, which also require
    that the session has taken the second sign-in step.
    """

    email = models.EmailField(max_length=254, unique=True, validators=[validate_email_address])
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100, blank=True)
    profile_image_url = models.URLField(max_length=500, blank=True)
    stripe_customer_id = models.CharField(max_length=255, blank=True)
    stripe_subscription_id = models.CharField(max_length=255, blank=True)
    role = models.CharField(max_length=10, choices=Role, null=True, blank=True)  # noqa: DJ001, null in the API too
    is_active = models.BooleanField(default=True)

    # Set on a request's user if the session lacks the second sign-in step (accounts.second_factor). This is not a
    # column, so that ``save`` can't store what is true for one session only.
    second_factor_missing = False

    objects = UserManager()

    USERNAME_FIELD = "email"

    class Meta:
        indexes = [
            newest_first("user_new"),
            GinIndex(USER_SEARCH_VECTOR, name="user_search"),
            models.Index(fields=["email"], name="user_staff", condition=Q(role__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(email_key_of("email"), name="one_user_per_email"),
            models.CheckConstraint(condition=Q(role__isnull=True) | Q(role__in=Role.values), name="user_role_known"),
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def has_admin_role(self) -> bool:
        """Whether this user is staff, whether or not the session has taken the second step."""
        return self.role is not None

    @property
    def is_admin(self) -> bool:
        """Whether this user has a role, and the session has taken the second step if that is required."""
        return self.has_admin_role and not self.second_factor_missing

    @property
    def is_owner(self) -> bool:
        """Whether this user is an administrator with the role of owner."""
        return self.is_admin and self.role == Role.OWNER

    @property
    def full_name(self) -> str:
        """First and last name, or the email address if both are blank."""
        return f"{self.first_name} {self.last_name}".strip() or self.email

    @property
    def staff_name(self) -> str:
        """The name that customers see. Never the email address, since staff sign in with it."""
        return self.first_name or business().name

    @property
    def is_staff(self) -> bool:
        """Whether this user can open the back office (the name is Django's)."""
        return self.is_admin

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Allow administrators everything in the back office."""
        return self.is_active and self.is_admin

    def has_module_perms(self, app_label: str) -> bool:
        """Allow administrators."""
        return self.is_active and self.is_admin


class LinkHolder(AnonymousUser):
    """Someone who opened a private link to one row (the app ``links``) and can see and do what its owner can."""

    def __init__(self, model: type[models.Model], row_id: UUID) -> None:
        super().__init__()
        self.model = model
        self.row_id = row_id


Viewer = User | AnonymousUser
M = TypeVar("M", bound=models.Model)


def signed_in(viewer: Viewer) -> User:
    """Return ``viewer`` as a User. Use it in views whose permission requires signing in."""
    if not isinstance(viewer, User):
        raise TypeError("No user is signed in: the view lacks a permission class")
    return viewer


class OwnedQuerySet(models.QuerySet[M]):
    """Rows with a ``user``. Every view starts from one of these methods, so someone else's row is always a 404."""

    def owned_by(self, user: Viewer) -> Self:
        """Return the user's own rows, or the one row of a private link; none for other signed-out visitors."""
        if isinstance(user, LinkHolder):
            return self.filter(id=user.row_id) if self.model is user.model else self.none()
        return self.filter(user_id=user.pk) if user.is_authenticated else self.none()

    def listed(self) -> Self:
        """Return the rows that lists and searches may show: all except those of erased people."""
        return self.filter(erased=False) if issubclass(self.model, KeptForBooks) else self.all()

    def visible_to(self, user: Viewer) -> Self:
        """Return all rows for administrators, and their own for others."""
        return self.all() if user.is_authenticated and user.is_admin else self.owned_by(user)


_OwnedManager = models.Manager.from_queryset(OwnedQuerySet)


class SearchableRows(_OwnedManager[M]):
    """Manager of owned rows that doesn't load the search vector, which only the database needs."""

    def get_queryset(self) -> OwnedQuerySet[M]:
        """Return all rows."""
        return super().get_queryset().defer("search_vector")  # type: ignore[return-value]


class AddressStatus(Status):
    ACTIVE = "active", Badge(Tone.BLUE)
    SUBSCRIBED = "subscribed", Badge(Tone.GREEN)
    ITEMS_IN_STORAGE = "items_in_storage", Badge(Tone.SLATE, Mark.SQUARE), "Items in Storage"
    INACTIVE = "inactive", Badge(Tone.DIM, Mark.RING)

    # Addresses with these statuses can't be deleted.
    IN_USE = group(SUBSCRIBED, ITEMS_IN_STORAGE)


class Address(Record):
    """A customer's saved address. If they have any, exactly one is the default."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="addresses", db_index=False)
    label = models.CharField(max_length=100, blank=True)
    street = models.CharField(max_length=255)
    city = models.CharField(max_length=100)
    state = models.CharField(max_length=2)
    zip_code = models.CharField(max_length=10)
    status = models.CharField(max_length=20, choices=AddressStatus, default=AddressStatus.ACTIVE)
    is_default = models.BooleanField(default=False)

    objects = OwnedQuerySet["Address"].as_manager()

    class Meta:
        verbose_name_plural = "addresses"
        indexes = [
            newest_first("address_user_new", "user"),
            models.Index(
                fields=["-created_at", "-id"], name="address_in_use_new", condition=Q(status__in=AddressStatus.IN_USE)
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(is_default=True), name="one_default_address"),
            models.CheckConstraint(condition=Q(status__in=AddressStatus.values), name="address_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.street}, {self.city}"


class StaffInvitation(Record):
    """An invitation to the staff. Whoever has verified ``email`` gets ``role`` at their next sign-in.

    The row is deleted when the invitation is accepted or withdrawn. It is valid until ``expires_at``.
    """

    email = models.EmailField(max_length=254, unique=True, validators=[validate_email_address])
    role = models.CharField(max_length=10, choices=Role)
    invited_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known")]

    def __str__(self) -> str:
        return self.email


class SecurityEventKind(models.TextChoices):
    """Kinds of events that owners see: changes to access, exports and erasures."""

    INVITED = "invited"
    INVITATION_WITHDRAWN = "invitation_withdrawn"
    ROLE_GIVEN = "role_given"
    ROLE_TAKEN = "role_taken"
    SECOND_FACTOR_REMOVED = "second_factor_removed"
    EXPORTED = "exported"
    PERSON_EXPORTED = "person_exported"
    PERSON_ERASED = "person_erased"
    RETENTION = "retention"


class SecurityEvent(Record):
    """An event that owners can look up later. ``summary`` is a sentence that does not identify a customer.

    ``actor`` is None for commands, the worker and deleted accounts. ``subject`` is the email address of the staff
    member that the event is about, or blank.
    """

    kind = models.CharField(max_length=30, choices=SecurityEventKind)
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False)
    actor_name = models.CharField(max_length=254)
    subject = models.CharField(max_length=254, blank=True)
    summary = models.CharField(max_length=500)

    class Meta:
        indexes = [newest_first("securityevent_new")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=SecurityEventKind.values), name="securityevent_kind_known"),
        ]

    def __str__(self) -> str:
        return self.summary
