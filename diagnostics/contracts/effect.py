"""What a change of the Guideline Library does to verdicts, factors and conclusions."""

from __future__ import annotations

from enum import StrEnum
from typing import Self
from uuid import UUID

from pydantic import AliasChoices, Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant, is_empty
from diagnostics.contracts.enums import EventType, ExplanationStatus, Firing, Language, Verdict
from diagnostics.contracts.guidelines import Experience, GuidelineEntry
from diagnostics.contracts.space_time import Region, TimeWindow


class EffectPart(StrEnum):
    """On what an effect is measured: the generated cases, or the stored runs of a centre."""

    CASES = "cases"
    RUNS = "runs"


class EntryChange(Contract):
    """An entry before and after a change; one of the two is missing where it is new or removed."""

    before: GuidelineEntry | None
    after: GuidelineEntry | None

    @property
    def entry_id(self) -> str:
        """The entry's name, which never changes."""
        entry = self.after or self.before
        assert entry is not None
        return entry.id

    @model_validator(mode="after")
    def _of_one_entry(self) -> Self:
        names = {entry.id for entry in (self.before, self.after) if entry is not None}
        if len(names) != 1:
            raise ValueError("a change is of one entry: before, after, or both")
        return self


class CriteriaChange(Contract):
    """The criteria of events of an authority before and after a change, whole."""

    preset: str = Field(description="cma, nws or etccdi")
    before: dict[str, JsonValue]
    after: dict[str, JsonValue]


class EffectRequest(Contract):
    """Whose effect a worker measures, and on what."""

    part: EffectPart
    digest: str = Field(description="of the changes and of what they are made in")
    changes: tuple[EntryChange, ...] = ()
    criteria: tuple[CriteriaChange, ...] = Field(default=(), exclude_if=is_empty)
    release: str = Field(
        default="",
        description="digest of the release that a centre changes for itself; empty: the library",
    )

    @model_validator(mode="after")
    def _of_something(self) -> Self:
        if not self.changes and not self.criteria:
            raise ValueError("an effect is of entries, of criteria, or of both")
        return self


class WordedVerdict(Contract):
    """A verdict as a report words it."""

    verdict: Verdict
    counts: bool | None = Field(
        default=None, description="whether a confirmed factor counts; None where it is not known"
    )
    texts: dict[Language, str] = Field(description="its reason, in every language")


class VerdictCounts(Contract):
    """How often each verdict was given."""

    confirmed: int = Field(default=0, ge=0)
    refuted: int = Field(default=0, ge=0)
    undetermined: int = Field(default=0, ge=0)
    not_counted: int = Field(
        default=0, ge=0, description="of the confirmed: found as strongly without the event"
    )

    @property
    def decided(self) -> int:
        """How often it was confirmed or refuted."""
        return self.confirmed + self.refuted


class ShortConclusion(Contract):
    """How far a cause is established, which ones lead, and what counts for it."""

    status: ExplanationStatus
    causes: tuple[str, ...] = Field(description="that lead or contribute, the leading one first")
    factors: tuple[str, ...] = Field(description="entries that count, in the order of judgement")
    confidence_level: str = Field(description="high | moderate | low | very_low, or empty")


class CaseVerdict(Contract):
    """The verdict on an entry in a generated case, before and after; None where nobody asks."""

    case: str
    event: EventType
    with_event: bool = Field(description="whether the case was made with this type of event")
    entry_id: str
    before: WordedVerdict | None
    after: WordedVerdict | None
    turned_wrong: bool = Field(
        description="with the event, it counted and counts no more, or can no longer be decided; "
        "without it, a false alarm is new"
    )
    turned_right: bool = Field(description="the reverse")


class CaseConclusion(Contract):
    """How the whole loop ends on a generated case, before and after."""

    case: str
    event: EventType
    before: ShortConclusion
    after: ShortConclusion
    turned_wrong: bool = Field(
        description="the cause that the case was made with led, and leads no more or is less "
        "established"
    )
    turned_right: bool = Field(description="the reverse")

    @property
    def changed(self) -> bool:
        """Whether it ends otherwise."""
        return self.before != self.after


