"""Records of who did what; the database refuses to change or delete one."""

from __future__ import annotations

from django.db import models

from hvrmet.core.models import TenantRow


class AuditRecord(TenantRow):
    """One action, written in the transaction of the change it tells of."""

    tenant_id = models.UUIDField(editable=False)
    action = models.CharField(max_length=60)
    actor = models.CharField(max_length=200)
    subject_id = models.UUIDField(null=True)
    request_id = models.CharField(max_length=64)
    data = models.JSONField(default=dict)

    class Meta(TenantRow.Meta):
        indexes = [
            models.Index(fields=("tenant_id", "-created_at"), name="audit_tenant_newest"),
            models.Index(fields=("tenant_id", "subject_id"), name="audit_tenant_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor}"
