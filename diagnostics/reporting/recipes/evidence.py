"""Recipes of evidence: indices, features that charts show, charts, distances and controls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import JsonValue

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.base import Instant
from diagnostics.contracts.controls import Control
from diagnostics.contracts.enums import Basis
from diagnostics.contracts.evidence import (
    EvidenceItem,
    Feature,
    FeaturesAnswer,
    FigureAnswer,
    IndexAnswer,
    Provenance,
    SeriesPoint,
)
from diagnostics.contracts.guidelines import FigureExpectation, GuidelineEntry
from diagnostics.contracts.recipes import Recipe, RecipeKind, RecipePlace, RecipeRole
from diagnostics.contracts.space_time import FromPeak, TimeWindow
from diagnostics.contracts.tools import ToolSpec
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import says_otherwise
from diagnostics.guidelines.verdict import SNAPSHOT_DISCOUNT, THRESHOLD_DISCOUNT
from diagnostics.quantities.registry import resolve
from diagnostics.reporting.recipes.events import event_fields
from diagnostics.reporting.recipes.scribe import Rule, Subject, at
from diagnostics.reporting.report_inputs import is_event_chart

BETWEEN = (
    f"great-circle distance on a sphere of {EARTH_RADIUS / 1000:.4f} km, and initial bearing from "
    "the first point to the last"
)


_DRAWN_AS_IT_IS = (
    "a chart of the event or the situation: each layer is its quantity over the time, the mark is "
    "the extreme of the region"
)


def _item(subject: Subject) -> EvidenceItem:
    found: EvidenceItem = subject.record(EvidenceItem, "")
    return found


def _entry(subject: Subject) -> GuidelineEntry | None:
    """The entry that the evidence tests; None where the release of the report has it no longer."""
    wanted = _item(subject).entry_id
    return next((one for one in subject.sources.release.entries if one.id == wanted), None)


def _spec(subject: Subject, name: str) -> ToolSpec | None:
    return subject.sources.specs.get(name)


def _formula(subject: Subject, tool: str) -> str:
    spec = _spec(subject, tool)
    if spec is None:
        return _DRAWN_AS_IT_IS
    smoothing = "" if spec.smoothing == "none" else f"smoothing: {spec.smoothing}"
    made = spec.formula or spec.summary or spec.title_en
    return "; ".join(part for part in (made, spec.sign_convention, smoothing) if part)


def _quantity_formulas(subject: Subject, names: Iterable[str]) -> str:
    """Say how an index computes the quantities that a detector searches."""
    found = []
    for name in names:
        try:
            operator = resolve(name).quantity.operator
        except ArgumentError:
            continue
        if operator:
            found.append(f"{name}: {_formula(subject, operator)}")
    return "".join(f"; {text}" for text in found)


def _operator(subject: Subject, made: Provenance) -> dict[str, Any]:
    """What an operator's own record says of it; parameters that were not given are its defaults."""
    spec = _spec(subject, made.tool)
    defaults = {item.name: item.default for item in spec.parameters} if spec is not None else {}
    known = {name: value for name, value in defaults.items() if value is not None}
    return {
        "operator": made.tool,
        "version": made.tool_version,
        "formula": _formula(subject, made.tool),
        "inputs": subject.inputs(made.inputs),
        "parameters": {**known, **made.parameters},
    }


def _made(subject: Subject, item: EvidenceItem) -> dict[str, Any]:
    """What made a piece of evidence; its name alone where nothing could be computed."""
    answer = item.index or item.figure or item.detection
    if answer is None:
        return {"operator": item.factor, "formula": "nothing could be computed", "parameters": {}}
    return _operator(subject, answer.provenance)


def _answer(subject: Subject) -> IndexAnswer:
    answer = _item(subject).index
    assert answer is not None
    return answer


def _reduced(subject: Subject, time: Instant | TimeWindow | None) -> Recipe:
    """An index: the operator's map, reduced over the place that was searched."""
    answer = _answer(subject)
    return subject.recipe(
        RecipeKind.FIELD,
        **_operator(subject, answer.provenance),
        quantity=at(answer.name, answer.level),
        unit=answer.unit,
        place=RecipePlace(region=answer.provenance.domain or answer.region),
        time=time,
        reduction=answer.reduction,
        smoothing_km=answer.provenance.smoothed_km,
    )


