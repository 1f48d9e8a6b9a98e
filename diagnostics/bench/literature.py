"""How well the rules find what passages of papers state, against labels by somebody else.

A found criterion is right where relation, value and unit are those of the label; a whole one where
quantity, level and event are too. Passages are read one by one, as a page each.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.bench.rows import BenchRow
from diagnostics.documents import read_yaml
from diagnostics.errors import UnitsError
from diagnostics.literature import Page, Statement, find_statements
from diagnostics.literature.passages import quantities_named, unit_of
from diagnostics.units import convert

SETS = ("passages_open", "passages_kept")
_SIDES = {">": ">=", "<": "<="}
_LEVEL = re.compile(r"(?:(\d{2,4})[-\u2013])?(\d{2,4}) ?hPa$")


@dataclass(frozen=True)
class Counts:
    """What was found in the passages of a set.

    `right` of the `found` criteria have the relation, value and unit of one of the `labelled`,
    `whole` also its quantity, level and event. `without` passages have no criterion; in `misled`
    of them one was found. `mechanisms` passages state one, `seen` of them were seen to.
    """

    labelled: int
    found: int
    right: int
    whole: int
    without: int
    misled: int
    mechanisms: int
    seen: int

    @property
    def recall(self) -> float:
        """The share of the labelled criteria that were found with the right number."""
        return self.right / self.labelled

    @property
    def precision(self) -> float:
        """The share of the found criteria that have the right number; NaN where none was found."""
        return self.right / self.found if self.found else float("nan")


def measure() -> Iterable[BenchRow]:
    """Yield one row for each set."""
    for name in SETS:
        start = time.perf_counter()
        counts = counted(passages_of(name))
        yield BenchRow(
            track="literature",
            what=name,
            seconds=time.perf_counter() - start,
            note=f"{counts.right} of {counts.labelled} criteria found with the right number "
            f"(recall {counts.recall:.2f}), {counts.whole} whole; {counts.found} found "
            f"(precision {counts.precision:.2f}); {counts.misled} of {counts.without} passages "
            f"without a criterion misread; {counts.seen} of {counts.mechanisms} mechanisms seen",
        )


def passages_of(name: str) -> list[Mapping[str, Any]]:
    """Return the labelled passages of a set."""
    text = files("diagnostics.bench").joinpath("data", f"{name}.yaml").read_text(encoding="utf-8")
    passages: list[Mapping[str, Any]] = read_yaml(text)["passages"]
    return passages


def counted(passages: Iterable[Mapping[str, Any]]) -> Counts:
    """Read passages and compare what is found with their labels."""
    sums: Counter[str] = Counter()
    for passage in passages:
        found = find_statements([Page(1, passage["text"])])
        criteria = [one for one in found if one.kind == "criterion" and not one.denied]
        left = list(criteria)
        for label in passage["criteria"]:
            sums["labelled"] += 1
            match = next((one for one in left if _same_number(one, label)), None)
            if match is not None:
                left.remove(match)
                sums["right"] += 1
                sums["whole"] += _same_rest(match, label)
        sums["found"] += len(criteria)
        if not passage["criteria"]:
            sums["without"] += 1
            sums["misled"] += bool(criteria)
        if passage["mechanisms"]:
            sums["mechanisms"] += 1
            sums["seen"] += any(one.kind == "mechanism" for one in found)
    return Counts(**{name: sums[name] for name in Counts.__dataclass_fields__})


def _same_number(one: Statement, label: Mapping[str, Any]) -> bool:
    relation, value = label["comparison"], label["value"]
    if isinstance(value, list) or one.value is None:
        return False
    if one.relation != _SIDES.get(relation, relation):
        return False
    try:
        converted = float(convert(one.value, one.unit, unit_of(label["unit"])))
    except UnitsError:
        return False
    return bool(abs(converted - value) <= 1e-6 * max(1e-3, abs(value)))


def _same_rest(one: Statement, label: Mapping[str, Any]) -> bool:
    named = _LEVEL.match(str(label["level"]))
    levels = tuple(float(level) for level in named.groups() if level) if named else ()
    event = str(label["event"]).replace(" ", "_")
    return (
        one.quantity in _quantities(label["variable"])
        and one.levels == levels
        and event in {kind.value for kind in one.events}
    )


@lru_cache(maxsize=512)
def _quantities(words: str) -> frozenset[str]:
    return frozenset(entry.id for entry in quantities_named(words))
