"""Records of who did what; the database links them, and refuses to change or delete one."""

from __future__ import annotations

from django.db import models

from hvrmet.core.db.models import TenantRow


class AuditRecord(TenantRow):
    """One action, written in the transaction of the change it tells of.

    `seq`, `previous_hash`, `hash` and the time are the database's (`audit.chain`). Events that
    belong to no tenant are in the chain of `core.scope.SYSTEM`.
    """

    tenant_id = models.UUIDField(editable=False)
    seq = models.PositiveBigIntegerField(default=0, editable=False)
    action = models.CharField(max_length=60)
    actor = models.CharField(max_length=200)
    actor_id = models.UUIDField(null=True)
    subject_id = models.UUIDField(null=True)
    request_id = models.CharField(max_length=64)
    address = models.CharField(max_length=64, default="-")
    data = models.JSONField(default=dict)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    previous_hash = models.CharField(max_length=64, default="", editable=False)
    hash = models.CharField(max_length=64, default="", editable=False)

    class Meta(TenantRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant_id", "seq"), name="audit_tenant_seq")
        ]
        indexes = [
            models.Index(fields=("tenant_id", "-created_at"), name="audit_tenant_newest"),
            models.Index(fields=("tenant_id", "subject_id"), name="audit_tenant_subject"),
            models.Index(fields=("tenant_id", "actor_id", "-seq"), name="audit_tenant_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor}"


class RetentionRule(models.Model):
    """How long the database keeps rows of a table before it lets them be destroyed.

    Written by the owner role (`manage.py setup_database`) from ``HVRMET_RETENTION``; the runtime
    role reads it. A table without a rule is kept for ever.
    """

    table_name = models.CharField(max_length=63, primary_key=True)
    days = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.table_name}: {self.days} days"
