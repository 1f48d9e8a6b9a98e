"""Whether an entry can be executed: what the catalogue offers, and what of it an entry asks for.

The web side loads no array library: it reads the generated catalogue, which holds the names,
reductions, parameters, units and ranges of every operator, chart and detector.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.enums import Modality
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
)
from diagnostics.errors import UnitsError
from diagnostics.messages import Listing, Measure, Message, Term, message
from diagnostics.units import convert, same_quantity
from knowledge.catalog import catalog_document

_OWN_PLACE = "level"
_CHART_ONLY = frozenset({"language"})
_PLAIN = frozenset({"min", "max", "mean", "median", "point"})
"""Reductions to a value of the field; with the percentiles, those that its range limits."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a field of an entry: a path such as ``expected.reduction``, and why."""

    at: str
    wording: Message


@lru_cache(maxsize=4)
def _tools_of(digest: str) -> Mapping[str, Mapping[str, Any]]:
    return {tool["name"]: tool for tool in catalog_document()["tools"]}


def tools(kind: str | None = None) -> dict[str, Mapping[str, Any]]:
    """Return the tools of the catalogue by name: ``index``, ``figure``, ``detector``, or all."""
    found = _tools_of(catalog_document()["digest"])
    return {name: tool for name, tool in found.items() if kind in (None, tool["kind"])}


def problems_of(entry: GuidelineEntry, causes: Iterable[Cause] | None = None) -> list[Problem]:
    """Return everything that keeps an entry from being executed; empty for a sound one.

    Parameters
    ----------
    entry : GuidelineEntry
    causes : iterable of Cause, optional
        The explanations that there are; not looked at by default.
    """
    found = list(_tool_problems(entry))
    if causes is not None:
        found += _cause_problems(entry, list(causes))
    if not entry.event_types:
        found.append(Problem("event_types", message("curation-problem_no_event")))
    return found


def _tool_problems(entry: GuidelineEntry) -> Iterator[Problem]:
    tool = tools(entry.modality.value).get(entry.factor)
    if tool is None:
        yield Problem("factor", _unknown(entry.factor, tools(entry.modality.value)))
        return
    if entry.category != tool["category"]:
        wording = message("curation-problem_category", right=Term(term=tool["category"]))
        yield Problem("category", wording)
    expected = entry.expected
    if isinstance(expected, IndexExpectation):
        if entry.modality is not Modality.INDEX:
            yield Problem("modality", message("curation-problem_modality"))
            return
        yield from _index_problems(expected, tool)
    else:
        if entry.modality is not Modality.FIGURE:
            yield Problem("modality", message("curation-problem_modality"))
            return
        yield from _figure_problems(expected)
    yield from _alternative_problems(entry)


def _unknown(name: str, offered: Iterable[str]) -> Message:
    near = difflib.get_close_matches(name, list(offered), n=4, cutoff=0.4)
    if near:
        return message("curation-problem_unknown_near", name=name, near=Listing(items=tuple(near)))
    return message("curation-problem_unknown", name=name)


def reduction_units(tool: Mapping[str, Any]) -> dict[str, str]:
    """Return the reductions of an index, and the unit of each."""
    return {item["name"]: item["unit"] for item in tool["reductions"]}


def valid_range(tool: Mapping[str, Any], reduction: str) -> list[float] | None:
    """Return the range of an index' reduced values, in the reduction's unit; None for no limit."""
    plain = reduction in _PLAIN or (reduction.startswith("p") and reduction[1:].isdigit())
    limits: list[float] | None = tool["valid_range"]
    return limits if plain else None


def _index_problems(expected: IndexExpectation, tool: Mapping[str, Any]) -> Iterator[Problem]:
    units = reduction_units(tool)
    if expected.reduction not in units:
        offered = Listing(items=tuple(units))
        wording = message("curation-problem_reduction", name=expected.reduction, offered=offered)
        yield Problem("expected.reduction", wording)
        return
    own = units[expected.reduction]
    if not _comparable(expected.unit, own):
        wording = message("curation-problem_unit", given=expected.unit, right=own)
        yield Problem("expected.unit", wording)
        return
    values = dict(expected.params)
    if expected.level is not None:
        values[_OWN_PLACE] = expected.level
    yield from _parameter_problems("expected.params", values, tool)
    limits = valid_range(tool, expected.reduction)
    for at, test in _tests(expected):
        yield from _range_problems(at, test, expected.unit, own, limits)
    extra = set(tool["extra_outputs"])
    for position, item in enumerate(expected.also):
        if item.output not in extra:
            wording = message(
                "curation-problem_output",
                name=item.output,
                offered=Listing(items=tuple(sorted(extra))) if extra else message("curation-none"),
            )
            yield Problem(f"expected.also.{position}.output", wording)
    if expected.clim is None and expected.absolute is None and not expected.bands:
        yield Problem("expected", message("curation-problem_no_threshold"))
    percentile = expected.clim is not None and expected.clim.stat == "pct"
    if percentile and not 0.0 <= expected.clim.threshold <= 100.0:  # type: ignore[union-attr]
        yield Problem("expected.clim.threshold", message("curation-problem_percentile"))


def _tests(expected: IndexExpectation) -> Iterator[tuple[str, AbsoluteTest]]:
    if expected.absolute is not None:
        yield "expected.absolute.value", expected.absolute
    if expected.floor is not None:
        yield "expected.floor.value", expected.floor
    for position, band in enumerate(expected.bands):
        yield f"expected.bands.{position}.absolute.value", band.absolute


