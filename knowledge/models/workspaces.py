"""Where a centre's curators work: the release that they began with, and its explanations."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from hvrmet.core.db.models import OwnedModel


class Workspace(OwnedModel):
    """The library as a centre's curators work on it; one for each centre.

    `base_digest` is the release that the unchanged entries are those of: the shared one that was
    taken in, then the centre's own releases, each built on the former one. `upstream_digest` is the
    shared release that was last taken in.
    """

    base_digest = models.CharField(max_length=64)
    upstream_digest = models.CharField(max_length=64)
    library_id = models.CharField(max_length=100)
    version = models.CharField(max_length=50)
    title = models.CharField(max_length=300)
    dependence = models.JSONField(default=dict)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant",), name="workspace_one_for_each_centre")
        ]

    def __str__(self) -> str:
        return f"{self.library_id} {self.version}"


class CauseRow(OwnedModel):
    """One of the competing explanations of a type of event (`contracts.guidelines.Cause`)."""

    position = models.PositiveSmallIntegerField()
    cause_id = models.CharField(max_length=100)
    event_types = ArrayField(models.CharField(max_length=20))
    name = models.CharField(max_length=200)
    name_zh = models.CharField(max_length=200)
    chain = models.TextField()
    chain_zh = models.TextField()
    feeds = ArrayField(models.CharField(max_length=100), default=list)
    requires = models.JSONField(default=list)
    """Names of findings; a list among them is of alternatives."""
    must_show = models.BooleanField(default=False)

    class Meta(OwnedModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("tenant", "position"), name="cause_position")
        ]

    def __str__(self) -> str:
        return self.cause_id
