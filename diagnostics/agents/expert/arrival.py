"""Checks of retrieved data: times, levels, gaps, plausibility, units."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language, Severity
from diagnostics.contracts.roles import Arrival, DataFinding, RetrievalPlan, RetrievalReview
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import term

_MANY_MISSING = 0.05
_UNCHANGING = 1e-12


def review_arrival(view: CaseView, plan: RetrievalPlan, arrival: Arrival) -> RetrievalReview:
    """Check what arrived against what was planned.

    Parameters
    ----------
    view : CaseView
    plan : RetrievalPlan
    arrival : Arrival

    Returns
    -------
    RetrievalReview
        Accepted unless a field failed to be read or is not what its name says.
    """
    findings = (
        *_failed(arrival),
        *_times(view, arrival),
        *_levels(plan, arrival),
        *_gaps(arrival),
        *_plausible(arrival),
        *_units(arrival),
    )
    refused = any(item.severity is Severity.ERROR for item in findings)
    return RetrievalReview(accepted=not refused, findings=findings, arrival=arrival)


def _english(*names: str) -> str:
    """List fields by the names that readers know them by."""
    return ", ".join(term(f"field_{name}", Language.EN) for name in names)


def _chinese(*names: str) -> str:
    """List fields by the names that Chinese readers know them by."""
    return "、".join(term(f"field_{name}", Language.ZH) for name in names)


def _failed(arrival: Arrival) -> Iterator[DataFinding]:
    for name, reason in arrival.failed.items():
        yield DataFinding(
            code="not_read",
            severity=Severity.ERROR,
            message=f"{_english(name)} could not be read: {reason}",
            message_zh=f"{_chinese(name)}无法读取：{reason}",
            fields=(name,),
        )


def _times(view: CaseView, arrival: Arrival) -> Iterator[DataFinding]:
    """Name the times that the step of the data promises and that are not there."""
    step = view.inventory.step_hours
    times = arrival.times
    if step and len(times) > 1:
        expected = round((times[-1] - times[0]) / timedelta(hours=step)) + 1
        missing = expected - len(times)
        if missing > 0:
            held = set(times)
            first = next(
                times[0] + place * timedelta(hours=step)
                for place in range(expected)
                if times[0] + place * timedelta(hours=step) not in held
            )
            yield DataFinding(
                code="time_gap",
                severity=Severity.WARNING,
                message=f"{missing} of {expected} times are missing, the first at "
                f"{format_instant(first)}",
                message_zh=f"应有{expected}个时次，缺{missing}个，首个缺测时次为{format_instant(first)}",
            )
    short = [item.name for item in arrival.fields if item.times and item.times < len(times)]
    if short:
        yield DataFinding(
            code="fewer_times",
            severity=Severity.WARNING,
            message=f"not given at every time of the period: {_english(*short)}",
            message_zh=f"下列要素并非每个时次都有：{_chinese(*short)}",
            fields=tuple(short),
        )


def _levels(plan: RetrievalPlan, arrival: Arrival) -> Iterator[DataFinding]:
    got = {item.name: item.levels_hpa for item in arrival.fields}
    for need in plan.needs:
        absent = [level for level in need.levels_hpa if level not in got.get(need.name, ())]
        if absent and need.name in got:
            shown = ", ".join(f"{level:g}" for level in absent)
            yield DataFinding(
                code="levels_absent",
                severity=Severity.ERROR,
                message=f"{_english(need.name)} came without {shown} hPa",
                message_zh=f"{_chinese(need.name)}缺少{shown} hPa等压面",
                fields=(need.name,),
            )


def _gaps(arrival: Arrival) -> Iterator[DataFinding]:
    """Fields with many points without a value; those with the same share in one finding."""
    missing: dict[str, list[str]] = {}
    for item in arrival.fields:
        if item.missing_fraction >= _MANY_MISSING:
            missing.setdefault(f"{100 * item.missing_fraction:.0f}", []).append(item.name)
    for share, names in missing.items():
        yield DataFinding(
            code="missing_values",
            severity=Severity.WARNING,
            message=f"no value at {share} % of the points of {_english(*names)}: "
            "below the ground, outside a projected grid, or absent",
            message_zh=f"{_chinese(*names)}有{share}%的格点无值（低于地面、位于投影网格之外或缺测）",
            fields=tuple(names),
        )


def _plausible(arrival: Arrival) -> Iterator[DataFinding]:
    for item in arrival.fields:
        if item.minimum is None or item.maximum is None:
            yield DataFinding(
                code="empty_field",
                severity=Severity.WARNING,
                message=f"{_english(item.name)} holds no value in the box",
                message_zh=f"{_chinese(item.name)}在所取范围内没有任何数值",
                fields=(item.name,),
            )
            continue
        low, high = CANONICAL[item.name].valid_range
        if item.minimum < low or item.maximum > high:
            yield DataFinding(
                code="implausible",
                severity=Severity.ERROR,
                message=f"{_english(item.name)} reaches {item.minimum:.4g} to {item.maximum:.4g} "
                f"{item.unit}, outside {low:g} to {high:g}",
                message_zh=f"{_chinese(item.name)}取值{item.minimum:.4g}至{item.maximum:.4g} "
                f"{item.unit}，超出合理范围{low:g}至{high:g}",
                fields=(item.name,),
            )
        elif (
            item.times > 1
            and item.name not in _MAY_BE_ZERO
            and item.maximum - item.minimum < _UNCHANGING
        ):
            yield DataFinding(
                code="constant_field",
                severity=Severity.WARNING,
                message=f"{_english(item.name)} has one value throughout",
                message_zh=f"{_chinese(item.name)}全场为同一数值",
                fields=(item.name,),
            )


_MAY_BE_ZERO = frozenset({"tp", "sf", "sd", "lsm", "orog"})


def _units(arrival: Arrival) -> Iterator[DataFinding]:
    for item in arrival.fields:
        wanted = CANONICAL[item.name].unit
        if item.unit != wanted:
            yield DataFinding(
                code="wrong_unit",
                severity=Severity.ERROR,
                message=f"{_english(item.name)} is in {item.unit or 'no unit'}, {wanted} is needed",
                message_zh=f"{_chinese(item.name)}单位为{item.unit or '未注明'}，应为{wanted}",
                fields=(item.name,),
            )
