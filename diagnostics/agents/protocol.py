"""What a role sees and returns.

A policy is a stateless value: everything it may look at comes in the case view and its own
arguments, everything it decides goes out as a typed contract that names catalogue, entry and
evidence ids only. The loop checks the output and records it, whoever decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Feasibility, ToolKind
from diagnostics.contracts.evidence import ChartReading, EvidenceItem, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease, Vicinity
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import (
    Arrival,
    CauseWeighing,
    ChartCall,
    ChartReview,
    FactorVerdict,
    Hypothesis,
    IndexCall,
    ModelFailure,
    RepairPlan,
    ReplanDecision,
    ReportOutline,
    RetrievalPlan,
    RetrievalReview,
    Usage,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.contracts.tools import ToolFeasibility, ToolSpec
from diagnostics.guidelines import CaseProfile, case_profile, entry_value, inapplicable_reason

Output = TypeVar("Output", bound=BaseModel)
_LEAST_SLACK, _MOST_SLACK = timedelta(hours=3), timedelta(hours=12)
_BY_DAYS = (EventType.HEAT_WAVE, EventType.COLD_WAVE)


@dataclass(frozen=True)
class Decision(Generic[Output]):
    """A role's output, and who made it."""

    output: Output
    policy: str = "expert"
    model: str | None = None
    prompt_id: str | None = None
    usage: Usage | None = None
    fallback_reason: str | None = None
    failures: tuple[ModelFailure, ...] = ()


