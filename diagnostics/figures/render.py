"""Rendering one figure from a field source: load, detect, draw, check, redraw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, Provenance
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.loading import grow, load_scene
from diagnostics.detection.features.quantities import resolve
from diagnostics.detection.features.registry import get_detector, run_detector
from diagnostics.detection.features.scene import Scene
from diagnostics.errors import InputDataError
from diagnostics.figures import maps
from diagnostics.figures.basemap import CREDIT
from diagnostics.figures.canvas import Sheet, encode_png, write_footer, write_header
from diagnostics.figures.library import get_chart
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.texts import layer_line, time_texts, title_of
from diagnostics.ports import Cache, FieldSource

MAX_ROUNDS = 5


@dataclass(frozen=True)
class RenderedFigure:
    """A finished chart.

    Attributes
    ----------
    answer : FigureAnswer
        What was drawn, detected, checked and answered; its digest covers the specification and the
        pixels.
    png : bytes
        The same input gives the same bytes.
    """

    answer: FigureAnswer
    png: bytes


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
    view = maps.fit_view(view, scene)
    inventory = source.inventory()

    sheet = maps.draw_map(spec, scene, view, answers, language)
    pixels = _finish(sheet, spec, scene, inventory, language)
    return _rendered(spec, scene, sheet, pixels, answers, source, view)


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
    missing = sorted(
        {
            name
            for item in spec.quantities
            for name in resolve(item).quantity.fields
            if not scene.has(name) and not _replaceable(item, name, scene)
        }
    )
    if missing:
        raise InputDataError(
            f"the chart {spec.id} needs {', '.join(missing)}, which the data do not hold",
            code="missing_input",
            data={"figure": spec.id, "missing": missing},
        )


def _replaceable(quantity: str, name: str, scene: Scene) -> bool:
    """Snowfall is taken from the source's own field where it has one."""
    return resolve(quantity).quantity.name == "snowfall_24h" and scene.has("sf")


def _finish(
    sheet: Sheet, spec: ChartSpec, scene: Scene, inventory: Inventory, language: Language
) -> NDArray[np.uint8]:
    write_header(
        sheet,
        title_of(spec, language),
        inventory.title or inventory.origin,
        layer_line(spec, sheet, language),
        time_texts(scene.time, scene.region.center[1], inventory.init_time, language),
    )
    write_footer(sheet, inventory.attribution, CREDIT)
    return sheet.finish()


def _rendered(
    spec: ChartSpec,
    scene: Scene,
    sheet: Sheet,
    pixels: NDArray[np.uint8],
    answers: tuple[FeaturesAnswer, ...],
    source: FieldSource,
    view: maps.MapView,
) -> RenderedFigure:
    document = spec.model_dump(mode="json")
    document["map"] = {
        "projection": view.projection.name,
        "center": [round(view.projection.longitude, 4), round(view.projection.latitude, 4)],
        "frame": [
            round(part, 3) for part in (view.frame.x0, view.frame.y0, view.frame.x1, view.frame.y1)
        ],
        "extent": [round(part, 3) for part in view.extent.bounds()],
    }
    import hashlib

    pixel_digest = hashlib.sha256(pixels.tobytes()).hexdigest()
    height, width = pixels.shape[:2]
    answer = FigureAnswer(
        name=spec.id,
        title=title_of(spec, Language.EN),
        time=scene.time,
        region=scene.region,
        width=width,
        height=height,
        digest=digest_of({"specification": document, "pixels": pixel_digest}),
        specification=document,
        layers={layer.name: layer.facts for layer in sheet.layers},
        features=answers,
        provenance=Provenance(
            tool=spec.id,
            tool_version=spec.version,
            input_digest=source.digest(),
            mode="diagnose",
            domain=view.extent,
            inputs=tuple(
                sorted({name for item in spec.quantities for name in resolve(item).quantity.fields})
            ),
        ),
    )
    return RenderedFigure(answer, encode_png(pixels))
