"""Verify one factor: compute or draw it, judge it, keep the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from diagnostics.catalog import index_key
from diagnostics.climatology import Climatologies
from diagnostics.climatology.base_rate import base_rate_of
from diagnostics.contracts import events as ev
from diagnostics.contracts.enums import EventType, Modality, Role, Verdict
from diagnostics.contracts.evidence import (
    ArtifactRef,
    EvidenceItem,
    FeaturesAnswer,
    IndexAnswer,
    Judgement,
    SecondOpinion,
    SeriesPoint,
)
from diagnostics.contracts.guidelines import FigureExpectation, GuidelineEntry, IndexExpectation
from diagnostics.contracts.roles import (
    ChartCall,
    FactorVerdict,
    IndexCall,
)
from diagnostics.contracts.space_time import (
    FromPeak,
    Region,
    SearchPlace,
    TimeWindow,
    wrap_longitude,
)
from diagnostics.detection.relative_position import (
    ENOUGH,
    at_edge,
    covered,
    from_peak,
    nearest,
    within,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.grid.distance import great_circle_km
from diagnostics.guidelines import judge_figure, judge_index
from diagnostics.guidelines.thresholds import absolute_test_of
from diagnostics.loop.controls import with_controls
from diagnostics.loop.drawn_evidence import (
    chart_of_step,
    illustrate,
    read_again,
    reviewed,
)
from diagnostics.loop.plan_steps import figure_step, index_step
from diagnostics.loop.search_area import (
    chart_places,
    covered_part,
    finding_of,
    first_region,
    index_place,
    speaks_for_place,
)
from diagnostics.messages import Measure, Message, render
from diagnostics.quantities.scene_context import chart_scene_context
from diagnostics.quantities.second_opinion import asked_by_default, second_opinion
from diagnostics.workflow import FigureStep, IndexStep, StepOutcome, call_key, detect_at

if TYPE_CHECKING:
    from diagnostics.agents import CaseView
    from diagnostics.loop.run import Run

REACH_KM = 1000.0
"""Length of a jet streak or short wave: the circulation that it forces reaches so far."""


def verify_factor(run: Run, event: EventType, entry_id: str) -> None:
    """Verify one factor of the present turn and record every step of it."""
    entry = run.release.entry(entry_id)
    evidence_id = run.state.next_evidence_id()
    if entry.modality is Modality.INDEX:
        _verify_index(run, event, entry, evidence_id)
    else:
        _verify_figure(run, event, entry, evidence_id)


def index_rule(
    view: CaseView,
    entry: GuidelineEntry,
    answer: IndexAnswer,
    place: SearchPlace | None = None,
) -> Judgement:
    """Judge an index by the release's own criteria, at the place of the event.

    Entries of releases without places are judged over the region. What is looked for around the
    region counts no farther away than such a process acts: a stronger one beyond hides whether
    there is one near.
    """
    if place is not None:
        return _rule_at(view, entry, answer, place)
    rule = _judge(view, entry, answer)
    if rule.verdict is Verdict.CONFIRMED and view.specs[entry.factor].domain.startswith("padded"):
        gap = _gap_km(view.request.region, answer, rule)
        if gap > REACH_KM:
            return _undecided(
                rule,
                Message(
                    id="verdict-too_far",
                    params={
                        "distance": Measure(measure=gap, unit="km", digits=0),
                        "reach": Measure(measure=REACH_KM, unit="km", digits=0),
                    },
                ),
            )
    return rule


def _judge(
    view: CaseView,
    entry: GuidelineEntry,
    answer: IndexAnswer,
    place: SearchPlace | None = None,
    *,
    anywhere: bool = False,
) -> Judgement:
    return judge_index(
        entry,
        answer,
        period=view.counts_in(entry.where),
        latitude=view.profile.latitude,
        within=None
        if place is None or anywhere
        else lambda point: within(place, point.latitude, point.longitude),
        located=view.located(entry.where),
        blows_from=place.blows_from_deg if place is not None else None,
    )


def _undecided(rule: Judgement, wording: Message) -> Judgement:
    """Turn a verdict into one that cannot be told, with the reason."""
    return rule.model_copy(
        update={
            "verdict": Verdict.UNDETERMINED,
            "reason": render(wording, "en"),
            "wording": wording,
            "strength": "",
            "confidence": 0.0,
        }
    )


def _rule_at(
    view: CaseView, entry: GuidelineEntry, answer: IndexAnswer, place: SearchPlace
) -> Judgement:
    """Judge an index by what it shows within the reach, and say where that is."""
    anywhere = _judge(view, entry, answer, place, anywhere=True)
    rule = _judge(view, entry, answer, place)
    if rule.verdict is Verdict.UNDETERMINED and anywhere.verdict is not Verdict.UNDETERMINED:
        # the extreme of every time lies beyond the reach: what is near is not known
        return _undecided(rule, Message(id="verdict-place_elsewhere")).model_copy(
            update={"elsewhere": _seen_from_peak(place, answer, anywhere)}
        )
    if rule.decisive_time is None:
        return rule
    rule = rule.model_copy(update={"from_peak": _seen_from_peak(place, answer, rule)})
    if rule.verdict is not Verdict.CONFIRMED and anywhere.verdict is Verdict.CONFIRMED:
        rule = rule.model_copy(update={"elsewhere": _seen_from_peak(place, answer, anywhere)})
    grid = view.inventory.grid_at(rule.decisive_time)
    held = grid.region if grid else None
    if rule.verdict is Verdict.CONFIRMED:
        point = _decisive_point(answer, rule)
        if grid and point and at_edge(point.latitude, point.longitude, held, grid.spacing_deg):
            return _undecided(rule, Message(id="verdict-place_edge"))
    elif rule.verdict is Verdict.REFUTED and place.whole and covered(place, held) < ENOUGH:
        return _undecided(rule, Message(id="verdict-place_covered"))
    return rule


def _decisive_point(answer: IndexAnswer, rule: Judgement) -> SeriesPoint | None:
    return next((point for point in answer.series if point.time == rule.decisive_time), None)


def _seen_from_peak(place: SearchPlace, answer: IndexAnswer, rule: Judgement) -> FromPeak | None:
    point = _decisive_point(answer, rule)
    if point is None:
        return None
    return from_peak(place, point.time, point.latitude, point.longitude)


def _gap_km(region: Region, answer: IndexAnswer, rule: Judgement) -> float:
    """Distance of the decisive value from the region; 0 inside it, and for values without place."""
    for point in answer.series:
        if point.time != rule.decisive_time or point.latitude is None or point.longitude is None:
            continue
        latitude = min(max(point.latitude, region.south), region.north)
        beyond = wrap_longitude(point.longitude - region.center[1])
        half = region.width / 2
        longitude = region.center[1] + min(max(beyond, -half), half)
        return float(great_circle_km(point.latitude, point.longitude, latitude, longitude))
    return 0.0


def figure_rule(
    view: CaseView,
    entry: GuidelineEntry,
    answers: Sequence[FeaturesAnswer],
    places: Sequence[SearchPlace | None] = (),
) -> Judgement:
    """Judge a chart by the release's own criteria, from its detectors' answers.

    The answers hold what stands at the places already; `places` are those of the entry's
    detectors, in their order, and say from where distances are told.
    """
    rule = judge_figure(
        entry,
        answers,
        first_time=None if any(places) else view.inventory.times[0],
        times=len(view.analysed_times),
    )
    expected = entry.expected
    if not places or not isinstance(expected, FigureExpectation):
        return rule
    names = [item.detector for item in expected.detectors]
    for answer in answers:
        if answer.detector != rule.detector or answer.time != rule.decisive_time:
            continue
        place = places[names.index(answer.detector)]
        if place is None:
            return rule
        if rule.verdict is Verdict.CONFIRMED:
            spot = nearest(place, answer.features[0]) if answer.features else (None, None)
            seen = from_peak(place, answer.time, *spot)
            return rule.model_copy(update={"from_peak": seen})
        if answer.elsewhere is not None:
            seen = from_peak(place, answer.time, *nearest(place, answer.elsewhere))
            return rule.model_copy(update={"elsewhere": seen})
    return rule


def _fail(run: Run, entry: GuidelineEntry, error: DiagnosticsError) -> None:
    run.say(
        ev.StepFailed(
            turn=run.state.turn,
            entry_id=entry.id,
            code=error.code,
            message=error.message,
            wording=error.wording,
            data=error.data,
        )
    )


def _verify_index(run: Run, event: EventType, entry: GuidelineEntry, evidence_id: str) -> None:
    view = run.view(event)
    turn = run.state.turn
    call = run.decide(
        Role.CODE_EXECUTOR,
        IndexCall,
        lambda: run.team.code_executor.call(view, entry),
        entry_id=entry.id,
    )
    place = index_place(run, view, entry)
    answer = run.state.computed.get(evidence_id)
    if answer is None:
        found = computed_at(run, view, entry, evidence_id, call, place)
        if found.error is not None or found.index is None:
            if found.error is not None:
                _fail(run, entry, found.error)
            return
        answer = found.index
        run.say(
            ev.IndexComputed(
                turn=turn,
                evidence_id=evidence_id,
                entry_id=entry.id,
                call_key=found.call_key,
                answer=answer,
            )
        )
    step = index_step(evidence_id, turn, call, answer.region or run.request.region, run.window)
    key = call_key(step, run.context)
    rule = index_rule(view, entry, answer, place)
    rule = _with_base_rate(run, entry, step, answer, rule, view.profile.latitude)
    policy, model = run.made_by(Role.CODE_EXECUTOR, IndexCall, entry_id=entry.id)
    opinion = _second_opinion(run, event, evidence_id, answer, call)
    evidence = EvidenceItem(
        id=evidence_id,
        call_key=key,
        entry_id=entry.id,
        release_digest=run.release.digest,
        restates_criterion=entry.restates_criterion,
        finding=finding_of(entry, None),
        modality=Modality.INDEX,
        index=answer,
        judgement=rule,
        role=Role.CODE_EXECUTOR,
        policy=policy,
        model=model,
        turn=turn,
        second_opinion=opinion,
    )
    evidence = with_controls(
        run, event, evidence, entry, place, partial(index_at, run, view, entry, step)
    )
    rule = evidence.judgement or rule
    _record_verdict(run, event, evidence, rule)
    artifacts: tuple[ArtifactRef, ...] = ()
    if rule.verdict is Verdict.CONFIRMED:
        artifacts = illustrate(run, event, evidence, StepOutcome(step, key, index=answer))
    _judged(run, evidence.model_copy(update={"artifacts": artifacts}), rule)


def computed_at(
    run: Run,
    view: CaseView,
    entry: GuidelineEntry,
    evidence_id: str,
    call: IndexCall,
    place: SearchPlace | None,
) -> StepOutcome:
    """Compute an index where it decides: over the region that its climatology speaks of, or there.

    A climatology of the reduced index belongs to the region of the request. Where the extreme of
    that region lies beyond the place of the event, the index is computed for the place.
    """
    asked = run.request.region
    region = first_region(run, view, place)
    step = index_step(evidence_id, run.state.turn, call, region, run.window)
    outcome = run.step(step)
    if place is None or not place.whole or region != asked or outcome.index is None:
        return outcome
    if decides_for_place(view, entry, outcome.index, place):
        return outcome
    there = covered_part(view, place)
    if there == asked:
        return outcome
    return run.step(step.model_copy(update={"region": there}))


def decides_for_place(
    view: CaseView, entry: GuidelineEntry, answer: IndexAnswer, place: SearchPlace
) -> bool:
    """Whether an answer over the region of the request decides about the place of the event."""
    near = index_rule(view, entry, answer, place).verdict is Verdict.CONFIRMED
    anywhere = _judge(view, entry, answer, place, anywhere=True).verdict is Verdict.CONFIRMED
    return speaks_for_place(answer, place, view.request.region, near=near, anywhere=anywhere)


def index_at(
    run: Run, view: CaseView, entry: GuidelineEntry, step: IndexStep, where: SearchPlace
) -> Judgement | None:
    """Judge an index at a control; None where it cannot be computed there."""
    region = where.region if where.whole else step.region
    before = [time for time in view.inventory.times if time < where.window.start]
    first = before[-1] if before else where.window.start
    window = TimeWindow(start=first, end=where.window.end)
    answer = run.step(step.model_copy(update={"region": region, "window": window})).index
    if answer is None:
        return None
    rule = judge_index(
        entry,
        answer,
        period=where.window,
        latitude=view.profile.latitude,
        within=lambda point: within(where, point.latitude, point.longitude),
        located=True,
        blows_from=where.blows_from_deg,
    )
    return rule.model_copy(update={"from_peak": _seen_from_peak(where, answer, rule)})


def decided_at(
    entry: GuidelineEntry, places: Sequence[SearchPlace | None], rule: Judgement
) -> SearchPlace | None:
    """Return the place of the detector that decided."""
    expected = entry.expected
    if not places or not isinstance(expected, FigureExpectation):
        return None
    names = [item.detector for item in expected.detectors]
    return places[names.index(rule.detector)] if rule.detector in names else None


def chart_at(
    run: Run,
    view: CaseView,
    entry: GuidelineEntry,
    step: FigureStep,
    rule: Judgement,
    where: SearchPlace,
) -> Judgement | None:
    """Judge a chart at a control, by the detectors that decided and at as many hours."""
    expected = entry.expected
    assert isinstance(expected, FigureExpectation)
    parts = [
        item
        for item in expected.detectors
        if expected.require == "all" or item.detector == rule.detector
    ]
    place = decided_at(entry, step.places, rule)
    assert place is not None
    shift = where.time - place.time
    looked = step.times[: step.times.index(rule.decisive_time) + 1] if rule.decisive_time else ()
    answers: list[FeaturesAnswer] = []
    for time in (moment + shift for moment in looked):
        if time in view.inventory.times:
            answers += detect_at(
                step.tool,
                run.source,
                time=time,
                region=where.region,
                level=step.level,
                detectors=parts,
                places=(where,) * len(parts),
                scene_context=chart_scene_context(run.context.baseline, run.cache),
            )
    only = entry.model_copy(
        update={"expected": expected.model_copy(update={"detectors": tuple(parts)})}
    )
    if not answers:
        return None
    found = judge_figure(only, answers, first_time=None, times=len(view.analysed_times))
    for answer in answers:
        if (answer.detector, answer.time) == (found.detector, found.decisive_time):
            spot = nearest(where, answer.features[0]) if answer.features else (None, None)
            return found.model_copy(update={"from_peak": from_peak(where, answer.time, *spot)})
    return found


def _second_opinion(
    run: Run, event: EventType, evidence_id: str, answer: IndexAnswer, call: IndexCall
) -> SecondOpinion | None:
    """Ask for a second opinion where the registry says that this type of event carries one."""
    if not asked_by_default(answer.name, event):
        return None
    known = run.state.opinions.get(evidence_id)
    if known is None:
        known = second_opinion(
            answer, run.source, level=call.level, params=call.params, cache=run.cache
        )
        run.say(
            ev.SecondOpinionGiven(
                turn=run.state.turn, evidence_id=evidence_id, index=answer.name, opinion=known
            )
        )
    return known


def _with_base_rate(
    run: Run,
    entry: GuidelineEntry,
    step: IndexStep,
    answer: IndexAnswer,
    rule: Judgement,
    latitude: float,
) -> Judgement:
    """Say how often the test of a verdict is met on other days, where a climatology knows."""
    region = answer.provenance.domain or answer.region
    known = Climatologies.of(run.context.baseline).reduced
    expected = entry.expected
    if not known or region is None or not isinstance(expected, IndexExpectation):
        return rule
    key = index_key(
        step.tool,
        level=step.level,
        reduction=step.reduction,
        params=step.params,
        mode=step.mode,
    )
    absolute = absolute_test_of(expected, latitude)
    op = absolute.op if absolute is not None else ""
    rate = base_rate_of(rule, expected, known, key, region, op)
    return rule if rate is None else rule.model_copy(update={"base_rate": rate})


def _record_verdict(run: Run, event: EventType, evidence: EvidenceItem, rule: Judgement) -> None:
    """Ask the Diagnostician and record it; the pinned release's own criteria decide."""
    view = run.view(event)
    run.decide(
        Role.DIAGNOSTICIAN,
        FactorVerdict,
        lambda: run.team.diagnostician.judge(view, evidence, rule),
        evidence_id=evidence.id,
    )


