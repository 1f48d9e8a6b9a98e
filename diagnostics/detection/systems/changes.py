"""How much the temperature fell in a few hours: what the passage of a front is remembered for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations

import numpy as np

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import TemperatureFall
from diagnostics.detection.features.registry import MISSING_CODES
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.regions import region_mask
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene_loading import load_scene

SPAN = timedelta(hours=6)
LONGEST_SPAN = timedelta(hours=12)
"""Of data without times 6 h apart; over half a day a fall is partly that of the night."""
EARLIER = timedelta(hours=36)
LATER = timedelta(hours=12)
"""Where the fall is sought, as seen from the hour at which a cold wave is coldest [D]."""
AT_EVENT_KM = 1000.0
LEAST_FALL_K = 6.0
"""A smaller fall in a quarter of a day is that of any evening [D]."""


def greatest_fall(
    source: FieldSource, *, region: Region, time: datetime, event: tuple[float, float]
) -> TemperatureFall | None:
    """Find where and when the 2-m temperature fell most in 6 h around an event.

    Parameters
    ----------
    source : FieldSource
    region : Region
    time : datetime
        When the event is at its peak; one of the source's times.
    event : (latitude, longitude)
        Its strongest point: the fall is sought in the region, within 1000 km of it.

    Returns
    -------
    TemperatureFall or None
        Place and values are those of one grid point of the field itself, in kelvins. Where no two
        times are 6 h apart, the shortest span up to 12 h is taken. None without such times or
        without the field, and where no fall reaches 6 K.
    """
    wanted = (QuantityRef("temperature_2m"),)
    try:
        scene = load_scene(
            source, wanted, region=region, time=time, domain=region, every_time=True, days=2.0
        )
    except InputDataError as error:
        if error.code not in MISSING_CODES - {"missing_time"}:
            raise
        return None
    times = [one for one in scene.times if time - EARLIER <= one <= time + LATER]
    grid = scene.grid
    near = great_circle_km(*event, grid.latitude, grid.longitude) <= AT_EVENT_KM
    near &= region_mask(grid, region)
    best: TemperatureFall | None = None
    for first, last in _pairs(times):
        fall = scene.at(first).field("t2m") - scene.at(last).field("t2m")
        fall = np.where(near, fall, np.nan)
        if not np.isfinite(fall).any():
            continue
        row, column = np.unravel_index(int(np.nanargmax(fall)), fall.shape)
        value = round(float(fall[row, column]), 1)
        if value >= LEAST_FALL_K and (best is None or value > best.fall_k):
            best = TemperatureFall(
                start=first,
                end=last,
                span_hours=(last - first) / timedelta(hours=1),
                fall_k=value,
                latitude=round(float(grid.latitude[row, column]), 4),
                longitude=round(float(grid.longitude[row, column]), 4),
            )
    return best


def _pairs(times: Sequence[datetime]) -> Iterator[tuple[datetime, datetime]]:
    """Pairs of times 6 h apart, or else by the shortest longer span up to 12 h."""
    spans = {last - first for first, last in combinations(times, 2)}
    fitting = sorted(span for span in spans if SPAN <= span <= LONGEST_SPAN)
    for first, last in combinations(times, 2):
        if fitting and last - first == fitting[0]:
            yield first, last
