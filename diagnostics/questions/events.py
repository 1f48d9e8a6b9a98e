"""Events, features and charts: what is present, how strong, and where it can be seen."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np

from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.contracts.questions import Comparator, QuestionReply, Threshold
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.language.lexicon import entries, tools
from diagnostics.messages import render, term
from diagnostics.questions import wording
from diagnostics.questions.comparisons import beyond, in_unit
from diagnostics.questions.sheets import Sheet
from diagnostics.questions.task import Task

_NAMES = {
    EventType.RAINSTORM: ("rainstorm", "暴雨"),
    EventType.SNOWSTORM: ("snowstorm", "暴雪"),
    EventType.GALE: ("gale", "大风"),
    EventType.HEAT_WAVE: ("heat wave", "高温热浪"),
    EventType.COLD_WAVE: ("cold wave", "寒潮"),
}
HOT_DAY = 35.0
"""A hot day reaches this maximum, degC, where a question states no other."""


def name_of(event: EventType, language: Language) -> str:
    """Name a type of event."""
    return _NAMES[event][1 if language is Language.ZH else 0]


def _classified(task: Task) -> Classification:
    from diagnostics.detection.events import classify

    inventory = task.desk.inventory
    place = task.place
    region: Region = place.region if place else task.desk.region or task.desk.extent
    if region.width == 0 or region.north == region.south:
        region = region.padded(0.5)
    when = task.when
    if when is None:
        window = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    elif isinstance(when, datetime):
        window = TimeWindow(start=when, end=when)
    else:
        window = when
    return classify(
        task.desk.source,
        region,
        window,
        preset=task.reading.preset or "cma",
        timezone=task.reading.timezone,
        declared=task.reading.event,
    )


def _with_classification(found: Classification) -> dict[str, Any]:
    return {
        "region": found.region,
        "time": found.window,
        "operator": "classify",
        "detail": {
            "preset": found.preset,
            "preset_digest": found.preset_digest,
            "assessments": {item.event.value: item.firing.value for item in found.assessments},
        },
    }


def present(task: Task) -> QuestionReply:
    """Q39, Q40, Q41: which types of event are present, whether one is, and its grade."""
    found = _classified(task)
    event = task.reading.event
    known = _with_classification(found)
    if event is None:
        fired = [item for item in found.assessments if item.firing is Firing.FIRED]
        names = [name_of(item.event, task.language) for item in fired]
        untested = [
            name_of(item.event, task.language)
            for item in found.assessments
            if item.firing is Firing.NOT_ASSESSABLE
        ]
        if task.zh:
            text = f"检测到：{'、'.join(names) or '无事件'}。"
            text += f"无法检验：{'、'.join(untested)}。" if untested else ""
        else:
            text = f"Present: {', '.join(names) or 'none of the types that could be tested'}."
            text += f" Not testable on these data: {', '.join(untested)}." if untested else ""
        return task.reply("Q39", "set", [item.event.value for item in fired], text, **known)
    item = found.assessment(event)
    label = name_of(event, task.language)
    if item.firing is Firing.NOT_ASSESSABLE:
        joint = "：" if task.zh else ": "
        why = _why(item, task)
        return task.refuse(f"{label}{joint}{why}", template="Q40")
    fired_ = item.firing is Firing.FIRED
    if task.says(r"grade|level|category|how\s+severe|severity|等级|级别|量级|几级"):
        grade = (
            term(item.grade_name, task.language)
            if item.grade_name
            else ("未达标准" if task.zh else "below the criteria")
        )
        text = (
            f"{label}等级：{grade}（{_reason(item, task)}）。"
            if task.zh
            else f"The {label} reaches: {grade} ({item.reason})."
        )
        return task.reply("Q41", "class", grade, text, **known)
    text = (
        f"{wording.yes_no(fired_, task.language)}{'：' if task.zh else ': '}{_reason(item, task)}"
    )
    return task.reply(
        "Q40", "boolean", fired_, text.rstrip(".。") + ("。" if task.zh else "."), **known
    )


def _why(item: TypeAssessment, task: Task) -> str:
    """Write the reason of an assessment in the question's language."""
    return render(item.wording, task.language) if item.wording else item.reason


def _reason(item: TypeAssessment, task: Task) -> str:
    """Say why a type fired or not, with its peak and threshold, in the question's language."""
    metrics = item.metrics
    if not task.zh or metrics is None:
        return _why(item, task)
    reached = "达到" if item.firing is Firing.FIRED else "未达到"
    peak = wording.amount(metrics.peak, metrics.unit)
    limit = wording.amount(metrics.threshold_effective, metrics.unit)
    where = wording.position(metrics.peak_latitude, metrics.peak_longitude, task.language)
    moment = wording.when(metrics.peak_time, task.language)
    return "，".join(
        part
        for part in (
            f"{name_of(item.event, task.language)}{reached}标准",
            f"{term(metrics.quantity, task.language)}峰值{peak}",
            f"判据（按网格折算）{limit}",
            where,
            moment,
        )
        if part
    )


