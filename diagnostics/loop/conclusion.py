"""How a run ends: the conclusion's kind, strength and confidence."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostics.agents import CaseView
from diagnostics.climatology import false_discovery_rates
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import (
    Category,
    ConclusionKind,
    EventType,
    Firing,
    Scope,
    StopReason,
    Strength,
    Verdict,
)
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.roles import CauseWeight, ReplanDecision
from diagnostics.loop.confidence import overall_confidence
from diagnostics.loop.state import RunState

MIN_PARTIAL = 3
MIN_PARTIAL_CATEGORIES = 2
NEAR_MISS = -0.25
"""A declared type this far below its threshold, relative to it, is still worth the loop."""


def event_to_examine(classification: Classification) -> EventType | None:
    """Return the type whose factors the loop verifies, or None where there is nothing to verify.

    A declared type goes first: when it fired, when it could not be tested, or when it nearly
    fired. Otherwise the primary type of the classification.
    """
    declared = classification.declared
    if declared is None:
        return classification.primary
    found = classification.assessment(declared)
    if found.firing is not Firing.NOT_FIRED:
        return declared
    if found.metrics is not None and found.metrics.distance >= NEAR_MISS:
        return declared
    return None


def conclude(
    state: RunState,
    entries: Mapping[str, GuidelineEntry],
    event: EventType | None,
    target: int,
    *,
    causes: tuple[CauseWeight, ...] = (),
    stopped: StopReason | None = None,
) -> Conclusion:
    """Conclude a run from its classification and verdicts.

    Fired with all factors confirmed supports the event; fired with three or four in two or more
    categories supports it in part; what restates the criterion is no such factor. Nothing fired
    with every asked type tested means no significant event. Anything else is insufficient
    evidence, with the types not testable; so is a declared type that did not fire where another
    one did, for that is a significant event.
    """
    classification = state.classification
    if classification is None:
        raise ValueError("a run is concluded after its classification")
    confirmed = state.confirmed
    asked = [classification.declared] if classification.declared else list(EventType)
    untested = tuple(
        item for item in asked if classification.assessment(item).firing is Firing.NOT_ASSESSABLE
    )
    held = {entries[item.entry_id].category for item in confirmed if item.entry_id}
    found = len(confirmed), len(held)
    kind, strength, reason = _kind(classification, event, found, untested, target)
    supported = kind is ConclusionKind.EVENT_SUPPORTED
    rates = false_discovery_rates(state.evidence)
    trust = overall_confidence(classification, event, confirmed, kind, target, rates)
    return Conclusion(
        kind=kind,
        event=event if kind is not ConclusionKind.NO_SIGNIFICANT_EVENT else None,
        strength=strength,
        scope=Scope.SNAPSHOT if len(state.analysed_times()) <= 1 else Scope.WINDOW,
        confirmed=tuple(item.id for item in confirmed),
        severity=tuple(item.id for item in state.severity),
        categories_lacking=tuple(one for one in Category if supported and one not in held),
        refuted=tuple(item.id for item in state.with_verdict(Verdict.REFUTED)),
        undetermined=tuple(item.id for item in state.with_verdict(Verdict.UNDETERMINED)),
        set_aside=tuple(item.id for item in state.set_aside),
        not_testable=untested,
        confidence=trust.value,
        confidence_level=trust.level,
        confidence_parts=dict(trust.parts),
        reliability=trust.reliability,
        mean_factor_confidence=trust.mean_factor,
        reason=reason,
        turns=state.turn,
        false_discovery_rates=rates,
        causes=() if kind is ConclusionKind.NO_SIGNIFICANT_EVENT else causes,
        stopped=stopped,
    )


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


def _kind(
    classification: Classification,
    event: EventType | None,
    found: tuple[int, int],
    untested: tuple[EventType, ...],
    target: int,
) -> tuple[ConclusionKind, Strength | None, str]:
    """Tell kind, strength and reason from how many factors of how many categories were found."""
    fired = event is not None and classification.assessment(event).firing is Firing.FIRED
    if fired:
        factors, categories = found
        if factors >= target:
            return ConclusionKind.EVENT_SUPPORTED, Strength.FULL, "all_factors_confirmed"
        if factors >= MIN_PARTIAL and categories >= MIN_PARTIAL_CATEGORIES:
            return ConclusionKind.EVENT_SUPPORTED, Strength.PARTIAL, "some_factors_confirmed"
        return ConclusionKind.INSUFFICIENT_EVIDENCE, None, "too_few_factors_confirmed"
    if all(item.firing is Firing.NOT_ASSESSABLE for item in classification.assessments):
        return ConclusionKind.INSUFFICIENT_EVIDENCE, None, "no_type_assessable"
    if any(item.firing is Firing.FIRED for item in classification.assessments):
        return ConclusionKind.INSUFFICIENT_EVIDENCE, None, "another_type_fired"
    if not untested:
        return ConclusionKind.NO_SIGNIFICANT_EVENT, None, "no_criterion_met"
    return ConclusionKind.INSUFFICIENT_EVIDENCE, None, "some_types_not_assessable"
