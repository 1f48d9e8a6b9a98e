"""What changes of the library do on the generated cases, which belong to no centre."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from hvrmet.core.db.models import BaseModel


class MeasuredEffect(BaseModel):
    """The effect of a change on the generated cases; it holds nothing of a centre's runs."""

    digest = models.CharField(max_length=64, help_text="of what the change decides")
    software = models.CharField(max_length=50, blank=True, help_text="that measured it")
    library = models.CharField(
        max_length=64, blank=True, help_text="state of the rest of the library then"
    )
    document = models.JSONField(help_text="`EffectOnCases`")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("digest", "software", "library"), name="effect_measured_once"
            )
        ]

    def __str__(self) -> str:
        return self.digest[:12]
