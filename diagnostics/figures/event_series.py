"""The course of rain or snow at the peak of an event: what fell when, and how much in its hours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.enums import Category, EventType
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.space_time import Region, TimeWindow, wrap_longitude
from diagnostics.detection.events.amounts import amounts, counted
from diagnostics.detection.events.case import Case, Series
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.moving_grids import moves
from diagnostics.detection.events.precipitation import precipitation_of
from diagnostics.detection.events.preset_files import as_preset, preset_key
from diagnostics.detection.events.presets import Preset
from diagnostics.figures import typography
from diagnostics.figures.amount_classes import NATIONAL
from diagnostics.figures.chart_canvas import ChartCanvas, new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import Caption, Composition, RenderedFigure, compose
from diagnostics.figures.graticule import latitude_text, longitude_text
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.texts import source_line
from diagnostics.figures.verticals import time_ticks
from diagnostics.messages import Message, Moment, Term, localise, message, render

if TYPE_CHECKING:
    from diagnostics.ports import FieldSource

Array = NDArray[np.float64]

EVENT_SERIES = "event_series"
"""Name of the chart in answers, beside those of the catalogue."""
VERSION = "1"
ASPECT = 1.8
SHARES = (0.52, 0.48)
"""Of the running amount above, and of what fell in each interval below."""
ROUND = 1.15
_QUANTITIES = {EventType.RAINSTORM: "rain_total", EventType.SNOWSTORM: "snow_total"}
_COLOURS = {EventType.RAINSTORM: "#1f6fb4", EventType.SNOWSTORM: "#6a51a3"}
_LIMIT = "#c0392b"


@dataclass(frozen=True)
class EventSeriesCall:
    """What the series of an event is drawn of.

    Attributes
    ----------
    event : EventType
        Rainstorm or snowstorm.
    latitude, longitude : float
        The peak.
    period : TimeWindow
        Of the request: amounts lie inside it.
    event_span : TimeWindow
        From the event's onset to its end.
    peak : TimeWindow
        The hours in which the largest amount fell.
    hours : int
        Of the criterion.
    limit : float
        Of the criterion, mm.
    preset : str or Preset
    """

    event: EventType
    latitude: float
    longitude: float
    period: TimeWindow
    event_span: TimeWindow
    peak: TimeWindow
    hours: int
    limit: float
    preset: str | Preset = NATIONAL

    def key(self, data_digest: str, look: ChartStyle) -> str:
        """Content key of the call: what is drawn, of which data, in which look."""
        spans = (self.period, self.event_span, self.peak)
        return digest_of(
            {
                "tool": EVENT_SERIES,
                "version": VERSION,
                "event": self.event.value,
                "place": [self.latitude, self.longitude],
                "spans": [[format_instant(one.start), format_instant(one.end)] for one in spans],
                "hours": self.hours,
                "limit": self.limit,
                "preset": preset_key(self.preset),
                "data": data_digest,
                **look.as_document(),
            }
        )

    @property
    def shown(self) -> TimeWindow:
        """The time that is drawn: the event, and the hours of the criterion around it."""
        room = timedelta(hours=self.hours)
        first = min(self.event_span.start, self.peak.start) - room
        last = max(self.event_span.end, self.peak.end) + room
        return TimeWindow(
            start=max(first, self.period.start - room), end=min(last, self.period.end)
        )


@dataclass(frozen=True, eq=False)
class _Course:
    """What fell at the peak's cell.

    Attributes
    ----------
    latitude, longitude : float
        Of the cell.
    quantity : str
    ends : list of datetime
        Of the intervals.
    fell, running, part : array, shape (n,)
        mm in each interval, and in the hours of the criterion that end with it. `running` is NaN
        where the period or the data hold fewer hours, of which `part` has the amount.
    interval : timedelta
    """

    latitude: float
    longitude: float
    quantity: str
    ends: list[datetime]
    fell: Array
    running: Array
    part: Array
    interval: timedelta


def render_event_series(
    source: FieldSource, call: EventSeriesCall, *, look: ChartStyle | None = None
) -> RenderedFigure | None:
    """Draw what fell at the peak of an event, and the running amount against its limit.

    Parameters
    ----------
    source : FieldSource
    call : EventSeriesCall
    look : ChartStyle, optional

    Returns
    -------
    RenderedFigure or None
        None where the data have fewer than two intervals there, or move with the event.
    """
    look = look or ChartStyle()
    inventory = source.inventory()
    if inventory.variable("tp") is None or moves(inventory):
        return None
    course = _course(source, call)
    if course is None:
        return None
    title = message(
        "map-amount_at",
        name=Term(term=course.quantity),
        place=f"{latitude_text(round(course.latitude, 1))} "
        f"{longitude_text(round(course.longitude, 1))}",
        hours=call.hours,
    )
    region = _around(call, 0.0)
    spec = ChartSpec(
        id=EVENT_SERIES,
        version=VERSION,
        title=title,
        category=Category.MOISTURE,
        kind="timeseries",
        events=(call.event,),
        layers=(
            Layer(kind="line", quantity=course.quantity, color=_COLOURS[call.event]),
            Layer(kind="bar", quantity="precipitation", color=_COLOURS[call.event]),
        ),
    )
    shown = call.shown
    span = TimeWindow(start=course.ends[0] - course.interval, end=course.ends[-1])
    caption = Caption(
        title=render(title, look.language),
        source=source_line(inventory, shown.end, look.language),
        attribution=inventory.attribution,
        credit="",
        time=call.peak.end,
        initial=inventory.init_time,
        look=look,
        valid=render(
            message("map-period", start=Moment(moment=span.start), end=Moment(moment=span.end)),
            look.language,
        ),
    )
    parts = Composition(
        spec=spec,
        region=region,
        caption=caption,
        answers=(_largest(course, call, inventory.choice),),
        questions=(),
        provenance=Provenance(
            tool=EVENT_SERIES,
            tool_version=VERSION,
            input_digest=source.digest(),
            mode="diagnose",
            domain=region,
            choice=inventory.choice,
        ),
        frame={},
    )
    figure = compose(parts, lambda chart: _draw(chart, course, call, look))
    return RenderedFigure(figure.answer.model_copy(update={"time": span}), figure.png, figure.svg)


def _around(call: EventSeriesCall, degrees: float) -> Region:
    return Region(
        west=call.longitude - degrees,
        south=max(-90.0, call.latitude - degrees),
        east=call.longitude + degrees,
        north=min(90.0, call.latitude + degrees),
    )


def _course(source: FieldSource, call: EventSeriesCall) -> _Course | None:
    """What fell at the peak's cell, by the phase that the criterion asks for."""
    inventory = source.inventory()
    spacing = inventory.grid.spacing_deg if inventory.grid is not None else 1.0
    region = _around(call, 1.2 * spacing)
    case = Case(
        source, inventory, region, call.period, as_preset(call.preset),
        resolve_timezone(None, region),
    )  # fmt: skip
    phases, _ = precipitation_of(case)
    if phases is None:
        return None
    snow = call.event is EventType.SNOWSTORM
    part = phases.snow if snow else phases.rain
    series = part or phases.total
    if series.interval_hours is None or (snow and part is None):
        return None
    cell = case.grid.nearest(call.latitude, call.longitude)
    shown, interval = call.shown, timedelta(hours=series.interval_hours)
    inside = counted(case, series)
    rows = [
        row
        for row in inside
        if series.times[row] - interval >= shown.start and series.times[row] <= shown.end
    ]
    if len(rows) < 2:
        return None
    running = _running(series, inside, cell, call.hours)
    return _Course(
        latitude=float(case.grid.latitude[cell]),
        longitude=wrap_longitude(float(case.grid.longitude[cell])),
        quantity=_QUANTITIES[call.event] if part is not None else "precipitation_total",
        ends=[series.times[row] for row in rows],
        fell=np.asarray(series.values[(rows, *cell)], dtype=np.float64),
        running=np.array([running.get((series.times[row], True), np.nan) for row in rows]),
        part=np.array([running.get((series.times[row], False), np.nan) for row in rows]),
        interval=interval,
    )


