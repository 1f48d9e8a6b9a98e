"""Rendering one figure from a field source: load, detect, draw, check, redraw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.charts import CustomChart
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.registry import get_detector, run_detector
from diagnostics.errors import InputDataError
from diagnostics.figures import maps
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_inputs import load_chart_inputs
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import (
    MAX_ROUNDS,
    Caption,
    Composition,
    RenderedFigure,
    compose,
)
from diagnostics.figures.composition import compose_chart
from diagnostics.figures.hovmoller_chart import draw_hovmoller
from diagnostics.figures.layer_data import layer_data
from diagnostics.figures.library import get_chart
from diagnostics.figures.meteogram_chart import draw_meteogram
from diagnostics.figures.questions import answer_questions
from diagnostics.figures.section_chart import draw_section
from diagnostics.figures.skewt_chart import draw_skewt
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.texts import source_line, title_of
from diagnostics.figures.time_height_chart import draw_time_height
from diagnostics.messages import Message, message, render
from diagnostics.ports import Cache, FieldSource
from diagnostics.quantities.registry import label_message, resolve
from diagnostics.quantities.scene import Scene
from diagnostics.quantities.scene_context import ALONE, SceneContext


def chart_detectors(
    spec: ChartSpec, detectors: Sequence[DetectorExpectation | str] | None
) -> tuple[DetectorExpectation, ...]:
    """Return the detectors to run, with the chart's first quantity where a field is not named."""
    if detectors is None:
        wanted = [
            DetectorExpectation(detector=item.detector, params=item.params)
            for item in spec.detectors
        ]
    else:
        wanted = [
            DetectorExpectation(detector=item) if isinstance(item, str) else item
            for item in detectors
        ]
    found: list[DetectorExpectation] = []
    for item in wanted:
        params = dict(item.params)
        names = {spec_.name: spec_ for spec_ in get_detector(item.detector).parameters}
        if "field" in names and "field" not in params:
            params["field"] = _default_field(spec, item.detector, names["field"].default)
        complete = DetectorExpectation(detector=item.detector, params=params)
        if complete not in found:
            found.append(complete)
    return tuple(found)


def _default_field(spec: ChartSpec, detector: str, default: JsonValue) -> JsonValue:
    if detector in ("threshold_object", "anomaly_object", "moisture_tongue") or default is None:
        return spec.layers[0].quantity.document()
    return default


