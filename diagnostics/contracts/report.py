"""The report: sentences whose numbers are placeholders bound to evidence."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none, is_zero
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.conclusion import Explanation, Occurrence, of_an_older_release
from diagnostics.contracts.detection import Classification, Reliability
from diagnostics.contracts.enums import (
    Category,
    ConclusionKind,
    EventType,
    Language,
    Scope,
    StopReason,
    Strength,
)
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import Reference, ReleaseApproval
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.recipes import Recipe
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import CauseWeight, LevelRepair, RetrievalReview
from diagnostics.contracts.steering import SteeringLog
from diagnostics.contracts.systems import SynopticSystems

PICTURE_PREFIX = "data:image/png;base64,"
"""What precedes a picture in a report's page."""

REPORT_FILES = ("diagnosis.json", "report.md", "report.html")
"""Under these names a run keeps its report: the document and its two renderings."""


class Conclusion(Contract):
    """How the diagnosis ended: what happened, why, and what carries it.

    `kind`, `strength` and `confidence` say both in one word, as older clients read it.
    """

    kind: ConclusionKind = Field(
        description="deprecated: both conclusions in one word; read `occurrence` and `explanation`",
        json_schema_extra={"deprecated": True},
    )
    occurrence: Occurrence = Field(description="what happened")
    explanation: Explanation = Field(description="why it happened")
    event: EventType | None = None
    strength: Strength | None = None
    scope: Scope = Scope.WINDOW
    confirmed: tuple[str, ...] = Field(default=(), description="evidence ids")
    severity: tuple[str, ...] = Field(
        default=(),
        description="found, but restating the event's criterion: not counted among the confirmed",
    )
    repeated: tuple[str, ...] = Field(
        default=(),
        description="found, but showing what a confirmed factor shows already: not counted again",
    )
    trivial: tuple[str, ...] = Field(
        default=(),
        description="among the confirmed: found as strongly without the event, and not counted",
        exclude_if=is_empty,
    )
    uncontrolled: tuple[str, ...] = Field(
        default=(),
        description="among those that count: the data hold too few quiet places and times to "
        "test whether they discriminate",
        exclude_if=is_empty,
    )
    categories_lacking: tuple[Category, ...] = Field(
        default=(), description="of a supported event: those of which no factor counts"
    )
    refuted: tuple[str, ...] = ()
    undetermined: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = Field(
        default=(), description="judged, and not counted by order of a person"
    )
    not_testable: tuple[EventType, ...] = ()
    signs: tuple[EvidenceItem, ...] = Field(
        default=(),
        description="where no type is met: judged factors of types that cannot be tested, signs of "
        "their environment in region and period; they say nothing of an event",
        exclude_if=is_empty,
    )
    confidence: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="of the explanation of a supported event, else that no event occurred",
    )
    confidence_level: str = Field(
        default="", description="high | moderate | low | very_low; empty without a conclusion"
    )
    confidence_parts: dict[str, float] = Field(
        default={}, description="what the confidence is the product of"
    )
    reliability: Reliability | None = Field(default=None, description="behind the part `criterion`")
    mean_factor_confidence: float | None = None
    reason: str = ""
    turns: int = 0
    false_discovery_rates: dict[str, float] = Field(
        default={}, description="evidence id -> q-value (Benjamini-Yekutieli)"
    )
    effective_tests: float | None = None
    causes: tuple[CauseWeight, ...] = Field(
        default=(), description="competing explanations, the strongest first"
    )
    stopped: StopReason | None = None

    @property
    def counting(self) -> tuple[str, ...]:
        """Ids of the confirmed evidence that counts; all of it in runs without controls."""
        return tuple(item for item in self.confirmed if item not in self.trivial)

    @model_validator(mode="before")
    @classmethod
    def _with_two_conclusions(cls, data: Any) -> Any:
        """Read a conclusion of a release that had its kind alone."""
        if isinstance(data, dict) and "kind" in data and "occurrence" not in data:
            return {**data, **of_an_older_release(data)}
        return data


ClaimKind = Literal[
    "number",
    "time",
    "day",
    "place",
    "text",
    "words",
    "direction",
    "count",
    "comparison",
    "term",
    "message",
]
"""How a value is written; `words` are a person's own, shown as they are.

A `message` is an entry of the catalogue of messages with its parameters.

A `day` is an instant that stands for its calendar day in the zone that `unit` names.
"""


