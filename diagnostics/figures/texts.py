"""The words on a chart, in English and Chinese."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from diagnostics.contracts.enums import Language
from diagnostics.contracts.inventory import Inventory
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.spec import ChartSpec
from diagnostics.messages import Message, Moment, Param, Term, localise, render

_DAYS_ZH = "一二三四五六日"
_KINDS_EN = {
    "shading": "shaded",
    "contour": "contours",
    "barb": "barbs",
    "quiver": "arrows",
    "bar": "bars",
    "line": "line",
}
_KINDS_ZH = {
    "shading": "填色",
    "contour": "等值线",
    "barb": "风羽",
    "quiver": "矢量",
    "bar": "柱状",
    "line": "实线",
}


def title_of(spec: ChartSpec, language: Language, *, southern: bool = False) -> str:
    """Return the chart's title; a hemispheric chart names the hemisphere that it shows."""
    title = spec.title_zh if language is Language.ZH else spec.title_en
    if southern and spec.domain == "nh_polar":
        return title.replace("Northern", "Southern").replace("北半球", "南半球")
    return title


def layer_line(spec: ChartSpec, sheet: ChartCanvas, language: Language) -> str:
    """Return the line below the title: every layer with its unit and interval."""
    chinese = language is Language.ZH
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
        kind = (_KINDS_ZH if chinese else _KINDS_EN)[layer.kind]
        if (layer.kind, layer.linestyle) == ("line", "dashed"):
            kind = "虚线" if chinese else "dashed"
        details = f"{facts.get('unit', '')}"
        interval = facts.get("interval")
        if interval and layer.kind == "contour":
            details = f"每{interval:g} {details}" if chinese else f"every {interval:g} {details}"
        elif layer.kind == "barb":
            details = barbs_of(sheet.look).legend(language)
        elif layer.kind == "line" and layer.levels:
            details = "、".join(f"{level:g} {details}" for level in layer.levels)
        if layer.kind == "shading" and facts.get("gap"):
            details = f"{details}{'，' if chinese else ', '}{facts['gap']}"
        if facts.get("absent"):
            kind, details = "", "资料中没有" if chinese else "not in the data"
        name = facts.get("label", layer.quantity)
        said = ("，" if chinese else ", ").join(part for part in (kind, details.strip()) if part)
        parts.append(f"{name}（{said}）" if chinese else f"{name} ({said})")
    return "；".join(parts) if chinese else "; ".join(parts)


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
    time: datetime, longitude: float, initial: datetime | None, language: Language
) -> tuple[str, str]:
    """Return the valid time in UTC and, below it, in mean solar time with the forecast's start.

    Mean solar time is UTC plus four minutes per degree of longitude, here rounded to five minutes.
    """
    chinese = language is Language.ZH
    minutes = round(longitude * 4 / 5) * 5
    solar = time + timedelta(minutes=minutes)
    if chinese:
        first = f"有效时间 {time:%Y-%m-%d}（周{_DAYS_ZH[time.weekday()]}）{time:%H:%M} UTC"
        second = f"区域中心地方太阳时 {solar:%m-%d %H:%M}"
        started = f"起报 {initial:%Y-%m-%d %H:%M} UTC" if initial else ""
    else:
        first = f"Valid {time:%a %d %b %Y %H:%M} UTC"
        second = f"{solar:%d %b %H:%M} solar time at the region"
        started = f"from {initial:%d %b %H:%M} UTC" if initial else ""
    lead = round((time - initial).total_seconds() / 3600) if initial else 0
    if initial and lead > 0:
        started += f" +{lead} h"
        return first, f"{started}  ·  {second}"
    return first, second
