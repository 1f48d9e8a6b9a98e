"""What in the fields speaks for types of weather that the data do not allow to be tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.agents.expert.decomposer import reads_of
from diagnostics.agents.expert.operators import ExpertCodeExecutor
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Firing, Modality, Role, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.guidelines import select_hypothesis
from diagnostics.loop.conclusion import occurrence_of
from diagnostics.loop.plan_steps import index_step
from diagnostics.loop.search_area import finding_of
from diagnostics.loop.verification import index_rule

if TYPE_CHECKING:
    from diagnostics.agents import CaseView
    from diagnostics.loop.run import Run

MOST_SIGNS, MOST_TRIED = 4, 10
"""Factors of each type that get a verdict, and that are tried for that: the best first."""
SIGN = "sign"
"""Their evidence is numbered apart from that of the type that is examined."""


def signs_of_untested(run: Run, classification: Classification) -> tuple[EvidenceItem, ...]:
    """Judge factors of types that cannot be tested, over the region and the period.

    Where a type is met, nearly met or named by the request, the run is about that one, and nothing
    is tried here. A sign is of the environment: no event says where and when it should be.

    Parameters
    ----------
    run : Run
    classification : Classification

    Returns
    -------
    tuple of EvidenceItem
        Found and not found, type by type; none of what could not be computed or decided.
    """
    if occurrence_of(classification, run.state).event is not None:
        return ()
    found: list[EvidenceItem] = []
    for assessment in classification.assessments:
        if assessment.firing is not Firing.NOT_ASSESSABLE:
            continue
        view, before = run.view(assessment.event), len(found)
        for entry in _chosen(view, assessment.event):
            if len(found) - before == MOST_SIGNS:
                break
            run.checkpoint()
            item = _judged(run, view, entry, f"{SIGN}_{len(found) + 1}")
            if item is not None and _is_decided(item) and _is_here(item, run.request.region):
                found.append(item)
    return tuple(found)


def _chosen(view: CaseView, event: EventType) -> tuple[GuidelineEntry, ...]:
    """The factors of a type that a number decides and that these data can show."""
    fits = [
        entry
        for entry in view.candidates
        if entry.modality is Modality.INDEX
        and entry.event_types[0] is event
        and not entry.restates_criterion
        and isinstance(entry.expected, IndexExpectation)
        and entry.expected.absolute is not None
    ]
    return select_hypothesis(fits, size=MOST_TRIED, inputs=reads_of(view), value=view.value)


def _is_decided(item: EvidenceItem) -> bool:
    return item.judgement is not None and item.judgement.verdict is not Verdict.UNDETERMINED


def _is_here(item: EvidenceItem, region: Region) -> bool:
    """Whether what was found lies in the region: around it, indices search farther."""
    if item.index is None or item.judgement is None:
        return False
    at = item.judgement.decisive_time
    point = next((one for one in item.index.series if one.time == at), None)
    return point is None or region.holds(point.latitude, point.longitude)


def _judged(
    run: Run, view: CaseView, entry: GuidelineEntry, evidence_id: str
) -> EvidenceItem | None:
    call = ExpertCodeExecutor().call(view, entry).output
    step = index_step(evidence_id, run.state.turn, call, run.request.region, run.window)
    outcome = run.step(step)
    if outcome.index is None:
        return None
    return EvidenceItem(
        id=evidence_id,
        call_key=outcome.call_key,
        entry_id=entry.id,
        release_digest=run.release.digest,
        finding=finding_of(entry, None),
        modality=Modality.INDEX,
        index=outcome.index,
        judgement=index_rule(view, entry, outcome.index),
        role=Role.CODE_EXECUTOR,
        policy="expert",
        turn=run.state.turn,
    )
