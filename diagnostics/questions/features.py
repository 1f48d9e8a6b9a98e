"""Features: whether a detector finds one, at how many times, and where it is clearest."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.questions import QuestionReply, Understanding
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.language.lexicon import FeatureName, tools
from diagnostics.questions import patterns, wording
from diagnostics.questions.task import Task
from diagnostics.reporting.messages import translated

MOST_TIMES = 24
"""Times at which a feature is looked for where a question names none."""


def feature(task: Task, name: FeatureName) -> QuestionReply:
    """V01, V02, V03, V10: whether a detector finds a feature, and at which times."""
    from diagnostics.figures import detect_features

    level = next(
        (item.level for item in task.reading.quantities if isinstance(item.level, float)), None
    )
    level = level or _level(task)
    _recognise(task, name)
    takes = {item["name"] for item in tools()[name.detector]["parameters"]}
    region = _feature_region(task)
    answers = [
        detect_features(
            name.detector,
            task.desk.source,
            time=moment,
            region=region,
            level=level if "level" in takes else None,
            params=_feature_params(task, name, takes),
        )
        for moment in _feature_times(task)
    ]
    told = [item for item in answers if item.status is IndexStatus.OK]
    if not told:
        reason = answers[0].message or f"{name.detector}: {answers[0].status.value}"
        return task.refuse(translated(reason, task.language))
    found = [item for item in told if _is_found(item)]
    best = max(found or told, key=lambda item: item.score)
    first = best.features[0] if best.features else None
    where = (
        "" if first is None else wording.position(first.latitude, first.longitude, task.language)
    )
    return task.reply(
        "V:" + name.detector,
        "boolean",
        bool(found),
        _told_feature(task, name.words, told, found, best.time, where),
        time=best.time,
        region=region,
        operator=name.detector,
        provenance=(best.provenance,),
        latitude=first.latitude if first and found else None,
        longitude=first.longitude if first and found else None,
        detail={"features": len(best.features), "score": best.score, "times_with_it": len(found)},
    )


def _recognise(task: Task, name: FeatureName) -> None:
    """Note the word for the feature, which the reading of the text may not have known."""
    kept = [
        item
        for item in task.reading.understood
        if item.part != "unread" or name.words not in item.words
    ]
    noted = Understanding(part="feature", words=name.words, meaning=name.detector)
    task.reading = task.reading.model_copy(update={"understood": (*kept, noted)})


def _is_found(answer: FeaturesAnswer) -> bool:
    return bool(answer.features) if answer.passed is None else answer.passed


def _feature_times(task: Task) -> list[datetime]:
    """The time that is meant, or every time of the period."""
    when = task.when
    if isinstance(when, datetime):
        return [when]
    times = task.desk.inventory.times
    inside = [item for item in times if when is None or when.start <= item <= when.end]
    if not 1 <= len(inside) <= MOST_TIMES:
        raise ArgumentError(
            f"a feature is looked for at {MOST_TIMES} times at most, and {len(inside)} are meant: "
            "name one, or a shorter period",
            code="time_needed",
        )
    return inside


def _feature_region(task: Task) -> Region | None:
    """The region of the question; a point stands for a box around it."""
    region = task.place.region if task.place else task.desk.region
    if region is not None and (region.width == 0 or region.north == region.south):
        return region.padded(5.0)
    return region


def _feature_params(task: Task, name: FeatureName, takes: set[str]) -> dict[str, Any]:
    """The parameters that the words of the question add to the detector's own."""
    params = dict(name.params)
    if "sign" in params and task.says(r"(?<![a-z])highs?(?![a-z])|anticyclone|高压"):
        params["sign"] = "high"
    speed = next(
        (item for item in task.reading.thresholds if item.unit in ("m/s", "kt", "km/h")), None
    )
    if speed is not None and "v_core" in takes:
        from diagnostics.units import convert

        params["v_core"] = float(convert(speed.value, speed.unit, "m/s"))
    return params


def _told_feature(
    task: Task,
    label: str,
    told: list[FeaturesAnswer],
    found: list[FeaturesAnswer],
    time: datetime | None,
    where: str,
) -> str:
    """Say whether a feature was found, at how many times, and where it is clearest."""
    several = len(told) > 1
    at = wording.when(time, task.language)
    asked = not task.says(patterns.WHERE)
    if task.zh:
        said = f"检测到{label}" if found else f"未检测到{label}"
        if several and found:
            said = f"{len(told)}个时次中有{len(found)}个{said}，最显著的在{at}"
        parts = [wording.yes_no(bool(found), task.language) if asked else "", said, where]
        return wording.sentence(parts, task.language)
    if not found:
        said = f"no {label} that meets the criteria" + (" at any time" if several else "")
    elif several:
        said = f"{label} found at {len(found)} of {len(told)} times, clearest {at} {where}".rstrip()
    else:
        said = f"{label} found {where}".rstrip()
    if asked:
        return wording.verdict(bool(found), said, task.language)
    return wording.sentence([said], task.language)


def _level(task: Task) -> float | None:
    for item in task.reading.understood:
        if item.part == "level" and not item.assumed and item.meaning.endswith(" hPa"):
            head = item.meaning.removesuffix(" hPa")
            if head.replace(".", "").isdigit():
                return float(head)
    return None
