"""The map of an event itself: the first chart of every report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.charts import Emphasis
from diagnostics.contracts.enums import Category, EventType
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region, TimeWindow, wrap_longitude
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.preset_files import load_preset
from diagnostics.detection.events.registry import REGISTRY
from diagnostics.figures import maps
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.compose import Caption, Composition, RenderedFigure, compose
from diagnostics.figures.event_fields import FALL, EventField, EventLines, event_field
from diagnostics.figures.layer_data import LayerData
from diagnostics.figures.levels import reaching_levels
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.figures.texts import source_line
from diagnostics.grid.regions import region_mask
from diagnostics.messages import Listing, Message, Moment, Term, message, render
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
    "precipitation_total": (
        (0.1, 10, 25, 50, 100, 250), (400, 600, 800, 1000, 1500, 2000), "cma_rain",
    ),
    "snow_total": ((0.1, 2.5, 5, 10, 20, 30), (50, 75, 100, 150, 200), "snow"),
    FALL: ((4, 6, 8, 10, 12, 14, 16), (18, 20, 24, 28, 32, 40), "cold_fall"),
    "gust_maximum": (_BEAUFORT, _HURRICANE, "beaufort"),
    "wind_maximum": (_BEAUFORT, _HURRICANE, "beaufort"),
}  # fmt: skip
"""Class limits by the services' conventions: CMA and WMO for rain and snow, CMA's limits of cold
waves for falls, Beaufort for wind.

Those of every map, those that follow where values go beyond, and the palette.
"""
LIGHT_WINDS = (0.3, 1.6, 3.4, 5.5)
"""Limits of Beaufort 1 to 4, where no wind is stronger."""
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
        From the event's onset to its end; the period where no event was found.
    peak : datetime or None
        When isobars and wind are shown; the beginning of the spell by default.
    timezone : str or None
        Of the days, for falls of the daily minimum; by default that of the region's centre.
    """

    event: EventType
    region: Region
    spell: TimeWindow
    peak: datetime | None = None
    timezone: str | None = None

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
                "timezone": self.timezone,
                "data": data_digest,
                **look.as_document(),
            }
        )