class Claim(Contract):
    """A value that a sentence may show: a field of evidence, with how to write it.

    `source` is ``evidence:ID``, ``classification``, ``systems``, ``request``, ``inventory``,
    ``conclusion`` or ``steering``; `path` leads to the value inside it (dotted, e.g.
    ``index.value``). `value` is a copy that the checker compares with the source.
    """

    id: str
    source: str
    path: str
    value: JsonValue
    kind: ClaimKind
    unit: str | None = None
    digits: int | None = None


class OwnWords(Contract):
    """Whose words a paragraph is; nothing but its placeholders is held against the evidence."""

    author: str = Field(description="label of the person, person:NAME")
    written_at: Instant


class Topic(StrEnum):
    """What a paragraph of the summary answers."""

    HAPPENED = "happened"
    DOUBTS = "doubts"
    STORY = "story"
    WHY = "why"
    AGAINST = "against"
    UNTESTED = "untested"
    ENVIRONMENT = "environment"
    WATCH = "watch"


class Sentence(Contract):
    """Text with ``{claim:ID}`` placeholders, in the language of the report.

    The words around the placeholders are the phrase catalogue's, and each placeholder is bound to
    the evidence; a sentence with `own` is a person's instead, and is marked as such wherever it
    is read.
    """

    text: str
    claims: tuple[str, ...] = ()
    own: OwnWords | None = Field(default=None, exclude_if=is_none)
    topic: Topic | None = Field(
        default=None,
        description="of a paragraph of the summary; reports of older releases have none",
        exclude_if=is_none,
    )


class ReportFigure(Contract):
    """A chart shown in the report."""

    evidence_id: str
    artifact: str
    caption: Sentence


class Section(Contract):
    """One part of the report."""

    id: str
    title: str
    sentences: tuple[Sentence, ...] = ()
    figures: tuple[ReportFigure, ...] = ()
    table: tuple[tuple[Sentence, ...], ...] = Field(default=(), description="first row: heads")


class RetrievalRecord(Contract):
    """What the Data Specialist found in the data read, and what was mended."""

    reviews: tuple[RetrievalReview, ...] = ()
    repairs: tuple[LevelRepair, ...] = ()
    checked: DataCheck | None = Field(default=None, exclude_if=is_none)


class SoftwareInfo(Contract):
    """What computed the report; left out of its digest where it may differ by machine."""

    version: str
    catalogue_digest: str
    release: str
    release_digest: str
    preset: str
    preset_digest: str
    preset_adjusted: int = Field(
        default=0, description="numbers of the preset that the centre has set", exclude_if=is_zero
    )
    preset_revised: int = Field(
        default=0,
        description="numbers of the preset that the library has set, and not the centre",
        exclude_if=is_zero,
    )
    release_approval: ReleaseApproval | None = Field(
        default=None, description="of the shared release, by curators", exclude_if=is_none
    )


class Report(Contract):
    """A diagnosis with its evidence: the content of ``diagnosis.json``."""

    schema_version: int = 1
    request: DiagnosisRequest
    inventory: Inventory
    classification: Classification
    conclusion: Conclusion
    evidence: tuple[EvidenceItem, ...]
    measured: tuple[EvidenceItem, ...] = Field(
        default=(),
        description="charts of the event itself, beside the evidence for its factors",
        exclude_if=lambda value: not value,
    )
    systems: SynopticSystems | None = Field(
        default=None,
        description="the synoptic systems in and around the region",
        exclude_if=is_none,
    )
    claims: tuple[Claim, ...]
    recipes: tuple[Recipe, ...] = Field(
        default=(),
        description="how each number is made; absent in reports of older releases",
        exclude_if=is_empty,
    )
    sections: tuple[Section, ...]
    references: tuple[Reference, ...] = ()
    language: Language
    title: Sentence
    retrieval: RetrievalRecord = RetrievalRecord()
    steering: SteeringLog = SteeringLog()
    software: SoftwareInfo
    data_digest: str = ""
    report_digest: str = ""
    created_at: Instant | None = Field(default=None, description="not part of the digest")
