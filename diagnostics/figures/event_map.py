"""The map of an event itself: the first chart of every report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.enums import Category, EventType
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.space_time import Region, TimeWindow, wrap_longitude
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.preset_files import as_preset, preset_key
from diagnostics.detection.events.presets import Preset
from diagnostics.figures import maps
from diagnostics.figures.amount_classes import NATIONAL, amount_classes
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import Caption, Composition, RenderedFigure, compose
from diagnostics.figures.conventions import WIDE_ISOBARS
from diagnostics.figures.event_fields import EventField, event_field
from diagnostics.figures.layer_data import LayerData
from diagnostics.figures.levels import reaching_levels
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.texts import source_line
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Message, Moment, Term, message, render
from diagnostics.messages.reader_units import fall_unit
from diagnostics.quantities.display import shown_unit
from diagnostics.quantities.registry import label_of, level_measure, resolve

if TYPE_CHECKING:
    from diagnostics.ports import FieldSource

Array = NDArray[np.float64]

EVENT_MAP = "event_map"
"""Name of the chart in answers, beside those of the catalogue."""
VERSION = "3"
_BEAUFORT = (5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
_HURRICANE = (37.0, 41.5, 46.2, 51.0, 56.1, 61.3, 70.0)
CLASSES: dict[str, tuple[tuple[float, ...], tuple[float, ...], str]] = {
    "gust_maximum": (_BEAUFORT, _HURRICANE, "beaufort"),
    "wind_maximum": (_BEAUFORT, _HURRICANE, "beaufort"),
}
"""Class limits of wind by Beaufort: those of every map, those that follow where values go beyond,
and the palette. Those of amounts depend on their hours (`amount_classes`).
"""
AMOUNTS = {EventType.RAINSTORM: "cma_rain", EventType.SNOWSTORM: "snow"}
"""Palettes of the types whose criterion is an amount."""
LIGHT_WINDS = (0.3, 1.6, 3.4, 5.5)
"""Limits of Beaufort 1 to 4, where no wind is stronger."""
MOST_HOURS = 72.0
"""A longer period is not counted in hours: its begin and end stand beside the title."""
TEMPERATURES = (-48.0, 48.0)
"""Ends of the colours of temperature, degC."""


@dataclass(frozen=True)
class EventMapCall:
    """What an event's map is drawn of.

    Attributes
    ----------
    event : EventType
    region : Region
        The region of the diagnosis, outlined on the map.
    spell : TimeWindow
        Of an amount the hours of its peak; else from the event's onset to its end, or the period
        where no event was found.
    peak : datetime or None
        When isobars and wind are shown; the middle of the spell by default.
    limit : float or None
        Of the criterion of an amount, mm: it says which classes of colour are its own.
    preset : str or Preset
        Its grades are classes of colour of an amount.
    national : str or Preset
        Its grades are, where the preset has none of the type.
    """

    event: EventType
    region: Region
    spell: TimeWindow
    peak: datetime | None = None
    limit: float | None = None
    preset: str | Preset = NATIONAL
    national: str | Preset = NATIONAL

    @property
    def _preset_key(self) -> str:
        preset, national = preset_key(self.preset), preset_key(self.national)
        return preset if national in (NATIONAL, preset) else f"{preset}+{national}"

    def key(self, data_digest: str, look: ChartStyle) -> str:
        """Content key of the call: what is drawn, of which data, in which look."""
        return digest_of(
            {
                "tool": EVENT_MAP,
                "version": VERSION,
                "event": self.event.value,
                "region": list(self.region.bounds()),
                "spell": [format_instant(self.spell.start), format_instant(self.spell.end)],
                "peak": format_instant(self.peak) if self.peak else None,
                "limit": self.limit,
                "preset": self._preset_key,
                "data": data_digest,
                **look.as_document(),
            }
        )


def render_event_map(
    source: FieldSource, call: EventMapCall, *, look: ChartStyle | None = None
) -> RenderedFigure | None:
    """Draw an event: its amount at the peak or its extremes, with isobars and wind at the peak.

    Parameters
    ----------
    source : FieldSource
    call : EventMapCall
    look : ChartStyle, optional

    Returns
    -------
    RenderedFigure or None
        None where the data hold nothing of this type of event.

    Raises
    ------
    InputDataError
        When the region lies outside the data.
    """
    look = look or ChartStyle()
    region = call.region
    inventory = source.inventory()
    zone = resolve_timezone(None, region)
    view = maps.view_around(maps.with_room(region))
    domain = maps.reading_of(view, inventory.grid.spacing_deg if inventory.grid else 0.0)
    case = Case(source, inventory, domain, call.spell, as_preset(call.preset), zone)
    shown = event_field(case, call.event, call.spell.start, call.spell.end)
    if shown is None or not np.isfinite(shown.values).any():
        return None
    peak = _nearest(case.times or list(inventory.times), call.peak or call.spell.start)
    context = _context(case, peak, call.event)
    main = _layer(shown, call)
    layers = {main: _data(shown, shown.values, shown.quantity, look)}
    if shown.lines is not None:
        layers[_CHANGE] = _data(shown, shown.lines, _CHANGE.quantity, look, shown.lines_hours)
    layers.update({layer: _context_data(layer, found, look) for layer, found in context.items()})
    title = _title(shown, call.event in AMOUNTS)
    spec = ChartSpec(
        id=EVENT_MAP,
        version=VERSION,
        title=title,
        category=Category.DYNAMICS,
        events=(call.event,),
        layers=tuple(layers),
        places=True,
        margin_deg=maps.room_of(region),
        reasons=dict([WIDE_ISOBARS]),
    )
    grid = case.grid
    answers = _peak_of(case, shown, region)
    caption = Caption(
        title=render(title, look.language),
        source=source_line(inventory, shown.end, look.language),
        attribution=inventory.attribution,
        credit=look.credit,
        time=shown.end,
        initial=inventory.init_time,
        look=look,
        valid=_period(shown, look) if shown.start != shown.end else "",
    )
    parts = Composition(
        spec=spec,
        region=region,
        caption=caption,
        answers=answers,
        questions=(),
        provenance=Provenance(
            tool=EVENT_MAP,
            tool_version=VERSION,
            input_digest=source.digest(),
            mode="diagnose",
            domain=view.extent,
            choice=inventory.choice,
        ),
        frame=view.as_document(),
        lon_span=view.extent.width,
    )

    def draw(chart: ChartSpec) -> ChartCanvas:
        drawn = {layer.quantity: data for layer, data in layers.items()}
        return maps.draw_map(
            chart, grid, region, view, answers, lambda layer: drawn[layer.quantity], look
        )

    figure = compose(parts, draw)
    period = TimeWindow(start=shown.start, end=shown.end)
    known = shown.end if shown.start == shown.end else period
    return RenderedFigure(figure.answer.model_copy(update={"time": known}), figure.png, figure.svg)


_CHANGE = Layer(
    kind="contour",
    quantity="temperature_change",
    interval=4.0,
    color="#6d1f7c",
    negative_color="#0b3fa8",
    linestyle="dashed",
    linewidth=1.1,
)
_ISOBARS = Layer(
    kind="contour",
    quantity="mean_sea_level_pressure",
    interval=2.5,
    wide_interval=5.0,
    wide_range=60.0,
    color="#1a1a1a",
    linewidth=0.9,
    extrema=True,
)
_HEIGHT = Layer(
    kind="contour", quantity="height@500", interval=40.0, color="#1a1a1a", linewidth=0.9
)
_WIND = Layer(kind="barb", quantity="wind_10m", color="#333333", density=420)
_WINDY = (EventType.GALE, EventType.SNOWSTORM)


def _context(case: Case, time: datetime, event: EventType) -> dict[Layer, object]:
    """Isobars, or else heights, and the wind of stormy types, as the data have them."""
    found: dict[Layer, object] = {}
    pressure = _plane(case, "msl", time)
    if pressure is not None:
        found[_ISOBARS] = pressure / 100.0
    else:
        height = _plane(case, "z", time, level=500.0)
        if height is not None:
            found[_HEIGHT] = height / GRAVITY
    if event in _WINDY:
        wind = [_plane(case, name, time) for name in ("u10", "v10")]
        if wind[0] is not None and wind[1] is not None:
            found[_WIND] = (wind[0], wind[1])
    return found


def _plane(case: Case, name: str, time: datetime, level: float | None = None) -> Array | None:
    """One field at one time over the map; None where the data lack it there."""
    known = case.inventory.variable(name)
    if known is None or (level is not None and level not in known.levels_hpa):
        return None
    data = case.load(name, start=time, end=time, levels_hpa=() if level is None else (level,))
    if data is None:
        return None
    values: Array = np.asarray(data[name].values, dtype=np.float64).reshape(case.grid.shape)
    return values if np.isfinite(values).any() else None


def _nearest(times: list[datetime], wanted: datetime) -> datetime:
    return min(times, key=lambda time: abs((time - wanted).total_seconds()))


def _layer(shown: EventField, call: EventMapCall) -> Layer:
    """The shading of an event, in the classes of its kind and hours."""
    if call.event in AMOUNTS:
        hours = (shown.end - shown.start).total_seconds() / 3600.0
        classes = amount_classes(
            call.event,
            hours,
            preset=call.preset,
            limit=call.limit,
            national=call.national,
        )
        return Layer(
            kind="shading",
            quantity=shown.quantity,
            levels=reaching_levels(*classes, shown.values),
            colormap=AMOUNTS[call.event],
            extend="max",
        )
    known = CLASSES.get(shown.quantity) or CLASSES.get(shown.quantity.rsplit("_", 1)[0])
    if known is None:
        return Layer(
            kind="shading",
            quantity=shown.quantity,
            interval=2.0,
            colormap="RdYlBu_r",
            anchor=TEMPERATURES,
            extend="both",
        )
    limits, beyond, palette = known
    weak = palette == "beaufort" and float(np.nanmax(shown.values)) <= limits[0]
    return Layer(
        kind="shading",
        quantity=shown.quantity,
        levels=LIGHT_WINDS if weak else reaching_levels(limits, beyond, shown.values),
        colormap="wind_light" if weak else palette,
        extend="max",
    )


def _data(
    shown: EventField, values: Array, quantity: str, look: ChartStyle, hours: float | None = None
) -> LayerData:
    unit = fall_unit(look.language) if hours is not None else shown.unit
    name = _name(quantity)
    if hours is not None:
        name = message("map-over_hours", name=name, hours=f"{hours:g}")
    label = render(name, look.language)
    return LayerData(values, shown_unit(unit), quantity, label, (-np.inf, np.inf))


def _context_data(layer: Layer, found: object, look: ChartStyle) -> LayerData:
    reference = resolve(layer.quantity)
    label = label_of(reference, look.language)
    unit = reference.quantity.unit
    if isinstance(found, tuple):
        vector = (found[0], found[1])
        return LayerData(
            np.hypot(*vector), unit, reference.text, label, (-np.inf, np.inf), vector=vector
        )
    return LayerData(np.asarray(found), unit, reference.text, label, (-np.inf, np.inf))


def _name(quantity: str) -> Message:
    """Name of a quantity of an event, with the level where it stands for the surface."""
    base, _, level = quantity.rpartition("_")
    if level.isdigit():
        return message("map-at_level", name=Term(term=base), level=level_measure(float(level)))
    return message("map-name", name=Term(term=quantity))


def _title(shown: EventField, amount: bool) -> Message:
    """Name of what is shown, with the interval that a sum or extreme stands for."""
    name = _name(shown.quantity)
    hours = (shown.end - shown.start).total_seconds() / 3600.0
    if amount:
        return message("map-amount", name=name, hours=f"{hours:g}", end=Moment(moment=shown.end))
    if 0 < hours <= MOST_HOURS:
        name = message("map-in_hours", name=name, hours=f"{hours:g}")
    return message("map-title", name=name)


def _period(shown: EventField, look: ChartStyle) -> str:
    period = message("map-period", start=Moment(moment=shown.start), end=Moment(moment=shown.end))
    return render(period, look.language)


def _peak_of(case: Case, shown: EventField, region: Region) -> tuple[FeaturesAnswer, ...]:
    """The strongest value inside the region, as a feature."""
    inside = region_mask(case.grid, region) & np.isfinite(shown.values)
    if not inside.any():
        return ()
    sign = -1.0 if shown.quantity.startswith("temperature_minimum") else 1.0
    at = np.unravel_index(
        int(np.argmax(np.where(inside, sign * shown.values, -np.inf))), shown.values.shape
    )
    found = Feature(
        kind="event_extremum",
        latitude=round(float(case.grid.latitude[at]), 4),
        longitude=round(float(wrap_longitude(float(case.grid.longitude[at]))), 4),
        value=round(float(shown.values[at]), 1),
        unit=shown_unit(shown.unit),
        score=1.0,
        extra={"quantity": shown.quantity},
    )
    return (
        FeaturesAnswer(
            detector="event_extremum",
            passed=True,
            score=1.0,
            features=(found,),
            time=shown.end,
            provenance=Provenance(
                tool=EVENT_MAP, tool_version=VERSION, choice=case.inventory.choice
            ),
        ),
    )
