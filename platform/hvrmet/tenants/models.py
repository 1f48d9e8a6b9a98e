"""Operational centres, and who works in which with which roles."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import models

from hvrmet.core.db.models import BaseModel, OwnedModel
from hvrmet.core.names import validate_name
from hvrmet.tenants.zones import validate_timezone


class Tenant(BaseModel):
    """An operational centre: the owner of jobs, evidence and reports.

    An empty quota is the installation's default (`tenants.quotas`).
    """

    slug = models.SlugField(max_length=50, unique=True)
    name = models.CharField(max_length=200, validators=(validate_name,))
    timezone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        validators=(validate_timezone,),
        help_text="IANA name such as Asia/Shanghai, for days of requests that name no zone; empty: "
        "by the longitude of the region",
    )
    jobs_per_hour = models.PositiveIntegerField(null=True, blank=True)
    running_jobs = models.PositiveIntegerField(null=True, blank=True)
    storage_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    tokens_per_month = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.name


class Membership(OwnedModel):
    """A person's roles in a tenant (names of `accounts.roles.TenantRole`)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=True
    )
    user_id: UUID
    roles = models.JSONField(default=list)
    provider = models.CharField(
        max_length=40,
        blank=True,
        default="",
        editable=False,
        help_text="whose groups made the membership and end it; empty: an invitation or "
        "an operator",
    )
    last_sign_in_at = models.DateTimeField(null=True, blank=True, editable=False)
    sessions_from = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="sessions that began before it may not work in this tenant",
    )

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "user"), name="membership_tenant_user")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tenant_id}"
