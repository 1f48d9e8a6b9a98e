"""Conventions of chart specifications: a departure needs a stated reason.

They are defaults of what is drawn, not rules on what was drawn: the Image Checker measures the
finished chart (`diagnostics.figures.check`), this reads its specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from diagnostics.contracts.base import Contract
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.typography import CHART_SIZES, ChartSizes

CONTOUR_WIDTH = (0.8, 1.2)
"""Points."""
INTERVALS = {
    "pressure_interval": (QuantityRef("mean_sea_level_pressure"), (2.5, 4.0)),
    "height_interval": (QuantityRef("height", 500.0), (40.0,)),
}
"""Of isobars, hPa, and of the heights of 500 hPa, gpm: the quantity and what is usual."""
SIZES: dict[str, tuple[float, float]] = {
    "title": (14.0, 18.0),
    "subtitle": (11.0, 13.0),
    "valid_time": (11.0, 18.0),
    "ticks": (9.0, 11.0),
    "plane_ticks": (9.0, 11.0),
    "bar_ticks": (9.0, 11.0),
    "sounding_ticks": (9.0, 11.0),
    "hovmoller_ticks": (9.0, 11.0),
    "coast": (0.6, 1.0),
    "graticule": (0.5, 0.8),
    "graticule_alpha": (0.3, 0.5),
    "barb": (5.0, 6.0),
    "plane_barb": (5.0, 6.0),
    "meteogram_barb": (5.0, 6.0),
    "sounding_barb": (5.0, 6.0),
}
"""Of the canvas that all charts share, by its names; points, but for the opacity."""


class Departure(Contract):
    """A value of a specification outside its convention, without a reason."""

    convention: str
    where: str
    value: JsonValue
    limit: JsonValue


def departures(spec: ChartSpec) -> tuple[Departure, ...]:
    """List where a chart departs from a convention and gives no reason (`ChartSpec.reasons`)."""
    return tuple(item for item in _of_chart(spec) if not spec.reasons.get(item.convention))


def size_departures(canvas: ChartSizes = CHART_SIZES) -> tuple[Departure, ...]:
    """List where the canvas that all charts share departs from a convention without a reason."""
    reasons = dict(canvas.reasons)
    return tuple(item for item in _of_canvas(canvas) if not reasons.get(item.convention))


def _of_chart(spec: ChartSpec) -> Iterator[Departure]:
    low, high = CONTOUR_WIDTH
    for number, layer in enumerate(spec.layers):
        if layer.kind != "contour":
            continue
        where = f"layers.{number}"
        if not low <= layer.linewidth <= high:
            yield Departure(
                convention="contour_width",
                where=f"{where}.linewidth",
                value=layer.linewidth,
                limit=[low, high],
            )
        for name, (quantity, usual) in INTERVALS.items():
            if layer.quantity != quantity or layer.levels:
                continue
            for field in ("interval", "wide_interval"):
                value = getattr(layer, field)
                if value is not None and value not in usual:
                    yield Departure(
                        convention=name,
                        where=f"{where}.{field}",
                        value=value,
                        limit=list(usual),
                    )


def _of_canvas(canvas: ChartSizes) -> Iterator[Departure]:
    for name, (low, high) in SIZES.items():
        value = getattr(canvas, name)
        if not low <= value <= high:
            yield Departure(convention=name, where=name, value=value, limit=[low, high])
    families = sorted({face.partition("-")[0] for face in canvas.faces})
    if len(families) != 1:
        yield Departure(convention="font_family", where="faces", value=families, limit=1)
