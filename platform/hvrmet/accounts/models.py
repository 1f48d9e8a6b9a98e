"""People and service keys."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models

from hvrmet.core.models import OwnedModel


class User(AbstractUser):
    """A person; what they may do is said by their memberships."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)


class ApiKey(OwnedModel):
    """A service's key to one tenant: only its prefix and its hash are kept."""

    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    key_hash = models.CharField(max_length=64, editable=False)
    roles = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta(OwnedModel.Meta):
        verbose_name = "API key"
        constraints = [
            models.UniqueConstraint(fields=("tenant", "name"), name="apikey_tenant_name"),
            models.UniqueConstraint(fields=("tenant", "prefix"), name="apikey_tenant_prefix"),
        ]
        indexes = [models.Index(fields=("key_hash",), name="apikey_hash")]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
