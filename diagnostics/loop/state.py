"""The state of a run: a fold over its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce

from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Role, Verdict
from diagnostics.contracts.evidence import EvidenceItem, FigureAnswer, IndexAnswer
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import (
    Hypothesis,
    HypothesisFactor,
    LevelRepair,
    RepairPlan,
    ReplanDecision,
    RetrievalReview,
)
from diagnostics.contracts.space_time import TimeWindow


@dataclass(frozen=True)
class Chart:
    """A chart that was drawn: whose evidence it is, or which index it illustrates."""

    evidence_id: str
    call_key: str
    artifact: str
    sha256: str
    size: int
    answer: FigureAnswer
    illustrates: str | None


@dataclass(frozen=True)
class RunState:
    """Everything that is known of a run so far."""

    started: ev.RunStarted | None = None
    window: TimeWindow | None = None
    timezone: str = "UTC"
    inventory: Inventory | None = None
    data_digest: str = ""
    classification: Classification | None = None
    turn: int = 0
    hypothesis: Hypothesis | None = None
    evidence: tuple[EvidenceItem, ...] = ()
    computed: dict[str, IndexAnswer] = field(default_factory=dict)
    charts: tuple[Chart, ...] = ()
    checked: dict[str, int] = field(default_factory=dict)
    failed_steps: tuple[ev.StepFailed, ...] = ()
    blocked: dict[str, str] = field(default_factory=dict)
    replans: tuple[ReplanDecision, ...] = ()
    replanned_turn: int = 0
    decisions: tuple[ev.RoleDecided, ...] = ()
    conclusion: Conclusion | None = None
    report_digest: str | None = None
    cancelled: bool = False
    failure: ev.RunFailed | None = None
    last_seq: int = 0
    started_at: datetime | None = None
    concluded_at: datetime | None = None

    @property
    def request(self) -> DiagnosisRequest | None:
        """The request, once the run has started."""
        return self.started.request if self.started else None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.report_digest is not None or self.cancelled or self.failure is not None

    def analysed_times(self) -> tuple[datetime, ...]:
        """Times of the data inside the resolved period."""
        if self.inventory is None or self.window is None:
            return ()
        start, end = self.window.start, self.window.end
        return tuple(time for time in self.inventory.times if start <= time <= end)

    def judged_entries(self) -> frozenset[str]:
        """Ids of entries with a verdict or a failed step: none is tested twice."""
        judged = {item.entry_id for item in self.evidence if item.entry_id}
        failed = {item.entry_id for item in self.failed_steps if item.entry_id}
        return frozenset(judged | failed)

    def pending(self) -> tuple[HypothesisFactor, ...]:
        """Factors of the present turn that wait for a verdict, in order."""
        if self.hypothesis is None:
            return ()
        judged = self.judged_entries()
        return tuple(item for item in self.hypothesis.factors if item.entry_id not in judged)

    def next_evidence_id(self) -> str:
        """Id of the next piece of evidence: the same again for a factor that was interrupted."""
        failed = sum(item.entry_id is not None for item in self.failed_steps)
        return f"e{len(self.evidence) + failed + 1:02d}"

    def with_verdict(self, verdict: Verdict) -> tuple[EvidenceItem, ...]:
        """Evidence with this verdict, in the order of judgement."""
        return tuple(
            item
            for item in self.evidence
            if item.judgement is not None and item.judgement.verdict is verdict
        )

    @property
    def repairs(self) -> tuple[LevelRepair, ...]:
        """Levels that the Data Specialist had interpolated."""
        found = self.decision(Role.DATA_SPECIALIST, RepairPlan.__name__)
        return RepairPlan.model_validate(found.output).levels if found else ()

    @property
    def reviews(self) -> tuple[RetrievalReview, ...]:
        """The checks of what was read, turn by turn."""
        return tuple(
            RetrievalReview.model_validate(item.output)
            for item in self.decisions
            if item.output_type == RetrievalReview.__name__
        )

    def decision(self, role: Role, output_type: str) -> ev.RoleDecided | None:
        """The latest recorded decision of a role with this type of output."""
        found = [d for d in self.decisions if d.role is role and d.output_type == output_type]
        return found[-1] if found else None

    def chart_of(self, evidence_id: str) -> Chart | None:
        """The chart drawn for a piece of evidence, its own or an illustration."""
        for chart in self.charts:
            if evidence_id in (chart.evidence_id, chart.illustrates):
                return chart
        return None


def apply(state: RunState, event: ev.RecordedEvent) -> RunState:
    """Fold one event into the state."""
    body = event.body
    state = replace(state, last_seq=event.seq)
    match body:
        case ev.RunStarted():
            return replace(state, started=body, started_at=event.at)
        case ev.TimeResolved():
            return replace(state, window=body.window, timezone=body.timezone)
        case ev.DataRetrieved():
            return replace(state, inventory=body.inventory, data_digest=body.data_digest)
        case ev.EventClassified():
            return replace(state, classification=body.classification)
        case ev.RoleDecided():
            return replace(state, decisions=(*state.decisions, body))
        case ev.Concluded():
            return replace(state, conclusion=body.conclusion, concluded_at=event.at)
        case ev.ReportDrafted():
            return replace(state, report_digest=body.report_digest)
        case ev.Cancelled():
            return replace(state, cancelled=True)
        case ev.RunFailed():
            return replace(state, failure=body)
        case _:
            return _apply_turn(state, body)


def _apply_turn(state: RunState, body: ev.EventBody) -> RunState:
    match body:
        case ev.HypothesisProposed():
            return replace(state, turn=body.turn, hypothesis=body.hypothesis)
        case ev.IndexComputed():
            return replace(state, computed={**state.computed, body.evidence_id: body.answer})
        case ev.FigureRendered():
            chart = Chart(
                body.evidence_id,
                body.call_key,
                body.artifact,
                body.sha256,
                body.size,
                body.answer,
                body.illustrates,
            )
            return replace(state, charts=(*state.charts, chart))
        case ev.FigureChecked():
            return replace(state, checked={**state.checked, body.evidence_id: body.rounds})
        case ev.FactorJudged():
            return replace(state, evidence=(*state.evidence, body.evidence))
        case ev.StepFailed():
            return replace(state, failed_steps=(*state.failed_steps, body))
        case ev.ToolBlocked():
            return replace(state, blocked={**state.blocked, body.entry_id: body.reason})
        case ev.Replanned():
            return replace(state, replans=(*state.replans, body.decision), replanned_turn=body.turn)
        case _:
            return state


def fold(events: Iterable[ev.RecordedEvent], start: RunState | None = None) -> RunState:
    """Fold events into a state.

    Parameters
    ----------
    events : iterable of RecordedEvent
        In the order of their numbers.
    start : RunState, optional
        Where to begin; an empty state by default.

    Returns
    -------
    RunState
    """
    return reduce(apply, events, start or RunState())


def contiguous(events: Sequence[ev.RecordedEvent]) -> bool:
    """Tell whether the numbers run from 1 without gap or repeat."""
    return all(event.seq == place for place, event in enumerate(events, start=1))
