"""The fold of a run's events to what people watch: rounds, factors, charts, orders.

Every name and every reason is written in one language, by the catalogue of messages; what a run of
an older release has in English alone is shown as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import EventType, Feasibility, Language, Modality, Role, Verdict
from diagnostics.contracts.events import (
    Concluded,
    EventClassified,
    FactorJudged,
    FigureRendered,
    HypothesisProposed,
    IndexComputed,
    RecordedEvent,
    Replanned,
    RoleDecided,
    Steered,
    StepFailed,
    ToolBlocked,
)
from diagnostics.contracts.evidence import EvidenceItem, Feature, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.roles import CauseWeight, ChartCall, IndexCall
from diagnostics.contracts.steering import SteeringAction
from diagnostics.guidelines.examined import event_to_examine
from diagnostics.messages import Message, catalogue, render, term
from diagnostics.messages.numbers import typeset
from hvrmet.dashboard.runs.schemas import (
    FactorPlace,
    FactorStand,
    OfferedFactor,
    RunCause,
    RunChart,
    RunConclusion,
    RunCriterion,
    RunFactor,
    RunOrder,
    RunRound,
    Stage,
    Uncounted,
)
from hvrmet.dashboard.schemas import EventArea, event_area

SHOWN_EVENTS = (
    "data_checked",
    "event_classified",
    "role_decided",
    "hypothesis_proposed",
    "index_computed",
    "figure_rendered",
    "factor_judged",
    "step_failed",
    "tool_blocked",
    "replanned",
    "steered",
    "concluded",
)
"""Types of events that the fold reads; the state of the job tells the rest."""
_CALLS = (IndexCall.__name__, ChartCall.__name__)
_ASKING = (SteeringAction.PIN, SteeringAction.ADD)
_STANDS = {
    Verdict.CONFIRMED: FactorStand.CONFIRMED,
    Verdict.REFUTED: FactorStand.REFUTED,
    Verdict.UNDETERMINED: FactorStand.UNDETERMINED,
}

AddressOf = Callable[[FigureRendered], str]
"""Gives the address of a chart's file."""


