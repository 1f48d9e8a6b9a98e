"""Regions where a field is beyond a percentile of its own climatology."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from diagnostics.climatology import Climatologies, GridClimatology, GridItem, GridKey
from diagnostics.contracts.questions import QuantityMention, QuestionReply
from diagnostics.errors import InputDataError
from diagnostics.fields.select import to_datetime64
from diagnostics.grid.gazetteer import outline, places
from diagnostics.grid.regions import region_mask
from diagnostics.quantities.domains import clip_region
from diagnostics.questions import wording
from diagnostics.questions.measure import FIELD, box_and_outline, where
from diagnostics.questions.sheets import Sheet
from diagnostics.questions.task import Task
from diagnostics.reporting.places import place_name
from diagnostics.units import convert

WHICH_REGIONS = (
    r"which\s+(?:regions?|areas?|countries|states|provinces|places)[^?]*percentile|"
    r"哪些(?:地区|区域|省份?|国家|州|地方)[^?？]*百分位"
)
_FEWEST_CELLS = 4
_SHARE = 0.5
_CLASSES = ("country", "territory", "state", "province")
_CANONICAL = {"temperature_level": "t", "specific_humidity_level": "q"}


def regions_beyond(task: Task) -> QuestionReply:
    """Q37: regions with at least half their area above (or below) a climatological percentile.

    The regions that the question names, or else the countries, states and provinces of the data.
    """
    percent = _percentile(task)
    below = task.says(r"below|under|lower\s+than|低于|小于|以下")
    maps = task.sheet()
    limits = _limits(task, maps, percent)
    if isinstance(limits, str):
        return task.refuse(
            limits,
            wording.with_statistic(task.mention, "max", task.language),
            "Q37",
        )
    values = maps.values[0]
    known = np.isfinite(values) & np.isfinite(limits) & maps.mask
    hit = known & ((values < limits) if below else (values > limits))
    shares: dict[str, float] = {}
    for name, inside in _regions(task, maps):
        cells = inside & known
        if cells.sum() >= _FEWEST_CELLS:
            areas = maps.grid.cell_area
            shares[name] = float(areas[cells & hit].sum() / areas[cells].sum())
    names = sorted((n for n, share in shares.items() if share >= _SHARE), key=lambda n: -shares[n])
    spoken = wording.quantity(task.mention, task.language)
    moment = maps.times[0]
    when = wording.when(moment, task.language)
    if task.zh:
        side = "低于" if below else "高于"
        text = f"{when}{spoken}{side}气候第{percent:g}百分位的地区：{'、'.join(names) or '无'}。"
    else:
        side = "below" if below else "above"
        text = (
            f"The {spoken} was {side} percentile {percent:g} of the climatology {when} over half "
            f"or more of: {', '.join(names) or 'none of the regions'}."
        )
    return task.reply(
        "Q37",
        "set",
        list(names),
        text,
        sheets=(maps,),
        time=moment,
        detail={"area_shares": {name: round(share, 4) for name, share in shares.items()}},
    )


def _percentile(task: Task) -> float:
    match = re.match(r"p([\d.]+)$", task.reading.statistic or "")
    if match is None:
        task.assume("statistic", "90th percentile")
        return 90.0
    return float(match[1])


def _limits(task: Task, maps: Sheet, percent: float) -> np.ndarray | str:
    """Return the percentile at each cell in the quantity's unit, or why there is none."""
    found = _item(task, maps)
    if found is None:
        return (
            "没有给出含该要素逐格点百分位的气候资料：请用 --climatology 给出"
            if task.zh
            else "no climatology with percentiles of this field at each grid point is given: name "
            "a file with --climatology"
        )
    held, item = found
    rows = np.flatnonzero(np.isclose(item.quantiles, percent))
    if not rows.size:
        there = ", ".join(f"{value:g}" for value in item.quantiles)
        return (
            f"气候资料没有第{percent:g}百分位，现有：{there}"
            if task.zh
            else f"the climatology holds the percentiles {there}, not {percent:g}"
        )
    times = np.array([to_datetime64(maps.times[0])], dtype="datetime64[ns]")
    values, _ = held.at_times(item, "quantile", times, maps.grid)
    return np.asarray(
        convert(values[0, int(rows[0])], item.unit, maps.unit, water_equivalent=True),
        dtype=np.float64,
    )


def _item(task: Task, maps: Sheet) -> tuple[GridClimatology, GridItem] | None:
    for held in Climatologies.of(task.desk.baseline).gridded:
        for item in held.items:
            if item.key in _keys(task.mention, maps) and item.quantiles.size:
                return held, item
    return None


def _keys(mention: QuantityMention, maps: Sheet) -> tuple[GridKey, ...]:
    """The names under which a climatology may hold a quantity: the field itself, or the index."""
    level = mention.level if isinstance(mention.level, float) else None
    index = GridKey(name=maps.operator, level=level, mode="qa")
    if mention.operator.startswith(FIELD):
        return (GridKey(name=mention.operator.removeprefix(FIELD), level=level),)
    if mention.operator == "temperature_level" and mention.level == "2m":
        return (GridKey(name="t2m"), index)
    name = _CANONICAL.get(mention.operator)
    return (index,) if name is None else (GridKey(name=name, level=level), index)


def _regions(task: Task, maps: Sheet) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the regions to look at, with their cells."""
    for mention in task.reading.places:
        box, polygon = box_and_outline(where(task.desk, mention))
        if box is not None:
            yield mention.words, region_mask(maps.grid, box, polygon)
    if task.reading.places:
        return
    extent = maps.grid.bounds
    for place in places():
        if place.kind in _CLASSES and clip_region(place.region, extent) is not None:
            shape = None if place.outline is None else outline(place.outline)
            try:
                inside = region_mask(maps.grid, place.region, shape)
            except InputDataError:
                # its box meets the data, its outline does not
                continue
            yield place_name(place, task.language), inside
