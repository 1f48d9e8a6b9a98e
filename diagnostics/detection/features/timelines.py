"""Fields against time: the column above the event point, and means over a band of latitudes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.columns import Columns
from diagnostics.errors import InputDataError
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message, positions
from diagnostics.quantities.registry import values
from diagnostics.quantities.scene import Array, Scene, require

MIDDLE_LATITUDES = (40.0, 60.0)
LEAST_BAND_DEG = 5.0
LEAST_TIMES = 2
TOP_HPA = 100.0
HEIGHT_ANOMALY = "height_anomaly"


@dataclass(frozen=True, eq=False, kw_only=True)
class ColumnSeries(Columns):
    """The column above the event point at every loaded time.

    Attributes
    ----------
    latitude, longitude : float
        Of the event point.
    hours : array, shape (n,)
        Since the first time.
    """

    latitude: float
    longitude: float
    hours: Array

    chart = "time-height section"


def column_series(scene: Scene) -> ColumnSeries:
    """Return the column at the region's centre at every loaded time, from the ground to 100 hPa.

    Raises
    ------
    InputDataError
        ``too_few_times`` with a single time, ``missing_level`` with fewer than four levels.
    """
    made: ColumnSeries = scene.keep("column_series", lambda: _column_series(scene))
    return made


def require_times(scene: Scene, what: str) -> None:
    """Refuse with ``too_few_times`` what cannot be decided from a single time."""
    if len(scene.times) < LEAST_TIMES:
        raise InputDataError(
            Message(id="detectionerror-two_times", params={"what": what}), code="too_few_times"
        )


def _column_series(scene: Scene) -> ColumnSeries:
    require(scene, ("t",))
    require_times(scene, "a time-height section")
    latitude, longitude = scene.region.center
    place = np.array([latitude]), np.array([longitude])
    chosen = scene.levels_hpa >= TOP_HPA - 1e-6
    pressure = scene.levels_hpa[chosen]
    if pressure.size < 4:
        raise InputDataError(
            Message(
                id="detectionerror-timeheight_levels",
                params={"top": f"{TOP_HPA:g}", "count": f"{pressure.size}"},
            ),
            code="missing_level",
        )
    times = scene.dataset["time"].values

    def sampled(name: str) -> Array:
        block = np.asarray(scene.dataset[name].values, dtype=np.float64)
        if block.ndim == 4:
            return np.asarray(sample_bilinear(block[:, chosen], scene.grid, *place)[..., 0].T)
        return np.asarray(sample_bilinear(block, scene.grid, *place)[..., 0])

    ground = np.full(times.size, pressure[-1])
    if scene.has("sp"):
        ground = sampled("sp") / 100.0
    hidden = pressure[:, None] > ground[None, :] + 1e-6
    fields = {
        name: np.where(hidden, np.nan, sampled(name))
        for name in ("t", "q", "u", "v", "w")
        if scene.has(name)
    }
    hours = np.asarray((times - times[0]) / np.timedelta64(1, "h"), dtype=np.float64)
    return ColumnSeries(
        latitude=latitude,
        longitude=longitude,
        hours=hours,
        pressure=pressure,
        ground=ground,
        fields=fields,
    )


@dataclass(frozen=True, eq=False)
class Band:
    """The band of latitudes over which a longitude-time section averages, and its longitudes."""

    south: float
    north: float
    longitude: Array
    cells: Array
    weights: Array

    def mean(self, data: Array) -> Array:
        """Area-weighted mean of a field (y, x) in each class of longitude; NaN where none is."""
        size = self.longitude.size
        known = (self.weights > 0) & np.isfinite(data)
        classes = self.cells[known]
        total = np.bincount(classes, self.weights[known] * data[known], minlength=size)
        weight = np.bincount(classes, self.weights[known], minlength=size)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(weight > 0, total / weight, np.nan))


def latitude_band(scene: Scene) -> Band:
    """Return the band from 40 to 60 degrees of the region's hemisphere.

    Where the data cover less than five degrees of it, the band is the region's own latitudes.
    Cells are sorted into longitudes at the grid's spacing, on any grid.
    """
    made: Band = scene.keep("latitude_band", lambda: _latitude_band(scene))
    return made


def _latitude_band(scene: Scene) -> Band:
    grid = scene.grid
    latitude, longitude = np.asarray(grid.latitude), np.asarray(grid.longitude)
    low, high = MIDDLE_LATITUDES if scene.hemisphere > 0 else (-60.0, -40.0)
    south, north = max(low, float(latitude.min())), min(high, float(latitude.max()))
    if north - south < LEAST_BAND_DEG:
        south, north = scene.region.south, scene.region.north
    within = (latitude >= south - 1e-6) & (latitude <= north + 1e-6)
    weights: Array = np.where(within, grid.cell_area, 0.0).astype(np.float64)
    if not (weights > 0).any():
        raise InputDataError(
            Message(
                id="detectionerror-no_row_between",
                params={
                    "south": positions.latitude(south),
                    "north": positions.latitude(north),
                },
            ),
            code="region_outside_data",
        )
    spacing = grid.spacing_deg
    offset = longitude - float(longitude[weights > 0].min())
    cells = np.rint(offset / spacing).astype(np.intp)
    size = int(cells[weights > 0].max()) + 1
    start = float(longitude[weights > 0].min())
    return Band(
        south,
        north,
        start + spacing * np.arange(size, dtype=np.float64),
        np.clip(cells, 0, size - 1),
        weights,
    )


def longitude_time(scene: Scene, quantity: QuantityRef) -> Array:
    """Return the band mean of a quantity, shape (time, longitude), in its unit.

    Raises
    ------
    InputDataError
        ``too_few_times`` with a single time.
    """
    made: Array = scene.keep(("longitude_time", quantity), lambda: _longitude_time(scene, quantity))
    return made


def departs_from_period(scene: Scene, quantity: QuantityRef) -> bool:
    """Whether an anomaly is taken from the mean of the loaded times: no climatology is known."""
    anomaly = quantity.name == HEIGHT_ANOMALY
    return anomaly and not scene.scene_context.climatology


def _longitude_time(scene: Scene, quantity: QuantityRef) -> Array:
    if departs_from_period(scene, quantity):
        height = longitude_time(scene, QuantityRef("height", quantity.level))
        known = np.isfinite(height)
        total = np.where(known, height, 0.0).sum(axis=0)
        return np.asarray(height - total / np.maximum(known.sum(axis=0), 1))
    require_times(scene, "a longitude-time section")
    band = latitude_band(scene)
    return np.stack([band.mean(values(scene.at(time), quantity)) for time in scene.times])
