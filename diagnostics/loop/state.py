"""The state of a run: a fold over its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce

from diagnostics.catalog import feasibility
from diagnostics.contracts import events as ev
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.controls import FactorControls
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Role, Verdict
from diagnostics.contracts.evidence import EvidenceItem, FigureAnswer, IndexAnswer, SecondOpinion
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import (
    Hypothesis,
    LevelRepair,
    RepairPlan,
    ReplanDecision,
    RetrievalReview,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.steering import SteeringAction, SteeringRecord
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.data_checks import allowed_inventory


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
    """Everything that is known of a run so far.

    `in_hand` is the entry that has a result and no verdict yet. `reopened` and `extended` count
    the decisions that were there when the last order was applied, and the last one that wants a
    factor tested: earlier decisions on how to go on, or on what to read, do not serve any more.
    """

    started: ev.RunStarted | None = None
    window: TimeWindow | None = None
    timezone: str = "UTC"
    inventory: Inventory | None = None
    data_digest: str = ""
    data_check: DataCheck | None = None
    classification: Classification | None = None
    systems: SynopticSystems | None = None
    turn: int = 0
    hypothesis: Hypothesis | None = None
    evidence: tuple[EvidenceItem, ...] = ()
    computed: dict[str, IndexAnswer] = field(default_factory=dict)
    opinions: dict[str, SecondOpinion] = field(default_factory=dict)
    controls: dict[str, FactorControls] = field(default_factory=dict)
    charts: tuple[Chart, ...] = ()
    checked: dict[str, int] = field(default_factory=dict)
    failed_steps: tuple[ev.StepFailed, ...] = ()
    blocked: dict[str, str] = field(default_factory=dict)
    replans: tuple[ReplanDecision, ...] = ()
    replanned_turn: int = 0
    decisions: tuple[ev.RoleDecided, ...] = ()
    steering: tuple[SteeringRecord, ...] = ()
    in_hand: str | None = None
    reopened: int = 0
    extended: int = 0
    conclusion: Conclusion | None = None
    report_digest: str | None = None
    facts_digest: str | None = None
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

    def ordered(self, *actions: SteeringAction) -> tuple[str, ...]:
        """Ids of entries whose last applied order is one of these, in the order given."""
        last: dict[str, SteeringAction] = {}
        for record in self.steering:
            if record.applied and record.entry_id is not None:
                last.pop(record.entry_id, None)
                last[record.entry_id] = record.action
        return tuple(entry_id for entry_id, action in last.items() if action in actions)

    @property
    def vetoed(self) -> frozenset[str]:
        """Ids of entries that are not to be tried, or not to be counted."""
        return frozenset(self.ordered(SteeringAction.VETO))

    @property
    def stopping(self) -> SteeringRecord | None:
        """The order to conclude, where one was applied."""
        found = (item for item in self.steering if item.applied and item.stop is not None)
        return next(found, None)

    @property
    def extra(self) -> int:
        """How many added factors count: they come on top of the target."""
        added = self.ordered(SteeringAction.ADD)
        return sum(item.entry_id in added for item in self.counting)

    @property
    def raised_target(self) -> int:
        """Factors that count at which the search ends, where it was decided to go on for more."""
        return self.replans[-1].target if self.replans else 0

    def pending(self, target: int) -> tuple[str, ...]:
        """Ids of the entries of the present turn that wait for a verdict, the next one first.

        What is in hand is finished whatever was ordered since. Pinned entries come before the
        policy's own, of which no more are tried than the target leaves room for; added ones last.

        Parameters
        ----------
        target : int
            Factors that count that the search wants.
        """
        judged, vetoed = self.judged_entries(), self.vetoed
        if self.in_hand is not None and self.in_hand not in judged:
            return (self.in_hand,)
        if self.stopping is not None:
            return ()
        own: tuple[str, ...] = ()
        wanted = max(target, self.raised_target) + self.extra - len(self.counting)
        if self.hypothesis is not None and wanted > 0:
            own = tuple(item.entry_id for item in self.hypothesis.factors)
        first, last = self.ordered(SteeringAction.PIN), self.ordered(SteeringAction.ADD)
        return tuple(
            entry_id
            for entry_id in dict.fromkeys((*first, *own, *last))
            if entry_id not in judged and entry_id not in vetoed
        )

    def next_evidence_id(self) -> str:
        """Id of the next piece of evidence: the same again for a factor that was interrupted."""
        failed = sum(item.entry_id is not None for item in self.failed_steps)
        return f"e{len(self.evidence) + failed + 1:02d}"

    def with_verdict(self, verdict: Verdict) -> tuple[EvidenceItem, ...]:
        """Evidence that counts and has this verdict, in the order of judgement."""
        vetoed = self.vetoed
        return tuple(
            item
            for item in self.evidence
            if item.judgement is not None
            and item.judgement.verdict is verdict
            and item.entry_id not in vetoed
        )

    @property
    def confirmed(self) -> tuple[EvidenceItem, ...]:
        """Evidence that was found and explains the event; of one finding the first."""
        return self._explaining[0]

    @property
    def counting(self) -> tuple[EvidenceItem, ...]:
        """Confirmed evidence that tells the event from quiet places and times."""
        return tuple(item for item in self.confirmed if not _is_trivial(item))

    @property
    def trivial(self) -> tuple[EvidenceItem, ...]:
        """Confirmed evidence that is found as strongly without the event: it does not count."""
        return tuple(item for item in self.confirmed if _is_trivial(item))

    @property
    def repeated(self) -> tuple[EvidenceItem, ...]:
        """Evidence that was found and shows what confirmed evidence shows already."""
        return self._explaining[1]

    @property
    def _explaining(self) -> tuple[tuple[EvidenceItem, ...], tuple[EvidenceItem, ...]]:
        known: set[str] = set()
        first: list[EvidenceItem] = []
        again: list[EvidenceItem] = []
        for item in self.with_verdict(Verdict.CONFIRMED):
            if item.restates_criterion:
                continue
            (again if item.finding in known else first).append(item)
            if item.finding is not None:
                known.add(item.finding)
        return tuple(first), tuple(again)

    @property
    def severity(self) -> tuple[EvidenceItem, ...]:
        """Evidence that was found and merely restates the event's criterion: it counts nowhere."""
        found = self.with_verdict(Verdict.CONFIRMED)
        return tuple(item for item in found if item.restates_criterion)

    @property
    def set_aside(self) -> tuple[EvidenceItem, ...]:
        """Evidence that does not count because a person vetoed its factor."""
        return tuple(item for item in self.evidence if item.entry_id in self.vetoed)

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


