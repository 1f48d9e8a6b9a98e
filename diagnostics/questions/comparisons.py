"""Comparisons: places against each other, values against numbers, two conditions at once."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.questions import (
    ClaimCheck,
    ClaimVerdict,
    Comparator,
    QuantityMention,
    QuestionReply,
    Threshold,
)
from diagnostics.errors import ArgumentError
from diagnostics.language.reading import same_unit
from diagnostics.questions import wording
from diagnostics.questions.claims import verify
from diagnostics.questions.numbers import statistic_of
from diagnostics.questions.sheets import (
    Sheet,
    at_one_time,
    extreme_cell,
    extreme_of,
    reduced,
)
from diagnostics.questions.task import Task
from diagnostics.units import convert


def in_unit(threshold: Threshold, mention: QuantityMention) -> float:
    """Return a stated number in the quantity's unit.

    Raises
    ------
    ArgumentError
        ``invalid_unit`` where the two measure different things.
    """
    if not same_unit(mention, threshold):
        raise ArgumentError(
            f"{threshold.words} is not a value of the {mention.words}, which is in {mention.unit}",
            code="invalid_unit",
        )
    if not threshold.unit:
        return threshold.value
    return float(convert(threshold.value, threshold.unit, mention.unit, water_equivalent=True))


def beyond(maps: Sheet, threshold: Threshold, mention: QuantityMention) -> np.ndarray:
    """Return where maps lie on the stated side of a number."""
    limit = in_unit(threshold, mention)
    values = maps.inside
    known = np.isfinite(values)
    side = values < limit if threshold.comparator is Comparator.BELOW else values > limit
    return known & side


def ranking(task: Task) -> QuestionReply:
    """Q01: which of several places had the largest or smallest value."""
    said = task.statistic
    averaged = task.says(r"mean|average|平均")
    lowest = task.says(r"lowest|smallest|least|coldest|weakest|coolest|minimum|最低|最小|最冷|最弱")
    statistic = (
        "mean" if averaged else said if said in ("max", "min") else ("min" if lowest else "max")
    )
    rows = []
    for item in task.reading.places:
        found = task.measure(statistic, place=item)
        rows.append((item, found))
    rows.sort(key=lambda row: row[1].value, reverse=not lowest)
    best, found = rows[0]
    others = ("；" if task.zh else "; ").join(
        f"{wording.chinese_place(item) if task.zh else item.name} "
        f"{wording.amount(row.value, row.unit)}"
        for item, row in rows
    )
    spoken = wording.with_statistic(task.mention, statistic, task.language)
    if task.zh:
        text = f"{best.words}的{spoken}最{'低' if lowest else '高'}（{others}）。"
    else:
        end = "lowest" if lowest else "highest"
        text = (
            f"{best.name} had the {end} {wording.quantity(task.mention, task.language)} ({others})."
        )
    return task.reply(
        "Q01",
        "place",
        best.name,
        text,
        measured=found,
        detail={
            "values": {item.name: row.value for item, row in rows},
            "value_unit": found.unit,
            "statistic": statistic,
        },
    )


def difference(task: Task) -> QuestionReply:
    """Q09, Q16, Q24, Q35: one place minus another; yes or no where a number is stated."""
    first, second = task.reading.places[:2]
    statistic = task.statistic or task.mention.end or "mean"
    if task.statistic is None:
        task.assume("statistic", statistic)
    one = task.measure(statistic, place=first)
    two = task.measure(statistic, place=second)
    gap = one.value - two.value
    unit = "K" if one.unit == "degC" else one.unit
    spoken = wording.with_statistic(task.mention, statistic, task.language)
    numbers = {first.name: one.value, second.name: two.value}
    if task.zh:
        told = (
            f"{first.words}与{second.words}的{spoken}之差为{wording.amount(gap, unit)}"
            f"（{wording.amount(one.value, one.unit)}与{wording.amount(two.value, two.unit)}）"
        )
    else:
        told = (
            f"the {spoken} of {first.name} minus that of {second.name} was "
            f"{wording.amount(gap, unit)} ({wording.amount(one.value, one.unit)} and "
            f"{wording.amount(two.value, two.unit)})"
        )
    asked = task.says(r"^\s*(?:is|are|was|were|does|do|did|will)(?![a-z])|是否|吗")
    if asked:
        margin = 0.0
        if task.reading.thresholds:
            stated = task.reading.thresholds[0]
            margin = (
                float(
                    convert(
                        stated.value, stated.unit, task.mention.unit, True, water_equivalent=True
                    )
                )
                if stated.unit
                else stated.value
            )
        lower = task.says(
            r"(?:lower|colder|cooler|weaker|smaller|less|drier)\s+(?:in|over|than)|低于|小于|弱于"
        )
        holds = -gap > margin if lower else gap > margin
        text = wording.verdict(holds, told, task.language)
        template = "Q24" if statistic in ("max", "min") else "Q16"
        return task.reply(
            template,
            "boolean",
            holds,
            text,
            measured=one,
            detail={"difference": gap, "value_unit": unit, "values": numbers},
        )
    text = wording.sentence([told], task.language)
    return task.reply(
        "Q35" if statistic in ("max", "min") else "Q09",
        "number",
        gap,
        text,
        unit=unit,
        measured=one,
        latitude=None,
        longitude=None,
        time=task.when,
        detail={"values": numbers, "statistic": statistic},
    )


def latitudes(task: Task) -> QuestionReply:
    """Q15: whether the extreme of one region lies farther north than that of another."""
    extreme = "min" if (task.statistic or task.mention.end) == "min" else "max"
    first, second = task.reading.places[:2]
    one, two = (task.measure(extreme, place=item) for item in (first, second))
    holds = (one.latitude or 0.0) > (two.latitude or 0.0)
    north = f"{first.name} {one.latitude:.2f}, {second.name} {two.latitude:.2f}"
    text = (
        f"{wording.yes_no(holds, task.language)}，极值纬度：{north}。"
        if task.zh
        else f"{wording.yes_no(holds, task.language)}: the latitudes are {north}."
    )
    return task.reply(
        "Q15",
        "boolean",
        holds,
        text,
        measured=one,
        detail={"latitudes": [one.latitude, two.latitude]},
    )


def counts(task: Task) -> QuestionReply:
    """Q19: which of two regions has more cells beyond a number."""
    threshold = task.reading.thresholds[0]
    first, second = task.reading.places[:2]
    numbers = []
    sheets = []
    for item in (first, second):
        maps = task.sheet(place=item)
        sheets.append(maps)
        numbers.append(int(beyond(maps, threshold, task.mention).any(axis=0).sum()))
    holds = numbers[0] > numbers[1]
    told = f"{first.name} {numbers[0]}, {second.name} {numbers[1]}"
    text = (
        f"{wording.yes_no(holds, task.language)}，格点数：{told}。"
        if task.zh
        else f"{wording.yes_no(holds, task.language)}: cells with {threshold.words}: {told}."
    )
    return task.reply("Q19", "boolean", holds, text, sheets=sheets, detail={"cells": numbers})


def conjunction(task: Task) -> QuestionReply:
    """Q17, Q21, Q22: whether two conditions hold together."""
    parts = []
    for index, threshold in enumerate(task.reading.thresholds[:2]):
        fitting = [item for item in task.reading.quantities if same_unit(item, threshold)]
        if not fitting:
            return task.refuse(f"{threshold.words}: no quantity of the question has this unit")
        mention = fitting[min(index, len(fitting) - 1)]
        places = task.reading.places
        place = places[index] if len(places) == 2 else task.place
        parts.append((mention, threshold, place, _statistic(task, mention, threshold, index)))
    results, told, found = [], [], None
    for mention, threshold, place, statistic in parts:
        found = task.measure(statistic, mention=mention, place=place)
        limit = in_unit(threshold, mention)
        below = threshold.comparator is Comparator.BELOW
        results.append(found.value < limit if below else found.value > limit)
        told.append(
            f"{wording.with_statistic(mention, statistic, task.language)} "
            f"{'' if place is None else place.name} "
            f"{wording.amount(found.value, found.unit)}".replace("  ", " ")
        )
    holds = all(results)
    joined = ("；" if task.zh else "; ").join(told)
    text = wording.verdict(holds, joined, task.language)
    template = (
        "Q22"
        if len(task.reading.places) == 2
        else ("Q21" if all(item[3] == "mean" for item in parts) else "Q17")
    )
    return task.reply(
        template,
        "boolean",
        holds,
        text,
        measured=found,
        detail={"parts": [bool(item) for item in results]},
    )


def _statistic(task: Task, mention: QuantityMention, threshold: Threshold, index: int) -> str:
    """Return the statistic said beside one of two quantities."""
    clauses = task.flat.split(" while ") if " while " in task.flat else task.flat.split("而")
    clause = clauses[min(index, len(clauses) - 1)]
    for name, words in (
        ("mean", ("mean", "average", "平均")),
        ("min", ("minimum", "min ", "最低", "最小")),
        ("max", ("maximum", "max ", "最高", "最大")),
    ):
        if any(word in clause for word in words):
            return name
    return mention.end or ("max" if threshold.comparator is Comparator.ABOVE else "mean")


def coincidence(task: Task) -> QuestionReply:
    """Q13: whether the extremes of two quantities lie within one cell of each other."""
    first, second = task.reading.quantities[:2]
    one, two = at_one_time(task.sheet(first), task.sheet(second))
    row, column = extreme_cell(one, low=False)
    other_row, other_column = one.grid.nearest(*extreme_of(two, low=False))
    aside = abs(column - other_column)
    if one.grid.cyclic:
        aside = min(aside, one.grid.shape[1] - aside)
    apart = max(abs(row - other_row), aside)
    holds = apart <= 1
    text = (
        f"{wording.yes_no(holds, task.language)}，两者最大值相距{apart}个格点。"
        if task.zh
        else f"{wording.yes_no(holds, task.language)}: the maxima lie {apart} cell(s) apart."
    )
    return task.reply("Q13", "boolean", holds, text, sheets=(one, two), detail={"cells": apart})


def statement(task: Task) -> QuestionReply:
    """Q14, Q18, Q23, Q44, V04: whether something stated holds."""
    report = verify(task.text, task.desk, task.language)
    check = next((item for item in report.claims if item.found is not None), report.claims[0])
    if check.found is None:
        return task.refuse(check.reason, _nearest(task))
    holds = report.verdict is ClaimVerdict.SUPPORTED
    amount = wording.amount(check.found, check.unit)
    at = wording.position(check.latitude, check.longitude, task.language)
    spoken = _checked(task, check)
    moment = wording.when(check.time, task.language)
    if task.zh:
        text = f"{wording.yes_no(holds, task.language)}，{spoken}为{amount}"
        text += "".join(f"，{part}" for part in (at, moment) if part) + "。"
    else:
        text = f"{wording.yes_no(holds, task.language)}: the {spoken} was {amount}"
        text += "".join(f" {part}" for part in (at, moment) if part) + "."
    return QuestionReply.model_validate(
        {
            "question": task.text,
            "language": task.language,
            "answered": True,
            "template": "Q14" if task.says("throughout|始终|一直") else "Q18",
            "kind": "boolean",
            "value": holds,
            "sentence": text,
            "place": check.place,
            "region": task.place.region if task.place else task.desk.region,
            "latitude": check.latitude,
            "longitude": check.longitude,
            "time": check.time,
            "operator": check.operator,
            "provenance": check.provenance,
            "detail": {
                "found": check.found,
                "stated": check.stated,
                "value_unit": check.unit,
                "statistic": check.statistic,
            },
            "reading": task.reading,
        }
    )


def _checked(task: Task, check: ClaimCheck) -> str:
    mention = next(
        (item for item in task.reading.quantities if item.id == check.quantity), task.mention
    )
    if check.statistic in ("nearest", "change"):
        return wording.quantity(mention, task.language)
    return wording.with_statistic(mention, check.statistic, task.language)


def _nearest(task: Task) -> str:
    if not task.reading.quantities:
        return ""
    return wording.with_statistic(task.mention, statistic_of(task), task.language)


def spread(task: Task) -> QuestionReply:
    """Q29: the largest difference between two cells of a region."""
    maps = reduced(task.sheet(), "range")
    unit = "K" if maps.unit == "degC" else maps.unit
    spoken = wording.quantity(task.mention, task.language)
    where = wording.place(task.place, task.language)
    amount = wording.amount(maps.value, unit)
    text = (
        f"{where}{spoken}的最大差值为{amount}。"
        if task.zh
        else wording.sentence(
            [f"the largest difference of the {spoken} {where} was {amount}"], task.language
        )
    )
    return task.reply(
        "Q29", "number", maps.value, text, unit=unit, sheets=(task.sheet(),), time=maps.time
    )