@dataclass(frozen=True)
class CaseView:
    """All that a role may know of a case: summaries and ids, never arrays.

    `severity` are entries that were found and merely restate the event's criterion: they do not
    count among the confirmed. `lacks` names the tools that want more than the data: a gridded
    climatology that is not given.
    `repeated` were found too, and show what a confirmed one shows already. `trivial` are those of
    the confirmed that are found as strongly without the event, and do not count.
    `vetoed` are entries that a person does not want tried or counted; `extra` is how many of the
    confirmed factors a person has added to the target. `target` is how many factors that count
    end the search as it was last decided, where that is more than the request asks for.
    `systems` are those of the situation, once they are found.
    """

    request: DiagnosisRequest
    inventory: Inventory
    window: TimeWindow
    period: TimeWindow
    classification: Classification
    event: EventType
    release: GuidelineRelease
    specs: Mapping[str, ToolSpec]
    feasibility: Mapping[str, ToolFeasibility]
    turn: int
    confirmed: tuple[GuidelineEntry, ...]
    severity: tuple[GuidelineEntry, ...]
    refuted: tuple[GuidelineEntry, ...]
    undetermined: tuple[GuidelineEntry, ...]
    evidence: tuple[EvidenceItem, ...]
    climatology: bool
    lacks: Mapping[str, str] = field(default_factory=dict)
    vetoed: frozenset[str] = frozenset()
    extra: int = 0
    target: int = 0
    repeated: tuple[GuidelineEntry, ...] = ()
    trivial: tuple[GuidelineEntry, ...] = ()
    systems: SynopticSystems | None = None

    @cached_property
    def profile(self) -> CaseProfile:
        """What the machine conditions of entries are tested against."""
        return case_profile(
            self.event, self.request.region, self.classification, middle=self.peak_time
        )

    @property
    def peak_time(self) -> datetime:
        """When the event peaked, or the middle of the window where nothing says so."""
        item = self.classification.object_of(self.event)
        if item is not None:
            return item.peak_time
        metrics = self.classification.assessment(self.event).metrics
        if metrics is not None and metrics.peak_time is not None:
            return metrics.peak_time
        times = self.analysed_times
        return times[len(times) // 2] if times else self.window.start

    @property
    def peak_place(self) -> tuple[float, float] | None:
        """Latitude and longitude of the event's peak, where the classification knows it."""
        item = self.classification.object_of(self.event)
        if item is not None:
            return item.peak_latitude, item.peak_longitude
        metrics = self.classification.assessment(self.event).metrics
        if metrics is None or metrics.peak_latitude is None or metrics.peak_longitude is None:
            return None
        return metrics.peak_latitude, metrics.peak_longitude

    def located(self, where: Vicinity | None) -> bool:
        """Whether an entry is looked for at a place of the event, not over the whole period."""
        return where is not None and self.peak_place is not None

    def counts_in(self, where: Vicinity | None) -> TimeWindow:
        """Return when an anomaly is evidence: the hours of its entry, seen from the peak.

        Between two times of the data nothing is known: half a step is allowed on either side, and
        a day for what is measured by days.
        """
        if where is None or not self.located(where):
            return self.period
        times = self.inventory.times
        steps = [late - early for early, late in pairwise(times)]
        slack = min(max(min(steps, default=_LEAST_SLACK) / 2, _LEAST_SLACK), _MOST_SLACK)
        if self.event in _BY_DAYS:
            slack = timedelta(days=1)
        first, last = (timedelta(hours=hours) for hours in where.lag_hours)
        return TimeWindow(start=self.peak_time + first - slack, end=self.peak_time + last + slack)

    @cached_property
    def analysed_times(self) -> tuple[datetime, ...]:
        """Times of the data inside the window."""
        return tuple(
            time for time in self.inventory.times if self.window.start <= time <= self.window.end
        )

    @cached_property
    def tested(self) -> frozenset[str]:
        """Ids of entries with a verdict."""
        found = (*self.confirmed, *self.severity, *self.repeated)
        judged = (*found, *self.refuted, *self.undetermined)
        return frozenset(entry.id for entry in judged)

    def blocked_reason(self, entry: GuidelineEntry) -> str | None:
        """Say why an entry's factor cannot be computed on these data; None when it can."""
        found = self.feasibility.get(entry.factor)
        if found is None:
            return f"{entry.factor} is not in the catalogue"
        if found.feasibility is Feasibility.BLOCKED:
            return found.note or f"missing: {', '.join(found.missing)}"
        return self.lacks.get(entry.factor)

    @cached_property
    def costs(self) -> Mapping[str, float]:
        """Cost of each tool relative to the dearest: fields times levels, a chart twice."""
        spent = {
            name: (2.0 if spec.kind is ToolKind.FIGURE else 1.0)
            * sum(max(1, len(item.levels_hpa)) for item in spec.inputs)
            for name, spec in self.specs.items()
        }
        dearest = max(spent.values(), default=1.0) or 1.0
        return {name: cost / dearest for name, cost in spent.items()}

    def value(self, entry: GuidelineEntry) -> float:
        """Worth of an entry here: weight, hit rate, discrimination and cost."""
        return entry_value(
            entry,
            causes=len(self.release.causes_of(self.event)),
            cost=self.costs.get(entry.factor, 0.0),
        )

    @cached_property
    def applicable(self) -> tuple[GuidelineEntry, ...]:
        """Entries of the event that apply to the season, place and subtype."""
        return tuple(
            entry
            for entry in self.release.entries
            if inapplicable_reason(entry, self.profile) is None
        )

    @cached_property
    def candidates(self) -> tuple[GuidelineEntry, ...]:
        """Applicable entries that can be computed and have no verdict yet."""
        return tuple(
            entry
            for entry in self.applicable
            if entry.id not in self.tested
            and entry.id not in self.vetoed
            and self.blocked_reason(entry) is None
        )

    @property
    def wanted(self) -> int:
        """How many more factors that count the search wants."""
        target = max(self.request.options.target_factors, self.target)
        return target + self.extra - self.counting

    @property
    def counting(self) -> int:
        """How many factors are confirmed and count."""
        return len(self.confirmed) - len(self.trivial)


class Decomposer(Protocol):
    """Forms the hypothesis of a turn."""

    def propose(self, view: CaseView, ranked: Sequence[str]) -> Decision[Hypothesis]:
        """Choose the factors to verify; `ranked` are entry ids that replanning put forward."""


class DataSpecialist(Protocol):
    """Plans what to read, checks what came and repairs what can be repaired."""

    def repair(self, view: CaseView) -> Decision[RepairPlan]:
        """Choose the levels to interpolate before anything is computed."""

    def plan(self, view: CaseView, hypothesis: Hypothesis) -> Decision[RetrievalPlan]:
        """Plan the smallest retrieval that serves the hypothesis."""

    def review(
        self, view: CaseView, plan: RetrievalPlan, arrival: Arrival
    ) -> Decision[RetrievalReview]:
        """Check times, levels, gaps, plausibility and units of what came."""


class CodeExecutor(Protocol):
    """Chooses how to compute an index."""

    def call(self, view: CaseView, entry: GuidelineEntry) -> Decision[IndexCall]:
        """Choose level, reduction and parameters of an index factor."""


class Plotter(Protocol):
    """Chooses what a chart shows."""

    def chart(self, view: CaseView, entry: GuidelineEntry) -> Decision[ChartCall]:
        """Choose the valid times at which a figure factor is judged and drawn."""


class ImageChecker(Protocol):
    """Accepts or refuses a chart."""

    def review(self, view: CaseView, evidence: EvidenceItem) -> Decision[ChartReview]:
        """Decide from the findings of the rules whether the chart may be evidence."""


class Diagnostician(Protocol):
    """Judges factors and decides how to go on."""

    def judge(
        self, view: CaseView, evidence: EvidenceItem, rule: Judgement
    ) -> Decision[FactorVerdict]:
        """Return the verdict on a factor; `rule` is what the release's own criteria say."""

    def replan(self, view: CaseView) -> Decision[ReplanDecision]:
        """Decide after a turn whether to go on, and with which entries."""

    def weigh(self, view: CaseView) -> Decision[CauseWeighing]:
        """Weigh the competing explanations of the event by the verdicts."""


class Reporter(Protocol):
    """Chooses what the report shows."""

    def outline(self, view: CaseView) -> Decision[ReportOutline]:
        """Order the confirmed evidence by mechanism and choose the charts."""


class ChartReader(Protocol):
    """Reads a chart's picture a second time; never decides."""

    def read(self, view: CaseView, evidence: EvidenceItem, png: bytes) -> Decision[ChartReading]:
        """Answer the chart's questions from its picture alone."""


def nothing_open() -> None:
    """Close nothing: for policies that hold nothing open."""


@dataclass(frozen=True)
class Team:
    """One policy for each role.

    `close` lets go of what they hold open; they open it again when they are asked again.
    """

    decomposer: Decomposer
    data_specialist: DataSpecialist
    code_executor: CodeExecutor
    plotter: Plotter
    image_checker: ImageChecker
    diagnostician: Diagnostician
    reporter: Reporter
    chart_reader: ChartReader | None = None
    close: Callable[[], None] = nothing_open
