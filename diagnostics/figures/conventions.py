"""Conventions of chart specifications: a departure needs a stated reason.

This reads a specification: what somebody asked for. The departures of a chart are recorded with it,
and the Image Checker (`diagnostics.figures.check`), which measures the finished chart, judges by
them too, whoever wrote the specification.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from diagnostics.contracts.base import Contract
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.typography import CHART_SIZES, ChartSizes

CONTOUR_WIDTH = (0.8, 1.2)
"""Points."""
INTERVALS = {
    "pressure_interval": ("mean_sea_level_pressure", (2.5, 4.0)),
    "height_interval": ("height@500", (40.0,)),
}
"""Of isobars, hPa, and of the heights of 500 hPa, gpm: the quantity and what is usual."""
WIDE_ISOBARS = (
    "pressure_interval",
    "a map with a deep storm or a winter high spans so much that closer isobars fill it",
)
"""The convention and the reason of a chart with a wider interval for such maps."""
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
"""Of the sheet that all charts share, by its names; points, but for the opacity."""


class Departure(Contract):
    """A value of a specification outside its convention, without a reason.

    `layer` counts from zero; the sheet that all charts share is none.
    """

    convention: str
    layer: int | None = None
    field: str
    value: JsonValue
    limit: JsonValue

    @property
    def where(self) -> str:
        """The field's path in the specification."""
        return self.field if self.layer is None else f"layers.{self.layer}.{self.field}"


def departures(spec: ChartSpec) -> tuple[Departure, ...]:
    """List where a chart departs from a convention and gives no reason (`ChartSpec.reasons`)."""
    said = spec.reasons
    return tuple(
        item for item in _of_chart(spec) if not (said.get(item.convention) or said.get(item.where))
    )


def remaining(asked: ChartSpec, drawn: ChartSpec) -> tuple[Departure, ...]:
    """List the departures of a chart that its last drawing still has.

    What the Image Checker changed on the way, such as an interval that filled the map, is no
    departure of the one who asked.
    """
    wanted = {item.where for item in departures(asked)}
    return tuple(item for item in departures(drawn) if item.where in wanted)


def size_departures(sheet: ChartSizes = CHART_SIZES) -> tuple[Departure, ...]:
    """List where the sheet that all charts share departs from a convention without a reason."""
    reasons = dict(sheet.reasons)
    return tuple(item for item in _of_sheet(sheet) if not reasons.get(item.convention))


def _of_chart(spec: ChartSpec) -> Iterator[Departure]:
    low, high = CONTOUR_WIDTH
    for number, layer in enumerate(spec.layers):
        if layer.kind != "contour":
            continue
        if not low <= layer.linewidth <= high:
            yield Departure(
                convention="contour_width",
                layer=number,
                field="linewidth",
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
                        layer=number,
                        field=field,
                        value=value,
                        limit=list(usual),
                    )


def _of_sheet(sheet: ChartSizes) -> Iterator[Departure]:
    for name, (low, high) in SIZES.items():
        value = getattr(sheet, name)
        if not low <= value <= high:
            yield Departure(convention=name, field=name, value=value, limit=[low, high])
    families = sorted({face.partition("-")[0] for face in sheet.faces})
    if len(families) != 1:
        yield Departure(convention="font_family", field="faces", value=families, limit=1)
