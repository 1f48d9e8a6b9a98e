"""The library as its curators keep it: what there is, and every state that it had.

An item (an entry, an explanation, a publication) is a name that never changes. What it says stands
in its revisions, which are only ever added: the one with the highest number is in force, and one
marked as removed takes the item out of the library without losing it.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from hvrmet.core.db.models import BaseModel

from knowledge.models.proposals import Proposal

_TEXTS = models.TextField()


class LibraryImport(BaseModel):
    """One taking over of files into the library: by whom, from where, and what came of it."""

    class Origin(models.TextChoices):
        PACKAGE = "package"
        FILE = "file"

    origin = models.CharField(max_length=10, choices=Origin)
    name = models.CharField(max_length=300, help_text="of the file or the release")
    digest = models.CharField(max_length=64, help_text="of what was taken over")
    actor = models.CharField(max_length=200)
    reason = models.CharField(max_length=1000, blank=True)
    library_id = models.CharField(max_length=100, blank=True)
    version = models.CharField(max_length=50, blank=True)
    title = models.CharField(max_length=300, blank=True)
    source = models.TextField(blank=True)
    created = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    removed = models.PositiveIntegerField()
    kept = models.PositiveIntegerField(help_text="changed here since, and left as they are")

    class Meta:
        indexes: ClassVar = [models.Index(fields=("-created_at",), name="import_newest")]

    def __str__(self) -> str:
        return f"{self.name} ({self.digest[:12]})"


class Item(BaseModel):
    """A name in the library, and its place in lists and files."""

    key = models.CharField(max_length=300, unique=True)
    position = models.PositiveIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.key


class Revision(BaseModel):
    """One state of an item: who made it, when, why and from what."""

    item_id: UUID
    number = models.PositiveIntegerField()
    actor = models.CharField(max_length=200)
    actor_id = models.UUIDField(null=True, help_text="null for an operator's command")
    reason = models.CharField(max_length=1000, blank=True)
    imported = models.ForeignKey(
        LibraryImport, on_delete=models.PROTECT, null=True, related_name="+"
    )
    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, null=True, related_name="+")
    proposal_id: UUID | None
    removed = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, help_text="of what it says; two alike are one state")

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("item", "number"), name="%(class)s_number")
        ]

    def __str__(self) -> str:
        return f"revision {self.number}"


class Placed(models.Model):
    """Where and when an anomaly is evidence, seen from the peak of the event, and what it shows."""

    place = models.CharField(max_length=20, blank=True)
    reach_km = models.FloatField(null=True)
    first_hour = models.FloatField(null=True)
    last_hour = models.FloatField(null=True)
    finding = models.CharField(max_length=100, null=True)

    class Meta:
        abstract = True


class LibraryEntry(Item):
    """An entry: one diagnostic factor of a type of event."""

    class Meta:
        verbose_name_plural = "library entries"


class EntryRevision(Revision, Placed):
    """What an entry says; its thresholds, detectors and citations are rows of their own."""

    item = models.ForeignKey(LibraryEntry, on_delete=models.PROTECT, related_name="revisions")
    event_types = ArrayField(models.CharField(max_length=30))
    factor = models.CharField(max_length=100)
    modality = models.CharField(max_length=20)
    category = models.CharField(max_length=30)
    kind = models.CharField(max_length=10, help_text="of the expectation: index or figure")
    direction = models.CharField(max_length=100)
    tail = models.CharField(max_length=10, blank=True)
    reduction = models.CharField(max_length=100, blank=True)
    unit = models.CharField(max_length=50, blank=True)
    level_hpa = models.FloatField(null=True)
    parameters = models.JSONField(default=dict, help_text="of the index, by their names")
    blows_from = models.CharField(
        max_length=20, null=True, help_text="the side from which a wind must blow"
    )
    require = models.CharField(max_length=5, blank=True, help_text="any or all of the detectors")
    timing = models.TextField(blank=True)
    timing_zh = models.TextField(blank=True)
    season = models.TextField(null=True)
    season_zh = models.TextField(null=True)
    region = models.TextField(null=True)
    region_zh = models.TextField(null=True)
    level = models.TextField(null=True)
    level_zh = models.TextField(null=True)
    months_nh = ArrayField(models.PositiveSmallIntegerField())
    abs_lat_range = ArrayField(models.FloatField(), null=True)
    event_centre_in = ArrayField(models.FloatField(), null=True, help_text="W,S,E,N")
    subtypes = ArrayField(_TEXTS)
    rationale = models.TextField()
    rationale_zh = models.TextField(blank=True)
    restates_criterion = models.BooleanField()
    weight = models.PositiveSmallIntegerField()
    confidence = models.FloatField()
    difficulty = models.CharField(max_length=50)
    alternatives = ArrayField(_TEXTS)
    supports = ArrayField(_TEXTS)
    opposes = ArrayField(_TEXTS)
    tags = ArrayField(_TEXTS)
    note = models.TextField(blank=True)
    note_zh = models.TextField(blank=True)
    reviewed = models.BooleanField(default=False, help_text="right as a whole, say two curators")
    confirmed = models.PositiveIntegerField(null=True)
    tested = models.PositiveIntegerField(null=True)
    confirmed_without = models.PositiveIntegerField(null=True)
    tested_without = models.PositiveIntegerField(null=True)

    class Meta(Revision.Meta):
        pass


class Part(BaseModel):
    """A part of an entry's revision, at its place among its like."""

    revision_id: UUID
    position = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("revision", "position"), name="%(class)s_position")
        ]


