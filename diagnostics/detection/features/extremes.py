"""Closed highs and lows, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from diagnostics.contracts.evidence import Feature
from diagnostics.detection.features.answers import Detection, detection, feature, graded
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import closed_contours, extreme_cell, local_extrema
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Listing, Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene

MAX_CONTOURS = 60
STANDARD_INTERVALS = {
    "mean_sea_level_pressure": 2.5,
    "temperature": 4.0,
    "height": 40.0,
}


@dataclass(frozen=True)
class ClosedExtremum:
    """An extreme cell of a field, with the closed contours around it in the smoothed field."""

    row: int
    column: int
    value: float
    closed: int
    area_km2: float

    @property
    def radius_km(self) -> float:
        """Radius of the circle with the area inside the outermost closed contour."""
        return float(np.sqrt(self.area_km2 / np.pi))


def closed_extrema(
    field: Array,
    grid: Grid,
    *,
    low: bool,
    interval: float,
    sigma_km: float = 100.0,
    radius_km: float = 300.0,
    within: Mask | None = None,
    limit: int = MAX_CONTOURS,
) -> Iterator[ClosedExtremum]:
    """Find local extrema with at least one closed contour, the most extreme first.

    They are sought in the smoothed field; place and value are those of the most extreme cell of
    the field itself near them.

    Contours are drawn every `interval` from the extreme value and closed as `closed_contours` says:
    they touch neither an edge of the data nor a hole in them, and hold no more extreme candidate.

    Parameters
    ----------
    field : array, shape (y, x)
    grid : Grid
    low : bool
        Lows, or highs.
    interval : float
        In the field's unit.
    sigma_km, radius_km : float
        Smoothing before, and the distance within which a candidate must be the most extreme.
    within : array of bool, optional
        Where centres are wanted.
    limit : int
        How many contours to follow outward.
    """
    smooth = grid.smooth(field, sigma_km)
    candidates = local_extrema(smooth, grid, radius_km, "minimum" if low else "maximum")
    for rank, item in enumerate(candidates):
        row, column = item.row, item.column
        if within is not None and not within[row, column]:
            continue
        contours = closed_contours(
            smooth, grid, item, interval, rivals=candidates[:rank], limit=limit
        )
        if contours.count:
            row, column = extreme_cell(field, grid, item, sigma_km, contours.cells)
            value = float(field[row, column])
            yield ClosedExtremum(row, column, value, contours.count, contours.area_km2)


def closed_extremum(
    scene: Scene,
    *,
    field: str = "mean_sea_level_pressure",
    sign: str = "low",
    interval: float | None = None,
    sigma_km: float = 100.0,
    radius_km: float = 300.0,
    min_closed: int = 2,
    min_value: float | None = None,
    max_value: float | None = None,
    margin_deg: float = 10.0,
) -> Detection:
    """Closed low or high of pressure, height or temperature near the region.

    Passes when a centre within `margin_deg` of the region has at least `min_closed` closed contours
    and its value lies within `min_value` and `max_value` where they are given.
    """
    reference = resolve(field)
    step = interval or STANDARD_INTERVALS.get(reference.quantity.name, 40.0)
    if interval is None and reference.text == QuantityRef("height", 850.0).text:
        step = 20.0
    data = values(scene, field)
    found: list[Feature] = []
    passed = False
    for item in closed_extrema(
        data,
        scene.grid,
        low=sign == "low",
        interval=step,
        sigma_km=sigma_km,
        radius_km=radius_km,
        within=scene.inside(margin_deg),
    ):
        good = item.closed >= min_closed
        good &= min_value is None or item.value >= min_value
        good &= max_value is None or item.value <= max_value
        passed |= good
        score = graded(item.closed, min_closed)
        found.append(
            feature(
                f"closed_{sign}",
                scene.grid.latitude[item.row, item.column],
                scene.grid.longitude[item.row, item.column],
                value=item.value,
                unit=reference.quantity.unit,
                strength=item.closed * step,
                area_km2=item.area_km2,
                score=score if good else min(score, 0.49),
                extra={"closed_contours": item.closed, "radius_km": round(item.radius_km)},
            )
        )
    message = Message(
        id="detect-closed_high" if sign == "high" else "detect-closed_low",
        params={"count": str(len(found)), "margin": f"{margin_deg:g}"},
    )
    return detection(passed, found, message)


def cutoff_low(
    scene: Scene,
    *,
    level: float = 500.0,
    interval_gpm: float = 40.0,
    min_closed: int = 1,
    margin_deg: float = 10.0,
    westerly_distance_deg: float = 5.0,
    cold_distance_km: float = 300.0,
) -> Detection:
    """Cut-off low: a closed height minimum equatorward of the main westerlies, with a cold core.

    The westerly axis is the latitude of the steepest poleward height fall on the centre's meridian;
    the temperature minimum is asked for only where the data hold temperature at `level`.
    """
    grid = scene.grid
    heights = values(scene, QuantityRef("height", level))
    smooth = grid.smooth(heights, 150.0)
    slope = np.hypot(*grid.gradient(smooth))
    cold = _cold_centres(scene, level)
    found = []
    for item in closed_extrema(
        heights, grid, low=True, interval=interval_gpm, within=scene.inside(margin_deg)
    ):
        latitude = float(grid.latitude[item.row, item.column])
        longitude = float(grid.longitude[item.row, item.column])
        axis = _westerly_latitude(grid, slope, item.row, item.column)
        separated = axis is not None and abs(axis) - abs(latitude) >= westerly_distance_deg
        near_cold = cold is None or any(
            great_circle_km(latitude, longitude, *place) <= cold_distance_km for place in cold
        )
        good = item.closed >= min_closed and separated and near_cold
        score = graded(item.closed, min_closed)
        found.append(
            feature(
                "cutoff_low",
                latitude,
                longitude,
                value=item.value,
                unit="gpm",
                strength=item.closed * interval_gpm,
                area_km2=item.area_km2,
                score=score if good else min(score, 0.4),
                extra={
                    "closed_contours": item.closed,
                    "equatorward_of_westerlies": separated,
                    "cold_core": near_cold,
                },
            ),
        )
    return detection(
        any(item.score >= 0.5 for item in found),
        found,
        Message(
            id="detect-closed_lows_at", params={"count": str(len(found)), "level": f"{level:g}"}
        ),
    )


def _cold_centres(scene: Scene, level: float) -> list[tuple[float, float]] | None:
    if not scene.has("t"):
        return None
    grid = scene.grid
    smooth = grid.smooth(values(scene, QuantityRef("temperature", level)), 100.0)
    return [
        (item.latitude, item.longitude) for item in local_extrema(smooth, grid, 300.0, "minimum")
    ]


def _westerly_latitude(grid: Grid, slope: Array, row: int, column: int) -> float | None:
    """Latitude of the steepest height slope poleward of a cell, on its column."""
    latitudes = grid.latitude[:, column]
    poleward = np.abs(latitudes) > np.abs(latitudes[row]) + 2.0
    poleward &= np.sign(latitudes) == np.sign(latitudes[row])
    profile = np.where(poleward, slope[:, column], np.nan)
    if not np.isfinite(profile).any():
        return None
    return float(latitudes[int(np.nanargmax(profile))])


def polar_low_center(
    scene: Scene,
    *,
    level: float = 500.0,
    displaced_lat: float = 65.0,
    split_gpm: float = 60.0,
    split_km: float = 2000.0,
    lobe_gpm: float = 5080.0,
    lobe_deg: float = 15.0,
) -> Detection:
    """Polar vortex displaced, split, or with a lobe poleward of the region.

    Centres are minima of height smoothed by 200 km poleward of 50 degrees in the region's
    hemisphere.
    """
    grid = scene.grid
    smooth = grid.smooth(values(scene, QuantityRef("height", level)), 200.0)
    polar = np.where(scene.hemisphere * grid.latitude >= 50.0, smooth, np.nan)
    centres = [(item.row, item.column) for item in local_extrema(polar, grid, 800.0, "minimum")]
    if not centres:
        return Detection(False, 0.0, (), Message(id="detect-no_polar_minimum"))
    main = centres[0]
    place = (float(grid.latitude[main]), float(grid.longitude[main]))
    displaced = abs(place[0]) <= displaced_lat
    second = [
        other
        for other in centres[1:]
        if smooth[other] - smooth[main] <= split_gpm
        and great_circle_km(*place, grid.latitude[other], grid.longitude[other]) >= split_km
    ]
    near = scene.inside(lobe_deg) & (polar <= lobe_gpm)
    lobe = bool(near.any())
    found = [
        feature(
            "polar_vortex_centre",
            grid.latitude[cell],
            grid.longitude[cell],
            value=smooth[cell],
            unit="gpm",
            score=0.7 if cell == main else 0.6,
        )
        for cell in (main, *second)
    ]
    passed = displaced or bool(second) or lobe
    words = [
        word
        for word, holds in (
            (Message(id="detect-displaced"), displaced),
            (Message(id="detect-split"), bool(second)),
            (Message(id="detect-lobe"), lobe),
        )
        if holds
    ]
    best = 0.5 + 0.15 * len(words) if passed else 0.2
    message = Message(id="detect-vortex_whole")
    if words:
        message = Message(id="detect-vortex", params={"signs": Listing(items=tuple(words))})
    return detection(passed, found, message, best=best)