def _index(subject: Subject) -> Recipe:
    """The value at one time."""
    point: SeriesPoint = subject.record(SeriesPoint)
    return _reduced(subject, point.time)


def _index_itself(subject: Subject) -> Recipe:
    """The value over all times: the reduction runs over them as well."""
    return _reduced(subject, _answer(subject).time)


def _anomaly(subject: Subject) -> Recipe:
    """Where a value stands in its climatology, or how often other years meet the same test."""
    item = _item(subject)
    known = item.index.anomaly if item.index is not None else None
    return subject.recipe(
        RecipeKind.CLIMATOLOGY,
        **_made(subject, item),
        quantity=item.factor,
        unit="1",
        place=RecipePlace(region=item.index.region) if item.index is not None else None,
        time=item.index.time if item.index is not None else None,
    ).model_copy(
        update={
            "formula": "z = (value - mean) / std, percentile = rank, in the sample of the "
            f"climatology{f' {known.baseline}' if known is not None else ''}; base rate: share of "
            "the season's days in other years that meet the test"
        }
    )


def _searched(subject: Subject, made: Provenance) -> RecipePlace:
    """Where a detector of a chart looked: near the event, where its entry says so."""
    item = _item(subject)
    entry = _entry(subject)
    expected = entry.expected if entry is not None else None
    if isinstance(expected, FigureExpectation):
        names = [one.detector for one in expected.detectors]
        number = names.index(made.tool) if made.tool in names else len(item.places)
        place = item.places[number] if number < len(item.places) else None
        if place is not None:
            return RecipePlace(
                region=place.region,
                latitude=place.latitude,
                longitude=place.longitude,
                reach_km=place.reach_km,
            )
    return RecipePlace(region=made.domain or subject.sources.request.region)


def _feature(subject: Subject) -> Recipe:
    found: Feature = subject.record(Feature)
    answer: FeaturesAnswer = subject.record(
        FeaturesAnswer, subject.path.rpartition(".features.")[0]
    )
    item, made = _item(subject), answer.provenance
    smoothed = found.extra.get("smoothed_km", made.smoothed_km)
    limit = found.extra.get("limit", found.extra.get("threshold"))
    spell = item.figure.time if item.figure is not None and is_event_chart(item.id) else None
    own = _operator(subject, made)
    own["formula"] += _quantity_formulas(subject, made.inputs)
    if not made.inputs and item.figure is not None:
        own["inputs"] = subject.inputs(_shown(subject, item.figure))
    if made.domain is not None:
        own["parameters"]["domain"] = list(made.domain.bounds())
    return subject.recipe(
        RecipeKind.FIELD,
        **own,
        quantity=", ".join(made.inputs) or str(found.extra.get("quantity", "")),
        unit=found.unit,
        place=_searched(subject, made),
        time=spell or found.time or answer.time,
        reduction=found.kind,
        limit=limit if isinstance(limit, (int, float)) else None,
        smoothing_km=smoothed if isinstance(smoothed, (int, float)) else None,
    )


def _chart(subject: Subject) -> Recipe:
    """What a chart draws, layer by layer."""
    item = _item(subject)
    figure = item.figure
    assert figure is not None
    return subject.recipe(
        RecipeKind.FIELD,
        operator=figure.provenance.tool,
        version=figure.provenance.tool_version,
        formula=_formula(subject, figure.provenance.tool),
        inputs=subject.inputs(figure.provenance.inputs or _shown(subject, figure)),
        parameters={**figure.provenance.parameters, "layers": _layers(figure)},
        place=RecipePlace(region=figure.provenance.domain or figure.region),
        time=figure.time,
        reduction="map",
    )


_DRAWN = ("levels", "interval", "unit", "minimum", "maximum", "marks")


