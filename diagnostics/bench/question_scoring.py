"""Typed scores of answers: what was right, wrong in silence, refused, rightly refused."""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from diagnostics.contracts.questions import ClaimReport, QuestionReply
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import DiagnosticsError
from diagnostics.grid.distance import great_circle_km
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.language.grammar.items import NotReadError
from diagnostics.questions.places import narrowed
from diagnostics.units import convert

_UNITS = {"kn": "kt", "inch": "in", "hours": "h", "deg": "deg", "steps": "times", "\u4e2a": "cells"}
_COUNTED = frozenset({"h", "days", "cells", "times", "count", "1", ""})
_LEAST_OVERLAP = 0.25
_NEAR_KM = 60.0
_EDGE = 0.01
_DATE = 10
"""Letters of a date without a time."""
_WORLD = LanguageContext(times=(), region=Region(west=-180, south=-90, east=180, north=90))
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Outcome(StrEnum):
    """What became of one item."""

    RIGHT = "right"
    WRONG = "wrong in silence"
    REFUSED = "refused though answerable"
    RIGHTLY_REFUSED = "rightly refused"


def score_reply(reply: QuestionReply, expect: dict[str, Any]) -> Outcome:
    """Score the answer to a question.

    Parameters
    ----------
    reply : QuestionReply
    expect : dict
        ``type`` (number, boolean, time, place, point, set, refusal) with its value and tolerance.
    """
    if expect["type"] == "refusal":
        return Outcome.WRONG if reply.answered else Outcome.RIGHTLY_REFUSED
    if not reply.answered:
        return Outcome.REFUSED
    judge = {
        "number": _number,
        "boolean": _boolean,
        "time": _time,
        "place": _place,
        "point": _point,
        "set": _set,
    }[expect["type"]]
    return Outcome.RIGHT if judge(reply, expect) else Outcome.WRONG


def score_claim(report: ClaimReport, expect: dict[str, Any]) -> Outcome:
    """Score a verdict; what is not checkable is refused."""
    wanted, given = expect["label"], report.verdict.value
    if given == wanted:
        return Outcome.RIGHTLY_REFUSED if wanted == "not_checkable" else Outcome.RIGHT
    return Outcome.REFUSED if given == "not_checkable" else Outcome.WRONG


