"""Consent to texts for each phone number, and the channel that each customer prefers."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.models import Record


class CommunicationPreference(models.TextChoices):
    """How someone wants to be contacted."""

    EMAIL = "email"
    SMS = "sms"
    PHONE = "phone"


class ContactChoice(models.Model):
    """The channel that a customer chose in My Services. It overrides what they chose with each request.

    ``number`` is where texts go, in E.164; blank if they have not entered one in My Services.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="contact_choice"
    )
    channel = models.CharField(max_length=10, choices=CommunicationPreference)
    number = models.CharField(max_length=16, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(channel__in=CommunicationPreference.values), name="contact_choice_channel_known"
            ),
            models.CheckConstraint(
                condition=~Q(channel=CommunicationPreference.SMS, number=""), name="contact_choice_texts_need_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.channel}"


class ConsentMethod(models.TextChoices):
    """How consent was given or withdrawn."""

    QUOTE_FORM = "quote_form"
    TREE_ORDER_FORM = "tree_order_form"
    MY_SERVICES = "my_services"
    TEXT = "text"  # a word such as STOP, in a text to us
    OFFICE = "office"  # by staff, for example on the phone
    REFUSED = "refused"  # Twilio said that the number has stopped our texts (error 21610)
    NOT_MOBILE = "not_mobile"  # Twilio said that the number can't receive texts


# The methods by which consent can be given.
GIVEN_BY = [
    ConsentMethod.QUOTE_FORM, ConsentMethod.TREE_ORDER_FORM, ConsentMethod.MY_SERVICES, ConsentMethod.TEXT,
    ConsentMethod.OFFICE,
]  # fmt: skip


class ConsentEvent(Record):
    """Consent to texts was given for a number, or withdrawn. Rows are only added; a number's latest row decides.

    ``number`` is in E.164. ``wording`` is the text that the person agreed to, or the keyword they withdrew with, such
    as STOP. ``staff`` is who recorded it for them. IDs are ordered by time, even within one transaction.
    """

    number = models.CharField(max_length=16)
    is_given = models.BooleanField()
    wording = models.TextField(blank=True)
    method = models.CharField(max_length=20, choices=ConsentMethod)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        indexes = [models.Index(fields=["number", "-id"], name="consent_number_new")]
        constraints = [
            models.CheckConstraint(condition=Q(number__regex=r"^\+[1-9][0-9]{6,14}$"), name="consent_number_is_e164"),
            models.CheckConstraint(condition=Q(method__in=ConsentMethod.values), name="consent_method_known"),
            models.CheckConstraint(
                condition=Q(is_given=False) | Q(method__in=GIVEN_BY) & ~Q(wording=""), name="consent_has_its_wording"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {'given' if self.is_given else 'withdrawn'}"