def longest_run(task: Task) -> QuestionReply:
    """Q42: the longest run of days at or above a maximum temperature."""
    mention = task.mention
    if mention.operator != "tmax_daily":
        entry = entries()["maximum_temperature"]
        mention = mention.model_copy(
            update={"id": entry.id, "operator": entry.operator, "unit": entry.unit, "level": None}
        )
    stated = next(
        (item for item in task.reading.thresholds if item.unit in ("degC", "degF", "K")), None
    )
    if stated is None:
        task.assume("threshold", f"{HOT_DAY:g} degC")
        stated = Threshold(comparator=Comparator.ABOVE, value=HOT_DAY, unit="degC", words="")
    maps = task.sheet(mention)
    limit = in_unit(stated, mention)
    hot = np.isfinite(maps.inside) & (maps.inside >= limit)
    run = np.zeros(hot.shape[1:], dtype=int)
    best = np.zeros_like(run)
    for layer in hot:
        run = np.where(layer, run + 1, 0)
        best = np.maximum(best, run)
    longest = int(best.max())
    row, column = np.unravel_index(int(best.argmax()), best.shape)
    latitude, longitude = maps.at((int(row), int(column)))
    at = wording.position(latitude, longitude, task.language) if longest else ""
    where = wording.place(task.place, task.language)
    if task.zh:
        text = f"{where}日最高气温不低于{limit:g}°C的最长连续日数为{longest}天" + (
            f"，{at}。" if at else "。"
        )
    else:
        text = wording.sentence(
            [
                f"the longest run of days with a maximum of at least {limit:g} °C "
                f"{where} was {longest} day{'' if longest == 1 else 's'}",
                at,
            ],
            task.language,
        )
    return task.reply(
        "Q42",
        "number",
        longest,
        text,
        unit="days",
        sheets=(maps,),
        latitude=latitude if longest else None,
        longitude=longitude if longest else None,
    )


def chart(task: Task) -> QuestionReply:
    """Name the chart that a request asks for, and how to draw it."""
    charts = task.reading.charts
    if not charts:
        return task.refuse(
            "目录中没有这样的图" if task.zh else "the catalogue has no such chart", "hvrmet catalog"
        )
    name = charts[0]
    title = tools()[name]["title_zh" if task.zh else "title_en"]
    when = task.when
    times = task.desk.inventory.times
    if isinstance(when, TimeWindow):
        inside = [item for item in times if when.start <= item <= when.end]
        when = inside[0] if len(inside) == 1 else None
    if when is None and len(times) == 1:
        when = times[0]
    command = f"hvrmet figure {name} --data DATA --out {name}.png"
    if isinstance(when, datetime):
        command += f" --time {when:%Y-%m-%dT%H:%MZ}"
    place = task.place
    if place is not None and not place.point:
        command += f" --region {','.join(f'{edge:g}' for edge in place.region.bounds())}"
    text = f"所要的图是“{title}”（{name}）。" if task.zh else f"The chart is {title} ({name})."
    return task.reply(
        "figure",
        "chart",
        name,
        text,
        operator=name,
        time=when,
        detail={"title": title, "command": command},
    )


def quadrant(task: Task) -> QuestionReply:
    """V06: in which quadrant of a box the extreme lies."""
    low = task.statistic == "min" or task.mention.end == "min"
    found = task.measure("min" if low else "max")
    place = task.place
    box = place.region if place else task.desk.region or task.desk.extent
    middle_latitude, middle_longitude = box.center
    north = (found.latitude or 0.0) >= middle_latitude
    east = ((found.longitude or 0.0) - middle_longitude + 180.0) % 360.0 - 180.0 >= 0.0
    english = f"{'north' if north else 'south'}{'east' if east else 'west'}"
    chinese = f"{'东' if east else '西'}{'北' if north else '南'}"
    at = wording.position(found.latitude, found.longitude, task.language)
    spoken = wording.with_statistic(task.mention, "min" if low else "max", task.language)
    asked = next(
        (
            word
            for word in (
                "northeast",
                "northwest",
                "southeast",
                "southwest",
                "东北",
                "西北",
                "东南",
                "西南",
            )
            if word in task.flat
        ),
        None,
    )
    label = chinese if task.zh else english
    text = (
        f"{spoken}在{chinese}象限，{at}。"
        if task.zh
        else f"The {spoken} lies in the {english} quadrant, {at}."
    )
    if asked is not None and task.says(r"^\s*(?:is|does|do|did|was)(?![a-z])|是否|吗"):
        holds = asked in (english, chinese)
        return task.reply(
            "V06",
            "boolean",
            holds,
            wording.yes_no(holds, task.language) + ("：" if task.zh else ": ") + text,
            measured=found,
        )
    return task.reply("V06", "class", label, text, measured=found)


def same_sign(task: Task) -> QuestionReply:
    """V07: whether a quantity has one sign over at least 95 % of a region."""
    maps: Sheet = task.sheet()
    positive = beyond(
        maps, Threshold(comparator=Comparator.ABOVE, value=0.0, words="0"), task.mention
    )[0]
    known = maps.mask & np.isfinite(maps.values[0])
    share = float(maps.grid.weights[positive].sum() / maps.grid.weights[known].sum())
    holds = max(share, 1.0 - share) >= 0.95
    text = (
        f"{wording.yes_no(holds, task.language)}，正值面积占{100 * share:.0f}%。"
        if task.zh
        else f"{wording.yes_no(holds, task.language)}: it is positive over {100 * share:.0f} % of "
        "the area."
    )
    return task.reply(
        "V07", "boolean", holds, text, sheets=(maps,), detail={"positive_share": share}
    )
