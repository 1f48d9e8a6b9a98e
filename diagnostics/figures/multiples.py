"""Small multiples: one map at several times on a canvas, with the same classes everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import maps, typography
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_inputs import load_chart_inputs
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import Composition, RenderedFigure, compose
from diagnostics.figures.layer_data import layer_data
from diagnostics.figures.levels import contour_levels, shading_levels
from diagnostics.figures.library import get_chart
from diagnostics.figures.projection import MapView
from diagnostics.figures.render import caption_of, hides_the_pole, of_a_part, provenance_of
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.texts import date_params
from diagnostics.messages import Message, localise, message
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene import Scene
from diagnostics.quantities.scene_context import ALONE, SceneContext

MOST_PANELS = 12
GAP = 0.012
LEAST_BARBS = 80


def render_multiples(
    name: str,
    source: FieldSource,
    *,
    times: Sequence[datetime],
    region: Region,
    look: ChartStyle | None = None,
    scene_context: SceneContext = ALONE,
) -> RenderedFigure:
    """Draw a map of the catalogue at several times.

    Parameters
    ----------
    name : str
        A map of the catalogue without arrows.
    source : FieldSource
    times : sequence of datetime
        Two to twelve of the source's, ascending.
    region : Region
    look : ChartStyle, optional
    scene_context : SceneContext, optional

    Returns
    -------
    RenderedFigure
        Its time is the first; the specification lists all under ``panels``.

    Raises
    ------
    ArgumentError
        ``not_a_map``, ``invalid_times``, and as `render_figure`.
    InputDataError
        As `render_figure`.
    """
    spec, look = get_chart(name), look or ChartStyle()
    if spec.kind != "map" or any(layer.kind == "quiver" for layer in spec.layers):
        raise ArgumentError(
            Message(id="figureerror-not_for_multiples", params={"name": name}),
            code="not_a_map",
        )
    if not 2 <= len(times) <= MOST_PANELS or list(times) != sorted(set(times)):
        raise ArgumentError(
            Message(id="figureerror-multiples_times", params={"most": f"{MOST_PANELS}"}),
            code="invalid_times",
        )
    scenes, view = [], None
    for time in times:
        material = load_chart_inputs(spec, source, time, region, (), scene_context)
        scenes.append(material.scene)
        view = view or material.view
    assert view is not None
    if hides_the_pole(spec, scenes[0]):
        spec = of_a_part(spec)
        view = maps.view_of(spec, region)
    view = maps.fit_view(view, scenes[0].grid, region)
    shared = _shared(spec, scenes, look)
    frame = view.as_document()
    frame["panels"] = [f"{time.astimezone(UTC):%Y-%m-%dT%H:%MZ}" for time in times]
    parts = Composition(
        spec=shared,
        region=region,
        caption=replace(
            caption_of(spec, source, region, scenes[0].time, look), valid=_period(scenes, look)
        ),
        answers=(),
        questions=(),
        provenance=provenance_of(spec, source, view.extent),
        frame=frame,
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> ChartCanvas:
        if chart.margin_deg == shared.margin_deg:
            return _draw(chart, scenes, region, view, look, frame)
        other = maps.fit_view(maps.view_of(chart, region), scenes[0].grid, region)
        return _draw(chart, scenes, region, other, look, {**frame, **other.as_document()})

    return compose(parts, draw)


def _period(scenes: Sequence[Scene], look: ChartStyle) -> str:
    first, last = scenes[0].time, scenes[-1].time
    return localise(
        "map-times",
        look.language,
        first=message("map-first_time", **date_params(first)),
        last=message("map-last_time", **date_params(last)),
        count=len(scenes),
    )


def _shared(spec: ChartSpec, scenes: Sequence[Scene], look: ChartStyle) -> ChartSpec:
    """Fix every layer's levels from all times, and thin the barbs for smaller maps."""
    layers = []
    for layer in spec.layers:
        if layer.kind == "barb":
            fewer = max(LEAST_BARBS, round(layer.density / len(scenes)))
            layers.append(layer.model_copy(update={"density": fewer}))
            continue
        if not layer.levels:
            fields = [layer_data(scene, layer, look.language).field for scene in scenes]
            levels = _levels(layer, np.concatenate([field.ravel() for field in fields]))
            layer = layer.model_copy(update={"levels": levels})
        layers.append(layer)
    return spec.model_copy(update={"layers": tuple(layers), "detectors": (), "questions": ()})


def _levels(layer: Layer, values: Any) -> tuple[float, ...]:
    if layer.kind == "shading":
        return shading_levels(layer, values)
    return contour_levels(layer, values)[0]


def _draw(
    spec: ChartSpec,
    scenes: Sequence[Scene],
    region: Region,
    view: MapView,
    look: ChartStyle,
    frame: dict[str, Any],
) -> ChartCanvas:
    columns = 2 if len(scenes) <= 4 else 3 if len(scenes) <= 9 else 4
    rows = ceil(len(scenes) / columns)
    shaded = sum(layer.kind == "shading" for layer in spec.layers)
    canvas = new_canvas(view.frame.aspect * columns / rows, look, colour_bars=shaded)
    whole = canvas.axes
    whole.set_axis_off()
    box = whole.get_position()
    canvas.container = whole
    width, height = box.width / columns, box.height / rows
    for number, scene in enumerate(scenes):
        row, column = divmod(number, columns)
        axes = canvas.figure.add_axes(
            (
                box.x0 + column * width,
                box.y1 - (row + 1) * height + GAP,
                width - GAP,
                height - 1.6 * GAP,
            )
        )
        canvas.dress(axes)
        canvas.axes, canvas.panel = axes, number + 1
        maps.paint_map(
            canvas,
            spec,
            scene.grid,
            region,
            view,
            (),
            partial(layer_data, scene, language=look.language),
        )
        _quiet(
            canvas, axes, bottom=row < rows - 1 and number + columns < len(scenes), left=column > 0
        )
        text = axes.text(
            0.02,
            0.975,
            localise("map-panel_time", look.language, **date_params(scene.time)),
            transform=axes.transAxes,
            ha="left",
            va="top",
            color=canvas.theme.ink,
            fontproperties=typography.font(10, bold=True),
            bbox={"facecolor": canvas.theme.panel, "edgecolor": "none", "alpha": 0.85, "pad": 2.5},
        )
        canvas.add(f"time {number + 1}", [text], {"kind": "marks"}, axes=axes)
    canvas.axes, canvas.frame = whole, frame
    return canvas


def _quiet(canvas: ChartCanvas, axes: Any, *, bottom: bool, left: bool) -> None:
    """Leave out tick labels that the neighbouring panels show."""
    hidden: set[int] = set()
    for quiet, axis in ((bottom, axes.xaxis), (left, axes.yaxis)):
        if quiet:
            hidden |= {id(text) for text in axis.get_ticklabels()}
            axis.set_tick_params(labelbottom=False, labelleft=False)
    canvas.texts = [text for text in canvas.texts if id(text) not in hidden]
