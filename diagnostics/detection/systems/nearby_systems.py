"""What lies around the event at the main time: fronts, centres aloft, moisture plumes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from pydantic import JsonValue

from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import (
    FrontSegment,
    FrontType,
    MoisturePlume,
    UpperCentre,
    WindCentre,
)
from diagnostics.detection.features.fronts import front_tfp, vortex
from diagnostics.detection.features.moisture import CORRIDOR_IVT, ivt_object
from diagnostics.detection.features.objects import find_objects
from diagnostics.detection.systems.centres import HEIGHT_500, SEA_LEVEL, pressure_centres
from diagnostics.detection.systems.nearest_parts import nearest_part
from diagnostics.detection.systems.positions import Place
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import data_edge
from diagnostics.quantities.refs import Asked, QuantityRef
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Mask, Scene

FRONT_SMOOTHING_KM = 100.0
"""Gaussian sigma of the potential temperature of which fronts and their contrast are made."""
FRONT_MARGIN_DEG = 12.0
"""How far around the region fronts are sought, degrees."""


@dataclass(frozen=True)
class FrontSearch:
    """In what fronts are sought.

    Attributes
    ----------
    level : float or None
        hPa; None near the ground.
    """

    level: float | None

    @property
    def field(self) -> QuantityRef:
        """The temperature: potential at a level, at 2 m near the ground."""
        if self.level is None:
            return QuantityRef("temperature_2m")
        return QuantityRef("potential_temperature", self.level)

    @property
    def wind(self) -> QuantityRef:
        """The wind at the level, or at 10 m."""
        return QuantityRef("wind_10m" if self.level is None else "wind", self.level)

    @property
    def helps(self) -> tuple[Asked, ...]:
        """What tells more of a front where it is held."""
        moist = QuantityRef("equivalent_potential_temperature", self.level)
        return (SEA_LEVEL,) if self.level is None else (moist, SEA_LEVEL)

    @property
    def params(self) -> dict[str, JsonValue]:
        """Parameters of the detector."""
        return {
            "field": self.field.text,
            "wind": self.wind.text,
            "margin_deg": FRONT_MARGIN_DEG,
            "sigma_km": FRONT_SMOOTHING_KM,
        }


FRONT_SEARCHES = tuple(FrontSearch(level) for level in (850.0, 925.0, 1000.0, None))
"""The first whose temperature and wind the data hold is the one."""
CLOSED_SCORE = 0.5
"""The score of a vortex round which the wind turns on every side."""
UPPER_LEVEL = 500.0
SUBTROPICAL_GPM, SUBTROPICAL_COARSE_GPM = 5880.0, 5840.0
SUBTROPICAL_LATITUDE = 40.0
WESTERLY_KM = 550.0
"""How far equatorward of the strongest westerlies a closed low lies to be cut off."""
WESTERLY_REACH_DEG = 60.0


def fronts_around(scene: Scene, within: Mask, search: FrontSearch) -> list[FrontSegment]:
    """Return the segments of fronts near a region, the steepest first.

    Raises
    ------
    InputDataError
        Where the scene lacks temperature or wind of the search, or most of their values.
    """
    grid = scene.grid
    found = []
    answer = front_tfp(
        scene,
        field=search.field.text,
        wind=search.wind.text,
        margin_deg=FRONT_MARGIN_DEG,
        sigma_km=FRONT_SMOOTHING_KM,
    )
    if answer.passed is None and not answer.features:
        wording = answer.message
        raise InputDataError(wording, code="missing_input")
    for item in answer.features:
        if any(within[grid.nearest(*place)] for place in item.line):
            found.append(_segment(item, search.level))
    return sorted(found, key=lambda item: -item.contrast)


def air_at(scene: Scene, search: FrontSearch, place: tuple[float, float]) -> float | None:
    """Smoothed temperature of a search for fronts at a place; None outside the data."""
    smooth = scene.keep(
        ("air of fronts",),
        lambda: scene.grid.smooth(
            values(scene, search.field), FRONT_SMOOTHING_KM, about=scene.region.center[0]
        ),
    )
    try:
        found = float(smooth[scene.grid.nearest(*place)])
    except InputDataError:
        return None
    return found if np.isfinite(found) else None


def _segment(item: Feature, level: float | None) -> FrontSegment:
    moved, kind = item.extra.get("moved_ms"), cast(FrontType, item.extra["type"])
    # Round a low, and near the ground, the wind across a front does not carry it along.
    carried = kind != "occluded" and level is not None
    speed = item.extra.get("normal_wind") if moved is None and carried else moved
    return FrontSegment(
        type=kind,
        level_hpa=level,
        latitude=item.latitude,
        longitude=item.longitude,
        contrast=float(item.value or 0.0),
        length_km=round(item.length_km or 0.0),
        warm_bearing=float(cast(float, item.extra["warm_bearing"])),
        speed_ms=float(speed) if isinstance(speed, (int, float)) else None,
        speed_by=None if speed is None else "wind" if moved is None else "displacement",
        line=tuple((float(point[0]), float(point[1])) for point in item.line),
    )


CIRCULATIONS = (
    QuantityRef("wind_10m"),
    *(QuantityRef("wind", level) for level in (1000.0, 925.0, 850.0)),
)
"""Winds in which lows are sought in data without pressure, the first that they hold."""


def circulations_around(scene: Scene, within: Mask, wind: QuantityRef) -> list[WindCentre]:
    """Return the centres of closed cyclonic circulations near a region, the strongest first.

    Raises
    ------
    InputDataError
        Where the scene lacks the wind.
    """
    found = vortex(scene, wind=wind.text, margin_deg=FRONT_MARGIN_DEG).features
    return [
        WindCentre(
            level_hpa=wind.level,
            vorticity=float(item.value or 0.0),
            latitude=item.latitude,
            longitude=item.longitude,
        )
        for item in found
        if item.score >= CLOSED_SCORE and within[scene.grid.nearest(item.latitude, item.longitude)]
    ]


def centres_aloft(scene: Scene, within: Mask) -> list[UpperCentre]:
    """Return closed lows and highs of the 500-hPa height, each with place and value of one cell.

    A low is cut off where it lies 550 km or more equatorward of the strongest westerly flow on its
    meridian, as far as the data reach. A high of 5880 gpm (5840 on grids of 1 degree and coarser)
    within 40 degrees of the equator is the subtropical high, whether or not a contour closes
    around it; not so its flank at the edge of the data.

    Raises
    ------
    InputDataError
        Where the scene lacks the height.
    """
    grid = scene.grid
    heights = values(scene, HEIGHT_500)
    limit = scene.coarse(SUBTROPICAL_GPM, SUBTROPICAL_COARSE_GPM)
    found = []
    for item in pressure_centres(scene, HEIGHT_500, within):
        if item.at_data_edge:
            continue
        kind: Literal["closed_low", "cutoff_low", "closed_high", "subtropical_high"]
        if item.kind == "low":
            kind = "cutoff_low" if _cut_off(scene, item.latitude, item.longitude) else "closed_low"
        else:
            subtropical = item.value >= limit and abs(item.latitude) <= SUBTROPICAL_LATITUDE
            kind = "subtropical_high" if subtropical else "closed_high"
        found.append(_centre(kind, item.latitude, item.longitude, item.value))
    if not any(item.kind == "subtropical_high" for item in found):
        low_latitude = np.abs(grid.latitude) <= SUBTROPICAL_LATITUDE
        reached = np.where(within & low_latitude & (heights >= limit), heights, -np.inf)
        row, column = np.unravel_index(int(np.argmax(reached)), reached.shape)
        if np.isfinite(reached[row, column]) and not data_edge(heights, grid)[row, column]:
            found.append(
                _centre(
                    "subtropical_high",
                    float(grid.latitude[row, column]),
                    wrap_longitude(float(grid.longitude[row, column])),
                    float(heights[row, column]),
                )
            )
    return found


def _centre(
    kind: Literal["closed_low", "cutoff_low", "closed_high", "subtropical_high"],
    latitude: float,
    longitude: float,
    value: float,
) -> UpperCentre:
    return UpperCentre(
        kind=kind,
        level_hpa=UPPER_LEVEL,
        value=value,
        latitude=round(latitude, 4),
        longitude=round(longitude, 4),
    )


def _cut_off(scene: Scene, latitude: float, longitude: float) -> bool:
    """Whether a low lies equatorward of the main westerlies, where the data show these."""
    grid = scene.grid
    heights = grid.smooth(values(scene, HEIGHT_500), 150.0)
    _, northward = grid.gradient(heights)
    westerly = -np.sign(latitude) * northward
    aside = np.abs((grid.longitude - longitude + 180.0) % 360.0 - 180.0)
    column = (aside <= grid.spacing_deg) & (np.sign(grid.latitude) == np.sign(latitude))
    known = column & np.isfinite(westerly) & (np.abs(grid.latitude) <= 80.0)
    if not known.any():
        return False
    at = int(np.argmax(np.where(known, westerly, -np.inf)))
    axis = float(grid.latitude.flat[at])
    poleward = abs(axis) > abs(latitude)
    return poleward and float(great_circle_km(latitude, 0.0, axis, 0.0)) >= WESTERLY_KM


def plumes_over(scene: Scene, within: Mask, here: Place) -> list[MoisturePlume]:
    """Return corridors of vapour transport that meet the region, the strongest first.

    Nothing is smoothed: place, value and direction are those of the strongest cell of the corridor.
    Its part over the event, at `here`, or nearest to it, stands beside them.

    Raises
    ------
    InputDataError
        Where the scene lacks wind or humidity of the column.
    """
    found = []
    east, north = components(scene, "ivt")
    unit = resolve("ivt").quantity.unit
    corridors = find_objects(np.hypot(east, north) >= CORRIDOR_IVT, scene.grid)
    for item in ivt_object(scene).features:
        cell = scene.grid.nearest(item.latitude, item.longitude)
        if item.value is None or not within[cell]:
            continue
        toward = float(np.degrees(np.arctan2(east[cell], north[cell])))
        corridor = next((one for one in corridors if one.mask[cell]), None)
        found.append(
            MoisturePlume(
                kind=cast(Literal["atmospheric_river", "vapour_corridor"], item.kind),
                value=item.value,
                unit=unit,
                latitude=item.latitude,
                longitude=item.longitude,
                toward_deg=round(toward % 360.0, 1) % 360.0,
                length_km=round(item.length_km or 0.0),
                part=nearest_part(east, north, corridor.mask, scene.grid, here, unit=unit)
                if corridor is not None
                else None,
            )
        )
    return sorted(found, key=lambda item: -item.value)