def _comparable(first: str, second: str) -> bool:
    if first == second:
        return True
    try:
        return same_quantity(first, second)
    except UnitsError:
        return False


def in_unit(value: float, given: str, wanted: str) -> float:
    """Return a value in another unit; the same value where the units are the same text."""
    return value if given == wanted else float(convert(value, given, wanted))


def _range_problems(
    at: str, test: AbsoluteTest, unit: str, own: str, limits: list[float] | None
) -> Iterator[Problem]:
    values = test.value if isinstance(test.value, tuple) else (test.value,)
    if isinstance(test.value, tuple) != (test.op == "in"):
        yield Problem(at, message("curation-problem_range_needs_two"))
        return
    if isinstance(test.value, tuple) and values[0] > values[-1]:
        yield Problem(at, message("curation-problem_range_order"))
        return
    for value in values:
        converted = in_unit(value, unit, own)
        if limits is not None and not limits[0] <= converted <= limits[1]:
            wording = message(
                "curation-problem_out_of_range",
                value=Measure(measure=converted, unit=own),
                low=Measure(measure=limits[0], unit=own),
                high=Measure(measure=limits[1], unit=own),
            )
            yield Problem(at, wording)


def _parameter_problems(
    at: str, values: Mapping[str, JsonValue], tool: Mapping[str, Any]
) -> Iterator[Problem]:
    known = {item["name"]: item for item in tool["parameters"] if item["name"] not in _CHART_ONLY}
    for name, value in values.items():
        parameter = known.get(name)
        path = (
            "expected.level" if name == _OWN_PLACE and at == "expected.params" else f"{at}.{name}"
        )
        if parameter is None:
            yield Problem(path, _unknown(name, known))
            continue
        wording = _value_problem(parameter, value)
        if wording is not None:
            yield Problem(path, wording)


def _value_problem(parameter: Mapping[str, Any], value: JsonValue) -> Message | None:
    kind, choices = parameter["kind"], parameter["choices"]
    if value is None or value in choices:
        return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "number":
        if not is_number or not math.isfinite(float(value)):  # type: ignore[arg-type]
            return message("curation-problem_number")
        low, high = parameter["minimum"], parameter["maximum"]
        if (low is not None and value < low) or (high is not None and value > high):
            unit = parameter["unit"] or ""
            return message(
                "curation-problem_out_of_range",
                value=Measure(measure=float(value), unit=unit),  # type: ignore[arg-type]
                low=Measure(measure=low, unit=unit) if low is not None else "-∞",
                high=Measure(measure=high, unit=unit) if high is not None else "∞",
            )
        return None
    if kind == "boolean" and not isinstance(value, bool):
        return message("curation-problem_boolean")
    if kind == "choice":
        return message("curation-problem_choice", offered=Listing(items=tuple(map(str, choices))))
    if kind == "quantity" and not isinstance(value, (str, dict)):
        return message("curation-problem_quantity")
    return None


def _figure_problems(expected: FigureExpectation) -> Iterator[Problem]:
    detectors = tools("detector")
    if not expected.detectors:
        yield Problem("expected.detectors", message("curation-problem_no_detector"))
    for position, item in enumerate(expected.detectors):
        at = f"expected.detectors.{position}"
        tool = detectors.get(item.detector)
        if tool is None:
            yield Problem(f"{at}.detector", _unknown(item.detector, detectors))
        else:
            yield from _parameter_problems(f"{at}.params", item.params, tool)


def _alternative_problems(entry: GuidelineEntry) -> Iterator[Problem]:
    offered = {**tools("index"), **tools("figure")}
    for name in entry.alternatives:
        if name == entry.factor:
            yield Problem("alternatives", message("curation-problem_own_alternative"))
        elif name not in offered:
            yield Problem("alternatives", _unknown(name, offered))


def _cause_problems(entry: GuidelineEntry, causes: list[Cause]) -> Iterator[Problem]:
    named = {"supports": set(entry.supports), "opposes": set(entry.opposes)}
    if isinstance(entry.expected, FigureExpectation):
        for part in entry.expected.detectors:
            named["supports"] |= set(part.supports or ())
            named["opposes"] |= set(part.opposes or ())
    for event in entry.event_types:
        known = {cause.id for cause in causes if event in cause.event_types}
        for at, names in named.items():
            for name in sorted(names - known):
                yield Problem(
                    at,
                    message("curation-problem_cause", name=name, event=Term(term=event.value)),
                )
    for name in sorted(set(entry.supports) & set(entry.opposes)):
        yield Problem("opposes", message("curation-problem_both", name=name))


FACTORS_WANTED = 5
"""So many confirmed factors end a diagnosis; a smaller closed circle of alternatives cannot."""


def circles_of(entries: Iterable[GuidelineEntry]) -> list[tuple[str, ...]]:
    """Return small circles of alternatives: factors that lead to each other and nowhere else.

    Replanning that takes alternatives would try them all and find no further factor, although
    fewer than five were tried. Each circle is sorted by name.
    """
    following: dict[str, set[str]] = {}
    for entry in entries:
        following.setdefault(entry.factor, set()).update(entry.alternatives)
    reached = {name: _reached(name, following) for name in following}
    found = {
        tuple(sorted(group))
        for group in reached.values()
        if 1 < len(group) < FACTORS_WANTED and all(reached.get(one) == group for one in group)
    }
    return sorted(found)


def _reached(start: str, following: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for name in following.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached
