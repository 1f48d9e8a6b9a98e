"""Why there is no answer, wholly in the language of the question."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.questions import Ambiguity, QuestionReply
from diagnostics.errors import DiagnosticsError
from diagnostics.questions import wording
from diagnostics.questions.task import Task
from diagnostics.reporting.messages import known_in_chinese, translated

log = logging.getLogger(__name__)

_CHINESE = {
    "missing_level": "资料中没有所问的气压层{levels}",
    "missing_input": "资料缺少{quantity}所需的要素",
    "period_without_data": "所问时段没有资料（资料时段：{period}）",
    "region_outside_data": "资料没有覆盖所问的地点或区域",
    "no_value": "所问的区域和时段没有有效数值",
    "no_common_time": "所问的两个量没有共同的时次",
    "no_map": "{quantity}按定义只有一个数值，没有空间分布",
    "no_grid": "资料没有可用的网格，请给出区域",
    "invalid_time": "所问的时间无法解读",
    "unknown_timezone": "所给时区无法识别",
    "invalid_unit": "所给数值的单位与{quantity}不符",
    "invalid_region": "所给区域无法解读",
    "unknown_place": "所给地名无法识别",
    "time_needed": "资料有多个时次，请指明时间",
    "unknown_preset": "所给判据组不存在",
    "grid_too_small": "区域内格点过少",
    "climatology_grid_differs": "气候资料与本资料的网格不同",
}
"""What an error says in Chinese, where its own message has no template."""
_OTHERWISE = "现有资料或算法不能给出{quantity}（错误代码：{code}）"
_DOUBTS = {
    "place": "没有这个地名，或它可指多个地点",
    "time": "所指日期不明确",
    "timezone": "“当地时间”所指地点不明确",
    "chart": "有多种图可用，请指明一种",
    "quantity": "所指的量不明确",
    "level": "所指的层次不明确",
}


def reason_of(error: DiagnosticsError, task: Task) -> str:
    """Return the reason of an error in the language of the answer.

    Parameters
    ----------
    error : DiagnosticsError
    task : Task

    Returns
    -------
    str
        In Chinese from the catalogue of messages where it knows this one, else by the error's
        code; never a mixture.
    """
    if not task.zh:
        said = error.message.rstrip(".")
        return said[:1].lower() + said[1:] if said[1:2].islower() else said
    if known_in_chinese(error.message):
        return translated(error.message, task.language).rstrip("。")
    quantities = task.reading.quantities
    spoken = wording.quantity(quantities[0], task.language) if quantities else "所问的量"
    return _CHINESE.get(error.code, _OTHERWISE).format(
        quantity=spoken, code=error.code, levels=_levels(task), period=_period(task)
    )


def fault(task: Task, error: Exception) -> QuestionReply:
    """Refuse where the program itself failed, with the kind of the fault and a log record."""
    log.info("a question met a fault of the program: %r", task.text, exc_info=error)
    kind = type(error).__name__
    return task.refuse(
        f"程序内部出错（{kind}），请将问题和数据报告给维护人员"
        if task.zh
        else f"the program failed ({kind}): report the question and the data to its maintainers",
        code="internal_error",
    )


def doubt_of(doubt: Ambiguity, task: Task) -> str:
    """Return what is ambiguous, with the choices."""
    if task.zh:
        message, joint = _DOUBTS.get(doubt.part, "所指不明确"), "；"
        said = f"“{doubt.words}”：{message}" if doubt.words else message
        choices = joint.join(doubt.choices)
        return f"{said}（可选：{choices}）" if choices else said
    said = f"'{doubt.words}': {doubt.message}" if doubt.words else doubt.message
    choices = "; ".join(doubt.choices)
    return f"{said} ({choices})" if choices else said


def beyond_the_data(task: Task) -> QuestionReply | None:
    """Refuse a question about a time after the end of the data; None for any other."""
    times = task.desk.inventory.times
    asked = task.when
    if not times or asked is None:
        return None
    last = times[-1]
    step = timedelta(hours=task.desk.inventory.step_hours or 0.0)
    start, end = (asked, asked) if isinstance(asked, datetime) else (asked.start, asked.end)
    ahead = task.says(r"(?<![a-z])next\s+(?:\d+|few|several)\s*h|未来|今后") and end > last + step
    if start <= last and not ahead:
        return None
    stamp = wording.when(last, task.language).removeprefix("at ")
    reason = (
        f"所问时间在资料结束之后，属于未来；资料止于{stamp}"
        if task.zh
        else f"the time asked for lies in the future of the data, which end at {stamp}"
    )
    nearest = f"{stamp}的同一问题" if task.zh else f"the same question at {format_instant(last)}"
    return task.refuse(reason, nearest, code="future_time")


def _levels(task: Task) -> str:
    held = task.desk.inventory.levels_hpa
    return f"（现有层次：{'、'.join(f'{level:g}' for level in held)} hPa）" if held else ""


def _period(task: Task) -> str:
    times = task.desk.inventory.times
    if not times:
        return "无"
    return "至".join(wording.when(item, task.language) for item in (times[0], times[-1]))