@dataclass
class RunFold:
    """What the events of a run say so far.

    Parameters
    ----------
    release : GuidelineRelease
        That the run is pinned to.
    language : Language
        Of names and reasons.
    address_of : callable
    """

    release: GuidelineRelease
    language: Language
    address_of: AddressOf
    stage: Stage = Stage.READING
    role: Role | None = None
    event: EventType | None = None
    examined: EventType | None = None
    criteria: tuple[RunCriterion, ...] = ()
    areas: tuple[EventArea, ...] = ()
    rounds: list[RunRound] = field(default_factory=list)
    factors: dict[str, RunFactor] = field(default_factory=dict)
    charts: dict[str, RunChart] = field(default_factory=dict)
    orders: list[RunOrder] = field(default_factory=list)
    conclusion: RunConclusion | None = None
    last_at: datetime | None = None
    _weighed: dict[str, CauseWeight] = field(default_factory=dict)
    _findings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._entries = {entry.id: entry for entry in self.release.entries}
        texts = catalogue(self.language)
        indices = (
            f"index-{entry.factor}"
            for entry in self.release.entries
            if entry.modality is Modality.INDEX
        )
        self._indices = {texts.text(name, {}) for name in indices if texts.has(name)}

    def take(self, event: RecordedEvent) -> None:
        """Fold one more event."""
        self.last_at = event.at
        match event.body:
            case EventClassified(classification=classification):
                self._classified(classification)
            case RoleDecided() as decided:
                self._decided(decided)
            case HypothesisProposed(turn=turn, hypothesis=hypothesis):
                known = [
                    one.entry_id for one in hypothesis.factors if one.entry_id in self._entries
                ]
                self._propose(turn, known, event.at)
            case IndexComputed(entry_id=entry_id) | FigureRendered(entry_id=str() as entry_id):
                self._change(entry_id, stand=FactorStand.WORKING)
                if isinstance(event.body, FigureRendered):
                    self._drawn(event.body)
            case FigureRendered() as drawn:
                self._drawn(drawn)
            case FactorJudged(evidence=evidence, judgement=judgement):
                self._judged(evidence, judgement)
            case ToolBlocked(entry_id=entry_id, reason=reason):
                self._change(entry_id, stand=FactorStand.BLOCKED, reason=reason)
            case StepFailed(entry_id=str() as entry_id) as failed:
                reason = self._said(failed.wording, failed.message)
                self._change(entry_id, stand=FactorStand.FAILED, reason=reason)
            case Replanned() as replanned:
                self._replanned(replanned)
            case Steered() as order:
                self._ordered(order, event.at)
            case Concluded() as concluded:
                self._concluded(concluded)

    def causes(self) -> tuple[RunCause, ...]:
        """Return the competing explanations, in the order of the library or of their weight."""
        if self.examined is None:
            return ()
        found = [self._cause(cause.id) for cause in self.release.causes_of(self.examined)]
        return tuple(sorted(found, key=lambda one: -self._weight(one.id)))

    def offered(self, feasible: Mapping[str, Feasibility]) -> tuple[OfferedFactor, ...]:
        """Return the factors that may still be asked for, by name.

        Parameters
        ----------
        feasible : mapping
            Of the tools, where the inventory of the run tells.
        """
        if self.examined is None:
            return ()
        left = (
            entry
            for entry in self.release.entries
            if self.examined in entry.event_types
            and entry.id not in self.factors
            and feasible.get(entry.factor) is not Feasibility.BLOCKED
        )
        offers = [
            OfferedFactor(
                entry_id=entry.id,
                factor=entry.factor,
                name=self._name(entry),
                category=entry.category,
            )
            for entry in left
        ]
        return tuple(sorted(offers, key=lambda one: one.name))

    @property
    def counted(self) -> int:
        """Confirmed factors that count."""
        stands = [one.stand for one in self.factors.values()]
        return stands.count(FactorStand.CONFIRMED)

    @property
    def left(self) -> int | None:
        """Factors of the library left to test, as the last decision counted them."""
        return next((one.left for one in reversed(self.rounds) if one.left is not None), None)

    # -- events --------------------------------------------------------------------------------

    def _classified(self, classification: Classification) -> None:
        self.stage = Stage.CLASSIFYING
        self.event = classification.declared or classification.primary
        self.examined = event_to_examine(classification)
        self.criteria = tuple(self._criterion(item) for item in classification.assessments)
        objects = [
            item
            for assessment in classification.assessments
            for item in assessment.objects
            if assessment.event is self.event
        ]
        self.areas = tuple(event_area(item) for item in objects)

    def _criterion(self, item: TypeAssessment) -> RunCriterion:
        metrics = item.metrics
        return RunCriterion(
            event=item.event,
            firing=item.firing,
            examined=item.event is self.examined,
            grade_name=term(item.grade_name, self.language) if item.grade_name else "",
            quantity=term(metrics.quantity, self.language) if metrics else "",
            unit=metrics.unit if metrics else "",
            value=metrics.peak if metrics else None,
            threshold=metrics.threshold_effective if metrics else None,
            margin=metrics.distance if metrics else None,
            reason=self._said(item.wording, item.reason),
        )

    def _decided(self, decided: RoleDecided) -> None:
        self.role = decided.role
        if decided.output_type in _CALLS:
            self._change(str(decided.output.get("entry_id")), stand=FactorStand.WORKING)
        if decided.role is Role.REPORTER:
            self.stage = Stage.WRITING

    def _propose(self, turn: int, entry_ids: list[str], at: datetime) -> None:
        self.stage = Stage.TESTING
        before = [one for one in self.factors.values() if one.turn < turn]
        for entry_id in entry_ids:
            entry = self._entries[entry_id]
            known = self.factors.get(entry_id)
            if known is None:
                self.factors[entry_id] = self._proposed(entry, turn, before)
        self.rounds.append(
            RunRound(
                turn=turn,
                begun_at=at,
                factors=tuple(entry_ids),
                decision="",
                reason="",
                left=None,
            )
        )

    def _proposed(self, entry: GuidelineEntry, turn: int, before: list[RunFactor]) -> RunFactor:
        asked = {order.factor for order in self.orders if order.applied and order.action in _ASKING}
        return RunFactor(
            entry_id=entry.id,
            factor=entry.factor,
            name=self._name(entry),
            category=entry.category,
            modality=entry.modality,
            turn=turn,
            ordered=entry.factor in asked or entry.id in asked,
            stand=FactorStand.PROPOSED,
            uncounted=None,
            why=self._chosen(entry.rationale, entry.rationale_zh),
            reason="",
            strength="",
            evidence_id="",
            place=None,
            speaks_for=entry.supports,
            speaks_against=entry.opposes,
            instead_of=self._instead_of(entry, before),
        )

    def _instead_of(self, entry: GuidelineEntry, before: list[RunFactor]) -> str:
        """Return the refuted factor whose entry names this one as its alternative."""
        for one in reversed(before):
            alternatives = self._entries[one.entry_id].alternatives
            refuted = one.stand in (FactorStand.REFUTED, FactorStand.BLOCKED, FactorStand.FAILED)
            if refuted and (entry.factor in alternatives or entry.id in alternatives):
                return one.entry_id
        return ""

    def _judged(self, evidence: EvidenceItem, judgement: Judgement) -> None:
        entry_id = evidence.entry_id or ""
        if entry_id in self._entries and entry_id not in self.factors:
            # an order adds a factor between two rounds
            self.factors[entry_id] = self._proposed(self._entries[entry_id], evidence.turn, [])
        stand = _STANDS[judgement.verdict]
        uncounted = self._uncounted(evidence, judgement)
        self._change(
            entry_id,
            stand=FactorStand.NOT_COUNTED if uncounted else stand,
            uncounted=uncounted,
            reason=self._said(judgement.wording, judgement.reason),
            strength=judgement.strength and term(judgement.strength, self.language),
            evidence_id=evidence.id,
            place=place_of(evidence, judgement),
        )

    def _uncounted(self, evidence: EvidenceItem, judgement: Judgement) -> Uncounted | None:
        if judgement.verdict is not Verdict.CONFIRMED:
            return None
        if evidence.restates_criterion:
            return Uncounted.RESTATES
        if judgement.counts is False:
            return Uncounted.WITHOUT_THE_EVENT
        finding = evidence.finding or evidence.id
        first = self._findings.setdefault(finding, evidence.id)
        return None if first == evidence.id else Uncounted.REPEATS

    def _drawn(self, drawn: FigureRendered) -> None:
        figure = drawn.answer
        self.charts[drawn.artifact] = RunChart(
            name=drawn.artifact,
            title=self._said(figure.wording, figure.title),
            evidence_id=drawn.illustrates or drawn.evidence_id,
            width=figure.width,
            height=figure.height,
            url=self.address_of(drawn),
        )

    def _replanned(self, replanned: Replanned) -> None:
        decision = replanned.decision
        for at, one in enumerate(self.rounds):
            if one.turn == replanned.turn:
                changes = {
                    "decision": decision.action,
                    "reason": decision.stop or "",
                    "left": len(decision.candidates),
                }
                self.rounds[at] = one.model_copy(update=changes)

    def _ordered(self, order: Steered, at: datetime) -> None:
        entry = self._entries.get(order.entry_id or "")
        self.orders.append(
            RunOrder(
                action=order.action,
                factor=order.factor,
                name=self._name(entry) if entry else order.factor,
                author=order.author,
                reason=order.reason,
                at=at,
                turn=order.turn,
                applied=order.applied,
                message=order.message,
            )
        )
        if order.applied and order.action is SteeringAction.VETO and entry:
            self._change(entry.id, stand=FactorStand.SET_ASIDE, reason=order.reason)
        if order.applied and order.action in _ASKING and entry:
            self._change(entry.id, ordered=True)

    def _concluded(self, concluded: Concluded) -> None:
        conclusion = concluded.conclusion
        self.stage = Stage.WRITING
        self._weighed = {one.cause: one for one in conclusion.causes}
        self.event = conclusion.event or self.event
        occurrence, explanation = conclusion.occurrence, conclusion.explanation
        self.conclusion = RunConclusion(
            occurrence=occurrence.status,
            event=occurrence.event or conclusion.event,
            grade_name=term(occurrence.grade_name, self.language) if occurrence.grade_name else "",
            explanation=explanation.status,
            confidence=explanation.confidence,
            stopped=conclusion.stopped,
        )

    # -- words ---------------------------------------------------------------------------------

    def _change(self, entry_id: str, **changes: object) -> None:
        known = self.factors.get(entry_id)
        if known is not None:
            self.factors[entry_id] = known.model_copy(update=changes)

    def _cause(self, name: str) -> RunCause:
        cause = next(one for one in self.release.causes if one.id == name)
        weighed = self._weighed.get(name)
        counting = [one for one in self.factors.values() if one.stand is FactorStand.CONFIRMED]
        supported = tuple(one.evidence_id for one in counting if name in one.speaks_for)
        opposed = tuple(one.evidence_id for one in counting if name in one.speaks_against)
        return RunCause(
            id=name,
            name=self._chosen(cause.name, cause.name_zh),
            chain=self._chosen(cause.chain, cause.chain_zh),
            standing=weighed.standing if weighed else None,
            supported_by=supported,
            opposed_by=opposed,
        )

    def _weight(self, name: str) -> float:
        weighed = self._weighed.get(name)
        return weighed.weight if weighed else 0.0

    def _chosen(self, english: str, chinese: str) -> str:
        return chinese if self.language is Language.ZH and chinese else english

    def _said(self, wording: Message | None, text: str) -> str:
        return typeset(text if wording is None else render(wording, self.language))

    def _name(self, entry: GuidelineEntry) -> str:
        """Return what a factor is called; a chart that shares it with an index is marked as one."""
        texts = catalogue(self.language)
        own = f"{entry.modality.value}-{entry.factor}"
        if not texts.has(own):
            return entry.factor.replace("_", " ")
        name = texts.text(own, {})
        if entry.modality is Modality.FIGURE and name in self._indices:
            return texts.text("report-named_chart", {"name": name})
        return name


