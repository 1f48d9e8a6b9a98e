"""What sections, time-height and longitude-time charts share: fields on a plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.detection.features.columns import Columns
from diagnostics.errors import ArgumentError
from diagnostics.figures import typography
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas, colour_bar
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.layers import class_shares
from diagnostics.figures.levels import contour_levels, shading_levels
from diagnostics.figures.spec import Layer
from diagnostics.messages import Message, localise, render
from diagnostics.messages.reader_units import reader_unit
from diagnostics.quantities.refs import read_reference
from diagnostics.quantities.registry import QUANTITIES, label, resolve

Array = NDArray[np.float64]
TICKS_HPA = (1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100)
MAX_TIME_TICKS = 9
FINE = 120
"""Points along an axis from which curves look smooth."""
COLUMN_FIELDS = (
    "relative_humidity",
    "omega",
    "temperature",
    "specific_humidity",
    "potential_temperature",
    "equivalent_potential_temperature",
    "wind_speed",
)
"""What every chart with pressure as ordinate can shade or contour."""


def column_field(data: Columns, name: str) -> Array:
    """Return a named field of columns, shape (level, n), in its unit.

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity``.
    """
    makers: dict[str, Callable[[], Array]] = {
        "relative_humidity": data.relative_humidity,
        "omega": lambda: data.field("w"),
        "temperature": lambda: data.field("t") - ZERO_CELSIUS,
        "specific_humidity": lambda: 1e3 * data.field("q"),
        "potential_temperature": data.potential_temperature,
        "equivalent_potential_temperature": data.equivalent_potential_temperature,
        "wind_speed": lambda: np.hypot(data.field("u"), data.field("v")),
    }
    if name not in makers:
        raise ArgumentError(
            Message(
                id="figureerror-columns_cannot_show",
                params={"name": f"{name!r}", "known": ", ".join(COLUMN_FIELDS)},
            ),
            code="unknown_quantity",
        )
    return makers[name]()


def plane_facts(layer: Layer, field: Array, look: ChartStyle) -> dict[str, JsonValue]:
    """What a layer records of its values on a plane."""
    asked = read_reference(layer.quantity)
    quantity = QUANTITIES[asked.name]
    finite = field[np.isfinite(field)]
    name = render(quantity.label, look.language)
    if asked.level is not None:
        name = label(asked, look.language)
        quantity = resolve(asked).quantity
    return {
        "kind": layer.kind,
        "quantity": layer.quantity,
        "label": name,
        "unit": quantity.unit,
        "valid_range": [value if np.isfinite(value) else None for value in quantity.valid_range],
        "minimum": round(float(finite.min()), 4) if finite.size else None,
        "maximum": round(float(finite.max()), 4) if finite.size else None,
    }


def refined_plane(x: Array, y: Array, field: Array) -> tuple[Array, Array, Array]:
    """Interpolate a field between few columns or rows, so that contours are smooth curves.

    A cubic spline through the field's own values; a field with gaps is left as it is.
    """
    from scipy.ndimage import zoom

    factors = [max(1, min(8, round(FINE / size))) for size in field.shape]
    if max(factors) < 2 or min(field.shape) < 4 or not np.isfinite(field).all():
        return x, y, field
    ratio = [
        (factor * (size - 1) + 1) / size for factor, size in zip(factors, field.shape, strict=True)
    ]
    x, y = (zoom(part, ratio, order=1, mode="nearest") for part in (x, y))
    return x, y, zoom(field, ratio, order=3, mode="nearest")


def shade_plane(
    sheet: ChartCanvas, layer: Layer, x: Array, y: Array, field: Array, facts: dict[str, JsonValue]
) -> None:
    """Fill a field on a plane, with its colour bar."""
    levels = shading_levels(layer, field)
    shown = field
    x, y, field = refined_plane(x, y, field)
    colormap, norm = typography.colour_classes(layer, levels, sheet.theme)
    filled = sheet.axes.contourf(
        x,
        y,
        np.ma.masked_invalid(field),
        levels=levels,
        cmap=colormap,
        norm=norm,
        extend=layer.extend,
        antialiased=False,
    )
    colour_bar(sheet, filled, levels, str(facts["unit"]), layer.extend)
    facts["levels"] = list(levels)
    facts.update(class_shares(layer, levels, shown))
    sheet.add(f"shading {layer.quantity}", [filled], facts)


def contour_plane(
    sheet: ChartCanvas, layer: Layer, x: Array, y: Array, field: Array, facts: dict[str, JsonValue]
) -> None:
    """Draw and label the contours of a field on a plane."""
    levels, interval = contour_levels(layer, field)
    facts.update(levels=list(levels), interval=interval, contours=len(levels))
    artists: list[Any] = []
    if levels:
        x, y, field = refined_plane(x, y, field)
        lines = sheet.axes.contour(
            x,
            y,
            np.ma.masked_invalid(field),
            levels=levels,
            colors=sheet.theme.line(layer.color),
            linewidths=layer.linewidth,
            linestyles=layer.linestyle,
        )
        every = levels[:: sheet.label_step or (1 if len(levels) <= 12 else 2)]
        texts: list[Any] = []
        if layer.labels:
            texts = list(
                sheet.axes.clabel(
                    lines,
                    levels=every,
                    fontsize=8.5,
                    inline=True,
                    fmt=reader_unit(str(facts["unit"]), sheet.look.language).level,
                )
            )
        for text in texts:
            text.set_fontproperties(typography.font(8.5))
        artists = [lines, *texts]
    facts["labels"] = max(0, len(artists) - 1)
    sheet.add(f"contour {layer.quantity}", artists, facts)


def draw_plane_barbs(
    sheet: ChartCanvas,
    layer: Layer,
    places: tuple[Array, Array],
    wind: tuple[Array, Array],
    facts: dict[str, JsonValue],
    *,
    flipped: NDArray[np.bool_],
    length: float = typography.CHART_SIZES.barb,
    linewidth: float = 0.65,
) -> None:
    """Draw wind barbs on a plane where there is a wind.

    Parameters
    ----------
    sheet : ChartCanvas
    layer : Layer
    places, wind : pair of array, shape (n,)
        Abscissa and ordinate; eastward and northward component, m s-1.
    facts : dict
        What the layer records; the numbers of barbs are added.
    flipped : array of bool, shape (n,)
        Where barbs turn to the other side, south of the equator.
    length, linewidth : float
        Points.
    """
    u, v = wind
    good = np.isfinite(u) & np.isfinite(v)
    convention = barbs_of(sheet.look)
    drawn = sheet.axes.barbs(
        places[0][good],
        places[1][good],
        *convention.shown(u[good], v[good]),
        length=length,
        linewidth=linewidth,
        barb_increments=dict(convention.increments),
        flip_barb=flipped[good],
        barbcolor=sheet.theme.line(layer.color),
    )
    facts.update(barbs=int(good.sum()), points=int(good.sum()), all_cells=True)
    sheet.add(f"barb {layer.quantity}", [drawn], facts)


def pressure_axis(sheet: ChartCanvas, bottom: float, top: float) -> None:
    """Make the ordinate pressure, logarithmic and downward, between two values in hPa."""
    axes = sheet.axes
    axes.set_yscale("log")
    axes.set_ylim(bottom, top)
    shown = [value for value in TICKS_HPA if top <= value <= bottom]
    axes.set_yticks(shown, [f"{value}" for value in shown])
    axes.set_yticks([], minor=True)
    axes.set_ylabel("hPa", fontproperties=typography.font(9.5), labelpad=1)


def finish_axes(sheet: ChartCanvas) -> None:
    """Give tick labels the charts' typeface, and draw a light grid."""
    axes = sheet.axes
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_fontproperties(typography.font(typography.CHART_SIZES.plane_ticks))
        sheet.texts.append(text)
    axes.grid(visible=True, color=sheet.theme.graticule, linewidth=0.4, alpha=0.4)
    axes.tick_params(length=3, width=0.6, pad=2.5)


def time_ticks(
    times: Sequence[datetime], hours: Array, look: ChartStyle
) -> tuple[Array, list[str]]:
    """Return up to nine round moments and their labels, the date where it changes.

    Moments are midnights, or multiples of 12, 6, 3 or 1 hours, whichever are few enough.
    """
    first, span = times[0], float(hours[-1] - hours[0])
    into_day = first.hour + first.minute / 60.0
    for step in (1.0, 3.0, 6.0, 12.0, 24.0, 48.0, 120.0, 240.0, 720.0):
        start = np.ceil(into_day / step) * step - into_day
        at = np.arange(start, span + 1e-6, step)
        if at.size <= MAX_TIME_TICKS:
            break
    labels, last = [], None
    for hour in at:
        moment = first.timestamp() + 3600.0 * float(hour)
        text = datetime.fromtimestamp(moment, first.tzinfo)
        date = localise("map-tick_date", look.language, month=text.month, day=text.day)
        clock = f"{text:%H:%M}" if text.minute else f"{text:%H} UTC"
        labels.append(f"{clock}\n{date}" if text.date() != last else clock)
        last = text.date()
    return at, labels
