"""A field that is there twice for one time: which is taken, and whether that matters.

A name that is preferred comes first, then a final version before a preliminary one, then the
shortest lead of several runs. Where nothing decides, the first is taken, and a few of the pairs are
read and compared: equal values are no matter, others put every answer of the field in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import DiagnosticsError
from diagnostics.fields.blocks import Block, Scan
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.conversion import to_ingredient_unit
from diagnostics.fields.names import INGREDIENTS, called
from diagnostics.fields.select import to_instant
from diagnostics.messages import Measure, Message, Moment, Param

_MOST_COMPARED = 12
"""Pairs of one field that are read; of more, so many spread over all."""
_PACKING = 2e-3
"""Of the range of a field: what two packings of the same values may differ by."""
_VERSIONS = {"final": 0, "preliminary": 1}


class Place(NamedTuple):
    """Where a value is: a block, a position in its times and one in its levels."""

    block: Block
    time: int
    level: int


def version_rank(block: Block) -> int:
    """Return the order of a block among its versions: 1 for a preliminary one, 0 for others."""
    version = block.record.version.value if block.record is not None else None
    return _VERSIONS.get(version or "", 0)


@dataclass
class Duplicates:
    """What is there twice of one ingredient.

    Attributes
    ----------
    name : str
        Of the ingredient.
    """

    name: str
    _undecided: list[tuple[Place, Place]] = field(default_factory=list)

    def add(self, taken: Place, other: Place, scan: Scan) -> None:
        """Say by what one of two was taken; where nothing decides, keep them to be compared."""
        if INGREDIENTS[self.name].kind is FieldKind.STATIC:
            return
        params: dict[str, Param] = {"field": called(self.name)}
        if taken.block.preference < other.block.preference:
            params |= {"other": other.block.source_name, "taken": taken.block.source_name}
            wording = Message(id="reader-alternative_ignored", params=params)
            scan.note("alternative_ignored", wording, fields=(self.name,))
        elif version_rank(taken.block) < version_rank(other.block) and _has_version(taken.block):
            params |= {"taken": _version(taken.block), "other": _version(other.block)}
            wording = Message(id="reader-final_version", params=params)
            scan.note("final_version", wording, fields=(self.name,))
        elif _run(taken) != _run(other):
            wording = Message(id="reader-several_runs", params=params)
            scan.warn("several_runs", wording, fields=(self.name,))
        else:
            self._undecided.append((taken, other))

    def compare(self, scan: Scan) -> None:
        """Read some of the pairs that nothing decides, and say whether their values differ."""
        if not self._undecided:
            return
        count = len(self._undecided)
        spread = np.unique(np.linspace(0, count - 1, min(count, _MOST_COMPARED)).astype(np.intp))
        params: dict[str, Param] = {"field": called(self.name)}
        found = [(self._difference(*self._undecided[i]), int(i)) for i in spread]
        largest, position = max(found)
        if largest <= 0.0:
            wording = Message(id="reader-duplicate_fields", params=params)
            scan.note("duplicate_fields", wording, fields=(self.name,))
            return
        taken, _ = self._undecided[position]
        params["time"] = Moment(moment=to_instant(taken.block.times[taken.time]))
        wording = Message(id="reader-duplicates_unread", params=params)
        if np.isfinite(largest):
            unit = INGREDIENTS[self.name].unit
            params["difference"] = Measure(measure=largest, unit=unit)
            wording = Message(id="reader-duplicates_differ", params=params)
        scan.warn("duplicates_differ", wording, fields=(self.name,))

    def _difference(self, one: Place, other: Place) -> float:
        """Return by how much two fields differ, 0 where by no more than packing; inf: unknown."""
        try:
            first, second = (self._values(place) for place in (one, other))
        except DiagnosticsError:
            return float("inf")
        if first.shape != second.shape or (np.isfinite(first) != np.isfinite(second)).any():
            return float("inf")
        known = first[np.isfinite(first)]
        if not known.size:
            return 0.0
        largest = float(np.nanmax(np.abs(first - second)))
        return largest if largest > _PACKING * float(np.ptp(known)) + 1e-6 else 0.0

    def _values(self, place: Place) -> NDArray[np.float64]:
        block = place.block
        levels: Sequence[int] = [place.level] if block.levels else []
        values = block.read([place.time], levels, block.grid.select(None))
        return to_ingredient_unit(values, block.unit, self.name, block.source_name)


def _has_version(block: Block) -> bool:
    return block.record is not None and block.record.version.value is not None


def _version(block: Block) -> str:
    if block.record is None:
        return ""
    version = block.record.version
    return version.by or f"{version.value}"


def _run(place: Place) -> np.datetime64 | None:
    runs = place.block.runs
    return None if runs is None else runs[place.time]
