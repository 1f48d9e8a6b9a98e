"""Named two-dimensional quantities that charts draw and detectors search.

A quantity is asked for as ``name`` or ``name@level`` (hPa, or K on isentropic surfaces), for
example ``height@500``, ``isentropic_wind@315`` or ``mean_sea_level_pressure``. Values are in the
quantity's own unit, the one in which charts are drawn and thresholds of detectors are stated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from diagnostics.errors import ArgumentError
from diagnostics.quantities import anomaly_fields as anomalies
from diagnostics.quantities import column_fields as columns
from diagnostics.quantities import isentropic_fields as isentropes
from diagnostics.quantities import level_fields as levels
from diagnostics.quantities import surface_fields as surface
from diagnostics.quantities.operator_fields import (
    PREFIX,
    operator_field,
    parse_operator,
)
from diagnostics.quantities.scene import Array, Scene

Compute = Callable[[Scene, float | None], Array]
ComputeVector = Callable[[Scene, float | None], tuple[Array, Array]]


@dataclass(frozen=True)
class Quantity:
    """What a quantity is called, its unit, what it reads and how it is computed.

    `fields` are canonical names; three-dimensional ones are read at the level asked for, or at
    every level where `whole_column` is set, or at `fixed_levels`; `column_levels` are those without
    which a column says little. The level asked for is a pressure, or a potential temperature where
    `level_unit` is K. `lookback_hours` says how far back in time it reads. Fields in `optional` may
    be absent. `climatology` says what a gridded climatology must hold for it, for readers, and
    `gap`, in English and Chinese, what it means where a map of it has no value.
    """

    name: str
    unit: str
    label_en: str
    label_zh: str
    fields: tuple[str, ...]
    compute: Compute | None = None
    vector: ComputeVector | None = None
    has_level: bool = False
    whole_column: bool = False
    fixed_levels: tuple[float, ...] = ()
    column_levels: tuple[float, ...] = ()
    level_unit: str = "hPa"
    lookback_hours: float = 0.0
    optional: tuple[str, ...] = ()
    valid_range: tuple[float, float] = (float("-inf"), float("inf"))
    climatology: str = ""
    gap: tuple[str, str] = ("", "")


def _level(
    name: str, unit: str, en: str, zh: str, fields: str, compute: Compute, low: float, high: float
) -> Quantity:
    return Quantity(
        name, unit, en, zh, tuple(fields.split()), compute, has_level=True, valid_range=(low, high)
    )


def _surface(
    name: str, unit: str, en: str, zh: str, fields: str, compute: Compute, low: float, high: float
) -> Quantity:
    return Quantity(name, unit, en, zh, tuple(fields.split()), compute, valid_range=(low, high))


VORTICITY_UNIT = "10⁻⁵ s⁻¹"
ADVECTION_UNIT = "10⁻⁵ K s⁻¹"
FLUX_DIVERGENCE_UNIT = "10⁻⁷ g cm⁻² hPa⁻¹ s⁻¹"
FRONTOGENESIS_UNIT = "K (100 km)⁻¹ (3 h)⁻¹"
Q_VECTOR_UNIT = "10⁻¹⁸ m kg⁻¹ s⁻¹"
ISENTROPIC_LEVELS = (850.0, 700.0, 600.0, 500.0, 400.0, 300.0, 250.0, 200.0)
TROPOPAUSE_LEVELS = (*ISENTROPIC_LEVELS, 150.0, 100.0)
NO_TROPOPAUSE = ("white: no 2-PVU surface in the data", "白色：资料层内无2 PVU面")
NO_ISENTROPE = ("white: below ground or outside the levels", "白色：在地下或资料层之外")

_QUANTITIES: tuple[Quantity, ...] = (
    _level("height", "gpm", "Height", "位势高度", "z", levels.height, -1000, 33000),
    _level("temperature", "°C", "Temperature", "温度", "t", levels.temperature, -100, 60),
    _level("specific_humidity", "g kg⁻¹", "Specific humidity", "比湿", "q",
           levels.specific_humidity, 0, 40),
    _level("relative_humidity", "%", "Relative humidity", "相对湿度", "t q",
           levels.relative_humidity, 0, 140),
    _level("potential_temperature", "K", "Potential temperature", "位温", "t",
           levels.potential_temperature, 180, 900),
    _level("equivalent_potential_temperature", "K", "Equivalent potential temperature",
           "假相当位温", "t q", levels.equivalent_potential_temperature, 180, 900),
    _level("omega", "Pa s⁻¹", "Vertical velocity", "垂直速度", "w", levels.omega, -30, 30),
    _level("wind_speed", "m s⁻¹", "Wind speed", "风速", "u v", levels.wind_speed, 0, 150),
    _level("cyclonic_vorticity", VORTICITY_UNIT, "Cyclonic vorticity", "气旋性涡度", "u v",
           levels.cyclonic_vorticity, -200, 200),
    _level("divergence", VORTICITY_UNIT, "Divergence", "散度", "u v", levels.divergence,
           -200, 200),
    _level("temperature_advection", ADVECTION_UNIT, "Temperature advection", "温度平流", "t u v",
           levels.temperature_advection, -2000, 2000),
    _level("moisture_flux_divergence", FLUX_DIVERGENCE_UNIT, "Moisture flux divergence",
           "水汽通量散度", "q u v", levels.moisture_flux_divergence, -1000, 1000),
    _level("frontogenesis", FRONTOGENESIS_UNIT, "Frontogenesis", "锋生函数", "t u v",
           levels.frontogenesis, -500, 500),
    _level("q_vector_convergence", Q_VECTOR_UNIT, "Q-vector convergence (−2∇·Q)", "Q矢量辐合",
           "t z", levels.q_vector_convergence, -5000, 5000),
    Quantity("wind", "m s⁻¹", "Wind", "风", ("u", "v"), vector=levels.wind, has_level=True,
             valid_range=(0, 150)),
    Quantity("moisture_flux", "g cm⁻¹ hPa⁻¹ s⁻¹", "Moisture flux", "水汽通量", ("q", "u", "v"),
             vector=levels.moisture_flux, has_level=True, valid_range=(0, 500)),
    Quantity("q_vector", "m² kg⁻¹ s⁻¹", "Q vector", "Q矢量", ("t", "z"), vector=levels.q_vector,
             has_level=True),
    Quantity("section", "K", "Cross section", "垂直剖面", ("t", "q", "u", "v"), whole_column=True,
             optional=("q", "u", "v")),
    Quantity("section_humidity", "kg kg⁻¹", "Specific humidity", "比湿", ("q",), whole_column=True),
    Quantity("section_wind", "m s⁻¹", "Wind", "风", ("u", "v"), whole_column=True),
    Quantity("section_omega", "Pa s⁻¹", "Vertical velocity", "垂直速度", ("w",), whole_column=True),
    Quantity("sounding", "°C", "Sounding", "探空", ("t", "q", "u", "v", "z", "t2m", "d2m", "u10",
             "v10"), whole_column=True, optional=("u", "v", "z", "t2m", "d2m", "u10", "v10")),
    Quantity("surface_series", "°C", "Time series", "时间序列",
             ("t2m", "msl", "u10", "v10", "tp"), optional=("t2m", "msl", "u10", "v10", "tp")),
    Quantity("height_anomaly", "gpm", "Height anomaly", "位势高度距平", ("z",),
             anomalies.height_anomaly, has_level=True, valid_range=(-2000, 2000),
             climatology="geopotential at the level: mean by hour and day"),
    Quantity("temperature_2m_anomaly", "σ", "2-m temperature anomaly", "2米气温标准化距平",
             ("t2m",), anomalies.temperature_2m_anomaly, valid_range=(-15, 15),
             climatology="temperature at 2 m: mean and standard deviation by hour and day"),
    Quantity("thickness_anomaly", "σ", "1000–500 hPa thickness anomaly",
             "1000–500 hPa厚度标准化距平", ("z",), anomalies.thickness_anomaly,
             fixed_levels=(500.0, 1000.0), valid_range=(-15, 15),
             climatology="thickness_1000_500: mean and standard deviation by hour and day"),
    Quantity("column_series", "°C", "Column over time", "单点时间–高度", ("t", "q", "u", "v", "w"),
             whole_column=True, optional=("q", "u", "v", "w")),
    Quantity("thickness", "gpm", "1000–500 hPa thickness", "1000–500 hPa厚度", ("z",),
             levels.thickness, fixed_levels=(500.0, 1000.0), valid_range=(4300, 6200)),
    Quantity("precipitable_water", "mm", "Precipitable water", "可降水量", ("q",),
             columns.precipitable_water, whole_column=True, valid_range=(0, 90)),
    Quantity("ivt", "kg m⁻¹ s⁻¹", "Vapour transport", "整层水汽输送", ("q", "u", "v"),
             vector=columns.ivt, whole_column=True, valid_range=(0, 3000)),
    Quantity("mucape", "J kg⁻¹", "Most unstable CAPE", "最不稳定对流有效位能", ("t", "q"),
             columns.most_unstable_cape, whole_column=True, valid_range=(0, 12000)),
    Quantity("deep_layer_shear", "m s⁻¹", "0–6 km wind shear", "0–6 km垂直风切变",
             ("u", "v", "z"), vector=columns.deep_layer_shear,
             whole_column=True, valid_range=(0, 150)),
    Quantity("isentropic_potential_vorticity", "PVU", "Potential vorticity", "位涡",
             ("t", "u", "v"), isentropes.potential_vorticity, has_level=True, whole_column=True,
             column_levels=ISENTROPIC_LEVELS, level_unit="K", valid_range=(-50, 100),
             gap=NO_ISENTROPE),
    Quantity("isentropic_wind", "m s⁻¹", "Wind", "风", ("t", "u", "v"), vector=isentropes.wind,
             has_level=True, whole_column=True, column_levels=ISENTROPIC_LEVELS, level_unit="K",
             valid_range=(0, 150)),
    Quantity("isentropic_pressure", "hPa", "Pressure", "气压", ("t", "u", "v"),
             isentropes.pressure, has_level=True, whole_column=True,
             column_levels=ISENTROPIC_LEVELS, level_unit="K", valid_range=(0, 1100)),
    Quantity("dynamic_tropopause_pressure", "hPa", "Dynamic tropopause (2 PVU) pressure",
             "动力对流层顶(2 PVU)气压", ("t", "u", "v"), isentropes.tropopause_pressure,
             whole_column=True, column_levels=TROPOPAUSE_LEVELS, valid_range=(10, 800),
             gap=NO_TROPOPAUSE),
    Quantity("dynamic_tropopause_theta", "K", "Dynamic tropopause (2 PVU) potential temperature",
             "动力对流层顶(2 PVU)位温", ("t", "u", "v"), isentropes.tropopause_theta,
             whole_column=True, column_levels=TROPOPAUSE_LEVELS, valid_range=(200, 600),
             gap=NO_TROPOPAUSE),
    _surface("mean_sea_level_pressure", "hPa", "Sea-level pressure", "海平面气压", "msl",
             surface.mean_sea_level_pressure, 850, 1100),
    _surface("temperature_2m", "°C", "2-m temperature", "2米气温", "t2m",
             surface.temperature_2m, -95, 65),
    _surface("relative_humidity_2m", "%", "2-m relative humidity", "2米相对湿度", "t2m d2m",
             surface.relative_humidity_2m, 0, 120),
    _surface("heat_index", "°C", "Heat index", "热指数", "t2m d2m", surface.heat_index, -95, 90),
    _surface("wet_bulb_2m", "°C", "2-m wet-bulb temperature", "2米湿球温度", "t2m d2m",
             surface.wet_bulb_2m, -95, 40),
    _surface("wind_speed_10m", "m s⁻¹", "10-m wind speed", "10米风速", "u10 v10",
             surface.wind_speed_10m, 0, 120),
    _surface("divergence_10m", VORTICITY_UNIT, "10-m divergence", "10米散度", "u10 v10",
             surface.divergence_10m, -200, 200),
    Quantity("wind_10m", "m s⁻¹", "10-m wind", "10米风", ("u10", "v10"), vector=surface.wind_10m,
             valid_range=(0, 120)),
    Quantity("precipitation_24h", "mm", "24-h precipitation", "24小时降水量", ("tp",),
             surface.precipitation_24h, lookback_hours=24, valid_range=(0, 2500)),
    Quantity("snowfall_24h", "mm", "24-h snowfall (water equivalent)", "24小时降雪量",
             ("sf", "tp", "t2m", "d2m"), surface.snowfall_24h, lookback_hours=24,
             optional=("d2m", "sf", "t2m", "tp"), valid_range=(0, 500)),
    Quantity("temperature_2m_change_24h", "K", "24-h change of 2-m temperature", "24小时变温",
             ("t2m",), surface.temperature_2m_change_24h, lookback_hours=24,
             valid_range=(-70, 70)),
    Quantity("pressure_change_24h", "hPa", "24-h pressure change", "24小时变压", ("msl",),
             surface.pressure_change_24h, lookback_hours=24, valid_range=(-100, 100)),
)  # fmt: skip

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({item.name: item for item in _QUANTITIES})
"""Every quantity by name."""

_SHORT: Mapping[str, str] = {
    "H": "height",
    "T": "temperature",
    "q": "specific_humidity",
    "RH": "relative_humidity",
    "theta": "potential_temperature",
    "thetae": "equivalent_potential_temperature",
    "w": "omega",
    "V": "wind_speed",
    "zeta": "cyclonic_vorticity",
    "div": "divergence",
    "Tadv": "temperature_advection",
    "MFD": "moisture_flux_divergence",
    "F": "frontogenesis",
    "PV": "isentropic_potential_vorticity",
}
_SHORT_SURFACE: Mapping[str, str] = {
    "msl": "mean_sea_level_pressure",
    "t2m": "temperature_2m",
    "pwat": "precipitable_water",
    "RH2m": "relative_humidity_2m",
    "heat_index": "heat_index",
    "Tw2m": "wet_bulb_2m",
    "snow_we": "snowfall_24h",
    "div10": "divergence_10m",
    "V10": "wind_speed_10m",
    "10m": "wind_10m",
    "dT24": "temperature_2m_change_24h",
    "dp24": "pressure_change_24h",
    "pDT": "dynamic_tropopause_pressure",
}


@dataclass(frozen=True)
class Reference:
    """A quantity together with the level at which it is wanted, in the quantity's level unit."""

    quantity: Quantity
    level: float | None = None

    @property
    def text(self) -> str:
        """``name`` or ``name@level``."""
        return self.quantity.name if self.level is None else f"{self.quantity.name}@{self.level:g}"

    @property
    def pressure(self) -> float | None:
        """The pressure level asked for, hPa; None where there is none."""
        return self.level if self.quantity.level_unit == "hPa" else None


