"""Named two-dimensional quantities that charts draw and detectors search.

A quantity is asked for by a typed reference or its written form, for example ``height@500`` (hPa),
``isentropic_wind@315`` (K) or ``mean_sea_level_pressure``; `refs` reads it. Values are in the
quantity's own unit, the one in which charts are drawn and thresholds of detectors are stated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from diagnostics.errors import ArgumentError
from diagnostics.messages import Measure, Message, message, render
from diagnostics.quantities import anomaly_fields as anomalies
from diagnostics.quantities import level_fields as levels
from diagnostics.quantities import surface_fields as surface
from diagnostics.quantities.index_quantities import index_quantity, of_index
from diagnostics.quantities.record import Compute, Quantity
from diagnostics.quantities.refs import Asked, QuantityRef, read_reference, reference
from diagnostics.quantities.scene import Array, Scene


def _level(
    name: str, unit: str, fields: str, compute: Compute, low: float, high: float
) -> Quantity:
    return Quantity(
        name, unit, tuple(fields.split()), compute, has_level=True, valid_range=(low, high)
    )


def _surface(
    name: str, unit: str, fields: str, compute: Compute, low: float, high: float
) -> Quantity:
    return Quantity(name, unit, tuple(fields.split()), compute, valid_range=(low, high))


VORTICITY_UNIT = "10⁻⁵ s⁻¹"
ADVECTION_UNIT = "10⁻⁵ K s⁻¹"
FLUX_DIVERGENCE_UNIT = "10⁻⁷ g cm⁻² hPa⁻¹ s⁻¹"
FRONTOGENESIS_UNIT = "K (100 km)⁻¹ (3 h)⁻¹"
Q_VECTOR_UNIT = "10⁻¹⁸ m kg⁻¹ s⁻¹"
ISENTROPIC_LEVELS = (850.0, 700.0, 600.0, 500.0, 400.0, 300.0, 250.0, 200.0)
TROPOPAUSE_LEVELS = (*ISENTROPIC_LEVELS, 150.0, 100.0)
EAST_NORTH = ("eastward", "northward")
SPEEDS = {"wind_speed": "wind", "wind_speed_10m": "wind_10m", "ivt": "ivt"}
"""Lengths of vectors, and the vector of each."""
INFINITE = float("inf")
NO_TROPOPAUSE = message("map-no_tropopause")
NO_ISENTROPE = message("map-no_isentrope")

_QUANTITIES: tuple[Quantity, ...] = (
    of_index("height", "gpm", "gh500", -1000, 33000, level="level"),
    of_index("temperature", "°C", "temperature_level", -100, 60, level="level"),
    of_index("specific_humidity", "g kg⁻¹", "specific_humidity_level", 0, 40, level="level"),
    of_index("relative_humidity", "%", "average_relative_humidity", 0, 140, level="levels"),
    _level("potential_temperature", "K", "t", levels.potential_temperature, 180, 900),
    of_index("equivalent_potential_temperature", "K", "thetae_850_max", 180, 900, level="level"),
    _level("omega", "Pa s⁻¹", "w", levels.omega, -30, 30),
    _level("wind_speed", "m s⁻¹", "u v", levels.wind_speed, 0, 150),
    of_index("cyclonic_vorticity", VORTICITY_UNIT, "positive_vorticity", -200, 200, level="level"),
    of_index("divergence", VORTICITY_UNIT, "low_level_divergence_extrema", -200, 200,
             level="level"),
    of_index("temperature_advection", ADVECTION_UNIT, "warm_advection_center_intensity", -2000,
             2000, level="level"),
    of_index("moisture_flux_divergence", FLUX_DIVERGENCE_UNIT, "moisture_flux_divergence", -1000,
             1000, level="level"),
    of_index("frontogenesis", FRONTOGENESIS_UNIT, "frontogenesis_center", -500, 500, level="level"),
    of_index("q_vector_convergence", Q_VECTOR_UNIT, "qvector_convergence", -5000, 5000,
             level="level"),
    Quantity("wind", "m s⁻¹", ("u", "v"), vector=levels.wind, has_level=True, valid_range=(0, 150)),
    of_index("moisture_flux", "g cm⁻¹ hPa⁻¹ s⁻¹", "moisture_flux_850", 0, 500, level="level",
             parts=EAST_NORTH),
    of_index("q_vector", "m² kg⁻¹ s⁻¹", "qvector_convergence", -INFINITE, INFINITE, level="level",
             parts=EAST_NORTH, scale=1.0),
    Quantity("section", "K", ("t", "q", "u", "v"), whole_column=True, optional=("q", "u", "v")),
    Quantity("section_humidity", "kg kg⁻¹", ("q",), whole_column=True),
    Quantity("section_wind", "m s⁻¹", ("u", "v"), whole_column=True),
    Quantity("section_omega", "Pa s⁻¹", ("w",), whole_column=True),
    Quantity("sounding", "°C", ("t", "q", "u", "v", "z", "t2m", "d2m", "u10", "v10"),
             whole_column=True, optional=("u", "v", "z", "t2m", "d2m", "u10", "v10")),
    Quantity("surface_series", "°C", ("t2m", "msl", "u10", "v10", "tp"),
             optional=("t2m", "msl", "u10", "v10", "tp")),
    Quantity("height_anomaly", "gpm", ("z",), anomalies.height_anomaly, has_level=True,
             valid_range=(-2000, 2000),
             climatology="geopotential at the level: mean by hour and day"),
    Quantity("temperature_2m_anomaly", "σ", ("t2m",), anomalies.temperature_2m_anomaly,
             valid_range=(-15, 15),
             climatology="temperature at 2 m: mean and standard deviation by hour and day"),
    Quantity("thickness_anomaly", "σ", ("z",), anomalies.thickness_anomaly,
             fixed_levels=(500.0, 1000.0), valid_range=(-15, 15),
             climatology="thickness_1000_500: mean and standard deviation by hour and day"),
    Quantity("column_series", "°C", ("t", "q", "u", "v", "w"), whole_column=True,
             optional=("q", "u", "v", "w")),
    of_index("thickness", "gpm", "thickness_1000_500", 4300, 6200),
    of_index("precipitable_water", "mm", "pwat", 0, 90),
    of_index("ivt", "kg m⁻¹ s⁻¹", "ivt", 0, 3000, parts=EAST_NORTH),
    of_index("mucape", "J kg⁻¹", "cape", 0, 12000),
    of_index("deep_layer_shear", "m s⁻¹", "bulk_shear_0_6km", 0, 150, parts=EAST_NORTH),
    of_index("isentropic_potential_vorticity", "PVU", "pv_isentropic_max", -50, 100,
             level="theta_k", level_unit="K", column_levels=ISENTROPIC_LEVELS, gap=NO_ISENTROPE),
    of_index("isentropic_wind", "m s⁻¹", "pv_isentropic_max", 0, 150, level="theta_k",
             level_unit="K", column_levels=ISENTROPIC_LEVELS, parts=EAST_NORTH, scale=1.0),
    of_index("isentropic_pressure", "hPa", "pv_isentropic_max", 0, 1100, level="theta_k",
             level_unit="K", column_levels=ISENTROPIC_LEVELS, layer="pressure", scale=0.01),
    of_index("dynamic_tropopause_pressure", "hPa", "dynamic_tropopause_pressure", 10, 800,
             column_levels=TROPOPAUSE_LEVELS, gap=NO_TROPOPAUSE),
    of_index("dynamic_tropopause_theta", "K", "dynamic_tropopause_pressure", 200, 600,
             layer="theta", scale=1.0, column_levels=TROPOPAUSE_LEVELS, gap=NO_TROPOPAUSE),
    _surface("mean_sea_level_pressure", "hPa", "msl", surface.mean_sea_level_pressure, 850, 1100),
    of_index("temperature_2m", "°C", "temperature_level", -95, 65, params={"level": "2m"}),
    of_index("relative_humidity_2m", "%", "rh_2m", 0, 120),
    of_index("heat_index", "°C", "heat_index", -95, 90),
    of_index("wet_bulb_2m", "°C", "wet_bulb_temperature_2m", -95, 40),
    of_index("wind_speed_10m", "m s⁻¹", "surface_wind_speed", 0, 120),
    _surface("divergence_10m", VORTICITY_UNIT, "u10 v10", surface.divergence_10m, -200, 200),
    Quantity("wind_10m", "m s⁻¹", ("u10", "v10"), vector=surface.wind_10m, valid_range=(0, 120)),
    of_index("precipitation_24h", "mm", "precip_24h", 0, 2500),
    of_index("snowfall_24h", "mm", "snowfall_24h", 0, 500, unless_held=("q",)),
    of_index("temperature_2m_change_24h", "K", "temp_change_24h", -70, 70, params={"level": "2m"}),
    Quantity("pressure_change_24h", "hPa", ("msl",), surface.pressure_change_24h, lookback_hours=24,
             valid_range=(-100, 100)),
)  # fmt: skip

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({item.name: item for item in _QUANTITIES})
"""Every quantity by name."""


@dataclass(frozen=True)
class Reference:
    """A quantity together with the level at which it is wanted, in the quantity's level unit.

    `index` says whether it was asked for by the name of an index.
    """

    quantity: Quantity
    level: float | None = None
    index: bool = False

    @property
    def text(self) -> str:
        """``name`` or ``name@level``."""
        return QuantityRef(self.quantity.name, self.level).text

    @property
    def pressure(self) -> float | None:
        """The pressure level asked for, hPa; None where there is none."""
        return self.level if self.quantity.level_unit == "hPa" else None


def resolve(asked: Asked) -> Reference:
    """Return the quantity of the registry, or of an index, that a reference names.

    Parameters
    ----------
    asked : QuantityRef or str

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity`` or ``missing_level``.
    """
    typed = reference(asked)
    return _of_index(typed.text) if typed.index else _of_registry(typed.name, typed.level)


@cache
def _of_index(text: str) -> Reference:
    """Kept by the written form, since parameters may be lists."""
    typed = read_reference(text)
    return Reference(index_quantity(typed), typed.level, index=True)


@cache
def _of_registry(name: str, level: float | None) -> Reference:
    quantity = QUANTITIES.get(name)
    if quantity is None:
        raise ArgumentError(
            Message(
                id="quantityerror-unknown_quantity",
                params={"name": f"{name!r}", "near": ", ".join(sorted(QUANTITIES))},
            ),
            code="unknown_quantity",
        )
    if quantity.has_level and level is None:
        example = 850 if quantity.level_unit == "hPa" else 315
        raise ArgumentError(
            Message(
                id="quantityerror-missing_level",
                params={
                    "name": f"{name}",
                    "unit": f"{quantity.level_unit}",
                    "example": f"{example}",
                },
            ),
            code="missing_level",
        )
    return Reference(quantity, level if quantity.has_level else None)


def values(scene: Scene, asked: Asked) -> Array:
    """Return a scalar quantity, shape (y, x), in its unit; vectors give their length."""
    return _kept(scene, resolve(asked))


def _kept(scene: Scene, found: Reference) -> Array:
    def make() -> Array:
        if found.quantity.compute is not None:
            return found.quantity.compute(scene, found.level)
        east, north = _components(scene, found)
        length: Array = (east**2 + north**2) ** 0.5
        return length

    kept: Array = scene.keep(("quantity", found.text), make)
    return kept


def components(scene: Scene, asked: Asked) -> tuple[Array, Array]:
    """Return the eastward and northward parts of a vector quantity.

    Raises
    ------
    ArgumentError
        With code ``not_a_vector``.
    """
    return _components(scene, resolve(asked))


def _components(scene: Scene, found: Reference) -> tuple[Array, Array]:
    compute = found.quantity.vector
    if compute is None:
        raise ArgumentError(
            Message(id="error-not_a_vector", params={"name": f"{found.quantity.name}"}),
            code="not_a_vector",
        )
    kept: tuple[Array, Array] = scene.keep(
        ("vector", found.text), lambda: compute(scene, found.level)
    )
    return kept


def label(asked: Asked, language: str) -> str:
    """Return the name of a quantity with its level, in a language."""
    return label_of(resolve(asked), language)


def label_of(found: Reference, language: str) -> str:
    """Return the name of a resolved quantity with its level, in a language."""
    return render(label_message(found), language)


def label_message(found: Reference) -> Message:
    """Return the name of a resolved quantity with its level."""
    name = found.quantity.label
    if found.level is None:
        return name
    level = level_measure(found.level, found.quantity.level_unit)
    return message("map-level_of", level=level, name=name)


def level_measure(level: float, unit: str = "hPa") -> Measure:
    """Return a level with as many decimals as it has."""
    return Measure(measure=level, unit=unit, digits=len(f"{level:g}".partition(".")[2]))
