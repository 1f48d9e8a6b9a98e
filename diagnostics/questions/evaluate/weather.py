"""Event types and features: recognised by presets and detectors, not by the form."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import numpy as np

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Firing, IndexStatus
from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.forms import AnswerKind, EventPresent, FeaturePresent, Quantifier
from diagnostics.contracts.narration import reason_of_answer
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.language.lexicon import tools
from diagnostics.messages import Listing, Message, Term
from diagnostics.questions.evaluate.conditions import quantified
from diagnostics.questions.evaluate.measures import place_of, times_of
from diagnostics.questions.evaluate.places import Spot, part_held
from diagnostics.questions.evaluate.times import Chosen
from diagnostics.questions.evaluate.workspace import Finding, Workspace, misformed, refusal, unique

MOST_TIMES = 24
"""Times at which a feature is looked for."""
_AROUND_POINT = 5.0
"""Degrees around a point in which a feature is looked for."""


def _region(spot: Spot, work: Workspace, margin: float) -> Region:
    region = spot.region or work.region or work.extent
    if region.width == 0 or region.north == region.south:
        return region.padded(margin)
    return region


def event(form: EventPresent, work: Workspace) -> Finding:
    """Say which event types a preset recognises, whether one is, or its grade.

    Raises
    ------
    InputDataError
        ``likely_at_stations`` where the data do not reach the limit and a finer grid typically
        would, as reports say; ``not_assessable`` where the data do not allow the type to be
        tested, or do not show how far
        what reaches its limit extends.
    """
    found = _classified(form, work)
    known: dict[str, Any] = {
        "region": found.region,
        "time": found.window,
        "notes": part_held(found.region, work),
        "operators": ("classify",),
        "detail": {
            "preset": found.preset,
            "preset_digest": found.preset_digest,
            "assessments": {item.event.value: item.firing.value for item in found.assessments},
        },
    }
    if form.event is None:
        fired = [item.event.value for item in found.assessments if item.firing is Firing.FIRED]
        return Finding(AnswerKind.SET, fired, **{**known, "notes": _with_likely(found, known)})
    item = found.assessment(form.event)
    wording = item.wording or Message(id="error-quoted", params={"text": item.reason})
    if item.firing in (Firing.NOT_ASSESSABLE, Firing.REACHED_HERE):
        raise InputDataError(wording, code="not_assessable")
    if item.firing is Firing.LIKELY_AT_STATIONS:
        raise InputDataError(wording, code="likely_at_stations")
    if form.asked == "grade":
        grade = item.grade_name or "below the criteria"
        return Finding(AnswerKind.LABEL, grade, **known)
    return Finding(AnswerKind.BOOLEAN, item.firing is Firing.FIRED, **known)


def _with_likely(found: Classification, known: dict[str, Any]) -> tuple[Message, ...]:
    """Add the types that stations probably see to the notes of an answer."""
    likely = tuple(
        Term(term=item.event.value)
        for item in found.assessments
        if item.firing is Firing.LIKELY_AT_STATIONS
    )
    notes: tuple[Message, ...] = known["notes"]
    if not likely:
        return notes
    events = Listing(items=likely, style="and")
    return (*notes, Message(id="question-note_likely_at_stations", params={"events": events}))


def _classified(form: EventPresent, work: Workspace) -> Classification:
    from diagnostics.detection.events import classify, preset_of

    spot = place_of(form.place, work)
    chosen = times_of(form.time, work)
    return classify(
        work.source,
        _region(spot, work, 0.5),
        _window(chosen, work),
        preset=preset_of(work.presets, form.preset or "cma"),
        timezone=chosen.zone_name,
        declared=form.event,
    )


def _window(chosen: Chosen, work: Workspace) -> TimeWindow:
    outer = chosen.outer()
    if outer is None:
        return TimeWindow(start=work.times[0], end=work.times[-1])
    if chosen.clock is not None or (chosen.spans and len(chosen.spans) > 1):
        raise misformed("one_period", "invalid_form")
    start, end = outer
    if chosen.spans and not chosen.spans[0].closed:
        end -= timedelta(seconds=1)
    return TimeWindow(start=start, end=end)


def feature(form: FeaturePresent, work: Workspace) -> Finding:
    """Say whether a detector finds a feature at the times of a form, where, or how many.

    Raises
    ------
    ArgumentError
        ``unknown_detector``, ``time_needed`` with too many times.
    InputDataError
        ``missing_input`` where the data do not allow it.
    """
    from diagnostics.figures import detect_features

    record = tools().get(form.detector)
    if record is None or record["kind"] != "detector":
        raise misformed("detector", "unknown_detector", name=form.detector)
    spot = place_of(form.place, work)
    region = _region(spot, work, _AROUND_POINT) if spot.region or work.region else None
    takes = {item["name"] for item in record["parameters"]}
    params = dict(form.params)
    level: Any = params.pop("level", None)
    answers = [
        detect_features(
            form.detector,
            work.source,
            time=moment,
            region=region,
            level=level if "level" in takes else None,
            params=params,
        )
        for moment in _moments(times_of(form.time, work), work)
    ]
    decided = [item for item in answers if item.status is IndexStatus.OK]
    if not decided:
        raise InputDataError(reason_of_answer(answers[0]), code="missing_input")
    there = np.array([_is_found(item) for item in decided])
    best = max(
        [item for item in decided if _is_found(item)] or decided, key=lambda item: item.score
    )
    first = best.features[0] if best.features else None
    value: Any = bool(quantified(there, form.over))
    kind = AnswerKind.BOOLEAN
    if form.asked == "count":
        kind, value = AnswerKind.NUMBER, float(len(best.features))
    elif form.asked == "position":
        if first is None or not there.any():
            raise refusal("feature", "no_value", name=form.words or form.detector)
        kind, value = AnswerKind.COORDINATES, [first.latitude, first.longitude]
    shown = first is not None and there.any() and form.over is not Quantifier.NONE
    return Finding(
        kind,
        value,
        time=best.time,
        region=region,
        place=spot.name,
        latitude=first.latitude if shown and first is not None else None,
        longitude=first.longitude if shown and first is not None else None,
        operators=(form.detector,),
        provenance=unique([best.provenance]),
        notes=part_held(spot.region, work),
        sort="count",
        detail={
            "features": len(best.features),
            "score": best.score,
            "times_with_it": int(there.sum()),
            "times": len(decided),
        },
    )


def _is_found(answer: FeaturesAnswer) -> bool:
    return bool(answer.features) if answer.passed is None else answer.passed


def _moments(chosen: Chosen, work: Workspace) -> list[datetime]:
    times = np.array([item.replace(tzinfo=None) for item in work.times], dtype="datetime64[ns]")
    picked = chosen.pick(times, 0.0)
    moments = [item for item, wanted in zip(work.times, picked, strict=True) if wanted]
    if not 1 <= len(moments) <= MOST_TIMES:
        raise misformed("few_times", "time_needed", count=len(moments), most=MOST_TIMES)
    return moments