@cache
def resolve(text: str) -> Reference:
    """Understand ``name``, ``name@level`` or a short name such as ``T850`` or ``msl``.

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity`` or ``missing_level``.
    """
    if text.startswith(PREFIX):
        return _operator(text)
    short = re.fullmatch(r"([A-Za-z]+?)(\d{2,4})", text)
    if text in _SHORT_SURFACE:
        text = _SHORT_SURFACE[text]
    elif short and short[1] in _SHORT:
        text = f"{_SHORT[short[1]]}@{short[2]}"
    name, _, level_text = text.partition("@")
    quantity = QUANTITIES.get(name)
    if quantity is None:
        raise ArgumentError(
            f"there is no quantity {name!r}; there are {', '.join(sorted(QUANTITIES))}",
            code="unknown_quantity",
        )
    if quantity.has_level and not level_text:
        example = 850 if quantity.level_unit == "hPa" else 315
        raise ArgumentError(
            f"{name} needs a level in {quantity.level_unit}, for example {name}@{example}",
            code="missing_level",
        )
    level = _level_of(text, level_text) if level_text and quantity.has_level else None
    return Reference(quantity, level)


def _operator(text: str) -> Reference:
    """Understand ``index:name@level``; unit and labels are the operator's own, see `described`."""
    name, _, level_text = text.partition("@")
    call = parse_operator(name)
    quantity = Quantity(
        name,
        "",
        call.name,
        call.name,
        (),
        lambda scene, level: operator_field(scene, call, level),
        has_level=bool(level_text),
    )
    return Reference(quantity, _level_of(text, level_text) if level_text else None)


