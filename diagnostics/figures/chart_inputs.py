"""What a chart is drawn from: the fields of its layers, and those that judge it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.registry import get_detector
from diagnostics.errors import InputDataError
from diagnostics.figures import maps
from diagnostics.figures.check.rules import STANDARD_MARGIN_DEG
from diagnostics.figures.projection import MapView
from diagnostics.figures.questions import question_hours, question_reads
from diagnostics.figures.spec import ChartSpec
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene import Scene
from diagnostics.quantities.scene_context import ALONE, SceneContext
from diagnostics.quantities.scene_loading import grow, load_scene

_REACH_DEG = {"section": 14.0, "skewt": 4.0, "timeseries": 4.0, "time_height": 4.0}
_DAYS = {"timeseries": 10.0, "time_height": 5.0, "hovmoller": 20.0}
"""Charts against time show so many days before and after the valid time."""


@dataclass(frozen=True)
class ChartInputs:
    """What a chart is drawn from, and the scene that detectors and questions judge."""

    scene: Scene
    judged: Scene
    view: MapView | None


def load_chart_inputs(
    spec: ChartSpec,
    source: FieldSource,
    time: datetime,
    region: Region,
    expectations: Sequence[DetectorExpectation],
    scene_context: SceneContext = ALONE,
) -> ChartInputs:
    """Read what the layers and the detectors need; also the wanted view of a map.

    A chart against time reads a small box at many times, its detectors a large one at a few: two
    scenes then.
    """
    view = maps.view_of(spec, region) if spec.kind == "map" else None
    wide = spec.model_copy(update={"margin_deg": max(spec.margin_deg, STANDARD_MARGIN_DEG)})
    domain = maps.view_of(wide, region).extent if view else _domain(spec, region)
    quantities = list(spec.reads)
    wanted = question_reads(spec)
    every_time = False
    hours_before = question_hours(spec)
    wider = domain
    for item in expectations:
        detector = get_detector(item.detector)
        wanted += (*detector.quantities(item.params), *detector.helpful(item.params))
        every_time |= detector.every_time
        hours_before = max(hours_before, detector.hours_before)
        wider = wider.joined(detector.domain(region, item.params))
    if spec.kind not in _DAYS:
        scene = load_scene(
            source,
            dict.fromkeys([*quantities, *wanted]),
            region=region,
            time=time,
            domain=wider,
            every_time=every_time,
            hours_before=hours_before,
            scene_context=scene_context,
        )
        return ChartInputs(scene, scene, view)
    scene = load_scene(
        source,
        quantities,
        region=region,
        time=time,
        domain=domain,
        every_time=True,
        days=_DAYS[spec.kind],
        scene_context=scene_context,
    )
    if not wanted:
        return ChartInputs(scene, scene, view)
    try:
        judged = load_scene(
            source,
            dict.fromkeys(wanted),
            region=region,
            time=time,
            domain=wider,
            every_time=every_time,
            hours_before=hours_before,
            scene_context=scene_context,
        )
    except InputDataError as error:
        if error.code != "missing_input":
            raise
        # the chart has its own fields: it is drawn, and what detectors would say is left open
        judged = scene
    return ChartInputs(scene, judged, view)


def _domain(spec: ChartSpec, region: Region) -> Region:
    """The box that a vertical chart reads."""
    if spec.kind != "hovmoller":
        reach = _REACH_DEG[spec.kind]
        return grow(region, (1.3 * reach, reach, 1.3 * reach, reach))
    south, north = (40.0, 60.0) if region.center[0] >= 0 else (-60.0, -40.0)
    middle, half = region.center[1], max(60.0, region.width / 2 + 10.0)
    half = min(half, 180.0)
    return Region(
        west=middle - half,
        south=min(south, region.south),
        east=middle + half,
        north=max(north, region.north),
    )
