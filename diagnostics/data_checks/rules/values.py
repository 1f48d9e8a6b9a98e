"""Values that cannot be, fields without any change, and marks of missing values among the data."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import FieldData, RuleInputs
from diagnostics.data_checks.statistics import worst
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.fields.checks import IMPOSSIBLE
from diagnostics.fields.checksums import NO_CHECKSUM
from diagnostics.messages import Measure, Term

AMOUNTS = frozenset({"tp", "sf"})
MAY_BE_CONSTANT = frozenset(
    {"tp", "sf", "sd", "lsm", "orog"}
    | {name for name, item in CANONICAL.items() if item.unit == "1"}
)
"""Fields that are one value over a dry, bare or uniform region."""
FEW = 1e-3
LEAST_CELLS = 12
"""With a value, for one value in all of them to tell."""
FEW_VALUES = 4
"""Different values of a plane that is all but flat."""
DRY = 1e-5
"""Largest amount (kg m-2) of a dry field: what packing leaves of zero. Even 1 mm in 6 h is more
when it is given per second."""
SMOOTH = frozenset({"t", "z", "msl", "sp", "t2m", "d2m", "u", "v", "u10", "v10", "mx2t", "mn2t"})
"""Fields that vary from cell to cell and never jump to one value over an area."""
PLAUSIBLE = {
    "u": (-140.0, 140.0),
    "v": (-120.0, 120.0),
    "u10": (-80.0, 80.0),
    "v10": (-80.0, 80.0),
    "fg10": (-0.1, 115.0),
    "t2m": (180.0, 331.0),
    "d2m": (150.0, 309.5),
    "mx2t": (180.0, 332.0),
    "mn2t": (178.0, 325.0),
    "msl": (86500.0, 108600.0),
    "w": (-40.0, 40.0),
    "q": (-0.003, 0.04),
}
"""What the weather of the earth has reached, with a margin; beyond it is in doubt."""


@rule("refused_by_reader", Weight.REFUSE, "reader")
def refused_by_reader(material: RuleInputs) -> Iterator[RuleFinding]:
    """A field that the reader could not bring into canonical form."""
    for name, error in material.failed.items():
        yield RuleFinding((name,), {"code": error.code, "reason": error.message})


@rule("noted_by_reader", Weight.TELL, "reader")
def noted_by_reader(material: RuleInputs) -> Iterator[RuleFinding]:
    """Values that the reader has masked or clipped on the way.

    In a store without checksums they may be a part of a chunk that was garbled, of which other
    values look like any: the field is in doubt then.
    """
    unchecked = {
        name
        for item in material.inventory.findings
        if item.code == NO_CHECKSUM
        for name in item.fields
    }
    for text in material.notes:
        named = tuple(
            item.name
            for item in material.inventory.variables
            if item.source_name and item.source_name in text.split()
        )
        if IMPOSSIBLE in text and unchecked.intersection(named):
            yield RuleFinding(named, {"reason": text}, weight=Weight.DOUBT, variant="unchecked")
        else:
            yield RuleFinding(named, {"reason": text})


@rule("without_values", Weight.REFUSE, "missing")
def without_values(material: RuleInputs) -> Iterator[RuleFinding]:
    """A field of which every value of the region and period is missing."""
    for name in material.without_values:
        yield RuleFinding((name,))


@rule("impossible_values", Weight.REFUSE, "units")
def impossible_values(material: RuleInputs) -> Iterator[RuleFinding]:
    """Values outside what the quantity can be; a few of them are in doubt, many refuse it."""
    for item in material.of_kind():
        low, high = CANONICAL[item.name].valid_range
        yield from _outside(material, item, low, high, Weight.REFUSE)
        if item.name in PLAUSIBLE and not (item.levels.size and item.levels[0] < 50.0):
            yield from _outside(material, item, *PLAUSIBLE[item.name], Weight.DOUBT)


def _outside(
    material: RuleInputs, item: FieldData, low: float, high: float, weight: Weight
) -> Iterator[RuleFinding]:
    with np.errstate(invalid="ignore"):
        beyond = np.maximum(low - item.values, item.values - high)
    wide = float(np.nanmax(beyond)) if np.isfinite(beyond).any() else -1.0
    if wide <= 0:
        return
    share = float((beyond > 0).mean())
    place = worst(beyond.reshape(-1, *beyond.shape[-2:]))
    value = float(item.planes[place])
    time, level = item.where(place[0])
    unit = CANONICAL[item.name].unit
    yield RuleFinding(
        (item.name,),
        {
            "value": Measure(measure=value, unit=unit),
            "low": Measure(measure=low, unit=unit),
            "high": Measure(measure=high, unit=unit),
        },
        value=value,
        limit=low if value < low else high,
        unit=unit,
        time=time,
        level_hpa=level,
        weight=weight if share > FEW else Weight.DOUBT,
        variant="" if weight is Weight.REFUSE else "doubtful",
        place=material.place(*place[1:]),
    )


@rule("constant_field", Weight.REFUSE, "values")
def constant_field(material: RuleInputs) -> Iterator[RuleFinding]:
    """One value throughout, where the quantity varies; or one value at some of its times."""
    for item in material.of_kind():
        planes = item.planes
        low = np.nanmin(np.where(np.isfinite(planes), planes, np.inf), axis=(1, 2))
        high = np.nanmax(np.where(np.isfinite(planes), planes, -np.inf), axis=(1, 2))
        flat = (low == high) & (np.isfinite(planes).sum(axis=(1, 2)) >= LEAST_CELLS)
        if item.name in {"w", "q"}:
            # nothing rises at the top of a model, and packing leaves no vapour there
            flat &= low != 0
        if item.name in MAY_BE_CONSTANT:
            known = CANONICAL[item.name]
            flat &= (np.abs(low) > DRY) & (known.kind is not FieldKind.STATIC) & (known.unit != "1")
        if item.levels.size and not flat.all():
            flat &= ~_nearly_flat(item)
        if not flat.any():
            continue
        first = int(np.flatnonzero(flat)[0])
        time, level = item.where(first)
        given = np.isfinite(low)
        every = bool(flat[given].all())
        yield RuleFinding(
            (item.name,),
            {
                "value": Measure(measure=float(low[first]), unit=CANONICAL[item.name].unit),
                "count": int(flat.sum()),
                "all": int(given.sum()),
            },
            value=float(low[first]),
            time=time,
            level_hpa=level,
            weight=Weight.REFUSE if every else Weight.DOUBT,
            variant="" if every else "partly",
        )


def _nearly_flat(item: FieldData) -> NDArray[np.bool_]:
    """Planes beside one that has but a few values: so it is where whole numbers are packed."""
    few = np.array([np.unique(plane[np.isfinite(plane)]).size for plane in item.planes])
    beside = np.pad(np.where(few > 1, few, FEW_VALUES + 1), 1, constant_values=FEW_VALUES + 1)
    return np.asarray(np.minimum(beside[:-2], beside[2:]) <= FEW_VALUES)


@rule("same_field_twice", Weight.REFUSE, "names")
def same_field_twice(material: RuleInputs) -> Iterator[RuleFinding]:
    """Two quantities with the same values: one was written under both names."""
    known = [item for item in material.of_kind() if item.name not in MAY_BE_CONSTANT]
    for position, one in enumerate(known):
        for other in known[position + 1 :]:
            if one.values.shape != other.values.shape or one.values.size < 12:
                continue
            if not np.array_equal(
                one.values.reshape(-1)[:64], other.values.reshape(-1)[:64], equal_nan=True
            ):
                continue
            if {one.name, other.name} in ({"mx2t", "t2m"}, {"mn2t", "t2m"}):
                continue
            both = np.isfinite(one.values) & np.isfinite(other.values)
            if not both.any() or not np.array_equal(one.values[both], other.values[both]):
                continue
            if np.ptp(one.values[both]) > 0:
                yield RuleFinding(
                    (one.name, other.name),
                    {
                        "first": Term(term=f"field_{one.name}"),
                        "second": Term(term=f"field_{other.name}"),
                    },
                )
