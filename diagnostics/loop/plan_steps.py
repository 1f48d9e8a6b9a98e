"""From a role's decision to a step of the plan, and from a finished run to its whole plan."""

from __future__ import annotations

from diagnostics.contracts.checking import Weight
from diagnostics.contracts.enums import Language, Role
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import FigureExpectation, GuidelineEntry, GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import ChartCall, IndexCall
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.loop.state import RunState
from diagnostics.workflow import (
    FigureStep,
    IndexMapStep,
    IndexStep,
    Plan,
    PlanRun,
    PlanSource,
    StepRecord,
    answer_digest,
)


def index_step(
    evidence_id: str, turn: int, call: IndexCall, region: Region, window: TimeWindow
) -> IndexStep:
    """Compile the Code Executor's choice to a step."""
    return IndexStep(
        id=evidence_id,
        tool=call.tool,
        entry_id=call.entry_id,
        turn=turn,
        region=region,
        window=window,
        level=call.level,
        mode=call.mode,
        reduction=call.reduction,
        params=call.params,
    )


def figure_step(
    evidence_id: str,
    turn: int,
    call: ChartCall,
    entry: GuidelineEntry,
    region: Region,
    language: Language,
    places: tuple[SearchPlace | None, ...] = (),
) -> FigureStep:
    """Compile the Plotter's choice to a step; the detectors are those of the pinned entry."""
    expected = entry.expected
    detectors = expected.detectors if isinstance(expected, FigureExpectation) else ()
    return FigureStep(
        id=evidence_id,
        tool=call.tool,
        entry_id=call.entry_id,
        turn=turn,
        region=call.region or region,
        times=call.times,
        level=call.level,
        detectors=detectors,
        places=places,
        language=language,
    )


def map_step(
    index: IndexStep, judgement: Judgement | None, request: DiagnosisRequest
) -> IndexMapStep | None:
    """Compile the map of a confirmed index: at the time of its strongest anomaly."""
    if judgement is None or judgement.decisive_time is None:
        return None
    return IndexMapStep(
        id=f"{index.id}_map",
        tool=index.tool,
        entry_id=index.entry_id,
        turn=index.turn,
        of=index.id,
        time=judgement.decisive_time,
        region=request.region,
        language=request.language,
    )


def compile_plan(
    state: RunState, release: GuidelineRelease, software_version: str, environment: str
) -> Plan:
    """Compile what a run computed to one plan, with each step's record written back.

    Parameters
    ----------
    state : RunState
        Of a run that concluded.
    release : GuidelineRelease
        The pinned one.
    software_version, environment : str
        Written into the plan's provenance.

    Returns
    -------
    Plan
        Runs without roles, on the same data, to the same answers.
    """
    request, started, window = state.request, state.started, state.window
    if request is None or started is None or window is None:
        raise ValueError("a plan is compiled from a run that has started")
    calls: dict[str, IndexCall | ChartCall] = {}
    for decided in state.decisions:
        if decided.role is Role.CODE_EXECUTOR:
            index_call = IndexCall.model_validate(decided.output)
            calls[index_call.entry_id] = index_call
        elif decided.role is Role.PLOTTER:
            chart_call = ChartCall.model_validate(decided.output)
            calls[chart_call.entry_id] = chart_call
    steps: list[IndexStep | FigureStep | IndexMapStep] = []
    for item in state.evidence:
        if item.entry_id is None or item.entry_id not in calls:
            continue
        call = calls[item.entry_id]
        record = _record(item)
        if isinstance(call, IndexCall):
            searched = item.index.region if item.index is not None else None
            step = index_step(item.id, item.turn, call, searched or request.region, window)
            steps.append(step.model_copy(update={"record": record}))
            shown = map_step(step, item.judgement, request)
            chart = state.chart_of(item.id)
            if shown is not None and chart is not None:
                drawn = StepRecord(call_key="", digest=answer_digest(chart.answer))
                steps.append(shown.model_copy(update={"record": drawn}))
        else:
            entry = release.entry(item.entry_id)
            figure = figure_step(
                item.id, item.turn, call, entry, request.region, request.language, item.places
            )
            steps.append(figure.model_copy(update={"record": record}))
    return Plan(
        name="diagnosis",
        description="What the diagnosis computed, in order.",
        source=PlanSource(
            label=request.source,
            data_digest=state.data_digest,
            boundaries_digest=request.boundaries or "",
            repairs=state.repairs,
            refused=state.data_check.of(Weight.REFUSE) if state.data_check else (),
        ),
        catalogue_digest=started.catalogue_digest,
        software_version=software_version,
        environment=environment,
        run=PlanRun(
            revision=started.revision,
            started_at=state.started_at,
            finished_at=state.concluded_at,
        ),
        steps=tuple(steps),
    )


def _record(item: EvidenceItem) -> StepRecord | None:
    if item.index is not None:
        return StepRecord(
            call_key=item.call_key,
            digest=answer_digest(item.index),
            status=item.index.status,
            value=item.index.value,
            unit=item.index.unit,
        )
    if item.figure is not None:
        return StepRecord(call_key=item.call_key, digest=answer_digest(item.figure))
    return None
