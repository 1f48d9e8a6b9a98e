"""From a question to its answer: which of the known shapes it has, and who answers it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import QuestionReply, Scenario
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.language import intents
from diagnostics.language.lexicon import find_feature
from diagnostics.language.reading import read_request
from diagnostics.ports import FieldSource
from diagnostics.questions import (
    comparisons,
    events,
    features,
    fields,
    normals,
    numbers,
    patterns,
    refusals,
    spatial,
    wording,
)
from diagnostics.questions.measure import Desk
from diagnostics.questions.places import on_grid
from diagnostics.questions.task import Task
from diagnostics.questions.told import in_language

if TYPE_CHECKING:
    from diagnostics.catalog.execute import Climatology

Handler = Callable[[Task], QuestionReply]


_REFUSED: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "Q45",
        r"after\s+adding|if\s+we\s+add|simulat|增加.*之后|模拟",
        "it needs a simulator: the data are fixed, and nothing can be added to them",
        "需要数值模拟，数据本身不可改动",
        "the value of the quantity in the data",
    ),
    (
        "Q46",
        r"simulator\s+parameter|parameter\s+\w+\s+produced|模式参数",
        "it needs the runs of a simulator with other parameters",
        "需要不同参数的模拟结果",
        "",
    ),
    (
        "Q48",
        r"(?:three|3)[\s-]?months?|seasonal|outlook|next\s+(?:season|month|year)|展望|未来三个月|季节预测|气候预测",
        "the data are a case of days; an outlook of months needs a seasonal forecast",
        "数据只有数日，月季展望需要季节预测",
        "a diagnosis of the period of the data",
    ),
    (
        "Q49",
        r"(?<![a-z])enso(?![a-z])|el\s+ni|la\s+ni[nñ]a|厄尔尼诺|拉尼娜",
        "it needs sea surface temperatures of the tropical Pacific over months, which are no field "
        "of the canonical data set",
        "需要数月的热带太平洋海温，数据中没有",
        "",
    ),
)


def answer(
    question_text: str,
    source: FieldSource,
    *,
    now: datetime | None = None,
    region: Region | None = None,
    window: TimeWindow | None = None,
    language: Language | None = None,
    climatology: Climatology | None = None,
    timezone: str | None = None,
) -> QuestionReply:
    """Answer a question in words from a source.

    Parameters
    ----------
    question_text : str
        English or Chinese.
    source : FieldSource
    now : datetime, optional
        What relative times count from; the last time of the data by default.
    region, window : optional
        Where and when a question that does not say so looks; the whole data by default.
    language : Language, optional
        Of the answer; the question's own by default.
    climatology : Baseline, GridClimatology or Climatologies, optional
        For questions on anomalies.
    timezone : str, optional
        Zone of times that name none; UTC by default, which is then listed as assumed.

    Returns
    -------
    QuestionReply
        ``answered`` is False, with the reason and the nearest question that can be answered,
        for whatever the data or the operators cannot tell: data errors are answers here.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    desk = Desk(
        source, region=region, window=window, now=now, timezone=timezone, baseline=climatology
    )
    reading = read_request(question_text, desk.surroundings())
    if language is not None:
        reading = reading.model_copy(update={"language": language})
    task = Task(question_text, reading, desk)
    try:
        reply = _reply(_on_the_grid(task))
    except DiagnosticsError as error:
        reply = task.refuse(refusals.reason_of(error, task), code=error.code)
    except Exception as fault:  # noqa: BLE001 - a fault of one question ends no program
        reply = refusals.fault(task, fault)
    spoken = in_language(reply.reading, reply.language)
    return reply.model_copy(update={"reading": spoken})


def _on_the_grid(task: Task) -> Task:
    """Take a place that is smaller than a cell of the data as the cell it lies in, and say so."""
    grid = task.desk.inventory.grid
    places = task.reading.places
    taken = on_grid(places, grid.spacing_deg) if grid is not None else places
    for before, after in zip(places, taken, strict=True):
        if before != after:
            task.assume("place", f"{after.name}: the nearest cell, which is larger")
    task.reading = task.reading.model_copy(update={"places": taken})
    return task


