"""Drawing a vertical cross section."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.sections import CrossSection, cross_section
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.graticule import latitude_text, longitude_text
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.verticals import (
    COLUMN_FIELDS,
    column_field,
    contour_plane,
    draw_plane_barbs,
    finish_axes,
    plane_facts,
    pressure_axis,
    shade_plane,
)
from diagnostics.grid.sections import sample_bilinear
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Scene

Array = NDArray[np.float64]
ASPECT = 1.75
BARB_COLUMNS = 21
SECTION_FIELDS = (*COLUMN_FIELDS, "frontogenesis")
"""What a cross section can shade or contour."""


def draw_section(spec: ChartSpec, scene: Scene, look: ChartStyle) -> ChartCanvas:
    """Draw everything between header and footer of a cross section."""
    plane = cross_section(scene)
    shaded = [layer for layer in spec.layers if layer.kind == "shading"]
    canvas = new_canvas(ASPECT, look, colour_bars=len(shaded), extra_footer_in=0.42)
    canvas.label_step = spec.label_step
    distance, pressure = np.meshgrid(plane.distance, plane.pressure)
    for layer in (*shaded, *(item for item in spec.layers if item.kind != "shading")):
        if layer.kind == "barb":
            _barbs(canvas, layer, plane, look)
            continue
        field = section_field(scene, plane, layer.quantity.name)
        facts = plane_facts(layer, field, look)
        if layer.kind == "shading":
            shade_plane(canvas, layer, distance, pressure, field, facts)
        else:
            contour_plane(canvas, layer, distance, pressure, field, facts)
    _ground(canvas, plane)
    _axes(canvas, plane)
    return canvas


def section_field(scene: Scene, plane: CrossSection, name: str) -> Array:
    """Return a named field on the plane, shape (level, n), in its unit.

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity``.
    """
    if name == "frontogenesis":
        levels = [values(scene, QuantityRef("frontogenesis", level)) for level in plane.pressure]
        smooth = scene.grid.smooth(np.stack(levels), max(scene.grid.spacing_km))
        points = plane.points
        sampled = sample_bilinear(smooth, scene.grid, points.latitude, points.longitude)
        return np.where(np.isfinite(plane.fields["t"]), sampled, np.nan)
    return column_field(plane, name)


def _barbs(canvas: ChartCanvas, layer: Layer, plane: CrossSection, look: ChartStyle) -> None:
    east, north = plane.fields["u"], plane.fields["v"]
    columns = np.unique(np.linspace(2, plane.distance.size - 3, BARB_COLUMNS).round().astype(int))
    rows = [k for k, level in enumerate(plane.pressure) if level >= 200]
    j, i = (part.ravel() for part in np.meshgrid(rows, columns, indexing="ij"))
    draw_plane_barbs(
        canvas,
        layer,
        (plane.distance[i], plane.pressure[j]),
        (east[j, i], north[j, i]),
        plane_facts(layer, np.hypot(east, north), look),
        flipped=plane.points.latitude[i] < 0,
        length=typography.CHART_SIZES.plane_barb,
        linewidth=0.6,
    )


def _ground(canvas: ChartCanvas, plane: CrossSection) -> None:
    bottom = max(1050.0, float(plane.pressure[-1]) + 15.0)
    drawn = canvas.axes.fill_between(
        plane.distance, plane.ground, bottom, color=canvas.theme.ground, linewidth=0
    )
    event = canvas.axes.axvline(
        0.0, color=canvas.theme.region, linewidth=1.4, linestyle=(0, (5, 3))
    )
    canvas.add("ground", [drawn, event], {"kind": "base"})


def _axes(canvas: ChartCanvas, plane: CrossSection) -> None:
    axes = canvas.axes
    pressure_axis(canvas, float(plane.pressure[-1]) + 12.0, float(plane.pressure[0]))
    axes.set_xlim(float(plane.distance[0]), float(plane.distance[-1]))
    places = np.linspace(0, plane.distance.size - 1, 7).round().astype(int)
    labels = [
        f"{plane.distance[k]:+.0f} km\n{latitude_text(round(float(plane.points.latitude[k]), 1))} "
        f"{longitude_text(round(float(plane.points.longitude[k]), 1))}".replace("-", "−")
        for k in places
    ]
    axes.set_xticks(plane.distance[places], labels)
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    axes.get_xticklabels()[-1].set_horizontalalignment("right")
    finish_axes(canvas)
