"""What a feature needs of the data before "not found" can be said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from pydantic import JsonValue

from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.detection.features.answers import Detection, detection
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import KM_PER_DEGREE, Grid
from diagnostics.grid.sections import sample_bilinear
from diagnostics.messages import Message
from diagnostics.quantities.scene import ENOUGH, Scene
from diagnostics.quantities.scene_loading import grow

POINTS = 12
"""Along each side of a searched box, to see how much of it lies in the data."""


@dataclass(frozen=True)
class Amount:
    """A number that a parameter of the detector gives, times a factor."""

    parameter: str
    times: float = 1.0


Number = float | Amount
NOWHERE: tuple[Number, Number, Number, Number] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class DomainNeed:
    """The least that the data must hold for a search to be able to find a feature.

    Attributes
    ----------
    extent_km : float or Amount
        Along rows and along columns, without `border_cells`.
    border_cells : int
        Cells along each edge in which the feature is not sought.
    area_km2 : float or Amount
    search_deg : tuple of float or Amount
        How far around the region is searched: west, equatorward, east, poleward. At least half of
        that box must lie in the data, where any of them is not zero.
    levels : tuple of float or Amount, optional
        Least number of pressure levels, and the highest and lowest pressure they lie between, hPa.
    days : float or Amount
        Least number of days (of UTC) among the times.
    """

    extent_km: Number = 0.0
    border_cells: int = 0
    area_km2: Number = 0.0
    search_deg: tuple[Number, Number, Number, Number] = NOWHERE
    levels: tuple[Number, Number, Number] | None = None
    days: Number = 0.0

    def lacking(self, scene: Scene, params: Mapping[str, JsonValue]) -> Message | None:
        """Say what is needed and what there is; None where the data suffice.

        Parameters
        ----------
        scene : Scene
        params : mapping
            Values of all parameters of the search.
        """

        def amount(number: Number) -> float:
            if not isinstance(number, Amount):
                return number
            given = params.get(number.parameter)
            return number.times * float(given) if isinstance(given, (int, float)) else 0.0

        border = 2 * self.border_cells * max(scene.grid.spacing_km)
        extent = max(0.0, min(sides_km(scene.grid)) - border)
        if extent < amount(self.extent_km):
            return _short("extent", amount(self.extent_km), extent)
        area = float(scene.grid.cell_area.sum() / 1e6)
        if area < amount(self.area_km2):
            return _short("area", amount(self.area_km2), area)
        margin = tuple(amount(number) for number in self.search_deg)
        share = share_in_data(scene, margin) if any(margin) else 1.0
        if share < ENOUGH:
            return _short("search", 100.0 * ENOUGH, 100.0 * share)
        if self.levels is not None:
            least, bottom, top = (amount(number) for number in self.levels)
            inside = (scene.levels_hpa <= bottom + 1e-6) & (scene.levels_hpa >= top - 1e-6)
            if inside.sum() < least:
                return _short(
                    "levels", least, float(inside.sum()), bottom=f"{bottom:g}", top=f"{top:g}"
                )
        days = len({time.date() for time in scene.times})
        if days < amount(self.days):
            return _short("days", amount(self.days), float(days))
        return None

    def undecided(
        self, scene: Scene, params: Mapping[str, JsonValue], found: Detection
    ) -> Detection:
        """Return a miss as undetermined where the data are too small; other answers as they are."""
        if found.passed is not False:
            return found
        lacking = self.lacking(scene, params)
        return found if lacking is None else detection(None, found.features, lacking)


NOTHING = DomainNeed()
"""Of searches that say by themselves what the data lack."""


def _short(what: str, needed: float, there: float, **more: str) -> Message:
    numbers = {"needed": f"{ceil(needed)}", "there": f"{floor(there)}"}
    return Message(id=f"detect-needs_{what}", params={**numbers, **more})


def sides_km(grid: Grid) -> tuple[float, float]:
    """Length of the middle column and of the middle row of a grid, km; of a circle all of it."""
    row, column = (size // 2 for size in grid.shape)
    along_column = grid.latitude[:, column], grid.longitude[:, column]
    beyond = grid.shape[1] + (1 if grid.cyclic else 0)
    columns = np.arange(beyond) % grid.shape[1]
    along_row = grid.latitude[row, columns], grid.longitude[row, columns]
    high, wide = (
        float(great_circle_km(lat[:-1], lon[:-1], lat[1:], lon[1:]).sum())
        for lat, lon in (along_column, along_row)
    )
    return high, wide


def share_in_data(scene: Scene, margin_deg: tuple[float, ...]) -> float:
    """Share of the region, grown west, equatorward, east and poleward, that lies in the data."""
    west, equatorward, east, poleward = margin_deg
    south, north = (equatorward, poleward) if scene.hemisphere > 0 else (poleward, equatorward)
    box: Region = grow(scene.region, (west, south, east, north))
    middles = (np.arange(POINTS) + 0.5) / POINTS
    lat, lon = np.meshgrid(
        box.south + middles * (box.north - box.south), box.west + middles * box.width, indexing="ij"
    )
    places = lat.ravel(), np.array([wrap_longitude(float(part)) for part in lon.ravel()])
    inside = np.isfinite(sample_bilinear(scene.grid.latitude, scene.grid, *places))
    weights = np.cos(np.radians(places[0]))
    return float(weights[inside].sum() / weights.sum())


def degrees(parameter: str) -> Amount:
    """Degrees of a great circle for a parameter in km."""
    return Amount(parameter, 1.0 / KM_PER_DEGREE)


def around(number: Number) -> tuple[Number, Number, Number, Number]:
    """The same distance on every side of the region."""
    return (number, number, number, number)