class Threshold(Part):
    """A limit of an entry, with where it comes from and what it holds for."""

    class Role(models.TextChoices):
        CLIMATOLOGY = "climatology"
        ABSOLUTE = "absolute"
        FLOOR = "floor"
        BAND = "band"
        ALSO = "also"

    revision = models.ForeignKey(EntryRevision, on_delete=models.PROTECT, related_name="thresholds")
    role = models.CharField(max_length=12, choices=Role)
    test = models.CharField(max_length=5, help_text=">=, <=, in; z or pct of a climatology")
    value = models.FloatField()
    upper = models.FloatField(null=True, help_text="of a range")
    unit = models.CharField(max_length=50, blank=True)
    output = models.CharField(max_length=100, blank=True, help_text="the extra output it judges")
    abs_lat_range = ArrayField(models.FloatField(), null=True, help_text="of a band")
    based = models.BooleanField(help_text="whether the library says where it comes from")
    reference = models.CharField(max_length=100, null=True, help_text="key in the bibliography")
    page = models.TextField(blank=True)
    effective = models.DateField(null=True)
    region = models.TextField(blank=True)
    season = models.TextField(blank=True)
    resolution_deg = models.FloatField(null=True)

    def __str__(self) -> str:
        return f"{self.role} {self.test} {self.value:g} {self.unit}".rstrip()


class Detector(Part, Placed):
    """A detector that judges an entry's chart."""

    revision = models.ForeignKey(EntryRevision, on_delete=models.PROTECT, related_name="detectors")
    detector = models.CharField(max_length=100)
    parameters = models.JSONField(default=dict)

    class Meta(Part.Meta):
        pass

    def __str__(self) -> str:
        return self.detector


class Citation(Part):
    """A publication that an entry rests on, with the passage where it is known."""

    revision = models.ForeignKey(EntryRevision, on_delete=models.PROTECT, related_name="citations")
    reference = models.ForeignKey(
        "LibraryReference", on_delete=models.PROTECT, related_name="citations"
    )
    reference_id: UUID
    passage = models.TextField(blank=True)
    page = models.TextField(blank=True)
    quoted = models.TextField(blank=True)

    def __str__(self) -> str:
        return str(self.reference_id)


class LibraryReference(Item):
    """A publication."""


class ReferenceRevision(Revision):
    """What is known of a publication, and what came of checking it."""

    item = models.ForeignKey(LibraryReference, on_delete=models.PROTECT, related_name="revisions")
    authors = ArrayField(_TEXTS)
    year = models.PositiveSmallIntegerField()
    title = models.TextField()
    container = models.TextField(blank=True)
    publisher = models.TextField(blank=True)
    volume = models.TextField(blank=True)
    pages = models.TextField(blank=True)
    doi = models.TextField(null=True)
    outcome = models.CharField(max_length=20)
    checked_by = models.CharField(max_length=200, blank=True)
    checked_on = models.DateField(null=True)
    seen = ArrayField(_TEXTS)
    note = models.TextField(blank=True)


class LibraryExplanation(Item):
    """One of the competing explanations of a type of event."""


class ExplanationRevision(Revision):
    """What an explanation says."""

    item = models.ForeignKey(LibraryExplanation, on_delete=models.PROTECT, related_name="revisions")
    name_id = models.CharField(max_length=100, help_text="as entries name it")
    event_types = ArrayField(models.CharField(max_length=30))
    name = models.TextField()
    name_zh = models.TextField()
    chain = models.TextField()
    chain_zh = models.TextField()
    feeds = ArrayField(_TEXTS)
    structure = models.CharField(max_length=20, null=True, help_text="the system that it names")


class LibraryPreset(Item):
    """Criteria of events of an authority."""


class PresetRevision(Revision):
    """What the library says of criteria otherwise than the package."""

    item = models.ForeignKey(LibraryPreset, on_delete=models.PROTECT, related_name="revisions")
    numbers = models.JSONField(default=dict, help_text="by their paths in the criteria")
    sources = models.JSONField(default=dict, help_text="where numbers are from, by their paths")