def render_figure(
    name: str,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    level: float | None = None,
    language: Language = Language.EN,
    detectors: Sequence[DetectorExpectation | str] | None = None,
    look: ChartStyle | None = None,
    scene_context: SceneContext = ALONE,
    cache: Cache | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> RenderedFigure:
    """Draw a chart of the catalogue.

    Parameters
    ----------
    name : str
        The chart's id.
    source : FieldSource
    time : datetime
        Valid time, with a zone; it must be one of the source's.
    region : Region
        The event region, outlined on the map.
    level : float, optional
        Draw the chart's level quantities at this level (hPa) instead.
    language : Language
        Of titles and labels, where `look` is not given.
    detectors : sequence of DetectorExpectation or str, optional
        What to search for; the chart's own detectors by default.
    look : ChartStyle, optional
        Language, theme and boundaries.
    scene_context : SceneContext, optional
        Climatologies and operators, for charts that need them.
    cache : Cache, optional
        Keeps finished charts by the digest of everything that goes into them.
    max_rounds : int
        How often the chart may be redrawn with the changes that the Image Checker asks for.

    Returns
    -------
    RenderedFigure

    Raises
    ------
    ArgumentError
        For an unknown chart or detector.
    InputDataError
        When the source lacks a field, level or time that a layer needs, or the place of a chart
        that stands at one.
    """
    return draw_chart(
        chart_at(name, level),
        source,
        time=time,
        region=region,
        look=look or ChartStyle(Language(language)),
        scene_context=scene_context,
        detectors=detectors,
        cache=cache,
        max_rounds=max_rounds,
    )


def render_custom(
    document: Mapping[str, Any] | CustomChart,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    look: ChartStyle | None = None,
    scene_context: SceneContext = ALONE,
    cache: Cache | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> RenderedFigure:
    """Draw a chart that a user or an agent composed.

    Parameters
    ----------
    document : mapping or CustomChart
        The composition, as read from YAML or JSON.
    source, time, region, look, scene_context, cache, max_rounds
        As for `render_figure`.

    Raises
    ------
    ArgumentError
        With code ``invalid_composition``, and as `render_figure`.
    InputDataError
        As `render_figure`.
    """
    spec = compose_chart(document)
    return draw_chart(
        spec,
        source,
        time=time,
        region=region,
        look=look or ChartStyle(),
        scene_context=scene_context,
        cache=cache,
        max_rounds=max_rounds,
    )


def draw_chart(
    spec: ChartSpec,
    source: FieldSource,
    *,
    time: datetime,
    region: Region,
    look: ChartStyle,
    detectors: Sequence[DetectorExpectation | str] | None = None,
    scene_context: SceneContext = ALONE,
    cache: Cache | None = None,
    max_rounds: int = MAX_ROUNDS,
) -> RenderedFigure:
    """Draw a chart from its specification; see `render_figure`."""
    expectations = chart_detectors(spec, detectors)
    key = ""
    if look.format == "svg":
        cache = None  # a cache keeps pixels
    if cache is not None:
        asked = {
            "specification": spec.model_dump(mode="json"),
            "source": source.digest(),
            "time": format_instant(time),
            "region": region.bounds(),
            **look.as_document(),
            "climatology": scene_context.climatology.digest if scene_context.climatology else "",
            "detectors": [item.model_dump(mode="json") for item in expectations],
            "rounds": max_rounds,
        }
        key = f"figure-{digest_of(asked)}"
        kept = cache.get(key)
        if kept is not None:
            return RenderedFigure.from_bytes(kept)
    material = load_chart_inputs(spec, source, time, region, expectations, scene_context)
    scene, wanted = material.scene, material.view
    _require_layers(spec, scene)
    if wanted and hides_the_pole(spec, scene):
        spec = of_a_part(spec)
        wanted = maps.view_of(spec, region)
    if spec.kind in AT_A_POINT:
        scene.grid.nearest(*region.center)
    judged = material.judged
    answers = tuple(run_detector(item.detector, judged, item.params) for item in expectations)
    view = wanted and maps.fit_view(wanted, scene.grid, region)
    parts = Composition(
        spec=spec,
        region=region,
        caption=caption_of(spec, source, region, scene.time, look),
        answers=answers,
        questions=answer_questions(spec, judged, look.language, shown=scene),
        provenance=provenance_of(spec, source, view.extent if view else scene.grid.bounds),
        frame=view.as_document() if view else {},
        lon_span=view.extent.width if view else 60.0,
    )

    def draw(chart: ChartSpec) -> ChartCanvas:
        if view is None:
            return _VERTICAL[chart.kind](chart, scene, look)
        shown = view
        if chart.margin_deg != spec.margin_deg:
            shown = maps.fit_view(maps.view_of(chart, region), scene.grid, region)
        return maps.draw_map(
            chart,
            scene.grid,
            region,
            shown,
            answers,
            lambda layer: layer_data(scene, layer, look.language),
            look,
        )

    figure = compose(parts, draw, max_rounds=max_rounds)
    _require_values(figure)
    if cache is not None:
        cache.put(key, figure.to_bytes())
    return figure


def _require_values(figure: RenderedFigure) -> None:
    """Refuse a map on which no layer has any value."""
    drawn = [facts for facts in figure.answer.layers.values() if "minimum" in facts]
    if drawn and all(facts["minimum"] is None for facts in drawn):
        names = ", ".join(dict.fromkeys(str(facts.get("label")) for facts in drawn))
        raise InputDataError(
            Message(id="figureerror-no_values", params={"names": f"{names}"}),
            code="no_values",
            data={"figure": figure.answer.name},
        )


AT_A_POINT = frozenset({"section", "skewt", "timeseries", "time_height"})
"""Charts that stand at the middle of the region, which must lie inside the data."""
_VERTICAL: dict[str, Callable[[ChartSpec, Scene, ChartStyle], ChartCanvas]] = {
    "section": draw_section,
    "skewt": draw_skewt,
    "timeseries": draw_meteogram,
    "time_height": draw_time_height,
    "hovmoller": draw_hovmoller,
}


def provenance_of(spec: ChartSpec, source: FieldSource, domain: Region) -> Provenance:
    """Say what a chart was drawn from."""
    names = {name for item in spec.reads for name in resolve(item).quantity.fields}
    return Provenance(
        tool=spec.id,
        tool_version=spec.version,
        input_digest=source.digest(),
        mode="diagnose",
        domain=domain,
        inputs=tuple(sorted(names)),
        choice=source.inventory().choice,
    )


def chart_at(name: str, level: float | None) -> ChartSpec:
    """Return a chart of the catalogue, a map with its quantities at `level` (hPa) where given."""
    spec = get_chart(name)
    if level is None or spec.kind != "map":
        return spec
    layers = []
    for layer in spec.layers:
        reference = resolve(layer.quantity)
        if reference.pressure is not None:
            layer = layer.model_copy(update={"quantity": layer.quantity.at(level)})
        layers.append(layer)
    return spec.model_copy(update={"layers": tuple(layers)})


def caption_of(
    spec: ChartSpec, source: FieldSource, region: Region, time: datetime, look: ChartStyle
) -> Caption:
    """Return the words around a chart of a source at a time."""
    inventory = source.inventory()
    return Caption(
        title=render(title_of(spec, southern=region.center[0] < 0), look.language),
        source=source_line(inventory, time, look.language),
        attribution=inventory.attribution,
        credit=look.credit if spec.kind == "map" else "",
        time=time,
        look=look,
    )


def hides_the_pole(spec: ChartSpec, scene: Scene) -> bool:
    """Whether a hemispheric chart has data that do not go around the pole."""
    return spec.domain == maps.HEMISPHERE and not scene.grid.cyclic


def of_a_part(spec: ChartSpec) -> ChartSpec:
    """Return a hemispheric chart for data that do not go around the pole: a map of the region.

    It is named after what it shows, because a hemisphere is not among that.
    """
    shown = resolve(spec.layers[0].quantity)
    return spec.model_copy(
        update={
            "domain": ChartSpec.model_fields["domain"].default,
            "title": message("map-title", name=label_message(shown)),
        }
    )


def _require_layers(spec: ChartSpec, scene: Scene) -> None:
    missing = set()
    for item in spec.reads:
        quantity = resolve(item).quantity
        missing |= {
            name
            for name in quantity.fields
            if name not in quantity.optional and not scene.has(name)
        }
    if missing:
        raise InputDataError(
            Message(
                id="figureerror-chart_needs",
                params={"chart": f"{spec.id}", "missing": ", ".join(sorted(missing))},
            ),
            code="missing_input",
            data={"figure": spec.id, "missing": sorted(missing)},
        )