def _reply(task: Task) -> QuestionReply:
    """Answer a question that has been read."""
    reading = task.reading
    refusal = _refused(task)
    if refusal is not None:
        return refusal
    handler = _handler(task)
    if handler is None:
        return _not_understood(task)
    future = refusals.beyond_the_data(task)
    if future is not None:
        return future
    unread = next((item for item in reading.understood if item.part == "unread"), None)
    motion = unread is not None and re.search(fields.MOVED, unread.words) is not None
    if unread is not None and not motion and reading.scenario is Scenario.INDEX:
        return task.refuse(
            f"不认识“{unread.words}”：既不是已知的地名，也不是已知的量"
            if task.zh
            else f"'{unread.words}' is neither a place nor a quantity that is known",
            "换用经纬度或 W,S,E,N 区域的同一问题"
            if task.zh
            else "the same with W,S,E,N in degrees",
            code="unknown_words",
        )
    doubts = [
        item
        for item in reading.ambiguities
        if item.part != "chart" or reading.scenario is Scenario.CHART
    ]
    if doubts:
        first = doubts[0]
        return task.refuse(refusals.doubt_of(first, task), code="ambiguous")
    try:
        return handler(task)
    except DiagnosticsError as error:
        if error.ends_run and error.code != TOO_LARGE:
            raise
        return task.refuse(
            refusals.reason_of(error, task), _nearest(task, error.code), code=error.code
        )


def _refused(task: Task) -> QuestionReply | None:
    for template, pattern, english, chinese, nearest in _REFUSED:
        if task.says(pattern):
            return task.refuse(
                chinese if task.zh else english,
                "" if task.zh else nearest,
                template,
                code="outside_the_data",
            )
    return None


def _handler(task: Task) -> Handler | None:
    """Choose the shape of a question; the first that fits is it."""
    reading = task.reading
    two_places = (len(reading.places) >= 2 and task.place is None) or len(reading.places) >= 3
    quantities, stated = len(reading.quantities), len(reading.thresholds)
    yes_no = task.says(patterns.ASKS_YES_NO)
    if reading.scenario is Scenario.CHART and not yes_no and not stated:
        return events.chart
    if task.says(
        r"is\s+the\s+(?:claim|statement|sentence)|supported\s+by\s+the\s+data|说法|该(?:论断|陈述)"
    ):
        return comparisons.statement if stated else None
    if task.says(patterns.EVENT_SET):
        return events.present
    if task.says(patterns.RUN) and (task.says(r"days?|天|日") and (stated or quantities)):
        return events.longest_run
    if reading.event is not None and (task.says(patterns.GRADE) or (yes_no and not stated)):
        return events.present
    shape = _shape_of_field(task, two_places) if yes_no and quantities else None
    if shape is not None:
        return shape
    feature = (
        find_feature(task.flat)
        if (yes_no and not stated)
        or task.says(r"(?:core|trough|ridge|shear\s+line|cut-?off)\b.*visible|可见")
        else None
    )
    if feature is not None and yes_no:
        return lambda item: features.feature(item, feature)
    if not quantities:
        sought = find_feature(task.flat) if task.says(patterns.WHERE) else None
        return None if sought is None else lambda item: features.feature(item, sought)
    if yes_no:
        chosen = _yes_no(task, two_places)
        if chosen is not None:
            return chosen
    return _question(task, two_places)


def _shape_of_field(task: Task, two_places: bool) -> Handler | None:
    """The questions about how a chart looks that need no number."""
    for pattern, handler, fits in (
        (fields.DENSER, fields.denser, two_places),
        (fields.MOVED, fields.moved, True),
        (fields.ALONG, fields.along_line, two_places and not task.reading.thresholds),
    ):
        if fits and task.says(pattern):
            return handler
    return None


def _yes_no(task: Task, two_places: bool) -> Handler | None:
    reading = task.reading
    stated = len(reading.thresholds)
    if (
        task.says(r"latitude\s+of\s+the\s+(?:max|min)|farther\s+north|纬度.*(?:高|更北)")
        and two_places
    ):
        return comparisons.latitudes
    if (
        task.says(r"number\s+of\s+(?:grid\s+)?cells|more\s+(?:grid\s+)?cells|格点数")
        and two_places
        and stated
    ):
        return comparisons.counts
    if len(reading.quantities) >= 2 and task.says(
        r"within\s+(?:one|1|a)\s+(?:grid\s+)?cell|一个格点(?:以)?内|coincide"
    ):
        return comparisons.coincidence
    if task.says(patterns.AREA) and stated and any(item.unit == "%" for item in reading.thresholds):
        return spatial.area
    if task.says(r"quadrant|象限"):
        return events.quadrant
    if task.says(r"same\s+sign|sign\s+of.*same|符号(?:一致|相同)|同号"):
        return events.same_sign
    if stated >= 2 and task.says(r"(?<![a-z])(?:while|and|but)(?![a-z])|同时|而|且"):
        return comparisons.conjunction
    if two_places and task.says(patterns.DIFFERENCE):
        return comparisons.difference
    return comparisons.statement if stated else None


