"""Numbers, times and positions: look-up, extrema, changes, anomalies."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.questions import QuestionReply
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.grid.gazetteer import places_at
from diagnostics.language.lexicon import entries, tools
from diagnostics.questions import wording
from diagnostics.questions.claim_values import ONE_END
from diagnostics.questions.sheets import Array, Measured, Sheet, reduced
from diagnostics.questions.task import Task

DAILY = ("tmax_daily", "tmin_daily")
AMOUNTS = ("precip_24h", "snowfall_24h")
"""Operators that sum over hours, of which a question may name others than 24."""


def statistic_of(task: Task) -> str:
    """Return the statistic that is asked for, or the quantity's own, which is then recorded."""
    said, mention = task.statistic, task.mention
    if mention.operator == "tmin_drop" and task.reading.hours in (48.0, 72.0):
        return f"max_{task.reading.hours:g}h"
    if mention.id in ONE_END and mention.end and said in (None, "max", "min"):
        return mention.end
    if said is not None:
        return said
    own = mention.end
    if own is None and mention.operator in tools():
        default = tools()[mention.operator]["default_reduction"]
        generic = mention.id == mention.operator or mention.id not in entries()
        own = default if generic and default != "single_value" else None
    place = task.place
    if place is not None and place.point and isinstance(task.when, datetime):
        return "mean"
    task.assume("statistic", own or "mean")
    return own or "mean"


def value(task: Task) -> QuestionReply:
    """Q02, Q05, I01-I60: one number of a quantity."""
    statistic = statistic_of(task)
    found = task.measure(statistic)
    place = task.place
    single = statistic in ("max", "min") and not (place is not None and place.point)
    at = wording.position(found.latitude, found.longitude, task.language) if single else ""
    decisive = statistic in ("max", "min")
    moment = found.time if decisive else task.when or found.time
    spoken = _said(task, statistic)
    text = _sentence(task, spoken, found.value, found.unit, moment, at)
    detail = (
        {}
        if found.anomaly is None
        else {
            "z": found.anomaly.z,
            "percentile": found.anomaly.percentile,
            "climatology_mean": found.anomaly.mean,
        }
    )
    template = "Q05" if isinstance(task.when, datetime) else "Q02"
    if task.mention.id == task.mention.operator:
        template = f"I:{task.mention.operator}"
    return task.reply(
        template,
        "number",
        found.value,
        text,
        unit=found.unit,
        measured=found,
        time=moment,
        detail={"statistic": statistic, **detail},
    )


def _said(task: Task, statistic: str) -> str:
    """Name the quantity with its statistic; an amount with the hours that it was asked for."""
    place, name = task.place, wording.quantity(task.mention, task.language)
    said = wording.with_statistic(task.mention, statistic, task.language)
    if place is not None and place.point and isinstance(task.when, datetime):
        said = name
    hours = task.reading.hours
    if task.mention.operator not in AMOUNTS or hours is None:
        return said
    return said.replace(name, f"{hours:g}小时{name}" if task.zh else f"{hours:g}-h {name}")


def _sentence(
    task: Task, spoken: str, number: float, unit: str, moment: datetime | TimeWindow | None, at: str
) -> str:
    language = task.language
    where, time = wording.place(task.place, language), wording.when(moment, language)
    amount = wording.amount(number, unit)
    if task.zh:
        return wording.sentence([time, f"{where}{spoken}为{amount}", at], language)
    return wording.sentence(
        [f"the {spoken} {where} {time} was {amount}".replace("  ", " "), at], language
    )


