"""Pressure centres at one time: with a closed contour, or cut by the data's edge."""

from __future__ import annotations

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import CentreKind, PressureCentre
from diagnostics.detection.centres import HIGH_GROUND_M, SEA_LEVEL, centres_of
from diagnostics.grid.centres import Centre
from diagnostics.grid.extrema import Kind
from diagnostics.quantities.scene import Mask, Scene

_KINDS: tuple[tuple[CentreKind, Kind], ...] = (("low", "minimum"), ("high", "maximum"))


def pressure_centres(scene: Scene, quantity: QuantityRef, within: Mask) -> list[PressureCentre]:
    """Return the lows and highs of a scene, each with place and value of one grid point.

    A centre needs a closed contour of 2 hPa, of 1 hPa equatorward of 30 degrees and on grids of 1
    degree and coarser (16 and 8 gpm of the 1000-hPa height) inside the data. A minimum or maximum
    at the data's edge is named as such. Sea-level pressure over ground above 500 m is marked with
    the height that it was reduced over.

    Parameters
    ----------
    scene : Scene
    quantity : QuantityRef
        Sea-level pressure, surface pressure, or the height of a level.
    within : array of bool, shape (y, x)
        Where centres are wanted.

    Returns
    -------
    list of PressureCentre
        Lows, then highs, the most extreme first; of each those at the data's edge last.

    Raises
    ------
    InputDataError
        Where the scene lacks the quantity.
    """
    centres = centres_of(scene, quantity)
    reduced = quantity == SEA_LEVEL and scene.has("orog")
    return [
        _centre(scene, kind, item, reduced=reduced)
        for kind, extremum in _KINDS
        for item in (*centres.closed(extremum, within), *centres.at_edge(extremum, within))
    ]


def _centre(scene: Scene, kind: CentreKind, item: Centre, *, reduced: bool) -> PressureCentre:
    cell = item.row, item.column
    height = float(scene.field("orog")[cell]) if reduced else 0.0
    return PressureCentre(
        kind=kind,
        time=scene.time,
        latitude=round(float(scene.grid.latitude[cell]), 4),
        longitude=round(wrap_longitude(float(scene.grid.longitude[cell])), 4),
        value=round(item.value, 2),
        closed_contours=item.closed,
        contour_interval=item.interval,
        radius_km=round(item.radius_km),
        at_data_edge=item.at_data_edge,
        reduced_over_m=round(height) if height > HIGH_GROUND_M else None,
    )
