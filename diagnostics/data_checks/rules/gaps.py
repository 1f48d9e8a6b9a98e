"""What is missing: cells without a value among others, and rows that an axis leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, FieldData, Mask, RuleInputs, as_datetime
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Measure

SCATTERED = 0.4
"""Of the neighbours of missing cells so many have values where the cells were lost one by one."""
LEAST_SHARE = 0.01
LEAST_CELLS = 20
WIDE_STEP = 1.5
"""Times the usual step that an axis makes where rows are left out."""


@rule("values_missing_in_places", Weight.TELL, "values")
def values_missing_in_places(material: RuleInputs) -> Iterator[RuleFinding]:
    """Cells that have a value at other times, or all around them, and none here."""
    looked = False
    for item in material.of_kind():
        if CANONICAL[item.name].kind in (FieldKind.LEVEL, FieldKind.STATIC):
            continue  # what lies below the ground comes and goes with pressure
        looked = True
        missing = _among_others(item)
        if not missing.any():
            missing = _scattered(item)
        if not missing.any():
            continue
        time = int(np.argmax(missing.sum(axis=(1, 2))))
        row, column = (int(place[0]) for place in np.nonzero(missing[time]))
        yield RuleFinding(
            (item.name,),
            {
                "count": int(missing.sum()),
                "share": Measure(measure=100.0 * float(missing.mean()), unit="%"),
            },
            value=float(missing.mean()),
            time=as_datetime(item.times[time]),
            place=material.place(row, column),
        )
    if not looked:
        raise NotCheckableError("times")


def _among_others(item: FieldData) -> Mask:
    """Missing at a time that has values, in a cell that has values at other times."""
    given = np.isfinite(item.values)
    usual: Mask = np.asarray(given.mean(axis=0) > 0.5)
    there: Mask = np.asarray(given.any(axis=(1, 2)))
    return np.asarray(~given & usual[np.newaxis] & there[:, np.newaxis, np.newaxis])


def _scattered(item: FieldData) -> Mask:
    """Missing one by one: most neighbours of a missing cell have values."""
    missing = ~np.isfinite(item.values)
    nothing = np.zeros_like(missing)
    if missing.mean() < LEAST_SHARE or missing.shape[-1] < 3 or missing.all():
        return nothing
    beside = missing[..., :-1] | missing[..., 1:]
    apart = missing[..., :-1] ^ missing[..., 1:]
    return missing if float(apart.sum()) > SCATTERED * float(beside.sum()) else nothing


@rule("rows_left_out", Weight.TELL, "axes")
def rows_left_out(material: RuleInputs) -> Iterator[RuleFinding]:
    """A step of an axis that is wider than the others: rows or columns are not there."""
    if material.grid is None or material.geometry.mapping is not None:
        raise NotCheckableError("area")
    axes = {"row": material.latitude[:, 0], "column": _unwrapped(material.longitude[0])}
    for side, axis in axes.items():
        if axis.size < 6:
            continue
        steps = np.abs(np.diff(axis))
        usual = float(np.median(steps))
        wide = np.flatnonzero(steps > WIDE_STEP * usual)
        even = float((np.abs(steps - usual) < 0.05 * usual).mean()) > 0.8
        if not wide.size or not even:
            continue
        yield RuleFinding(
            tuple(material.fields),
            {"edge": round(float(axis[wide[0]]), 3), "count": int(wide.size)},
            value=float(steps[wide[0]]),
            limit=usual,
            unit="degree",
            variant=side,
        )


def _unwrapped(longitude: Array) -> Array:
    return np.asarray(np.rad2deg(np.unwrap(np.deg2rad(longitude))))
