"""What changes of the library do on the generated cases, which belong to no centre."""

from __future__ import annotations

from django.db import models
from hvrmet.core.db.models import BaseModel


class MeasuredEffect(BaseModel):
    """The effect of a change on the generated cases; it holds nothing of a centre's runs."""

    digest = models.CharField(max_length=64, unique=True, help_text="of what the change decides")
    document = models.JSONField(help_text="`EffectOnCases`")

    def __str__(self) -> str:
        return self.digest[:12]