def _layers(figure: FigureAnswer) -> JsonValue:
    """Quantity, classes or interval, unit, extremes, marked centres and smoothing of each layer."""
    asked = figure.specification.get("layers")
    smoothing = {
        f"{layer.get('kind')} {layer.get('quantity')}": layer.get("smooth_km")
        for layer in (asked if isinstance(asked, list) else [])
        if isinstance(layer, dict)
    }
    return [
        {
            "layer": name,
            "quantity": facts.get("quantity", facts.get("of")),
            **{key: facts[key] for key in _DRAWN if key in facts},
            **({"smoothing_km": smoothing[name]} if smoothing.get(name) else {}),
        }
        for name, facts in sorted(figure.layers.items())
        if "quantity" in facts or facts.get("marks")
    ]


def _shown(subject: Subject, figure: FigureAnswer) -> tuple[str, ...]:
    """The fields of a chart that does not list them: of its layers, and of what it marks."""
    drawn = [facts.get("quantity") for _, facts in sorted(figure.layers.items())]
    marked = [one.extra.get("quantity") for answer in figure.features for one in answer.features]
    names = dict.fromkeys(str(name) for name in (*drawn, *marked) if name)
    return tuple(field for name in names for field in event_fields(subject, name))


def _decided(subject: Subject) -> Recipe:
    """When the verdict was decided: the time at which the value departs most from its limit."""
    item = _item(subject)
    judged, own = item.judgement, _made(subject, item)
    entry = _entry(subject)
    if entry is not None and entry.where is not None:
        own["parameters"]["lag_hours"] = list(entry.where.lag_hours)
    return subject.recipe(
        RecipeKind.FIELD,
        **own,
        time=judged.decisive_time if judged is not None else None,
        limit=judged.threshold if judged is not None else None,
        reduction="decisive time: of the times of the data that are `lag_hours` from the peak of "
        "the event (half a step of the data more, a day for heat and cold) that at which the value "
        "lies farthest beyond its limit, or nearest to it",
    )


_OF_BASIS = {
    Basis.CLIMATOLOGY_REDUCED: ("expected.clim",),
    Basis.CLIMATOLOGY_GRIDDED: ("expected.clim",),
    Basis.ABSOLUTE: ("expected.absolute", "expected.bands"),
    Basis.DETECTOR: ("expected.detectors",),
}
"""Fields of an entry in which the limit of a verdict stands."""


def _limit(subject: Subject) -> Recipe:
    item, entry = _item(subject), _entry(subject)
    unit = item.index.unit if item.index is not None else ""
    paths = _OF_BASIS.get(item.judgement.basis, ()) if item.judgement is not None else ()
    is_own = entry is not None and says_otherwise(entry, *paths)
    return subject.recipe(
        RecipeKind.LIMIT,
        operator="guideline_library",
        version=item.release_digest[:12],
        formula=f"expected of entry {item.entry_id}{', set by the centre' if is_own else ''}"
        if item.entry_id
        else "",
        unit=unit,
    )


def _given(subject: Subject) -> Recipe:
    """A level, a smoothing or another parameter of the operator's call."""
    own = _made(subject, _item(subject))
    return subject.recipe(RecipeKind.STATED, **{**own, "formula": "a parameter of the call"})


def _confidence(subject: Subject) -> Recipe:
    judged = _item(subject).judgement
    assert judged is not None
    of_a_chart = judged.basis is Basis.DETECTOR
    made = (
        "of what was found 0.6 + 0.4 score of the detector, else 0.7"
        if of_a_chart
        else "min(1, 0.6 + 0.4 min(1, |margin|)), the margin relative to the limit, times "
        f"{THRESHOLD_DISCOUNT:g} where the limit is fixed"
    )
    return subject.recipe(
        RecipeKind.RATING,
        operator="verdict",
        formula=f"{made}, times {SNAPSHOT_DISCOUNT:g} where the data hold a single time",
        unit="1",
        parameters={"margin": judged.margin, "score": judged.score, "scope": judged.scope.value},
        of=(f"{subject.source}.judgement.{'score' if of_a_chart else 'margin'}",),
    )


