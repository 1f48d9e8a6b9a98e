"""People, invitations, service keys and tickets for sockets."""

from __future__ import annotations

import uuid
from enum import StrEnum

from django.contrib.auth.models import AbstractUser
from django.db import models

from hvrmet.core.db.models import OwnedModel
from hvrmet.core.names import validate_name


class User(AbstractUser):
    """A person; what they may do is said by their memberships."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(
        max_length=150,
        unique=True,
        validators=(AbstractUser.username_validator, validate_name),
        help_text="letters, digits and @ . + - _, in letters of one script",
        error_messages={"unique": "A user with that username already exists."},
    )
    first_name = models.CharField(max_length=150, blank=True, validators=(validate_name,))
    last_name = models.CharField(max_length=150, blank=True, validators=(validate_name,))
    home = models.ForeignKey(
        "tenants.Tenant",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        help_text="the centre that a sign-in without a name goes to",
    )
    home_id: uuid.UUID | None
    curates = models.BooleanField(
        "curator of the installation",
        default=False,
        help_text="reviews and releases the Guideline Library that all centres share",
    )


class InvitationState(StrEnum):
    """What became of an invitation."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    REVOKED = "revoked"
    EXPIRED = "expired"


class Invitation(OwnedModel):
    """A tenant's wish that a person becomes a member; the person decides.

    It holds the sign-in name and no person: whether somebody has this name is not disclosed.
    """

    username = models.CharField(max_length=150)
    roles = models.JSONField(default=list)
    state = models.CharField(max_length=10, default=InvitationState.OPEN)
    invited_by = models.CharField(max_length=200)
    inviter_kind = models.CharField(max_length=10)
    inviter_id = models.UUIDField()
    expires_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "username"),
                condition=models.Q(state=InvitationState.OPEN.value),
                name="invitation_tenant_open",
            )
        ]
        indexes = [models.Index(fields=("username", "state"), name="invitation_username")]

    def __str__(self) -> str:
        return f"{self.username} ({self.state})"


class ApiKey(OwnedModel):
    """A service's key to one tenant: only its prefix and its hash are kept.

    After a rotation the former secret works until `previous_until`.
    """

    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    key_hash = models.CharField(max_length=64, editable=False)
    roles = models.JSONField(default=list)
    scopes = models.JSONField(default=list, blank=True)
    created_by = models.CharField(max_length=200, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True, editable=False)
    previous_until = models.DateTimeField(null=True, blank=True)

    class Meta(OwnedModel.Meta):
        verbose_name = "API key"
        constraints = [
            models.UniqueConstraint(fields=("tenant", "name"), name="apikey_tenant_name"),
            models.UniqueConstraint(fields=("tenant", "prefix"), name="apikey_tenant_prefix"),
        ]
        indexes = [
            models.Index(fields=("key_hash",), name="apikey_hash"),
            models.Index(fields=("previous_hash",), name="apikey_previous_hash"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class SocketTicket(OwnedModel):
    """A right to open one socket, once and soon.

    `credential` is by what it was asked for, as `Access.credential`: the socket ends with it.
    """

    ticket_hash = models.CharField(max_length=64, editable=False)
    credential = models.CharField(max_length=64, editable=False, db_default="")
    principal_kind = models.CharField(max_length=10)
    principal_id = models.UUIDField()
    expires_at = models.DateTimeField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "ticket_hash"), name="ticket_tenant_hash")
        ]
        indexes = [models.Index(fields=("tenant", "expires_at"), name="ticket_tenant_expiry")]

    def __str__(self) -> str:
        return f"ticket of {self.principal_kind} {self.principal_id}"
