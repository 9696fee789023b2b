"""The file that identifies this site to Apple Pay."""

from django.db import models
from django.db.models import Q


class ApplePayDomainFile(models.Model):
    """Stripe's file by which Apple recognizes this site's domain. Stripe replaces it from time to time. One row."""

    id = models.BooleanField(primary_key=True, default=True)
    contents = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=True), name="apple_pay_domain_file_one_row")]
