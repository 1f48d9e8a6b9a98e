"""Areas, shares, distances, and one quantity where another is extreme."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from diagnostics.contracts.questions import Comparator, QuestionReply, Threshold
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, vector_centroid
from diagnostics.grid.reduction import area_percentile
from diagnostics.questions import wording
from diagnostics.questions.comparisons import beyond
from diagnostics.questions.sheets import Sheet, at_one_time, extreme_of, on_cells_of, reduced
from diagnostics.questions.task import Task

TOP = 90.0
"""A centroid is that of the cells above this percentile of the region."""


def area(task: Task) -> QuestionReply:
    """Q08, Q20, Q26: the area, share or number of cells beyond a number or the area median."""
    maps = task.sheet()
    threshold = next(
        (item for item in task.reading.thresholds if item.unit != "%" or task.mention.unit == "%"),
        None,
    )
    if threshold is None:
        middle = area_percentile(maps.inside[0][maps.mask], 50.0, maps.grid.weights[maps.mask])
        threshold = Threshold(
            comparator=Comparator.ABOVE,
            value=middle,
            unit=task.mention.unit,
            words="its area median" if not task.zh else "区域中位数",
        )
    hit = beyond(maps, threshold, task.mention)
    sizes = maps.grid.cell_area / 1e6
    per_time = [float(sizes[layer].sum()) for layer in hit]
    step = int(np.argmax(per_time))
    total, size = float(sizes[maps.mask].sum()), per_time[step]
    cells, share = int(hit[step].sum()), 100.0 * per_time[step] / total
    limit = next(
        (item for item in task.reading.thresholds if item.unit == "%" and item is not threshold),
        None,
    )
    where = wording.place(task.place, task.language)
    spoken = wording.quantity(task.mention, task.language)
    sign = "低于" if threshold.comparator is Comparator.BELOW else "超过"
    sign_en = "below" if threshold.comparator is Comparator.BELOW else "above"
    stated = wording.amount(threshold.value, threshold.unit)
    if task.zh:
        told = f"{where}{spoken}{sign}{stated}的面积为{size:.0f}平方公里"
        told += f"（占{share:.1f}%，{cells}个格点）"
    else:
        told = (
            f"the area {where if task.place else ''} with {spoken} {sign_en} {stated} was "
            f"{size:.0f} km2 "
            f"({share:.1f} % of it, {cells} cells)"
        )
    moment = maps.times[step]
    told += (
        f"，{wording.when(moment, task.language)}"
        if task.zh
        else (f" {wording.when(moment, task.language)}")
    )
    detail = {"area_km2": size, "share_percent": share, "cells": cells}
    if limit is not None and task.says(r"^\s*(?:is|does|do|did|was|are|were)(?![a-z])|是否|吗"):
        holds = share < limit.value if limit.comparator is Comparator.BELOW else share > limit.value
        text = wording.yes_no(holds, task.language) + ("，" if task.zh else ": ") + told
        return task.reply(
            "Q20",
            "boolean",
            holds,
            text + ("。" if task.zh else "."),
            sheets=(maps,),
            time=moment,
            detail=detail,
        )
    kind, number, unit = "number", size, "km2"
    if task.says(
        r"how\s+many\s+(?:grid\s+)?(?:cells|points)|number\s+of\s+(?:grid\s+)?cells|多少(?:个)?格点"
    ):
        number, unit = float(cells), "cells"
    elif task.says(r"fraction|percentage|share|what\s+percent|proportion|比例|百分之|百分比|占比"):
        number, unit = share, "%"
    template = "Q26" if "median" in threshold.words or "中位" in threshold.words else "Q08"
    return task.reply(
        template,
        kind,
        number,
        wording.sentence([told.replace("  ", " ")], task.language),
        unit=unit,
        sheets=(maps,),
        time=moment,
        detail=detail,
    )


def joint_area(task: Task) -> QuestionReply:
    """Q25: the area where two quantities both exceed their percentile of the domain."""
    percent = _percent(task)
    first, second = task.reading.quantities[:2]
    sheets = at_one_time(task.sheet(first), task.sheet(second))
    masks = [_above_percentile(maps, percent) for maps in sheets]
    both = masks[0] & on_cells_of(*sheets, masks[1])
    size = float((sheets[0].grid.cell_area[both] / 1e6).sum())
    names = [wording.quantity(item, task.language) for item in task.reading.quantities[:2]]
    text = (
        f"{names[0]}与{names[1]}均超过各自第{percent:g}百分位的面积为{size:.0f}平方公里。"
        if task.zh
        else f"The {names[0]} and the {names[1]} both exceed their percentile {percent:g} over "
        f"{size:.0f} km2."
    )
    return task.reply(
        "Q25", "number", size, text, unit="km2", sheets=sheets, detail={"cells": int(both.sum())}
    )


def _percent(task: Task) -> float:
    statistic = task.statistic or ""
    match = re.match(r"p([\d.]+)$", statistic)
    if match is None:
        task.assume("statistic", "90th percentile")
        return 90.0
    return float(match[1])


def _above_percentile(maps: Sheet, percent: float) -> np.ndarray:
    values, known = maps.inside[0], maps.known
    if not known.any():
        raise InputDataError("no cell of the region has a value", code="no_value")
    limit = area_percentile(values[known], percent, maps.grid.weights[known])
    above: np.ndarray = known & (values > limit)
    return above


def masked(task: Task) -> QuestionReply:
    """Q30, Q31: a statistic of one quantity where another exceeds a percentile or a number."""
    first, second = task.reading.quantities[:2]
    one, two = at_one_time(task.sheet(first), task.sheet(second))
    threshold = next((item for item in task.reading.thresholds), None)
    if threshold is not None:
        chosen = beyond(two, threshold, second)[0]
        told = threshold.words
    else:
        percent = _percent(task)
        chosen = _above_percentile(two, percent)
        told = f"第{percent:g}百分位" if task.zh else f"its percentile {percent:g}"
    statistic = (
        "min"
        if task.says(r"minimum|lowest|最低|最小")
        else ("max" if task.says(r"maximum|highest|最高|最大") else "mean")
    )
    if not chosen.any():
        raise InputDataError("no cell fulfils the condition", code="no_value")
    found = reduced(replace(one, mask=on_cells_of(one, two, chosen)), statistic)
    spoken = wording.with_statistic(first, statistic, task.language)
    amount = wording.amount(found.value, found.unit)
    condition = wording.quantity(second, task.language)
    text = (
        f"{condition}超过{told}处，{spoken}为{amount}。"
        if task.zh
        else f"The {spoken} where the {condition} exceeds {told} was {amount}."
    )
    return task.reply(
        "Q30" if statistic == "min" else "Q31",
        "number",
        found.value,
        text,
        unit=found.unit,
        sheets=(one, two),
        latitude=found.latitude,
        longitude=found.longitude,
        time=found.time,
        detail={"cells": int(chosen.sum())},
    )


def at_extreme(task: Task) -> QuestionReply:
    """Q32: one quantity at the cell where another is largest or smallest."""
    first, second = task.reading.quantities[:2]
    extreme = "min" if task.says(r"minimal|minimum|lowest|最低|最小") else "max"
    place = task.measure(extreme, mention=second)
    one = task.sheet(first)
    if place.latitude is None or place.longitude is None:
        raise InputDataError(
            f"{place.operator} is one number by its definition and has no place", code="no_map"
        )
    row, column = one.grid.nearest(place.latitude, place.longitude)
    number = float(one.values[0, row, column])
    if not np.isfinite(number):
        raise InputDataError(
            f"{one.operator} has no value where {place.operator} is {extreme}", code="no_value"
        )
    at = wording.position(place.latitude, place.longitude, task.language)
    amount = wording.amount(number, one.unit)
    spoken, other = (wording.quantity(item, task.language) for item in (first, second))
    text = (
        f"{other}{'最小' if extreme == 'min' else '最大'}处{spoken}为{amount}，{at}。"
        if task.zh
        else f"The {spoken} where the {other} is {'lowest' if extreme == 'min' else 'highest'} "
        f"was {amount} {at}."
    )
    return task.reply(
        "Q32",
        "number",
        number,
        text,
        unit=one.unit,
        measured=place,
        sheets=(one,),
        detail={"at": [place.latitude, place.longitude], "extreme": place.value},
    )


def distance(task: Task) -> QuestionReply:
    """Q27, Q28, Q33, Q34: how far apart two extremes or centroids lie."""
    centroid = task.says(r"centroid|cent(?:re|er)\s+of|top\s+\d+|质心|重心|中心")
    low = task.statistic == "min" or task.mention.end == "min"
    points = []
    sheets = []
    if len(task.reading.places) >= 2:
        for item in task.reading.places[:2]:
            maps = task.sheet(place=item)
            sheets.append(maps)
            points.append(_centroid(maps) if centroid else extreme_of(maps, low=low))
    else:
        for moment in task.moments[:1] + task.moments[-1:]:
            maps = task.sheet(when=moment)
            sheets.append(maps)
            points.append(_centroid(maps) if centroid and not low else extreme_of(maps, low=low))
    if len(points) < 2:
        return task.refuse(
            "距离需要两个地点或两个时次" if task.zh else "a distance needs two places or two times"
        )
    if task.says(r"degrees?\s+apart|相差多少度|纬度(?:相差|之差)"):
        gap = abs(points[0][0] - points[1][0])
        text = (
            f"两者纬度相差{gap:.2f}度。"
            if task.zh
            else f"The latitudes are {gap:.2f} degrees apart."
        )
        return task.reply(
            "Q34",
            "number",
            gap,
            text,
            unit="degrees",
            sheets=sheets,
            detail={"points": [list(point) for point in points]},
        )
    gap = float(great_circle_km(*points[0], *points[1]))
    ends = [wording.position(*point, task.language) for point in points]
    spoken = wording.quantity(task.mention, task.language)
    text = (
        f"{spoken}两处相距{gap:.0f}公里（{ends[0]}；{ends[1]}）。"
        if task.zh
        else f"The two lie {gap:.0f} km apart: the {spoken} {ends[0]} and {ends[1]}."
    )
    template = "Q28" if len(task.reading.places) >= 2 else "Q27" if centroid and not low else "Q33"
    return task.reply(
        template,
        "number",
        gap,
        text,
        unit="km",
        sheets=sheets,
        detail={"points": [list(point) for point in points]},
    )


def _centroid(maps: Sheet) -> tuple[float, float]:
    """Return the area-weighted centroid of the cells above the region's 90th percentile."""
    chosen = _above_percentile(maps, TOP)
    weights = maps.grid.weights[chosen]
    latitude, longitude = vector_centroid(
        maps.grid.latitude[chosen], maps.grid.longitude[chosen], weights
    )
    return float(latitude), float(longitude)
