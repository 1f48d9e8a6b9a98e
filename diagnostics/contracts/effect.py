"""What a change of the Guideline Library does to verdicts, factors and conclusions."""

from __future__ import annotations

from enum import StrEnum
from typing import Self
from uuid import UUID

from pydantic import AliasChoices, Field, model_validator

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import EventType, ExplanationStatus, Language, Verdict
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


class EffectRequest(Contract):
    """Whose effect a worker measures, and on what."""

    part: EffectPart
    digest: str = Field(description="of the changes and of what they are made in")
    changes: tuple[EntryChange, ...] = Field(min_length=1)
    release: str = Field(
        default="",
        description="digest of the release that a centre changes for itself; empty: the library",
    )


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
    measured: MeasuredWith | None = Field(
        default=None, description="not known of what was measured by earlier software"
    )

    @property
    def wrong(self) -> int:
        """How many right verdicts and conclusions turn wrong."""
        verdicts = sum(item.turned_wrong for item in self.verdicts)
        return verdicts + sum(item.turned_wrong for item in self.conclusions)


class RunBasis(StrEnum):
    """From what a stored run was judged again."""

    EVIDENCE = "evidence"
    DATA = "data"


class RunLabel(Contract):
    """A stored run of the centre."""

    job: UUID
    source: str
    event: EventType
    region: Region
    period: TimeWindow | None
    at: Instant = Field(description="when it was queued")


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