def _question(task: Task, two_places: bool) -> Handler | None:
    reading = task.reading
    several = len(reading.quantities) >= 2
    for pattern, handler, fits in (
        (normals.WHICH_REGIONS, normals.regions_beyond, True),
        (patterns.ANOMALY, numbers.anomaly, True),
        (r"both\s+exceed|joint|均超过|同时超过", spatial.joint_area, several),
        (
            r"where\s+[^?]*(?:is|was)\s+(?:the\s+)?(?:maximal|minimal|highest|largest|strongest|lowest)|"
            r"at\s+the\s+(?:cell|point|place|location)\s+(?:where|of)|(?:最大|最小|最高|最低)(?:值)?(?:的)?(?:格点|处|地方)的",
            spatial.at_extreme,
            several,
        ),
        (patterns.DISTANCE, spatial.distance, True),
        (
            r"difference\s+(?:of|in)[\w\s-]*between\s+(?:any\s+)?two\s+cells|最大差(?:值|异)|largest\s+difference",
            comparisons.spread,
            not two_places,
        ),
        (r"quadrant|象限", events.quadrant, True),
        (patterns.AREA, spatial.area, bool(reading.thresholds) or task.says(r"median|中位")),
        (
            r"(?<![a-z])where\s+(?!is\b|was\b|were\b|did\b)|(?:超过|高于|大于).*(?:处|的地方|的格点)",
            spatial.masked,
            several,
        ),
        (patterns.WHICH, comparisons.ranking, len(reading.places) >= 2),
        (patterns.WHEN, numbers.moment, True),
        (patterns.WHERE, numbers.position, True),
        (patterns.DIFFERENCE, comparisons.difference, two_places),
        (patterns.CHANGE, numbers.change, _changes(task)),
    ):
        if fits and task.says(pattern):
            return handler
    return None if reading.scenario is Scenario.DIAGNOSIS else numbers.value


def _changes(task: Task) -> bool:
    """Whether a change is meant, not an index that is one by its definition."""
    return (
        task.mention.id
        not in (
            "temperature_change_24h",
            "pressure_change_24h",
            "cyclone_pressure_change_rate",
            "pressure_tendency_3h",
            "tmin_drop",
        )
        and re.search(r"q_change|tendency", task.mention.id) is None
    )


def _not_understood(task: Task) -> QuestionReply:
    if task.reading.event is not None or intents.asks_for_diagnosis(task.flat):
        return task.refuse(
            "这是一个需要完整诊断的问题，不是单个数值"
            if task.zh
            else "it asks for a whole diagnosis, not for one number",
            "hvrmet diagnose --request",
            "Q47",
            code="not_understood",
        )
    return task.refuse(
        "没有读出任何已知的量；`hvrmet catalog` 列出全部指标"
        if task.zh
        else "no quantity that the catalogue knows was found in it; "
        "`hvrmet catalog` lists them all",
        code="not_understood",
    )


def _nearest(task: Task, code: str) -> str:
    """Offer what could be answered instead."""
    reading, desk = task.reading, task.desk
    if code == "period_without_data" and desk.inventory.times:
        wanted = task.when
        moment = (
            wanted
            if isinstance(wanted, datetime)
            else (wanted.start if wanted is not None else None)
        )
        if moment is not None:
            near = min(desk.inventory.times, key=lambda item: abs(item - moment))
            return (
                f"{wording.when(near, task.language)}的同一问题"
                if task.zh
                else f"the same question at {format_instant(near)}"
            )
    if code == "missing_level" and reading.quantities:
        return (
            f"{wording.quantity(task.mention, task.language)}（换用已有层次）"
            if task.zh
            else "the same question at a level that the data hold"
        )
    if code in ("missing_input", "no_value") and desk.inventory.variables:
        held = ", ".join(item.name for item in desk.inventory.variables)
        return f"有关 {held} 的问题" if task.zh else f"questions on {held}"
    if code == "region_outside_data":
        box = ",".join(f"{edge:g}" for edge in desk.extent.bounds())
        return f"{box} 之内的地点" if task.zh else f"places inside {box} (W,S,E,N)"
    return ""