class CaseRates(Contract):
    """In how many generated cases an entry is confirmed, with its event and without."""

    entry_id: str
    before: Experience
    after: Experience
    judged: int = Field(description="in how many cases it is judged, for any type of event")
    touched: int = Field(
        description="in how many the change has a say, in the judgement or in what is tried"
    )


class FiringCounts(Contract):
    """How often a type of event was classified in which way."""

    met: int = Field(default=0, ge=0)
    likely: int = Field(
        default=0, ge=0, description="reached in part of an event, or likely at stations"
    )
    not_met: int = Field(default=0, ge=0)
    not_assessable: int = Field(default=0, ge=0)


class CriterionRates(Contract):
    """How a type of event is classified by criteria, before and after a change of its numbers."""

    event: EventType
    before: FiringCounts
    after: FiringCounts
    changed: int = Field(ge=0, description="in how many anything of it is classified otherwise")


class WordedAssessment(Contract):
    """How a type of event is classified, with its reason as reports print it.

    Grade, times and peak are those of its strongest event, where the criterion is met.
    """

    firing: Firing
    grade: int = 0
    grade_names: dict[Language, str] = {}
    severity: float = 0.0
    subtype: str | None = None
    labels: tuple[str, ...] = ()
    onset: Instant | None = None
    end: Instant | None = None
    peak: float | None = None
    peak_time: Instant | None = None
    unit: str = ""
    texts: dict[Language, str] = Field(description="its reason, in every language")


class TypeChange(Contract):
    """A type of event that is classified otherwise."""

    event: EventType
    before: WordedAssessment
    after: WordedAssessment


class CaseClassification(Contract):
    """A generated case whose events are classified otherwise."""

    case: str
    before: EventType | None = Field(description="the event that comes first, if one is met")
    after: EventType | None
    types: tuple[TypeChange, ...]
    turned_wrong: bool = Field(
        description="the event that the case was made with came first, or none was met where it "
        "was made without, and that is no longer so"
    )
    turned_right: bool = Field(description="the reverse")


class CriteriaOnCases(Contract):
    """What changed criteria of an authority do on the generated cases."""

    preset: str
    rates: tuple[CriterionRates, ...] = Field(description="of the types that the numbers are about")
    classifications: tuple[CaseClassification, ...] = Field(description="those that change")


class MeasuredWith(Contract):
    """With what an effect was measured, so that it can be told when that is no longer so."""

    software: str
    library: str = Field(
        default="", description="state of the rest of the library; empty where it has no say"
    )
    newest: UUID | None = Field(default=None, description="the newest stored run there was")


class Outdated(StrEnum):
    """Why what was measured might be another by now."""

    NEWER_RUNS = "newer_runs"
    NEWER_SOFTWARE = "newer_software"
    OTHER_LIBRARY = "other_library"


class EffectOnCases(Contract):
    """What a change does on the generated cases, which are made with a known event or none."""

    digest: str
    cases: int = Field(description="generated cases in all")
    rates: tuple[CaseRates, ...]
    verdicts: tuple[CaseVerdict, ...] = Field(description="those that change")
    conclusions: tuple[CaseConclusion, ...] = Field(
        description="of the cases with an event that the entries are about"
    )
    criteria: tuple[CriteriaOnCases, ...] = Field(
        default=(), description="of each authority whose criteria change"
    )
    measured: MeasuredWith | None = Field(
        default=None, description="not known of what was measured by earlier software"
    )

    @property
    def wrong(self) -> int:
        """How many right verdicts, conclusions and classifications turn wrong."""
        classified = (item for one in self.criteria for item in one.classifications)
        verdicts = sum(item.turned_wrong for item in self.verdicts)
        conclusions = sum(item.turned_wrong for item in self.conclusions)
        return verdicts + conclusions + sum(item.turned_wrong for item in classified)


class RunBasis(StrEnum):
    """From what a stored run was judged again."""

    EVIDENCE = "evidence"
    DATA = "data"


