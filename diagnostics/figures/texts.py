"""The words around a chart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.zones import fixed_zone, read_zone
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.grid.legal_time import BEIJING, legal_zone
from diagnostics.messages import Listing, Message, Moment, Param, Term, localise, message, render
from diagnostics.messages.reader_units import ReaderUnit, reader_unit


def title_of(spec: ChartSpec, *, southern: bool = False) -> Message:
    """Return the chart's title; a hemispheric chart names the hemisphere that it shows."""
    if southern and spec.domain == "nh_polar":
        return message(f"{spec.title.id}_southern")
    return spec.title


def layer_line(spec: ChartSpec, sheet: ChartCanvas, language: Language) -> str:
    """Return the line below the title: every layer with its unit and interval."""
    parts = []
    for layer in spec.layers:
        facts = next(
            (
                item.facts
                for item in sheet.layers
                if (item.facts.get("kind"), item.facts.get("quantity"))
                == (layer.kind, layer.quantity)
            ),
            {},
        )
        name = str(facts.get("label", layer.quantity))
        parts.append(message("map-layer", name=name, facts=_facts_of(layer, facts, sheet)))
    return render(message("map-name", name=Listing(items=tuple(parts), style="clauses")), language)


def _facts_of(layer: Layer, facts: Mapping[str, JsonValue], sheet: ChartCanvas) -> Param:
    """How a layer is drawn, and its unit, interval, levels and gaps."""
    if facts.get("absent"):
        return message("map-not_in_data")
    dashed = (layer.kind, layer.linestyle) == ("line", "dashed")
    kind = message(f"map-kind_{'dashed' if dashed else layer.kind}")
    unit = reader_unit(str(facts.get("unit", "")), sheet.look.language)
    interval = facts.get("interval")
    details: Param = unit.name
    if interval and layer.kind == "contour":
        each = _with_unit(float(str(interval)), unit)
        details = message("map-every", interval=each)
    elif layer.kind == "barb":
        details = message(f"map-barbs_{barbs_of(sheet.look).name}")
    elif layer.kind == "line" and layer.levels:
        levels = tuple(_with_unit(level, unit) for level in layer.levels)
        details = Listing(items=levels, style="comma")
    if layer.kind == "shading" and facts.get("gap"):
        details = message("map-two_facts", first=details, second=str(facts["gap"]))
    return message("map-two_facts", first=kind, second=details) if details else kind


def _with_unit(value: float, unit: ReaderUnit) -> Param:
    number = unit.level(value)
    return message("format-measure", number=number, unit=unit.name) if unit.name else number


def source_line(inventory: Inventory, time: datetime, language: Language) -> str:
    """Return the line that names the data: what they are, the run and the lead, and no file.

    Parameters
    ----------
    inventory : Inventory
    time : datetime
        Valid time of the chart.
    language : Language
    """
    named = inventory.title.strip()
    parts = [] if not named or _FILE.search(named) else [named]
    known = render(Message(id="map-name", params={"name": Term(term=inventory.origin)}), language)
    if inventory.origin not in ("", "unknown") and not any(known in part for part in parts):
        parts.append(known)
    if not parts:
        parts.append(localise("map-unnamed", language))
    if inventory.grid is not None:
        parts.append(f"{inventory.grid.spacing_deg:.2g}°")
    if inventory.init_time is not None and inventory.origin == "forecast":
        lead = round((time - inventory.init_time).total_seconds() / 3600)
        params: dict[str, Param] = {"run": Moment(moment=inventory.init_time), "lead": lead}
        parts.append(render(Message(id="map-run", params=params), language))
    return " · ".join(parts)


_FILE = re.compile(r"\.(nc4?|grib2?|grb2?|zarr|gz|bz2|zip|h5|cdf)\b|[/\\]", re.IGNORECASE)
"""What makes a title the name of a file."""


def time_texts(
    time: datetime, middle: tuple[float, float], initial: datetime | None, language: Language
) -> tuple[str, str]:
    """Return the valid time in UTC and, below it, by the region's clock with the forecast's start.

    Parameters
    ----------
    time : datetime
    middle : (latitude, longitude)
        Of the region, by whose legal clock the second line goes; Beijing time is named.
    initial : datetime, optional
        Start of the forecast.
    language : Language
    """
    first = localise("map-valid", language, **date_params(time))
    name = legal_zone(*middle)
    zone = read_zone(name) or fixed_zone(timedelta())
    local = zone.local(time)
    offset = fixed_zone(local - time.astimezone(UTC).replace(tzinfo=None))
    key = "map-beijing_time" if name == BEIJING else "map-local_time"
    second = localise(key, language, zone=offset.name, **date_params(local))
    lead = round((time - initial).total_seconds() / 3600) if initial else 0
    if initial and lead > 0:
        started = localise("map-started", language, lead=f"{lead}", **date_params(initial))
        return first, f"{started}  ·  {second}"
    return first, second


def date_params(time: datetime) -> dict[str, Param]:
    """Return the parts of a time, of which every language takes those that it writes."""
    return {
        "year": f"{time:%Y}",
        "month": time.month,
        "weekday": time.weekday(),
        "day": f"{time:%d}",
        "hour": f"{time:%H}",
        "clock": f"{time:%H:%M}",
    }