def _running(
    series: Series, positions: list[int], cell: tuple[int, int], hours: int
) -> dict[tuple[datetime, bool], float]:
    """Amounts in the hours of the criterion by their end, and by whether these are whole."""
    return {
        (amount.end, amount.given_hours >= 0.999 * hours): float(amount.total[cell])
        for several in amounts(series, positions, [hours])
        for amount in several
    }


def _largest(course: _Course, call: EventSeriesCall, choice: Any) -> FeaturesAnswer:
    """The largest running amount, as a feature."""
    values = np.fmax(course.running, course.part)
    row = int(np.nanargmax(values))
    found = Feature(
        kind="event_extremum",
        latitude=round(course.latitude, 4),
        longitude=round(course.longitude, 4),
        value=round(float(values[row]), 1),
        unit="mm",
        score=1.0,
        extra={"quantity": course.quantity, "hours": float(call.hours)},
    )
    return FeaturesAnswer(
        detector="event_extremum",
        passed=True,
        score=1.0,
        features=(found,),
        time=course.ends[row],
        provenance=Provenance(tool=EVENT_SERIES, tool_version=VERSION, choice=choice),
    )


def _draw(spec: ChartSpec, course: _Course, call: EventSeriesCall, look: ChartStyle) -> ChartCanvas:
    """Draw the running amount above what fell in each interval, on one axis of time."""
    sheet = new_canvas(ASPECT, look, colour_bars=0)
    upper, lower = _panels(sheet)
    first = course.ends[0] - course.interval
    hours = np.array([(end - first) / timedelta(hours=1) for end in course.ends])
    length = course.interval / timedelta(hours=1)
    line, bar = spec.layers
    colour = sheet.theme.line(line.color)
    name = Term(term=course.quantity)
    running_name = message("map-amount_running", name=name, hours=call.hours)
    interval_name = message("map-amount_each", name=name, hours=f"{length:g}")
    peak = [(one - first) / timedelta(hours=1) for one in (call.peak.start, call.peak.end)]
    for axes in (upper, lower):
        band = axes.axvspan(*peak, color=colour, alpha=0.10, lw=0)
        sheet.add("hours of the peak", [band], {"kind": "marks"}, axes=axes)
    known = np.fmax(course.running, course.part)
    upper.set_ylim(0.0, ROUND * max(call.limit, float(np.nanmax(known))))
    limit = upper.axhline(call.limit, color=_LIMIT, linewidth=1.3, linestyle=(0, (5, 3)))
    words = [_limit_text(sheet, upper, call, look), _legend(sheet, upper, course, call, look)]
    sheet.add("limit", [limit, *words], {"kind": "marks"}, axes=upper)
    partly = upper.plot(
        hours, known, color=colour, linewidth=1.2, linestyle=(0, (1, 2)), marker="o", markersize=2
    )
    drawn = upper.plot(hours, course.running, color=colour, linewidth=2.0, marker="o", markersize=4)
    facts = _facts(line, running_name, known, look)
    sheet.add(f"line {line.quantity}", [*partly, *drawn], facts, axes=upper)
    value = _value_text(sheet, upper, hours, known)
    sheet.add("largest amount", [value], {"kind": "marks"}, axes=upper)
    fell = np.nan_to_num(course.fell)
    bars = lower.bar(hours, fell, width=-0.9 * length, align="edge", color=colour)
    lower.set_ylim(0.0, max(1.0, ROUND * float(fell.max())))
    facts = _facts(bar, interval_name, course.fell, look)
    sheet.add(f"bar {bar.quantity}", list(bars), facts, axes=lower)
    for axes, words_ in ((upper, running_name), (lower, interval_name)):
        _label(sheet, axes, message("map-with_unit", name=words_, unit="mm"), colour, look)
    _time_axis(sheet, (lower, upper), first, hours, look)
    return sheet