def _is_trivial(item: EvidenceItem) -> bool:
    return item.judgement is not None and item.judgement.counts is False


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
        case ev.DataChecked():
            return _apply_check(state, body.check)
        case ev.EventClassified():
            return replace(state, classification=body.classification)
        case ev.SystemsFound():
            return replace(state, systems=body.systems)
        case ev.RoleDecided():
            return replace(state, decisions=(*state.decisions, body))
        case ev.Steered():
            return _apply_order(state, body)
        case ev.Concluded():
            return replace(state, conclusion=body.conclusion, concluded_at=event.at)
        case ev.ReportDrafted():
            return replace(
                state,
                report_digest=body.report_digest,
                facts_digest=body.facts_digest or None,
            )
        case ev.Cancelled():
            return replace(state, cancelled=True)
        case ev.RunFailed():
            return replace(state, failure=body)
        case ev.JobRetried():
            return replace(state, failure=None)
        case _:
            return _apply_turn(state, body)


def _apply_check(state: RunState, check: DataCheck) -> RunState:
    """Take the fields that were refused out of what the run may use."""
    inventory = state.inventory
    if inventory is not None and check.refused:
        allowed = allowed_inventory(inventory, check)
        inventory = allowed.model_copy(update={"tools": feasibility(allowed)})
    return replace(state, data_check=check, inventory=inventory)


def _apply_order(state: RunState, body: ev.Steered) -> RunState:
    record = SteeringRecord.model_validate(body.model_dump(exclude={"type"}))
    state = replace(state, steering=(*state.steering, record))
    if not record.applied:
        return state
    made = len(state.decisions)
    wants = record.action in (SteeringAction.PIN, SteeringAction.ADD)
    return replace(
        state, replanned_turn=0, reopened=made, extended=made if wants else state.extended
    )


def _apply_turn(state: RunState, body: ev.EventBody) -> RunState:
    match body:
        case ev.HypothesisProposed():
            return replace(state, turn=body.turn, hypothesis=body.hypothesis)
        case ev.IndexComputed():
            computed = {**state.computed, body.evidence_id: body.answer}
            return replace(state, computed=computed, in_hand=body.entry_id)
        case ev.SecondOpinionGiven():
            return replace(state, opinions={**state.opinions, body.evidence_id: body.opinion})
        case ev.ControlsTested():
            return replace(state, controls={**state.controls, body.evidence_id: body.controls})
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
            charts = (*state.charts, chart)
            return replace(state, charts=charts, in_hand=body.entry_id or state.in_hand)
        case ev.FigureChecked():
            return replace(state, checked={**state.checked, body.evidence_id: body.rounds})
        case ev.FactorJudged():
            return replace(state, evidence=(*state.evidence, body.evidence), in_hand=None)
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