def _level_of(text: str, level_text: str) -> float:
    try:
        level = float(level_text)
    except ValueError:
        level = float("nan")
    if not 0.0 < level < 10000.0:
        raise ArgumentError(
            f"{text!r}: the level after @ is a number in hPa, or K on isentropic surfaces",
            code="invalid_level",
        )
    return level


def described(scene: Scene, text: str) -> Reference:
    """Return a quantity with its unit, labels and range, those of an operator included."""
    reference = resolve(text)
    operators = scene.surroundings.operators
    if not text.startswith(PREFIX) or operators is None:
        return reference
    known = operators.describe(parse_operator(reference.quantity.name), reference.level)
    quantity = replace(
        reference.quantity,
        unit=known.unit,
        label_en=known.label_en,
        label_zh=known.label_zh,
        valid_range=known.valid_range,
    )
    return replace(reference, quantity=quantity)


def values(scene: Scene, text: str) -> Array:
    """Return the scalar quantity `text`, shape (y, x), in its unit; vectors give their length."""
    reference = resolve(text)
    return _kept(scene, reference)


def _kept(scene: Scene, reference: Reference) -> Array:
    def make() -> Array:
        if reference.quantity.compute is not None:
            return reference.quantity.compute(scene, reference.level)
        east, north = components(scene, reference.text)
        length: Array = (east**2 + north**2) ** 0.5
        return length

    kept: Array = scene.keep(("quantity", reference.text), make)
    return kept


def components(scene: Scene, text: str) -> tuple[Array, Array]:
    """Return the eastward and northward parts of the vector quantity `text`.

    Raises
    ------
    ArgumentError
        With code ``not_a_vector``.
    """
    reference = resolve(text)
    compute = reference.quantity.vector
    if compute is None:
        raise ArgumentError(f"{reference.quantity.name} is not a vector", code="not_a_vector")
    kept: tuple[Array, Array] = scene.keep(
        ("vector", reference.text), lambda: compute(scene, reference.level)
    )
    return kept


def label(text: str, language: str) -> str:
    """Return the name of a quantity with its level, in English or Chinese."""
    return label_of(resolve(text), language)


def label_of(reference: Reference, language: str) -> str:
    """Return the name of a resolved quantity with its level, in English or Chinese."""
    chinese = language == "zh"
    name = reference.quantity.label_zh if chinese else reference.quantity.label_en
    if reference.level is None:
        return name
    level = f"{reference.level:g} {reference.quantity.level_unit}"
    if chinese:
        return f"{level}{name}"
    return f"{level} {name[0].lower()}{name[1:]}" if name[1:2].islower() else f"{level} {name}"