def _panels(sheet: ChartCanvas) -> tuple[Any, Any]:
    box, gap = sheet.axes.get_position(), 0.03
    sheet.axes.set_axis_off()
    room = box.height - gap
    made, bottom = [], box.y0
    for share in reversed(SHARES):
        axes = sheet.figure.add_axes((box.x0 + 0.012, bottom, box.width - 0.03, share * room))
        sheet.dress(axes)
        made.append(axes)
        bottom += share * room + gap
    lower, upper = made
    return upper, lower


def _facts(layer: Layer, name: Message, values: Array, look: ChartStyle) -> dict[str, JsonValue]:
    finite = values[np.isfinite(values)]
    return {
        "kind": layer.kind,
        "quantity": layer.quantity,
        "label": render(name, look.language),
        "unit": "mm",
        "valid_range": [0.0, 3000.0],
        "minimum": round(float(finite.min()), 3) if finite.size else None,
        "maximum": round(float(finite.max()), 3) if finite.size else None,
        "points": int(finite.size),
        "all_cells": True,
    }


def _limit_text(sheet: ChartCanvas, axes: Any, call: EventSeriesCall, look: ChartStyle) -> Any:
    return axes.annotate(
        localise("map-amount_limit", look.language, limit=f"{call.limit:g} mm", hours=call.hours),
        (0.012, call.limit),
        xycoords=axes.get_yaxis_transform(),
        xytext=(0, 4),
        textcoords="offset points",
        color=_LIMIT,
        fontproperties=typography.font(9),
        path_effects=sheet.halo(2.0),
    )


