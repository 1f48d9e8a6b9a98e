"""What is usual at the event point in the hours and on the days of a series."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.climatology import GridClimatology, GridItem, GridKey
from diagnostics.constants import ZERO_CELSIUS
from diagnostics.errors import InputDataError
from diagnostics.grid.sections import sample_bilinear
from diagnostics.quantities.scene import Array, Scene

KEYS = {
    "temperature_2m": (GridKey(name="t2m"), 1.0, -ZERO_CELSIUS),
    "mean_sea_level_pressure": (GridKey(name="msl"), 0.01, 0.0),
    "wind_10m": (GridKey(name="surface_wind_speed"), 1.0, 0.0),
}
"""Item of a climatology, and scale and offset from its unit to the chart's."""
LOW, HIGH = 10.0, 90.0


@dataclass(frozen=True, eq=False)
class ClimatologicalRange:
    """A climatology at the event point, at the times of a series.

    Attributes
    ----------
    mean, low, high : array, shape (n,)
        Mean, 10th and 90th percentile; without percentiles one standard deviation to each side.
        NaN where the climatology does not speak.
    least, most : array, shape (n,)
        Ends of the sample; NaN where they are not held.
    percentiles : bool
        Whether `low` and `high` are percentiles.
    years : int
        Behind it; 0 where nobody says.
    """

    mean: Array
    low: Array
    high: Array
    least: Array
    most: Array
    percentiles: bool
    years: int


def climatological_range(scene: Scene, quantity: str) -> ClimatologicalRange | None:
    """Return what is usual for a quantity of a point series; None where nobody knows.

    A climatology of another grid does not speak: its values vary otherwise.

    Parameters
    ----------
    scene : Scene
    quantity : str
        A key of `KEYS`; None for every other.
    """
    known = scene.scene_context.climatology
    if known is None or quantity not in KEYS:
        return None
    key, scale, offset = KEYS[quantity]
    found = known.grid_item(key)
    if found is None or not {"mean", "std"} <= set(found[1].arrays):
        return None
    held, item = found
    try:
        return _at_point(scene, held, item, scale, offset)
    except InputDataError as error:
        if error.code == "climatology_grid_differs":
            return None
        raise


def _at_point(
    scene: Scene, held: GridClimatology, item: GridItem, scale: float, offset: float
) -> ClimatologicalRange | None:
    times = scene.dataset["time"].values
    latitude, longitude = (np.array([part]) for part in scene.region.center)

    def sampled(statistic: str) -> Array:
        block, _ = held.at_times(item, statistic, times, scene.grid)
        return sample_bilinear(block, scene.grid, latitude, longitude)[..., 0]

    mean = sampled("mean")
    if not np.isfinite(mean).any():
        return None
    percent = item.quantiles
    nothing = np.full(mean.shape, np.nan)
    if all(np.isclose(percent, wanted).any() for wanted in (LOW, HIGH)):
        quantiles = sampled("quantile")

        def end(wanted: float) -> Array:
            place = np.flatnonzero(np.isclose(percent, wanted))
            return scale * quantiles[:, place[0]] + offset if place.size else nothing

        low, high, least, most = (end(wanted) for wanted in (LOW, HIGH, 0.0, 100.0))
        percentiles = True
    else:
        spread = scale * sampled("std")
        low, high = scale * mean + offset - spread, scale * mean + offset + spread
        least, most, percentiles = nothing, nothing, False
    return ClimatologicalRange(
        scale * mean + offset, low, high, least, most, percentiles, item.years
    )
