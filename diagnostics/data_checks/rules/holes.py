"""Missing values where a field is at its strongest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import ndimage

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, FieldData, Mask, RuleInputs
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import Measure

PEAKS = {
    **dict.fromkeys(("tp", "sf", "fg10", "mx2t"), (1.0,)),
    **dict.fromkeys(("msl", "mn2t"), (-1.0,)),
    "t2m": (1.0, -1.0),
}
"""Fields with an event at their highest (1) or lowest (-1) values."""
LEAST_HOLE = 3
"""Cells; and a hole is at most a tenth of the region."""
MOST_HOLES = 3
"""Of one time: what is missing in more places is a mask, a coverage or a screening of values."""
STRONG = 99.0
"""Percentile of its time, and of all times, that the strongest cell of the rim reaches."""
RIM_IN_TAIL, RISING_RIM = 97.0, 75.0
"""Percentile of the rest of the time that the mean of the rim exceeds; and where the field rises
to the hole from two cells beyond the rim on, as it does to a peak of few cells."""
LEAST_CELLS = 100
_NEIGHBOURS = np.ones((3, 3), dtype=bool)


@rule("hole_over_the_peak", Weight.DOUBT, "values", *PEAKS)
def hole_over_the_peak(material: RuleInputs) -> Iterator[RuleFinding]:
    """A patch of missing values around which the field is at its strongest.

    It is missing at some times only, or where another field near the ground has values, so that
    it is no mask of land or water; and it does not touch the edge of the data.
    """
    looked = False
    for name in PEAKS:
        item = material.fields.get(name)
        if item is None or item.planes[0].size < LEAST_CELLS:
            continue
        looked = True
        for sign in PEAKS[name]:
            found = _hole(material, item, sign)
            if found is not None:
                yield found
                break
    if not looked:
        raise NotCheckableError("area")


def _hole(material: RuleInputs, item: FieldData, sign: float) -> RuleFinding | None:
    values = sign * item.planes.astype(np.float64)
    given = values[np.isfinite(values)]
    strong = float(np.percentile(given, STRONG))
    lacking = np.flatnonzero((~np.isfinite(values)).any(axis=(1, 2)))
    for time in lacking:
        plane = values[time]
        labels, count = ndimage.label(~np.isfinite(plane), structure=_NEIGHBOURS)
        if count > MOST_HOLES:
            continue
        known = _given_elsewhere(material, item, int(time))
        for number in range(1, count + 1):
            hole = labels == number
            size = int(hole.sum())
            if _at_edge(hole) or not LEAST_HOLE <= size <= 0.1 * plane.size:
                continue
            rim = ndimage.binary_dilation(hole, structure=_NEIGHBOURS) & np.isfinite(plane)
            if not known[hole].all() or not _strongest(plane, rim, hole, strong):
                continue
            row, column = (round(place) for place in ndimage.center_of_mass(hole))
            edge = sign * float(plane[rim].max())
            unit = CANONICAL[item.name].unit
            return RuleFinding(
                (item.name,),
                {"count": size, "value": Measure(measure=edge, unit=unit)},
                value=edge,
                unit=unit,
                time=item.where(int(time))[0],
                place=material.place(row, column),
            )
    return None


def _given_elsewhere(material: RuleInputs, item: FieldData, time: int) -> Mask:
    """Cells that have a value at another time, or in another field near the ground."""
    given = np.isfinite(np.delete(item.planes, time, axis=0)).any(axis=0)
    for name, other in material.fields.items():
        if name != item.name and not other.levels.size:
            given |= np.isfinite(other.planes).any(axis=0)
    return np.asarray(given)


def _at_edge(hole: Mask) -> bool:
    return bool(hole[[0, -1]].any() or hole[:, [0, -1]].any())


def _strongest(plane: Array, rim: Mask, hole: Mask, strong: float) -> bool:
    """Whether the strongest cell of the rim is among the largest, and the field rises to it."""
    rest = plane[~rim & np.isfinite(plane)]
    if rest.size < LEAST_CELLS // 2:
        return False
    rings = [rim]
    inside = hole | rim
    for _ in range(2):
        wider = ndimage.binary_dilation(inside, structure=_NEIGHBOURS)
        rings.append(wider & ~inside & np.isfinite(plane))
        inside = wider
    means = [float(plane[ring].mean()) if ring.any() else np.inf for ring in rings]
    rises = means[0] > means[1] > means[2]
    in_tail = means[0] > float(np.percentile(rest, RISING_RIM if rises else RIM_IN_TAIL))
    greatest = float(plane[rim].max())
    return in_tail and greatest >= max(strong, float(np.percentile(rest, STRONG)))
