"""How a field looks: along a line, between two times, and in one place against another."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.questions import PlaceMention, QuestionReply
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.errors import InputDataError
from diagnostics.grid.regions import region_mask
from diagnostics.grid.sections import great_circle_section, sample_bilinear
from diagnostics.questions import wording
from diagnostics.questions.measure import box_and_outline, where
from diagnostics.questions.sheets import Sheet, extreme_of
from diagnostics.questions.task import Task

ALONG = (
    r"(?:increas|decreas|ris|fall|drop|grow|climb)\w*\s+(?:\w+\s+){0,3}?(?:from|along|between)|"
    r"从.+(?:到|至|向).+(?:升高|增大|增加|递增|增强|降低|减小|减少|递减|减弱|下降|上升)"
)
MOVED = (
    r"(?:mov|shift|drift|travel|progress|motion|displac)\w*\b[^?]*"
    r"(?:east|west|north|south)|(?:east|west|north|south)(?:ward|erly)?\w*\s+(?:motion|movement|shift)|"
    r"(?:东|西|南|北)(?:移|进)|(?:向|往|偏)(?:东|西|南|北)(?:方)?(?:移|推进|移动)"
)
DENSER = (
    r"dens\w+|(?:more\s+)?(?:closely|tightly)\s+(?:packed|spaced)|crowded|tighter|密集|更密|较密"
)
_FALLS = r"decreas|fall|drop|降低|减小|减少|递减|减弱|下降"
_LEAST_CORRELATION = 0.5
_DENSER, _SPARSER = 1.3, 0.77
_TOWN_DEGREES = 1.0
_SIDES = (
    ("east", "东", 1, 1),
    ("west", "西", 1, -1),
    ("north", "北", 0, 1),
    ("south", "南", 0, -1),
)
"""Word, Chinese word, whether of longitude (1) or latitude (0), and its sign."""


def along_line(task: Task) -> QuestionReply:
    """V05: whether a field rises (or falls) along the great circle from one place to another."""
    first, second = task.reading.places[:2]
    maps = task.sheet(everywhere=True)
    ends = first.region.center, second.region.center
    spacing = min(maps.grid.spacing_km) / 2.0
    section = great_circle_section(*ends, spacing_km=spacing)
    values = sample_bilinear(maps.values[0], maps.grid, section.latitude, section.longitude)
    known = np.isfinite(values)
    if known.sum() < values.size or np.ptp(values) == 0.0:
        return task.refuse(
            "资料没有覆盖这条线，或沿线数值不变"
            if task.zh
            else "the data do not cover the line, or do not change along it",
            template="V05",
        )
    slope, _ = np.polyfit(section.distance_km, values, 1)
    correlation = float(np.corrcoef(section.distance_km, values)[0, 1])
    spoken = wording.quantity(task.mention, task.language)
    shown = [wording.amount(float(value), maps.unit) for value in (values[0], values[-1])]
    if abs(correlation) < _LEAST_CORRELATION:
        return task.refuse(
            f"{first.words}到{second.words}{spoken}没有一致的升降（相关系数{correlation:.2f}）"
            if task.zh
            else f"the {spoken} neither rises nor falls throughout from {first.name} to "
            f"{second.name} (correlation {correlation:.2f})",
            template="V05",
        )
    rises = bool(slope > 0)
    holds = rises is not task.says(_FALLS)
    if task.zh:
        told = (
            f"{first.words}到{second.words}{spoken}{'升高' if rises else '降低'}"
            f"（{shown[0]}至{shown[1]}）"
        )
    else:
        told = (
            f"the {spoken} {'rises' if rises else 'falls'} from {shown[0]} at {first.name} to "
            f"{shown[1]} at {second.name}"
        )
    return task.reply(
        "V05",
        "boolean",
        holds,
        wording.verdict(holds, told, task.language),
        sheets=(maps,),
        time=maps.times[0],
        detail={
            "slope_per_100_km": 100.0 * float(slope),
            "unit": maps.unit,
            "correlation": correlation,
        },
    )


def moved(task: Task) -> QuestionReply:
    """V08: whether an extreme moved to a side by more than a cell between two times."""
    times = task.desk.inventory.times
    named = task.moments or times
    moments = [min(times, key=lambda item: abs(item - asked)) for asked in (named[0], named[-1])]
    if moments[0] == moments[1]:
        return task.refuse(
            "移动需要两个时次" if task.zh else "a motion needs two times of the data",
            template="V08",
        )
    low = task.statistic == "min" or task.mention.end == "min"
    sheets = [task.sheet(when=moment) for moment in moments]
    ends = [extreme_of(maps, low=low) for maps in sheets]
    shift = (ends[1][0] - ends[0][0], wrap_longitude(ends[1][1] - ends[0][1]))
    side = next(
        (item for item in _SIDES if item[0] in task.flat or item[1] in task.flat), _SIDES[0]
    )
    cell = sheets[0].grid.spacing_deg
    way = side[3] * shift[side[2]]
    holds = bool(way > cell + 1e-6)
    spoken = wording.with_statistic(task.mention, "min" if low else "max", task.language)
    at = [wording.position(*point, task.language) for point in ends]
    if task.zh:
        told = f"{spoken}由{at[0].removeprefix('位于')}移至{at[1].removeprefix('位于')}"
    else:
        told = f"the {spoken} was {at[0]} first and {at[1]} then"
    return task.reply(
        "V08",
        "boolean",
        holds,
        wording.verdict(holds, told, task.language),
        sheets=sheets,
        detail={
            "latitude_shift": round(shift[0], 4),
            "longitude_shift": round(shift[1], 4),
            "cell_degrees": cell,
            "points": [list(point) for point in ends],
        },
    )


def denser(task: Task) -> QuestionReply:
    """V09: whether a field's contours are denser over one place than over another."""
    first, second = task.reading.places[:2]
    maps = task.sheet(everywhere=True)
    steep = np.hypot(*maps.grid.gradient(maps.values[0]))
    means = [_mean_over(task, maps, steep, place) for place in (first, second)]
    if not means[1] > 0.0 or not np.isfinite(means[0]):
        raise InputDataError("no contours lie where both are compared", code="no_value")
    ratio = means[0] / means[1]
    if _SPARSER < ratio < _DENSER:
        return task.refuse(
            f"两处等值线疏密相近（平均梯度之比{ratio:.2f}）"
            if task.zh
            else f"the contours are about as dense over both (ratio of mean gradients {ratio:.2f})",
            template="V09",
        )
    holds = ratio >= _DENSER
    spoken = wording.quantity(task.mention, task.language)
    if task.zh:
        told = f"{first.words}{spoken}的平均梯度为{second.words}的{ratio:.2f}倍"
    else:
        told = (
            f"the mean gradient of the {spoken} over {first.name} is {ratio:.2f} times that over "
            f"{second.name}"
        )
    return task.reply(
        "V09",
        "boolean",
        holds,
        wording.verdict(holds, told, task.language),
        sheets=(maps,),
        time=maps.times[0],
        detail={"ratio": ratio},
    )


def _mean_over(task: Task, maps: Sheet, values: np.ndarray, place: PlaceMention) -> float:
    box, polygon = box_and_outline(where(task.desk, place))
    if box is not None and place.point:
        box = box.padded(_TOWN_DEGREES)
    inside = maps.mask if box is None else region_mask(maps.grid, box, polygon)
    inside = inside & np.isfinite(values)
    if not inside.any():
        return 0.0
    return float(np.average(values[inside], weights=np.maximum(maps.grid.weights[inside], 1e-12)))
