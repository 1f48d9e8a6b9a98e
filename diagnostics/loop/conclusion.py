"""How a run ends: what happened, why, and how sure each of the two is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from diagnostics.agents import CaseView
from diagnostics.climatology import false_discovery_rates
from diagnostics.contracts.conclusion import Explanation, Occurrence, kind_of
from diagnostics.contracts.detection import Classification, MeasuredValue, TypeAssessment
from diagnostics.contracts.enums import (
    Category,
    CauseStanding,
    ConclusionKind,
    EventType,
    ExplanationStatus,
    Feasibility,
    Firing,
    OccurrenceLimit,
    OccurrenceStatus,
    PrecipitationType,
    Scope,
    StopReason,
    Strength,
    Verdict,
)
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.roles import CauseWeight, ReplanDecision
from diagnostics.detection.events.truncation import cut_of
from diagnostics.guidelines.examined import distance_of, nearest_to_limit, spoken_of
from diagnostics.guidelines.support import Support, support_of
from diagnostics.loop.confidence import (
    ENOUGH_TO_CONFIRM,
    Confidence,
    explanation_confidence,
    in_doubt,
    joint_confidence,
    lacks_controls,
    occurrence_confidence,
    of_a_part,
)
from diagnostics.loop.state import RunState

_STATUS = {
    Firing.FIRED: OccurrenceStatus.MET,
    Firing.REACHED_HERE: OccurrenceStatus.REACHED_HERE,
    Firing.LIKELY_AT_STATIONS: OccurrenceStatus.LIKELY_AT_STATIONS,
    Firing.NOT_FIRED: OccurrenceStatus.NOT_MET,
    Firing.NOT_ASSESSABLE: OccurrenceStatus.CANNOT_BE_TESTED,
}


def occurrence_of(classification: Classification, state: RunState) -> Occurrence:
    """Say what happened, from the classification alone.

    The statement is about the declared type; without one about the primary type, else the one
    that comes nearest to it, else about all types together.
    """
    event = classification.declared or spoken_of(classification)
    met = [item.event for item in classification.assessments if item.firing is Firing.FIRED]
    untested = _untested(classification)
    if event is not None:
        status = _STATUS[classification.assessment(event).firing]
    else:
        status = OccurrenceStatus.CANNOT_BE_TESTED if untested else OccurrenceStatus.NOT_MET
    trust = in_doubt(
        occurrence_confidence(classification, event, status),
        state.data_check,
        state.inventory,
        [event] if event is not None else [item.event for item in classification.assessments],
    )
    if status is OccurrenceStatus.NOT_MET and state.inventory and state.window:
        trust = of_a_part(trust, state.inventory.coverage, state.window)
    own = classification.assessment(event) if event is not None else None
    measured = (
        [own]
        if own is not None
        else sorted(classification.assessments, key=distance_of, reverse=True)
    )
    return Occurrence(
        status=status,
        event=event,
        object=classification.chosen if _has_chosen(classification, own) else None,
        others=tuple(item for item in met if item is not event),
        nearest=nearest_to_limit(classification) if event is None else None,
        grade=own.grade if own else 0,
        grade_name=own.grade_name if own else "",
        severity=own.severity if own else 0.0,
        values=tuple(value for item in measured if (value := measured_of(item)) is not None),
        limits=_limits(classification, state, own, untested),
        confidence=trust.value,
        confidence_level=trust.level,
        confidence_parts=dict(trust.parts),
        reliability=trust.reliability,
    )


def _has_chosen(classification: Classification, own: TypeAssessment | None) -> bool:
    """Whether the event that is diagnosed is one of this type."""
    return own is not None and any(item.id == classification.chosen for item in own.objects)


def measured_of(assessment: TypeAssessment) -> MeasuredValue | None:
    """Return what was measured of a type: its peak, or what the data hold without a test."""
    metrics = assessment.metrics
    if metrics is None:
        return assessment.measured
    return MeasuredValue(
        quantity=metrics.quantity,
        unit=metrics.unit,
        value=metrics.peak,
        latitude=metrics.peak_latitude,
        longitude=metrics.peak_longitude,
        time=metrics.peak_until or metrics.peak_time,
        window=metrics.window,
        hours=metrics.peak_hours,
    )


def _untested(classification: Classification) -> tuple[EventType, ...]:
    """The types asked for that could not be tested."""
    asked = [classification.declared] if classification.declared else list(EventType)
    return tuple(
        item for item in asked if classification.assessment(item).firing is Firing.NOT_ASSESSABLE
    )


_CUT_BY_DATA: tuple[tuple[OccurrenceLimit, Literal["onset", "end"]], ...] = (
    (OccurrenceLimit.BEGAN_BEFORE_DATA, "onset"),
    (OccurrenceLimit.LASTS_BEYOND_DATA, "end"),
)


def _limits(
    classification: Classification,
    state: RunState,
    own: TypeAssessment | None,
    untested: tuple[EventType, ...],
) -> tuple[OccurrenceLimit, ...]:
    """What weakens the statement on an event."""
    found = []
    times = state.analysed_times()
    if len(times) <= 1:
        found.append(OccurrenceLimit.SINGLE_TIME)
    if (
        own is not None
        and own.firing is Firing.FIRED
        and own.metrics is not None
        and state.inventory
    ):
        if len(times) > 1 and state.window is not None:
            known, item = state.inventory.times, classification.object_of(own.event)
            for limit, field in _CUT_BY_DATA:
                if cut_of(item, field, state.window, known) == "data":
                    found.append(limit)
        if any(item.cut_by_region for item in own.objects if item.id == classification.chosen):
            found.append(OccurrenceLimit.REACHES_REGION_EDGE)
    if own is not None and own.firing is Firing.REACHED_HERE:
        found.append(OccurrenceLimit.REACHES_REGION_EDGE)
    if own is not None and own.firing is Firing.LIKELY_AT_STATIONS:
        found.append(OccurrenceLimit.COARSE_GRID)
    uncertain = PrecipitationType.MIXED_OR_UNCERTAIN
    if own is not None and own.phase is not None and own.phase.type is uncertain:
        found.append(OccurrenceLimit.PHASE_UNCERTAIN)
    coverage = state.inventory.coverage if state.inventory else None
    if coverage is not None and coverage.area_fraction is not None:
        found.append(OccurrenceLimit.PART_OF_REGION)
    if coverage is not None and coverage.period is not None:
        found.append(OccurrenceLimit.PART_OF_PERIOD)
    if untested:
        found.append(OccurrenceLimit.TYPES_NOT_TESTED)
    return tuple(found)


def _established(support: Support, *, tested: bool, happened: bool) -> ExplanationStatus:
    """How far the leading explanation is established: by its own factors, of what is met.

    What did not happen has no cause. Where that cannot be tested the event has no place, and no
    factor is known to stand at it; what is likely, or of unknown extent, is itself not certain.
    """
    if happened and support.confirms:
        return ExplanationStatus.CONFIRMED
    if happened and support.in_part:
        return ExplanationStatus.PARTLY
    return ExplanationStatus.NONE if tested else ExplanationStatus.NOT_TESTABLE


_STRENGTH = {
    ExplanationStatus.CONFIRMED: Strength.FULL,
    ExplanationStatus.PARTLY: Strength.PARTIAL,
}


def conclude(
    state: RunState,
    entries: Mapping[str, GuidelineEntry],
    event: EventType | None,
    target: int,
    *,
    causes: tuple[CauseWeight, ...] = (),
    stopped: StopReason | None = None,
    missing: tuple[str, ...] = (),
) -> Conclusion:
    """Conclude a run: what happened, from its classification, and why, from its verdicts.

    An event that is met is explained by what the leading explanation has of its own; what restates
    the criterion is no such factor, nor what is found without the event, nor what speaks for other
    explanations alone. An event whose factors could not be tested is an event all the same.

    Parameters
    ----------
    state : RunState
    entries : mapping
        Of the release, by id.
    event : EventType or None
        Whose factors were examined. Where it only came nearest to its limit, they explain nothing.
    target : int
        Confirmed factors that the search asked for.
    causes : tuple of CauseWeight
    stopped : StopReason, optional
    missing : tuple of str
        Fields without which factors could not be tested.
    """
    classification = state.classification
    if classification is None:
        raise ValueError("a run is concluded after its classification")
    occurrence = occurrence_of(classification, state)
    if occurrence.nearest is not None:
        causes = ()
    confirmed, counting = state.confirmed, state.counting
    refuted = state.with_verdict(Verdict.REFUTED)
    found_in = {entries[item.entry_id].category for item in counting if item.entry_id}
    support = support_of(causes, counting, entries)
    rates = false_discovery_rates(state.evidence)
    trust = Confidence()
    why = ExplanationStatus.NONE
    if event is not None and occurrence.nearest is None:
        why = _established(
            support,
            tested=bool(confirmed or refuted),
            happened=occurrence.status is OccurrenceStatus.MET,
        )
    explained = why in _STRENGTH
    if explained:
        trust = explanation_confidence(support, target, rates, found_in)
        if why is ExplanationStatus.CONFIRMED and trust.value < ENOUGH_TO_CONFIRM:
            why = ExplanationStatus.PARTLY
    explanation = Explanation(
        status=why,
        causes=tuple(item.cause for item in causes if item.standing in _SPOKEN_FOR),
        confirmed=tuple(item.id for item in counting),
        own=tuple(item.id for item in support.own),
        against=support.against,
        lacking=support.lacking if support.cause else 0,
        missing=missing if event is not None else (),
        confidence=trust.value,
        confidence_level=trust.level,
        confidence_parts=dict(trust.parts),
    )
    kind = kind_of(occurrence, explanation)
    nothing = kind is ConclusionKind.NO_SIGNIFICANT_EVENT
    whole = Confidence()
    if nothing or explained:
        whole = joint_confidence(occurrence.confidence_parts, trust.parts)
    return Conclusion(
        kind=kind,
        occurrence=occurrence,
        explanation=explanation,
        event=None if nothing or occurrence.nearest is not None else event,
        strength=_STRENGTH.get(why) if explained else None,
        scope=Scope.SNAPSHOT if len(state.analysed_times()) <= 1 else Scope.WINDOW,
        confirmed=tuple(item.id for item in confirmed),
        severity=tuple(item.id for item in state.severity),
        repeated=tuple(item.id for item in state.repeated),
        trivial=tuple(item.id for item in state.trivial),
        uncontrolled=tuple(item.id for item in counting if lacks_controls(item)),
        categories_lacking=tuple(one for one in Category if explained and one not in found_in),
        refuted=tuple(item.id for item in refuted),
        undetermined=tuple(item.id for item in state.with_verdict(Verdict.UNDETERMINED)),
        set_aside=tuple(item.id for item in state.set_aside),
        not_testable=_untested(classification),
        confidence=whole.value,
        confidence_level=whole.level,
        confidence_parts=dict(whole.parts),
        reliability=occurrence.reliability if whole.parts else None,
        mean_factor_confidence=trust.mean_factor,
        reason=_reason(classification, occurrence, explanation),
        turns=state.turn,
        false_discovery_rates=rates,
        causes=() if nothing else causes,
        stopped=stopped,
    )


_SPOKEN_FOR = (CauseStanding.LEADING, CauseStanding.CONTRIBUTING)
_WHY = {
    ExplanationStatus.CONFIRMED: "all_factors_confirmed",
    ExplanationStatus.PARTLY: "some_factors_confirmed",
}


def _reason(
    classification: Classification, occurrence: Occurrence, explanation: Explanation
) -> str:
    """Return the code for how the run ended."""
    if occurrence.status is OccurrenceStatus.MET:
        return _WHY.get(explanation.status, "too_few_factors_confirmed")
    if occurrence.status in (OccurrenceStatus.REACHED_HERE, OccurrenceStatus.LIKELY_AT_STATIONS):
        return str(occurrence.status)
    if all(item.firing is Firing.NOT_ASSESSABLE for item in classification.assessments):
        return "no_type_assessable"
    if occurrence.others:
        return "another_type_fired"
    if occurrence.status is OccurrenceStatus.NOT_MET:
        return "no_criterion_met"
    return "some_types_not_assessable"


def missing_fields(view: CaseView) -> tuple[str, ...]:
    """Return the fields without which factors of the examined event could not be tested."""
    found: set[str] = set()
    for entry in view.release.entries:
        known = view.feasibility.get(entry.factor)
        if view.event not in entry.event_types or known is None:
            continue
        if known.feasibility is Feasibility.BLOCKED:
            inputs = view.specs[entry.factor].inputs
            found |= {item.name for item in inputs if view.inventory.variable(item.name) is None}
    return tuple(sorted(found))


def why_stopped(view: CaseView, replans: tuple[ReplanDecision, ...]) -> StopReason:
    """Return why the loop went no further: the Diagnostician's reason, or what was lacking.

    Parameters
    ----------
    view : CaseView
        At the end of the run.
    replans : tuple of ReplanDecision
        All decisions of the run.
    """
    last = replans[-1] if replans else None
    if last is not None and last.stop is not None:
        return last.stop
    if not any(view.event in entry.event_types for entry in view.release.entries):
        return StopReason.EMPTY_LIBRARY
    return StopReason.LIBRARY_EXHAUSTED if view.turn else StopReason.NOTHING_TESTABLE