class StoredRunLabel(Contract):
    """A stored run of the centre."""

    job: UUID
    source: str
    event: EventType | None = Field(description="null where it examined none")
    region: Region
    period: TimeWindow | None
    at: Instant = Field(description="when it was queued")


class RunLabel(StoredRunLabel):
    """A stored run of the centre that examined an event."""

    event: EventType


class RunVerdict(Contract):
    """The verdict on an entry in a stored run, with the library as it is and with the change."""

    run: RunLabel
    entry_id: str
    basis: RunBasis
    before: WordedVerdict | None
    after: WordedVerdict | None


class UndecidedRun(Contract):
    """A stored run in which a change cannot be judged, and why."""

    run: RunLabel
    entry_id: str
    texts: dict[Language, str]


class StoredRunConclusion(Contract):
    """How a stored run would end on the factors that it tested."""

    run: RunLabel
    before: ShortConclusion
    after: ShortConclusion


class RunRates(Contract):
    """The verdicts on an entry in the stored runs that could be judged again."""

    entry_id: str
    before: VerdictCounts
    after: VerdictCounts
    touched: int = Field(
        description="in how many the change has a say, in the judgement or in what is tried"
    )


class RunClassification(Contract):
    """A stored run whose events are classified otherwise, on its data before and after alike."""

    run: StoredRunLabel
    before: EventType | None = Field(description="the event that is examined, if any")
    after: EventType | None
    types: tuple[TypeChange, ...]


class UnclassifiedRun(Contract):
    """A stored run that cannot be classified by changed criteria, and why."""

    run: StoredRunLabel
    texts: dict[Language, str]


class CriteriaOnRuns(Contract):
    """What changed criteria of an authority do on the centre's newest diagnoses by them."""

    preset: str
    runs: int = Field(description="stored runs that were looked at, newest first")
    of: int = Field(description="stored runs of the centre that were made with these criteria")
    rates: tuple[CriterionRates, ...] = Field(description="of the types that the numbers are about")
    classifications: tuple[RunClassification, ...] = Field(description="those that change")
    undecided: tuple[UnclassifiedRun, ...]


class EffectOnRuns(Contract):
    """What a change does on the newest diagnoses of a centre that it is about."""

    digest: str
    runs: int = Field(description="stored runs that were looked at, newest first")
    of: int = Field(description="stored runs of the centre that it is about")
    rates: tuple[RunRates, ...]
    verdicts: tuple[RunVerdict, ...] = Field(description="those that change")
    fired: tuple[RunVerdict, ...] = Field(
        description="the newest in which an entry is confirmed before or after, changed or not"
    )
    conclusions: tuple[StoredRunConclusion, ...] = Field(description="those that change")
    undecided: tuple[UndecidedRun, ...] = Field(
        validation_alias=AliasChoices("undecided", "untold"),
        description="those in which it cannot be judged; `untold` in answers that were kept before",
    )
    criteria: tuple[CriteriaOnRuns, ...] = Field(
        default=(), description="of each authority whose criteria change"
    )
    measured: MeasuredWith | None = Field(
        default=None, description="not known of what was measured by earlier software"
    )


class SentenceRequest(Contract):
    """Of which entry a sentence is wanted while it is being changed."""

    digest: str = Field(description="of the change of the entry and of what it is made in")
    change: EntryChange
    release: str = Field(
        default="",
        description="digest of the release that a centre changes for itself; empty: the library",
    )
    runs: bool = Field(description="whether who asks may see the centre's diagnoses")


class EntrySentence(Contract):
    """What a report would print of an entry, with the library as it is and with the change.

    Judged on one stored run, or else on one generated case, or not at all.
    """

    digest: str
    entry_id: str
    run: RunLabel | None = None
    case: EventType | None = Field(default=None, description="a case that is made with this event")
    before: WordedVerdict | None = None
    after: WordedVerdict | None = None
    texts: dict[Language, str] = Field(
        default={}, description="why there is no sentence, in every language; else empty"
    )
    failure: str = Field(default="", description="code of what went wrong; else empty")