def place_of(evidence: EvidenceItem, judgement: Judgement) -> FactorPlace | None:
    """Return where what decided lies; the box that was searched where nothing was found."""
    if evidence.index is not None and evidence.index.latitude is not None:
        return FactorPlace(
            latitude=evidence.index.latitude,
            longitude=evidence.index.longitude,
            time=judgement.decisive_time,
            box=evidence.index.region,
            line=(),
        )
    feature = _deciding(evidence, judgement)
    if feature is not None:
        return FactorPlace(
            latitude=feature.latitude,
            longitude=feature.longitude,
            time=feature.time or judgement.decisive_time,
            box=None,
            line=tuple((longitude, latitude) for latitude, longitude in feature.line),
        )
    searched = next((place for place in evidence.places if place is not None), None)
    if searched is None:
        return None
    return FactorPlace(
        latitude=None, longitude=None, time=searched.time, box=searched.region, line=()
    )


def _deciding(evidence: EvidenceItem, judgement: Judgement) -> Feature | None:
    """Return the best feature of the detector that confirmed."""
    if judgement.verdict is not Verdict.CONFIRMED:
        return None
    answers = [*(evidence.figure.features if evidence.figure else ())]
    if evidence.detection is not None:
        answers.append(evidence.detection)
    fitting = [
        feature
        for answer in answers
        if answer.detector == judgement.detector and answer.passed
        for feature in answer.features
    ]
    return max(fitting, key=lambda one: one.score, default=None)
