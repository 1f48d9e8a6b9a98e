"""Presets of event criteria: whether their grades ascend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from diagnostics.guidelines.exchange.paths import field_value
from diagnostics.guidelines.preset_numbers import (
    Document,
    number_measure,
    number_name,
    preset_numbers,
)
from diagnostics.messages import Message


@dataclass(frozen=True)
class DisorderedPair:
    """Two numbers in the wrong order: that at `upper` must be the harder one to reach."""

    lower: str
    upper: str
    document: Document

    def path(self, changes: Mapping[str, Any]) -> str:
        """Return the one that the centre has set."""
        return self.upper if self.upper in changes or self.lower not in changes else self.lower

    @property
    def message(self) -> Message:
        """What is wrong, and the cure."""
        numbers = {number.path: number for number in preset_numbers(self.document)}
        upper, lower = (numbers[path] for path in (self.upper, self.lower))
        return Message(
            id="libraryerror-preset_order",
            params={
                "upper": number_name(self.document, self.upper),
                "upper_value": number_measure(upper.value, upper.unit),
                "lower": number_name(self.document, self.lower),
                "lower_value": number_measure(lower.value, lower.unit),
            },
        )


def disordered_pairs(document: Document) -> Iterator[DisorderedPair]:
    """Give the grades that do not ascend."""
    criteria = document.get("criteria") or {}
    for event in ("rainstorm", "snowstorm"):
        if event in criteria:
            yield from _disordered_amounts(document, f"criteria.{event}.windows")
    if "gale" in criteria:
        for kind in ("sustained", "gust"):
            at = [f"criteria.gale.{kind}.{place}.value" for place in range(3)]
            yield from _not_ascending(document, at)
        strong = "criteria.gale.strong_wind.value"
        yield from _not_ascending(document, [strong, "criteria.gale.sustained.0.value"])
    if "heat_wave" in criteria:
        yield from _disordered_heat(document)
    if "cold_wave" in criteria:
        yield from _disordered_cold(document)


def _not_ascending(document: Document, paths: Sequence[str]) -> Iterator[DisorderedPair]:
    for lower, upper in pairwise(paths):
        if field_value(document, lower) >= field_value(document, upper):
            yield DisorderedPair(lower, upper, document)


def _disordered_amounts(document: Document, path: str) -> Iterator[DisorderedPair]:
    """Give amounts that do not ascend by grade, or by the hours in which they fall."""
    windows = field_value(document, path)
    for place, window in enumerate(windows):
        count = len(window["grades"])
        yield from _not_ascending(
            document, [f"{path}.{place}.grades.{grade}.value" for grade in range(count)]
        )
    order = sorted(range(len(windows)), key=lambda place: windows[place]["hours"])
    for grade in range(len(windows[0]["grades"])):
        yield from _not_ascending(
            document, [f"{path}.{place}.grades.{grade}.value" for place in order]
        )


def _disordered_heat(document: Document) -> Iterator[DisorderedPair]:
    """Give runs that are no harder to reach than a lower grade's.

    Each run of a higher grade is one of the first as well, and no run of a lower grade is one of
    a higher grade.
    """
    path = "criteria.heat_wave.grades"
    runs = [
        (place, f"{path}.{place}.any_of.{number}", run)
        for place, grade in enumerate(field_value(document, path))
        for number, run in enumerate(grade["any_of"])
    ]
    first = runs[0]
    for _, at, run in runs:
        if "peak" in run and run["peak"] <= run["value"]:
            yield DisorderedPair(f"{at}.value", f"{at}.peak", document)
    for place, at, run in runs:
        if place and not _implies(run, first[2]):
            part = "run_days" if run["run_days"] < first[2]["run_days"] else "value"
            yield DisorderedPair(f"{first[1]}.{part}", f"{at}.{part}", document)
        for lower, below, other in runs:
            if lower < place and _implies(other, run):
                days = run["run_days"] < other["run_days"]
                part = "run_days" if days and run["value"] == other["value"] else "value"
                yield DisorderedPair(f"{below}.{part}", f"{at}.{part}", document)


def _implies(run: Document, other: Document) -> bool:
    """Whether hot days that are one run are another as well."""
    hottest = run.get("peak", run["value"])
    return bool(
        run["run_days"] >= other["run_days"]
        and run["value"] >= other["value"]
        and hottest >= other.get("peak", other["value"])
    )


def _disordered_cold(document: Document) -> Iterator[DisorderedPair]:
    """Give falls that are smaller in more hours or in a higher grade, and warmer higher grades."""
    path = "criteria.cold_wave.grades"
    grades = field_value(document, path)
    for place, grade in enumerate(grades):
        hours = sorted(grade["drops"], key=int)
        for short, long in pairwise(hours):
            if grade["drops"][long] < grade["drops"][short]:
                at = f"{path}.{place}.drops"
                yield DisorderedPair(f"{at}.{short}", f"{at}.{long}", document)
    for place, (lower, upper) in enumerate(pairwise(grades)):
        below, above = f"{path}.{place}", f"{path}.{place + 1}"
        same = upper["minimum"] == lower["minimum"]
        for hours in lower["drops"]:
            low, high = lower["drops"][hours], upper["drops"][hours]
            if high < low or (same and high == low):
                yield DisorderedPair(f"{below}.drops.{hours}", f"{above}.drops.{hours}", document)
        if upper["minimum"] > lower["minimum"]:
            yield DisorderedPair(f"{below}.minimum", f"{above}.minimum", document)