def moment(task: Task) -> QuestionReply:
    """Q04, Q06, Q12: when a quantity was largest or smallest."""
    statistic = task.statistic or task.mention.end or "max"
    averaged = task.says(r"area[\s-]*(?:mean|average)|mean|average|平均") and statistic in (
        "mean",
        "max",
        "min",
    )
    extreme = "min" if task.says(r"lowest|minimum|smallest|coldest|最低|最小|最弱|最冷") else "max"
    if statistic in ("max", "min") and not averaged:
        extreme = statistic
    start = _counted_from(task)
    period = task.when
    if start is not None and isinstance(period, datetime):
        period = TimeWindow(start=start, end=task.desk.inventory.times[-1])
        task.assume("time", "until the last time of the data")
    sheet = task.sheet(task.sampled, when=period)
    maps = reduced(sheet, "mean" if averaged else extreme)
    known = [(at, number) for at, number in maps.series if number is not None]
    best = (max if extreme == "max" else min)(known, key=lambda item: item[1])
    first = next(item for item in known if item[1] == best[1])
    amount = wording.amount(first[1], maps.unit)
    where = wording.place(task.place, task.language)
    spoken = wording.quantity(task.sampled, task.language)
    hours = None
    if start is not None:
        hours = (first[0] - start).total_seconds() / 3600.0
    if task.zh:
        end = "最大" if extreme == "max" else "最小"
        stamp = wording.when(first[0], task.language)
        text = f"{where}{'平均' if averaged else ''}{spoken}在{stamp}达到{end}（{amount}）"
        text += (
            f"，即{wording.when(start, task.language)}之后{hours:g}小时"
            if hours is not None
            else ""
        )
        text += "。"
    else:
        mean = "area-mean " if averaged else ""
        end = "highest" if extreme == "max" else "lowest"
        after = (
            f", {hours:g} h after {start:%Y-%m-%d %H:%M} UTC" if hours is not None and start else ""
        )
        text = wording.sentence(
            [
                f"the {mean}{spoken} {where} was {end} {wording.when(first[0], task.language)} "
                f"({amount}){after}"
            ],
            task.language,
        )
    return task.reply(
        "Q04" if hours is not None else "Q06",
        "time",
        hours if hours is not None else first[0].strftime("%Y-%m-%dT%H:%M:%SZ"),
        text,
        unit="h" if hours is not None else "",
        sheets=(sheet,),
        time=first[0],
        detail={"value": first[1], "value_unit": maps.unit},
    )


def _counted_from(task: Task) -> datetime | None:
    if not task.says(r"how\s+many\s+hours|hours\s+after|多少(?:个)?小时|几(?:个)?小时"):
        return None
    when = task.when
    if isinstance(when, datetime):
        return when
    return when.start if when is not None else task.desk.inventory.times[0]


def position(task: Task) -> QuestionReply:
    """Q03, Q07: where a quantity is largest or smallest."""
    extreme = task.statistic if task.statistic in ("max", "min") else None
    extreme = extreme or task.mention.end or "max"
    found = task.measure(extreme, mention=task.sampled)
    if found.latitude is None or found.longitude is None:
        raise InputDataError("the operator gives no position", code="no_value")
    inside = places_at(found.latitude, found.longitude)
    at = wording.position(found.latitude, found.longitude, task.language)
    amount = wording.amount(found.value, found.unit)
    spoken = wording.with_statistic(task.mention, extreme, task.language)
    names = [place.name for place in inside]
    region = task.says(
        r"which\s+(?:sub[\s-]?region|state|province|admin\w*|country|county|part)|"
        r"哪个(?:省|州|国家|地区|行政区|区域)|哪一(?:省|州)"
    )
    if region:
        if not names:
            return task.refuse(
                f"the cell at {found.latitude:.2f}, {found.longitude:.2f} lies in no country "
                "or state that the gazetteer knows",
                "at which cell the extreme lies",
                "Q03",
            )
        text = (
            f"{spoken}（{amount}）位于{names[0]}，{at}。"
            if task.zh
            else wording.sentence(
                [f"the {spoken} ({amount}) lies in {names[0]}, {at}"], task.language
            )
        )
        return task.reply(
            "Q03",
            "place",
            names[0],
            text,
            measured=found,
            detail={"places": list(names), "value": found.value, "value_unit": found.unit},
        )
    time = wording.when(found.time, task.language)
    text = (
        f"{spoken}为{amount}，{at}，{time}。"
        if task.zh
        else wording.sentence([f"the {spoken} was {amount} {at} {time}"], task.language)
    )
    return task.reply(
        "Q07",
        "place",
        [found.latitude, found.longitude],
        text,
        unit="degrees",
        measured=found,
        detail={"value": found.value, "value_unit": found.unit, "inside": list(names)},
    )


def change(task: Task) -> QuestionReply:
    """Q10, Q36, I21: how much a quantity changed between two moments."""
    hours = task.reading.hours
    moments = task.moments
    if len(moments) == 1 and hours is not None:
        moments = (moments[0] - timedelta(hours=hours), moments[0])
    if len(moments) < 2 and hours is not None and task.desk.inventory.times:
        last = task.desk.inventory.times[-1]
        task.assume("time", f"up to the last time of the data, {last:%Y-%m-%dT%H:%MZ}")
        moments = (last - timedelta(hours=hours), last)
    if len(moments) < 2:
        times = task.desk.inventory.times
        task.assume("time", "from the first to the last time of the data")
        moments = (times[0], times[-1])
    moments = _held(task, moments)
    earlier, later = task.sheet(when=moments[0]), task.sheet(when=moments[-1])
    difference = later.inside[-1] - earlier.inside[0]
    statistic = task.statistic or "mean"
    absolute = task.says(r"absolute|绝对|\|")
    if absolute:
        difference, statistic = np.abs(difference), "max"
    maps = reduced(_with(later, difference), statistic)
    unit = "K" if maps.unit == "degC" else maps.unit
    window = TimeWindow(start=moments[0], end=moments[-1])
    spoken = wording.quantity(task.mention, task.language)
    where = wording.place(task.place, task.language)
    span = wording.when(window, task.language)
    amount = f"{'+' if maps.value > 0 and not absolute else ''}{wording.amount(maps.value, unit)}"
    text = (
        f"{span}，{where}{spoken}变化{amount}。"
        if task.zh
        else wording.sentence([f"the {spoken} {where} changed by {amount} {span}"], task.language)
    )
    return task.reply(
        "Q36" if absolute else "Q10",
        "number",
        maps.value,
        text,
        unit=unit,
        sheets=(earlier, later),
        time=window,
        latitude=maps.latitude,
        longitude=maps.longitude,
        detail={"statistic": statistic},
    )


def _held(task: Task, moments: tuple[datetime, ...]) -> tuple[datetime, ...]:
    """Return two moments; for a period of days, the first and the last time that it holds."""
    window = task.reading.window
    if window is None or moments != (window.start, window.end):
        return moments
    times = task.desk.inventory.times
    inside = [item for item in times if window.start <= item <= window.end]
    if len(inside) < 2 or window.end in inside:
        return moments
    task.assume("time", f"{format_instant(inside[0])} to {format_instant(inside[-1])}")
    return (inside[0], inside[-1])


def _with(maps: Sheet, values: Array) -> Sheet:
    """Return the last of some maps with other values."""
    return replace(maps, values=values[None], times=maps.times[-1:])


def anomaly(task: Task) -> QuestionReply:
    """Q37, Q38, I25: where a value stands in its climatology."""
    if task.desk.baseline is None:
        return task.refuse(
            "不知道气候平均：请用 --climatology 给出气候文件"
            if task.zh
            else "no climatology is given: name a file with --climatology",
            wording.with_statistic(task.mention, statistic_of(task), task.language),
            "Q38",
        )
    found: Measured = task.measure(statistic_of(task))
    if found.anomaly is None or found.anomaly.z is None:
        return task.refuse(
            "该气候文件不含此指标、区域与时刻"
            if task.zh
            else "the climatology holds no series of this index, region and time",
            wording.with_statistic(task.mention, statistic_of(task), task.language),
            "Q38",
        )
    percentile = task.says(r"percentile|百分位")
    number = found.anomaly.percentile if percentile else found.anomaly.z
    spoken = wording.quantity(task.mention, task.language)
    where = wording.place(task.place, task.language)
    if task.zh:
        text = f"{where}{spoken}的标准化距平为{found.anomaly.z:.2f}个标准差。"
    else:
        text = wording.sentence(
            [f"the standardised anomaly of the {spoken} {where} was {found.anomaly.z:.2f} sigma"],
            task.language,
        )
    return task.reply(
        "Q38",
        "number",
        number,
        text,
        unit="%" if percentile else "sigma",
        measured=found,
        detail={
            "value": found.value,
            "value_unit": found.unit,
            "mean": found.anomaly.mean,
            "std": found.anomaly.std,
        },
    )
