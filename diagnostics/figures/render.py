"""Rendering one figure from a field source: load, detect, draw, check, redraw."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.loading import grow, load_scene
from diagnostics.detection.features.quantities import resolve
from diagnostics.detection.features.registry import get_detector, run_detector
from diagnostics.detection.features.scene import Scene
from diagnostics.errors import InputDataError
from diagnostics.figures import maps
from diagnostics.figures.basemap import CREDIT
from diagnostics.figures.canvas import Sheet
from diagnostics.figures.compose import (
    MAX_ROUNDS,
    Caption,
    Composition,
    RenderedFigure,
    compose,
)
from diagnostics.figures.layers import layer_data
from diagnostics.figures.library import get_chart
from diagnostics.figures.questions import answer_questions
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.texts import title_of
from diagnostics.ports import Cache, FieldSource


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
        return spec.layers[0].quantity
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
        Of titles and labels.
    detectors : sequence of DetectorExpectation or str, optional
        What to search for; the chart's own detectors by default.
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
        When the source lacks a field, level or time that a layer needs.
    """
    spec = get_chart(name)
    if level is not None:
        spec = at_level(spec, level)
    language = Language(language)
    expectations = chart_detectors(spec, detectors)
    view = maps.view_of(spec, region)
    scene = _load(spec, source, time, region, view, expectations)
    _require_layers(spec, scene)
    answers = tuple(run_detector(item.detector, scene, item.params) for item in expectations)
    view = maps.fit_view(view, scene.grid, region)
    inventory = source.inventory()
    caption = Caption(
        title=title_of(spec, language),
        source=inventory.title or inventory.origin,
        attribution=inventory.attribution,
        credit=CREDIT,
        time=scene.time,
        initial=inventory.init_time,
        language=language,
    )
    parts = Composition(
        spec=spec,
        region=region,
        caption=caption,
        answers=answers,
        questions=answer_questions(spec, scene),
        provenance=_provenance(spec, source, view),
        frame=view.as_document(),
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> Sheet:
        return maps.draw_map(
            chart,
            scene.grid,
            region,
            view,
            answers,
            lambda layer: layer_data(scene, layer, language),
        )

    return compose(parts, draw, max_rounds=max_rounds)


def _provenance(spec: ChartSpec, source: FieldSource, view: maps.MapView) -> Provenance:
    names = {name for item in spec.quantities for name in resolve(item).quantity.fields}
    return Provenance(
        tool=spec.id,
        tool_version=spec.version,
        input_digest=source.digest(),
        mode="diagnose",
        domain=view.extent,
        inputs=tuple(sorted(names)),
    )


def at_level(spec: ChartSpec, level: float) -> ChartSpec:
    """Return a chart with its quantities at another pressure level."""
    layers = []
    for layer in spec.layers:
        reference = resolve(layer.quantity)
        if reference.level is not None:
            layer = layer.model_copy(update={"quantity": f"{reference.quantity.name}@{level:g}"})
        layers.append(layer)
    return spec.model_copy(update={"layers": tuple(layers)})


def _load(
    spec: ChartSpec,
    source: FieldSource,
    time: datetime,
    region: Region,
    view: maps.MapView,
    expectations: Sequence[DetectorExpectation],
) -> Scene:
    wanted = list(spec.quantities)
    domain = view.extent
    for item in expectations:
        detector = get_detector(item.detector)
        wanted += detector.quantities(item.params)
        domain = _union(domain, grow(region, detector.margin_deg))
    return load_scene(source, dict.fromkeys(wanted), region=region, time=time, domain=domain)


def _union(one: Region, other: Region) -> Region:
    """Return a box that holds both; both lie around the same region."""
    if one.width >= 360.0 or other.width >= 360.0:
        west, east = one.west if one.width >= 360 else other.west, 0.0
        east = west + 360.0
    else:
        shift = round(((other.west + other.east) / 2 - (one.west + one.east) / 2) / 360.0) * 360.0
        west, east = min(one.west, other.west - shift), max(one.east, other.east - shift)
        east = min(east, west + 360.0)
    return Region(
        west=west, south=min(one.south, other.south), east=east, north=max(one.north, other.north)
    )


def _require_layers(spec: ChartSpec, scene: Scene) -> None:
    missing = set()
    for item in spec.quantities:
        quantity = resolve(item).quantity
        missing |= {
            name
            for name in quantity.fields
            if name not in quantity.optional and not scene.has(name)
        }
    if missing:
        raise InputDataError(
            f"the chart {spec.id} needs {', '.join(sorted(missing))}, which the data do not hold",
            code="missing_input",
            data={"figure": spec.id, "missing": sorted(missing)},
        )