def _judged(run: Run, evidence: EvidenceItem, rule: Judgement) -> None:
    run.ports.evidence.put(evidence)
    run.say(ev.FactorJudged(turn=run.state.turn, evidence=evidence, judgement=rule))


def _verify_figure(run: Run, event: EventType, entry: GuidelineEntry, evidence_id: str) -> None:
    view = run.view(event)
    call = run.decide(
        Role.PLOTTER,
        ChartCall,
        lambda: run.team.plotter.chart(view, entry),
        entry_id=entry.id,
    )
    language = run.request.language
    places = chart_places(run, view, entry, call)
    step = figure_step(
        evidence_id, run.state.turn, call, entry, run.request.region, language, places
    )
    chart = chart_of_step(
        run,
        evidence_id,
        entry.id,
        f"{evidence_id}_{step.tool}",
        lambda: run.step(step),
    )
    if isinstance(chart, DiagnosticsError):
        _fail(run, entry, chart)
        return
    rule = figure_rule(view, entry, chart.answer.features, places)
    policy, model = run.made_by(Role.PLOTTER, ChartCall, entry_id=entry.id)
    evidence = EvidenceItem(
        id=evidence_id,
        call_key=chart.call_key,
        entry_id=entry.id,
        release_digest=run.release.digest,
        restates_criterion=entry.restates_criterion,
        finding=finding_of(entry, rule.detector),
        places=places,
        modality=Modality.FIGURE,
        figure=chart.answer,
        judgement=rule,
        role=Role.PLOTTER,
        policy=policy,
        model=model,
        turn=run.state.turn,
        artifacts=reviewed(run, event, chart),
    )
    evidence = read_again(run, view, evidence, chart)
    decided = decided_at(entry, places, rule)
    evidence = with_controls(
        run, event, evidence, entry, decided, partial(chart_at, run, view, entry, step, rule)
    )
    rule = evidence.judgement or rule
    _record_verdict(run, event, evidence, rule)
    _judged(run, evidence, rule)
