"""Which centres a scene has: one definition for the synoptic story, detectors and charts."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.centres import RIVAL_KM, SIGMA_KM, Centres, ContourRule
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import local_extrema
from diagnostics.messages import Message
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Scene

SEA_LEVEL = QuantityRef("mean_sea_level_pressure")
SURFACE = QuantityRef("surface_pressure")
"""Over the sea alone, where it is the sea-level pressure."""
PRESSURE = ContourRule(2.0, 1.0)
"""hPa."""
HEIGHT_1000, HEIGHT_850, HEIGHT_ALOFT = (
    ContourRule(16.0, 8.0),
    ContourRule(20.0, 10.0),
    ContourRule(40.0, 20.0),
)
"""gpm: at 925 hPa and below, at 700 hPa and below, and above."""
TEMPERATURE = ContourRule(4.0, 2.0)
"""K [D]."""
SEA_M = 5.0
"""Ground up to this height counts as sea level."""
HIGH_GROUND_M = 500.0
"""A centre of sea-level pressure over higher ground is named as reduced, and decides nothing."""
HPA_PER_PA = 0.01
WESTERLY_DEG = 5.0
"""How far equatorward of the strongest westerlies a closed low lies to be cut off, latitude."""
WESTERLY_REACH_DEG = 25.0
"""How far north and south of a low the westerlies are looked for."""
COLD_CORE_KM = 300.0


def contour_rule(quantity: QuantityRef) -> ContourRule | None:
    """Return the least contours of a quantity's centres; None where none are defined.

    Examples
    --------
    >>> contour_rule(QuantityRef("mean_sea_level_pressure"))
    ContourRule(least=2.0, gentle=1.0)
    """
    if quantity == SURFACE:
        return PRESSURE
    reference = resolve(quantity)
    name, pressure = reference.quantity.name, reference.pressure
    if name == SEA_LEVEL.name:
        return PRESSURE
    if name == "temperature":
        return TEMPERATURE
    if name != "height" or pressure is None:
        return None
    if pressure >= 925.0:
        return HEIGHT_1000
    return HEIGHT_850 if pressure >= 700.0 else HEIGHT_ALOFT


def centres_of(
    scene: Scene,
    quantity: QuantityRef,
    *,
    sigma_km: float = SIGMA_KM,
    rival_km: float = RIVAL_KM,
    interval: float | None = None,
) -> Centres:
    """Return the centres of a quantity in a scene.

    Parameters
    ----------
    scene : Scene
    quantity : QuantityRef
    sigma_km, rival_km : float, optional
        Smoothing of the search and the distance to the next centre, where others than the
        definition's are wanted.
    interval : float, optional
        Contour interval for quantities without a rule of their own.

    Raises
    ------
    ArgumentError
        ``interval_needed`` for a quantity without a rule where no interval is given.
    InputDataError
        Where the scene lacks the quantity.
    """
    rule = contour_rule(quantity)
    if rule is None and interval is None:
        raise ArgumentError(
            Message(id="detectionerror-interval_needed", params={"field": quantity.text}),
            code="interval_needed",
        )
    rule = rule or ContourRule(interval or 1.0, interval or 1.0)
    key = ("centres", quantity.text, sigma_km, rival_km, rule)

    def make() -> Centres:
        field = _field(scene, quantity)
        return Centres(field, scene.grid, rule, sigma_km=sigma_km, rival_km=rival_km)

    kept: Centres = scene.keep(key, make)
    return kept


def unit_of(quantity: QuantityRef) -> str:
    """Unit in which centres of a quantity are given."""
    return "hPa" if quantity == SURFACE else resolve(quantity).quantity.unit


def _field(scene: Scene, quantity: QuantityRef) -> Array:
    """The field in which centres are sought; the surface pressure at sea level alone."""
    if quantity != SURFACE:
        return values(scene, quantity)
    pressure = scene.field("sp") * HPA_PER_PA
    return np.asarray(np.where(scene.field("orog") <= SEA_M, pressure, np.nan))


def is_cut_off(scene: Scene, latitude: float, longitude: float, level: float = 500.0) -> bool:
    """Whether a closed low lies apart from the main westerlies, with a cold core."""
    apart = equatorward_of_westerlies(scene, latitude, longitude, level=level)
    return apart and has_cold_core(scene, latitude, longitude, level=level)


def equatorward_of_westerlies(
    scene: Scene,
    latitude: float,
    longitude: float,
    *,
    level: float = 500.0,
    least_deg: float = WESTERLY_DEG,
) -> bool:
    """Whether the strongest westerlies blow well poleward of a low.

    Parameters
    ----------
    scene : Scene
        With the height at `level`.
    latitude, longitude : float
        Of the low.
    level : float
        hPa.
    least_deg : float
        How far equatorward of the strongest westerly flow on its meridian, within 25 degrees of
        latitude, it lies at least.
    """
    grid = scene.grid

    def slope() -> Array:
        heights = values(scene, QuantityRef("height", level))
        return np.asarray(grid.gradient(grid.smooth_by_row(heights, 150.0))[1])

    westerly = -np.sign(latitude) * scene.keep(("height slope", level), slope)
    aside = np.abs((grid.longitude - longitude + 180.0) % 360.0 - 180.0)
    column = (aside <= grid.spacing_deg) & (np.sign(grid.latitude) == np.sign(latitude))
    column &= np.abs(grid.latitude - latitude) <= WESTERLY_REACH_DEG
    known = column & np.isfinite(westerly) & (np.abs(grid.latitude) <= 80.0)
    if not known.any():
        return False
    at = int(np.argmax(np.where(known, westerly, -np.inf)))
    return abs(float(grid.latitude.flat[at])) - abs(latitude) >= least_deg - 1e-6


def has_cold_core(
    scene: Scene,
    latitude: float,
    longitude: float,
    *,
    level: float = 500.0,
    within_km: float = COLD_CORE_KM,
) -> bool:
    """Whether a minimum of temperature lies near a low; true where the data lack temperature."""
    grid = scene.grid

    def minima() -> list[tuple[float, float]] | None:
        try:
            data = values(scene, QuantityRef("temperature", level))
        except InputDataError:
            return None
        smooth = grid.smooth_by_row(data, SIGMA_KM)
        found = local_extrema(smooth, grid, RIVAL_KM, "minimum")
        return [(item.latitude, item.longitude) for item in found]

    places: list[tuple[float, float]] | None = scene.keep(("cold centres", level), minima)
    return places is None or any(
        float(great_circle_km(latitude, longitude, *place)) <= within_km for place in places
    )