def render_event_map(
    source: FieldSource, call: EventMapCall, *, look: ChartStyle | None = None
) -> RenderedFigure | None:
    """Draw an event: its amounts or extremes over the spell, with isobars and wind at the peak.

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
    preset = load_preset("cma")
    zone = resolve_timezone(call.timezone, region)
    view = maps.view_around(maps.with_room(region))
    case = Case(source, inventory, _beyond(view.extent, inventory), call.spell, preset, zone)
    shown = event_field(case, call.event, call.spell.start, call.spell.end)
    if shown is None or not np.isfinite(shown.values).any():
        return None
    peak = _nearest(case.times or list(inventory.times), call.peak or call.spell.start)
    context = _context(case, peak, call.event)
    main = _layer(shown)
    layers = {main: _data(shown, look)}
    if shown.lines is not None:
        layers[_lines_layer(shown.lines)] = _lines_data(shown.lines, look)
    layers.update({layer: _context_data(layer, found, look) for layer, found in context.items()})
    title = _title(shown)
    spec = ChartSpec(
        id=EVENT_MAP,
        version=VERSION,
        title=title,
        category=Category.DYNAMICS,
        events=(call.event,),
        layers=tuple(layers),
        places=True,
        margin_deg=maps.room_of(region),
    )
    grid = case.grid
    answers = _peak_of(case, shown, region, on_land=REGISTRY[call.event].on_land)
    caption = Caption(
        title=render(title, look.language),
        source=source_line(inventory, shown.end, look.language),
        attribution=inventory.attribution,
        credit=look.credit,
        time=shown.end,
        look=look,
        valid=_period(shown, look) if shown.start != shown.end else "",
        beside=_of_one_time(context, peak, look),
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
    quantity=QuantityRef("temperature_change"),
    interval=4.0,
    color="#6d1f7c",
    negative_color="#0b3fa8",
    linestyle="dashed",
    linewidth=1.1,
)
_LOWEST = Layer(
    kind="contour",
    quantity=QuantityRef("temperature_minimum"),
    interval=4.0,
    color="#8a4b00",
    negative_color="#0b3fa8",
    linestyle="dashed",
    linewidth=1.0,
    emphasis=(Emphasis(value=0.0, color="#0b3fa8", linewidth=1.9, linestyle="solid"),),
)
_ISOBARS = Layer(
    kind="contour",
    quantity=QuantityRef("mean_sea_level_pressure"),
    interval=2.5,
    wide_interval=5.0,
    wide_range=60.0,
    color="#1a1a1a",
    linewidth=0.9,
    extrema=True,
)
_HEIGHT = Layer(
    kind="contour",
    quantity=QuantityRef("height", 500.0),
    interval=40.0,
    color="#1a1a1a",
    linewidth=0.9,
)
_WIND = Layer(kind="barb", quantity=QuantityRef("wind_10m"), color="#333333", density=420)


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
    if REGISTRY[event].windy:
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


def _layer(shown: EventField) -> Layer:
    """The shading of an event, in the classes of its kind."""
    known = CLASSES.get(shown.quantity) or CLASSES.get(shown.quantity.rsplit("_", 1)[0])
    if known is None:
        return Layer(
            kind="shading",
            quantity=QuantityRef(shown.quantity),
            interval=2.0,
            colormap="temperature",
            anchor=TEMPERATURES,
            extend="both",
        )
    limits, beyond, palette = known
    weak = palette == "beaufort" and float(np.nanmax(shown.values)) <= limits[0]
    return Layer(
        kind="shading",
        quantity=QuantityRef(shown.quantity),
        levels=LIGHT_WINDS if weak else reaching_levels(limits, beyond, shown.values),
        colormap="wind_light" if weak else palette,
        extend="max",
    )


def _data(shown: EventField, look: ChartStyle) -> LayerData:
    label = render(_name(shown.quantity), look.language)
    return LayerData(shown.values, shown_unit(shown.unit), shown.quantity, label, (-np.inf, np.inf))


def _lines_layer(lines: EventLines) -> Layer:
    """Lines of a change, or of the lowest temperature with the limits of a cold wave."""
    return (
        _CHANGE
        if lines.hours
        else _LOWEST.model_copy(update={"quantity": QuantityRef(lines.quantity)})
    )


def _lines_data(lines: EventLines, look: ChartStyle) -> LayerData:
    name = _name(lines.quantity)
    if lines.hours:
        name = message("map-over_hours", name=name, hours=f"{lines.hours:g}")
    label = render(name, look.language)
    return LayerData(lines.values, shown_unit(lines.unit), lines.quantity, label, (-np.inf, np.inf))


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


def _title(shown: EventField) -> Message:
    """Name of what is shown, with the interval that a sum or extreme stands for.

    A fall stands for a day or more of its own, not for the whole spell.
    """
    name = _name(shown.quantity)
    hours = (shown.end - shown.start).total_seconds() / 3600.0
    if hours and shown.quantity != FALL:
        name = message("map-in_hours", name=name, hours=f"{hours:g}")
    return message("map-title", name=name)


def _period(shown: EventField, look: ChartStyle) -> str:
    period = message("map-period", start=Moment(moment=shown.start), end=Moment(moment=shown.end))
    return render(period, look.language)


def _of_one_time(context: Mapping[Layer, object], time: datetime, look: ChartStyle) -> str:
    """Say of which time the isobars and the wind are, which the period does not tell."""
    names = tuple(label_of(resolve(layer.quantity), look.language) for layer in context)
    if not names:
        return ""
    wording = message("map-of_one_time", names=Listing(items=names), time=Moment(moment=time))
    return render(wording, look.language)


def _beyond(extent: Region, inventory: Inventory) -> Region:
    """Return what is read for a map: a cell and a half more on each side, to fill its frame."""
    spacing = 1.5 * inventory.grid.spacing_deg if inventory.grid is not None else 0.0
    return extent.padded(spacing, east_west=spacing)


def _peak_of(
    case: Case, shown: EventField, region: Region, *, on_land: bool
) -> tuple[FeaturesAnswer, ...]:
    """The strongest value inside the region, where the criterion is tested, as a feature."""
    inside = region_mask(case.grid, region) & np.isfinite(shown.values)
    if on_land and (inside & case.land).any():
        inside &= case.land
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
