"""What workers are to do for the library."""

from __future__ import annotations

from django.db import models


class WaitingWork(models.Model):
    """An effect or a paper that waits for a worker. Crosses tenants: a task, ids and a time."""

    subject_id = models.UUIDField(primary_key=True)
    tenant_id = models.UUIDField()
    task = models.CharField(max_length=50)
    asked_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.task} {self.subject_id}"