def _number(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    if isinstance(reply.value, bool) or not isinstance(reply.value, int | float):
        return False
    unit = _UNITS.get(expect["unit"], expect["unit"])
    try:
        value = _in_unit(float(reply.value), reply, unit)
    except DiagnosticsError:
        return False
    wanted = [expect["value"], *expect.get("alternatives", []), *expect.get("accept", [])]
    # one part in ten thousand of a file's single precision
    slack = float(expect["tolerance"]) + 1e-9
    gaps = [abs(value - item) for item in wanted]
    if unit == "deg":
        gaps = [min(gap % 360.0, 360.0 - gap % 360.0) for gap in gaps]
    return bool(min(gaps) <= slack)


def _in_unit(value: float, reply: QuestionReply, unit: str) -> float:
    given = reply.unit
    if given == unit or {given, unit} <= {"gpm", "m"} or {given, unit} <= {"deg", "degree"}:
        return value
    if given in _COUNTED and unit in _COUNTED:
        hours = {"h": 1.0, "days": 24.0}
        return value * hours[given] / hours[unit] if {given, unit} <= hours.keys() else value
    if given == "K" and unit == "degC":
        return value
    if given.startswith("K/") and unit.startswith("K/"):
        return value
    difference = given == "K" and unit == "degF"
    return float(convert(value, given or "1", unit, difference, water_equivalent=True))


def _boolean(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    return isinstance(reply.value, bool) and reply.value is bool(expect["value"])


def _time(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    wanted = str(expect["value"])
    given = reply.value[0] if isinstance(reply.value, list) and reply.value else reply.value
    if isinstance(reply.value, list) and len(reply.value) != 1:
        return False
    if expect.get("tolerance_hours") is not None and len(wanted) > _DATE:
        try:
            apart = (_moment(str(given)) - _moment(wanted)).total_seconds() / 3600.0
        except ValueError:
            return False
        return abs(apart) <= float(expect["tolerance_hours"])
    if expect.get("resolution") == "day" or len(wanted) == _DATE:
        return wanted[:10] in (str(reply.detail.get("date", "")), str(given)[:10])
    return str(given)[:16] == wanted[:16]


def _place(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    if isinstance(expect["value"], list):
        return _point(reply, expect)
    given = reply.value[0] if isinstance(reply.value, list) and reply.value else reply.value
    named = _plain(str(given))
    wanted = (str(expect["value"]), *expect.get("alternatives", []))
    return any(_plain(one) in named for one in wanted)


def _plain(name: str) -> str:
    split = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in split if letter.isalnum())


def _point(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    if not isinstance(reply.value, list) or len(reply.value) != 2:
        return False
    latitude, longitude = (float(str(item)) for item in reply.value)
    gap = float(great_circle_km(latitude, longitude, *expect["value"]))
    return gap <= float(expect["tolerance_km"])


def _set(reply: QuestionReply, expect: dict[str, Any]) -> bool:
    """Whether the same members are named; of days only the date counts."""
    if not isinstance(reply.value, list):
        return False
    day = expect.get("resolution") == "day" or all(
        _DAY.fullmatch(str(item)) for item in expect["value"]
    )
    given, wanted = (
        {str(item)[:10] if day else _plain(str(item)) for item in items}
        for items in (reply.value, expect["value"])
    )
    return given == wanted


# -- requests ----------------------------------------------------------------------------------


def score_request(
    events: tuple[str, ...],
    region: Region | None,
    windows: tuple[TimeWindow, ...],
    expect: dict[str, Any],
) -> Outcome:
    """Score the reading of a request: event, region and periods must all be right."""
    for other in expect.get("accept", ()):
        # what is right as well differs in some of its fields
        rest = {key: value for key, value in expect.items() if key != "accept"}
        if score_request(events, region, windows, rest | other) is Outcome.RIGHT:
            return Outcome.RIGHT
    wanted = expect["event"] or []
    wanted = [wanted] if isinstance(wanted, str) else wanted
    right = bool(events) and set(events) <= set(wanted) if wanted else not events
    right = right and _region(region, expect) and _periods(windows, expect)
    return Outcome.RIGHT if right else Outcome.WRONG


def _region(region: Region | None, expect: dict[str, Any]) -> bool:
    rule = expect.get("box_rule")
    if expect.get("place") is not None and expect.get("box") is None:
        return _of_name(region, str(expect["place"]))
    if expect.get("box") is None and expect.get("point") is None:
        return True
    if region is None:
        return False
    latitude, longitude = region.center
    if rule == "point":
        point = expect["point"]
        near = float(great_circle_km(latitude, longitude, *point)) <= _NEAR_KM
        return near or region.holds(*point)
    west, south, east, north = expect["box"]
    box = Region(west=west, south=south, east=east, north=north)
    if rule == "exact":
        pairs = zip(region.bounds(), box.bounds(), strict=True)
        return all(abs(given - wanted) <= _EDGE for given, wanted in pairs)
    return _overlap(region, box) >= _LEAST_OVERLAP and region.holds(*box.center)


def _of_name(region: Region | None, name: str) -> bool:
    """Whether a box is that of a named place, or a reasonable one around it."""
    try:
        named = narrowed(read_asked_diagnosis(name, _WORLD).places)
    except NotReadError:
        return False
    if region is None or named is None:
        return False
    latitude, longitude = region.center
    near = float(great_circle_km(latitude, longitude, *named.region.center)) <= _NEAR_KM
    inside = region.holds(*named.region.center) and _overlap(region, named.region) > 0.0
    return near or inside or _overlap(region, named.region) >= _LEAST_OVERLAP


def _overlap(first: Region, second: Region) -> float:
    """Return the shared part of two boxes as a share of what they cover together."""
    height = min(first.north, second.north) - max(first.south, second.south)
    width = max(
        min(first.east, second.east + turn) - max(first.west, second.west + turn)
        for turn in (-360.0, 0.0, 360.0)
    )
    if height <= 0.0 or width <= 0.0:
        return 0.0
    shared = height * width
    whole = sum((box.north - box.south) * box.width for box in (first, second)) - shared
    return shared / whole if whole > 0.0 else math.nan


def _periods(windows: tuple[TimeWindow, ...], expect: dict[str, Any]) -> bool:
    wanted = expect.get("periods")
    if not wanted:
        return True
    readings = [wanted, *expect.get("period_alternatives", [])]
    return any(_same(windows, reading) for reading in readings)


def _same(windows: tuple[TimeWindow, ...], reading: list[list[str]]) -> bool:
    if reading and isinstance(reading[0], str):
        reading = [reading]
    if len(windows) != len(reading):
        return False
    for window, (start, end) in zip(
        sorted(windows, key=lambda one: one.start), reading, strict=True
    ):
        last = _moment(end)
        late = (last - window.end).total_seconds()
        if window.start != _moment(start) or not 0.0 <= late <= 6 * 3600.0:
            return False
    return True


def _moment(text: str) -> datetime:
    for shape in ("%Y-%m-%dT%H:%MZ", "%Y-%m-%dT%HZ", "%Y-%m-%dT%H:%M:%SZ"):
        try:
            return datetime.strptime(text, shape).replace(tzinfo=UTC)
        except ValueError:
            continue
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