def _legend(
    sheet: ChartCanvas, axes: Any, course: _Course, call: EventSeriesCall, look: ChartStyle
) -> Any:
    """Say what the band is, and the dots where there are any."""
    lines = [localise("map-amount_band", look.language)]
    if np.isfinite(course.part).any():
        lines.append(localise("map-amount_part", look.language, hours=call.hours))
    return axes.text(
        0.012,
        0.96,
        "\n".join(lines),
        transform=axes.transAxes,
        ha="left",
        va="top",
        color=sheet.theme.muted,
        fontproperties=typography.font(8.5),
        path_effects=sheet.halo(2.0),
    )


def _value_text(sheet: ChartCanvas, axes: Any, hours: Array, known: Array) -> Any:
    """Write the largest amount beside its point."""
    row = int(np.nanargmax(known))
    return axes.annotate(
        f"{known[row]:.1f} mm",
        (hours[row], known[row]),
        xytext=(-6, 5),
        textcoords="offset points",
        ha="right",
        color=sheet.theme.ink,
        fontproperties=typography.font(10, bold=True),
        path_effects=sheet.halo(2.5),
    )


def _label(sheet: ChartCanvas, axes: Any, words: Message, colour: str, look: ChartStyle) -> None:
    axes.set_ylabel(
        render(words, look.language),
        color=colour,
        fontproperties=typography.font(9.5),
        labelpad=3,
    )
    for text in axes.get_yticklabels():
        text.set_fontproperties(typography.font(typography.CHART_SIZES.plane_ticks))
    axes.tick_params(axis="y", length=3, width=0.6)


def _time_axis(
    sheet: ChartCanvas, panels: tuple[Any, Any], first: datetime, hours: Array, look: ChartStyle
) -> None:
    at, labels = time_ticks((first,), np.array([0.0, hours[-1]]), look)
    for number, axes in enumerate(panels):
        axes.set_xlim(0.0, float(hours[-1]))
        axes.set_xticks(at, labels if number == 0 else [""] * at.size)
        axes.grid(visible=True, color=sheet.theme.graticule, linewidth=0.5, alpha=0.4)
        axes.tick_params(axis="x", length=3, width=0.6)
        for text in axes.get_xticklabels():
            text.set_fontproperties(typography.font(typography.CHART_SIZES.plane_ticks))