def _peak(subject: Subject) -> tuple[float, float] | None:
    """Where the event that is diagnosed peaks, from which distances are counted."""
    event = subject.sources.conclusion.occurrence.event
    tested = subject.sources.classification
    if event is None:
        return None
    own, metrics = tested.object_of(event), tested.assessment(event).metrics
    if own is not None:
        return own.peak_latitude, own.peak_longitude
    if metrics is None or metrics.peak_latitude is None or metrics.peak_longitude is None:
        return None
    return metrics.peak_latitude, metrics.peak_longitude


def _decisive_point(item: EvidenceItem) -> tuple[float, float] | None:
    """Where that lies which decided; of a line or area the record has no one point."""
    judged = item.judgement
    if item.index is None or judged is None:
        return None
    series = item.index.series
    point = next((one for one in series if one.time == judged.decisive_time), None)
    if point is None or point.latitude is None or point.longitude is None:
        return None
    return point.latitude, point.longitude


def _from_peak(subject: Subject) -> Recipe:
    seen: FromPeak = subject.record(FromPeak)
    ends = _peak(subject), _decisive_point(_item(subject))
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="great_circle",
        formula=f"{BETWEEN}: from the peak of the event to what decided, of a line to its nearest "
        "point; hours between the two times",
        unit="km",
        parameters={"bearing_deg": seen.bearing_deg, "lag_hours": seen.lag_hours},
        points=tuple(point for point in ends if point is not None) if all(ends) else (),
        of=("classification: the peak of the event", f"{subject.source}: what decided"),
    )


def _control(subject: Subject) -> Recipe:
    test: Control = subject.record(Control)
    place, peak = test.place, _peak(subject)
    return subject.recipe(
        RecipeKind.BETWEEN,
        operator="great_circle",
        formula=f"{BETWEEN}; hours: by which the times that are searched are shifted",
        unit="km",
        parameters={"lag_hours": test.from_peak.lag_hours},
        place=RecipePlace(
            region=place.region,
            latitude=place.latitude,
            longitude=place.longitude,
            reach_km=place.reach_km,
        ),
        time=place.window if isinstance(place.window, TimeWindow) else place.time,
        points=(peak, (place.latitude, place.longitude)) if peak is not None else (),
    )


def _count(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.COUNT, operator="count", formula="items of a list of the evidence"
    )


_WORDS = RecipeRole.WORDS
EVIDENCE_RULES = (
    Rule(r"evidence (?P<at>index\.series\.\d+)\.(value|latitude|time|from_deg)", "value", _index),
    Rule(r"evidence (index\.series\.\d+\.(z|percentile|cluster_\w+)|index\.anomaly\.\w+)",
         "anomaly", _anomaly),
    Rule(r"evidence index\.(value|latitude|time|extra\.direction_deg_from)", "value",
         _index_itself),
    Rule(r"evidence (?P<at>(figure\.features\.\d+|detection)\.features\.\d+)\.(value|latitude|"
         r"time|area_km2|length_km|strength|extra\.(limit|smoothed_km|direction_deg_from))",
         "feature", _feature),
    Rule(r"evidence figure\.(time(\.start|\.end)?|region|wording|features\.\d+\.time)",
         "chart", _chart),
    Rule(r"evidence judgement\.decisive_(time|value)", "decided", _decided),
    Rule(r"evidence judgement\.threshold", "limit", _limit, RecipeRole.LIMIT),
    Rule(r"evidence judgement\.base_rate", "base_rate", _anomaly),
    Rule(r"evidence judgement\.(confidence|score)", "confidence", _confidence),
    Rule(r"evidence (?P<at>judgement\.(from_peak|elsewhere))\.\w+", "from_peak", _from_peak),
    Rule(r"evidence judgement\.wording", "decided", _decided, _WORDS),
    Rule(r"evidence (?P<at>controls\.tests\.\d+)\..+", "control", _control),
    Rule(r"evidence controls\.(told|found|as_strong|tests\.#)", "controls", _count),
    Rule(r"evidence reading\.(agreed|compared)", "reading", _count),
    Rule(r"evidence index\.(level|provenance\..+)", "given", _given),
    Rule(r"evidence figure\..*provenance\..+", "given", _given),
    Rule(r"evidence (?P<at>index\.wording|index\.message|.*second_opinion)(\..+)?", "value",
         _index_itself),
)  # fmt: skip
